"""Our counts against what CoNLL-X's eval.pl printed of the same files (data/golden/README.md)."""

import re
from pathlib import Path

import pytest

from nonproj.data.conll import read_treebank
from nonproj.results.metrics import count
from nonproj.results.option_names import Punctuation
from nonproj.results.scores import evaluate
from nonproj.results.settings import Question
from nonproj.results.words import Fold, parsed

FOLDER = Path(__file__).parents[1] / "data" / "golden"
PRINTED = {Punctuation.EXCLUDE: "eval.pl.txt", Punctuation.INCLUDE: "eval.pl-p.txt"}
ROW = re.compile(r"  (\S+) +\| +(\d+) \| +(\d+) \| +(\d+) \| +\S+ \| +\S+")


@pytest.fixture(scope="module", params=PRINTED)
def both(request):
    """The trees, and what eval.pl printed of them, with or without punctuation."""
    gold, system = (read_treebank(FOLDER / f"{name}.conllx") for name in ("gold", "system"))
    printed = (FOLDER / PRINTED[request.param]).read_text(encoding="utf-8")
    return (gold, system), printed, request.param


def section(printed: str, title: str) -> dict[str, tuple[int, ...]]:
    """(gold, correct, system) of each row of a table."""
    text = printed.partition(f"{title}\n")[2].partition("\n\n\n")[0]
    rows = {name: tuple(map(int, counts)) for name, *counts in ROW.findall(text)}
    assert rows
    return rows


def test_scores_equal_the_counts_that_eval_pl_printed(both):
    trees, printed, punctuation = both
    ours = evaluate(*trees, punctuation)
    for metric, name in (
        ("las", "Labeled   attachment score:"),
        ("uas", "Unlabeled attachment score:"),
        ("label-accuracy", "Label accuracy score:      "),
    ):
        counts = f"{ours[metric].correct} / {ours[metric].total} * 100"
        share = f"{100 * ours[metric].correct / ours[metric].total:.2f} %"
        assert f"{name} {counts} = {share}" in printed


def test_counts_of_root_arcs_and_lengths_equal_those_of_eval_pl(both):
    """Of lengths eval.pl counts words whose two arcs fall into one bin, we right ones."""
    trees, printed, punctuation = both
    expected = section(printed, "Precision and recall of binned HEAD distance")
    parse = parsed([Fold(*trees)])
    convention = ["punctuation=exclude"] if punctuation is Punctuation.EXCLUDE else []

    def counts(item):
        question = Question(parse, [item, *convention])
        precision, recall = count("precision", question), count("recall", question)
        return recall.denominator, recall.numerator, precision.denominator

    assert counts("arcs=root") == counts("length=root") == expected["to_root"]
    for name, length in {"1": "1", "2": "2", "3-6": "3-6", "7-...": ">6"}.items():
        gold, right, system = counts(f"length={length}")
        assert (gold, system) == (expected[name][0], expected[name][2])
        assert right <= expected[name][1]

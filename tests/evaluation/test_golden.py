"""Our counts against what CoNLL-X's eval.pl printed of the same files (data/golden/README.md)."""

import re
from pathlib import Path

import numpy as np
import pytest

from nonproj.data.conll import read_treebank
from nonproj.evaluation.breakdowns import by_length, by_root, precision_recall
from nonproj.evaluation.outcomes import Labels, outcomes_of
from nonproj.evaluation.punctuation import Punctuation
from nonproj.evaluation.scores import evaluate

FOLDER = Path(__file__).parents[1] / "data" / "golden"
PRINTED = {Punctuation.EXCLUDE: "eval.pl.txt", Punctuation.INCLUDE: "eval.pl-p.txt"}
ROW = re.compile(r"  (\S+) +\| +(\d+) \| +(\d+) \| +(\d+) \| +\S+ \| +\S+")


@pytest.fixture(scope="module", params=PRINTED)
def both(request):
    """The outcomes of the parse, and what eval.pl printed, with or without punctuation."""
    gold, system = (read_treebank(FOLDER / f"{name}.conllx") for name in ("gold", "system"))
    printed = (FOLDER / PRINTED[request.param]).read_text(encoding="utf-8")
    return outcomes_of(gold, system, request.param, Labels.FULL), printed, request.param


def section(printed: str, title: str) -> dict[str, tuple[int, ...]]:
    """(gold, correct, system) of each row of a table."""
    text = printed.partition(f"{title}\n")[2].partition("\n\n\n")[0]
    rows = {name: tuple(map(int, counts)) for name, *counts in ROW.findall(text)}
    assert rows
    return rows


def test_scores(both):
    outcomes, printed, punctuation = both
    ours = evaluate(outcomes.gold, outcomes.system, punctuation)
    for metric, name in (
        ("las", "Labeled   attachment score:"),
        ("uas", "Unlabeled attachment score:"),
        ("label-accuracy", "Label accuracy score:      "),
    ):
        counts = f"{ours[metric].correct} / {ours[metric].total} * 100"
        share = f"{100 * ours[metric].correct / ours[metric].total:.2f} %"
        assert f"{name} {counts} = {share}" in printed


def test_labels_with_attachment(both):
    outcomes, printed, _ = both
    expected = section(printed, "Precision and recall of DEPREL + ATTACHMENT")
    gold, system = (tree.deprel.strings() for tree in (outcomes.gold, outcomes.system))
    assert expected.keys() == {
        label
        for labels in (gold, system)
        for label, scored in zip(labels, outcomes.scored, strict=True)
        if scored
    }
    for label, counts in expected.items():
        masks = (np.array([other == label for other in labels]) for labels in (gold, system))
        ours = precision_recall(outcomes, *masks, labelled=True)
        assert ours.precision.correct == ours.recall.correct
        assert (ours.recall.total, ours.recall.correct, ours.precision.total) == counts


def test_arcs_from_the_root_and_lengths(both):
    """Of lengths eval.pl counts words whose two arcs fall into one bin, we right ones."""
    outcomes, printed, _ = both
    expected = section(printed, "Precision and recall of binned HEAD distance")
    root = by_root(outcomes, labelled=False)["arcs=root"]
    assert root.precision.correct == root.recall.correct
    ours = {"to_root": (root.recall.total, root.recall.correct, root.precision.total)}
    assert ours["to_root"] == expected["to_root"]
    lengths = by_length(outcomes, labelled=False, last=6)
    for name, bins in {"1": [1], "2": [2], "3-6": [3, 4, 5, 6], "7-...": [">6"]}.items():
        parts = [lengths[f"bin={n}"] for n in bins]
        totals = (sum(p.recall.total for p in parts), sum(p.precision.total for p in parts))
        assert totals == (expected[name][0], expected[name][2])
        assert sum(part.recall.correct for part in parts) <= expected[name][1]

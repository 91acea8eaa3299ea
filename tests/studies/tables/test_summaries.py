"""Values over several treebanks are those of the treebanks put end to end."""

import random
from fractions import Fraction

import pytest

from inventions import measured
from nonproj.data.conll import parse_treebank
from nonproj.errors import NonprojError
from nonproj.results.formulas import Counts
from nonproj.results.metrics import METRICS
from nonproj.results.settings import SETTINGS
from nonproj.results.texts import Text, Texts
from nonproj.results.values import Key, Subject, Value, Values, items_of
from nonproj.results.words import Fold
from oracles import evaluation as oracle
from studies.plan.study.addresses import Address
from studies.tables.summaries import combined_of, summarised

SINGLE = "arc-eager+head"
BY_METRIC = "difference", "error-reduction"  # which `of` names
COMPARED = *BY_METRIC, "pre-error-reduction", "post-error-reduction"


def text(rng, gold):
    """Chains of words, of which some were put under the root or labelled otherwise."""
    return [
        [("w", "X", word[2] if rng.random() < 0.8 else 0, rng.choice("aab")) for word in sentence]
        for sentence in gold
    ]


def parts(rng, sentences):
    gold = [[("w", "X", i, "a") for i in range(rng.randint(1, 20))] for _ in range(sentences)]
    texts = {"gold": gold, SINGLE: text(rng, gold), "mst": text(rng, gold)}
    read = {n: parse_treebank(oracle.conll(t).encode(), name=n) for n, t in texts.items()}
    return {Subject(name): Fold(read["gold"], read[name]) for name in (SINGLE, "mst")}


def address_of(value: Value) -> Address:
    key = value.key
    return Address(key.system, key.setting, key.split, key.metric, value.unit)


@pytest.fixture(scope="module")
def scored():
    """Rows of two texts, and of both as one."""
    rng = random.Random(5)
    texts = [parts(rng, n) for n in (30, 60)]
    rows = [
        row
        for name, found in zip("ab", texts, strict=True)
        for row in rows_of(name, {s: [part] for s, part in found.items()})
    ]
    both = {system: [found[system] for found in texts] for system in texts[0]}
    return rows, rows_of("both", both)


def rows_of(name, parses):
    """Every value of both parsers, over the first one where it needs a baseline."""
    texts = Texts([Text.of(name, ["test", ""], parses)])
    settings = [f"{kind}{more}" for kind in ("labelled", "unlabelled")
                for more in ("", *(f";bin={c}" for c in SETTINGS["bin"].classes))]  # fmt: skip
    settings += [f"{s};baseline={SINGLE}" for s in settings]
    settings += [f"of={metric};baseline={SINGLE}" for metric in ("las", "uas")]
    # Each parser predicts roots of its own
    settings += ["", "arcs=root", f"arcs=root;of=precision;baseline={SINGLE}"]
    keys = (
        Key(name, "test", system, items_of(setting), metric)
        for system in (SINGLE, "mst")
        for setting in settings
        for metric in METRICS
        if ("baseline=" in setting) == (metric in COMPARED)
        and ("of=" in setting) == (metric in BY_METRIC)
    )
    return [value for value in map(texts.find, keys) if value is not None]


def test_a_sum_over_treebanks_equals_the_value_of_the_joined_text(scored):
    rows, whole = scored
    values = Values(rows)
    seen = set()
    for row in whole:
        if row.unit not in ("percent", "percent-of-total-error") and row.key.metric != "difference":
            continue
        address = address_of(row)
        found = summarised("sum", values, ["a", "b"], address)
        expected = row.denominator and 100 * Fraction(row.numerator, row.denominator)
        assert (found.value if found else 0) == expected, row
        seen.add(row.key.metric)
    of_bins = {"norm-error-rate", "norm-pre-error-rate", "post-error-reduction"}
    assert {"las", "difference", *of_bins} <= seen
    row = next(row for row in rows if row.key.metric == "norm-post-error-rate")
    found = summarised("sum", Values([row]), ["a"], address_of(row))
    assert found.value == 100 * Fraction(row.numerator, row.denominator), "of one treebank"


def test_a_reduction_is_summarised_by_counts_of_parser_and_baseline():
    setting = "accumulate;baseline=x;classifiers=all4;labelled;train=90%"
    address = Address("gl-acc", items_of(setting), "test", "post-error-reduction")
    own, baseline, combine = combined_of(address)
    assert own.setting == items_of("accumulate;classifiers=all4;labelled;train=90%")
    assert (baseline.system, baseline.setting) == ("x", {"labelled", "train=90%"})
    assert {own.metric, baseline.metric} == {"post-error-rate"}
    assert Fraction(*combine(Counts(10, 100), Counts(40, 100))) == Fraction(3, 4)

    for metric, setting in (("las", ""), ("error-reduction", "baseline=x;of=las")):
        own = Address("y", items_of(setting), "test", metric, "percent")
        assert combined_of(own) is None, "the counts of the value itself are added up"


def test_summaries_need_values_of_all_treebanks_that_can_be_added():
    rows = [measured(t, "train", "gold", "", "las", "percent", 9, 10) for t in "ab"]
    for kind in ("sum", "mean"):
        assert summarised(kind, Values(rows), "ab", address_of(rows[0])).value == 90
        assert summarised(kind, Values(rows), "abc", address_of(rows[0])) is None
    rows = [measured(t, "train", "gold", "", "n-labels", "count", 9) for t in "ab"]
    with pytest.raises(NonprojError, match="do not add up"):
        summarised("sum", Values(rows), ["a", "b"], address_of(rows[0]))

"""p-values in tables: found by both systems, raw and adjusted, and never zero."""

from dataclasses import replace

from inventions import pairwise
from nonproj.evaluation.values import Key, items_of
from nonproj.experiments.study.addresses import Address
from nonproj.reporting.tables.cells import cell_of, ours_from
from nonproj.reporting.tables.p_values import p_values

TEST = replace(
    pairwise("t", "recall", "arc-eager+head", "gl-eq;classifiers=all4", 10, 90, 0.0123456,
             split="test", setting="arcs=nonproj"),
    p_holm=0.05,
)  # fmt: skip


def wanted(system, setting, metric="recall-p"):
    return Address(system, items_of(setting), "test", metric, "probability")


def test_a_pair_is_found_from_both_sides():
    addresses = [
        wanted("arc-eager+head", "arcs=nonproj;against=gl-eq"),
        wanted("gl-eq", "arcs=nonproj;classifiers=all4;against=arc-eager+head", "recall-p-holm"),
        wanted("gl-eq", "arcs=nonproj;against=arc-eager+head"),
    ]
    found = {
        value.key: (value.numerator, value.denominator) for value in p_values([TEST], addresses)
    }
    assert found == {
        Key("t", "test", "arc-eager+head", addresses[0].setting, "recall-p"): (12346, 10**6),
        Key("t", "test", "gl-eq", addresses[1].setting, "recall-p-holm"): (50000, 10**6),
    }


def test_no_p_prints_as_zero():
    (value,) = p_values(
        [replace(TEST, p_mcnemar=1e-300)], [wanted("arc-eager+head", "arcs=nonproj;against=gl-eq")]
    )
    assert cell_of(ours_from(value, "probability"), None, "probability", 4).ours == "<0.0001"
    assert cell_of(ours_from(value, "probability"), None, "probability", 2).ours == "<0.01"

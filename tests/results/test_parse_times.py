"""Times of parsing: what is timed, and what a row says; no duration is expected."""

import csv

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.parsers.families import train, variant_named
from nonproj.results.parse_times import (
    REPEATS,
    machine,
    repeated,
    time_parses,
    times_as_csv,
    values_of,
)
from samples.treebanks import made_treebank


def test_a_row_for_each_parser_with_median_and_spread(tmp_path):
    text, model = tmp_path / "text.conll", tmp_path / "model.npz"
    write_treebank(made_treebank(10), text)
    treebank = read_treebank(text)
    train(variant_named("arc-eager+head"), treebank).save(model)
    (found,) = time_parses([("t", "dev", "arc-eager+head", str(model), str(text))])
    assert (found.treebank, found.split, found.variant) == ("t", "dev", "arc-eager+head")
    assert (found.words, found.repeats, found.machine) == (treebank.n_words, REPEATS, machine())
    assert 0 < found.fastest <= found.seconds <= found.slowest
    assert found.restoring > 0
    (row,) = csv.DictReader(times_as_csv([found]).splitlines(), delimiter="\t")
    assert row["seconds"] == f"{found.seconds:.4f}"
    assert row["machine"] == machine() != ""
    values = {value.key.metric: value for value in values_of([found])}
    assert values.keys() == {"time-s", "restoring-time-s"}
    for metric, seconds in (("time-s", found.seconds), ("restoring-time-s", found.restoring)):
        assert values[metric].numerator == round(seconds * values[metric].denominator)


def test_work_is_repeated_as_often_as_a_row_says():
    calls = []
    assert len(repeated(lambda: calls.append(1))) == len(calls) == REPEATS

"""The reports that are part of the project agree with each other."""

from committed import ACCELERATED, RENEWED, RESULTS
from nonproj.experiments.study.names import GENERIC, is_neural
from nonproj.results.values import read_values


def test_what_several_reports_show_is_the_same_in_all(studies):
    """A value that only some of them were made again for is one of older code."""
    known = {}
    of_moves = {*GENERIC} - {"base"}  # suites with core runs have the moves of fewer labels
    neural = {v for s in studies for run in s.runs for v in run.variants if is_neural(v)}
    for report in RESULTS:
        for value in read_values(report / "scores.csv", report / "measurements.csv"):
            if value.key.system in of_moves or value.key.metric.endswith("-p-holm"):
                continue  # p-values are corrected for all pairs of a suite
            compared = {item.rpartition("=")[2] for item in value.key.setting}
            if report.name == ACCELERATED and neural & {value.key.system, *compared}:
                continue
            lemmas = any(name in value.key.treebank for name in ("-hu-", "-tr-"))
            older = value.key.system.startswith("carreras") or lemmas
            if report.name == RENEWED and older:
                continue
            source, other = known.setdefault(value.key, (report.name, value))
            assert value == other, f"{report.name} has {value}, {source} has {other}"

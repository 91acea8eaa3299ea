"""The reports that are part of the project agree with each other."""

from committed import RESULTS
from nonproj.evaluation.values import read_values


def test_what_several_reports_show_is_the_same_in_all():
    """A value that only some of them were made again for is one of older code."""
    known = {}
    for report in RESULTS:
        for value in read_values(report / "scores.csv", report / "measurements.csv"):
            source, other = known.setdefault(value.key, (report.name, value))
            assert value == other, f"{report.name} has {value}, {source} has {other}"

"""The long format between computation and report."""

import numpy as np
import pytest

from nonproj.evaluation.measurements import (
    HEADER,
    Measurement,
    MeasurementError,
    canonical_setting,
    concatenate,
    read_measurements,
    write_measurements,
)

ROW = Measurement("got, old", "train", "gold", "b=2;a=1", "uas", "percent", 3, 4)


def test_read_write_read(tmp_path):
    rows = [ROW, Measurement("x\ny", "dev", "p0", "", "n-labels", "count", np.int64(7))]
    write_measurements(tmp_path / "a" / "rows.csv", rows)
    assert read_measurements(tmp_path / "a" / "rows.csv") == rows
    assert (tmp_path / "a" / "rows.csv").read_text().startswith(",".join(HEADER) + "\n")


def test_failing_writes_leave_nothing(tmp_path):
    path = tmp_path / "rows.csv"
    with pytest.raises(MeasurementError):
        write_measurements(path, (Measurement(*"tsysmu", 1, d) for d in (1, -1)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("counts", [(0.5, 1), (1, 2.0), ("3", 1), (1, None), (1, -1)])
def test_only_whole_counts(counts):
    with pytest.raises(MeasurementError):
        Measurement("t", "train", "gold", "", "m", "percent", *counts)


@pytest.mark.parametrize(
    ("content", "place"),
    [
        ("", ":1:"),
        ("treebank,split\n", ":1:"),
        (",".join(HEADER) + "\na,b,c,d,e,f,1\n", ":2: 7 values"),
        (",".join(HEADER) + "\na,b,c,d,e,f,1,2\na,b,c,d,e,f,1.5,2\n", ":3: counts '1.5' / '2'"),
    ],
)
def test_defects_are_told_with_their_line(tmp_path, content, place):
    path = tmp_path / "rows.csv"
    path.write_text(content)
    with pytest.raises(MeasurementError, match=f"rows.csv{place}"):
        read_measurements(path)


def test_settings_have_no_order():
    assert canonical_setting("b=2;a=1") == canonical_setting("a=1", "", "b=2") == "a=1;b=2"
    assert canonical_setting("") == ""


def test_concatenation():
    twin = Measurement("got, old", "train", "gold", "a=1;b=2", "uas", "percent", 3, 4)
    other = Measurement("hu", "train", "gold", "", "uas", "percent", 3, 4)
    assert concatenate([[ROW], [twin, other]]) == [ROW, other]
    contrary = Measurement("hu", "train", "gold", "", "uas", "percent", 4, 4)
    with pytest.raises(MeasurementError, match="two values"):
        concatenate([[other], [contrary]])

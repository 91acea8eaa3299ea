"""Values under their keys, and the one store of them."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import nonproj
import studies
from nonproj.errors import NonprojError
from nonproj.results.values import (
    VALUE_COLUMNS,
    Key,
    Subject,
    Value,
    Values,
    drop_items,
    items_of,
    named_items,
    read_values,
    summed,
    text_of,
    write_values,
)

LIBRARY = Path(nonproj.__file__).parent
ROOMS = [LIBRARY / name for name in ("cli", "drawing", "recommendation", "results")]
KEY = Key("got, old", "train", "gold", items_of("b=2;a=1"), "uas")
VALUE = Value(KEY, "percent", 3, 4)


def value(key: Key, numerator: int, denominator: int = 10, unit: str = "percent") -> Value:
    return Value(key, unit, numerator, denominator)


def test_items_of_a_setting_have_names_and_no_order():
    assert items_of("b=2;a=1") == items_of("a=1;;b=2") == {"a=1", "b=2"}
    assert text_of(items_of("b=2;a=1")) == "a=1;b=2"
    assert text_of(items_of("")) == ""
    assert named_items({"a", "b=2=3"}) == {"a": "", "b": "2=3"}
    assert drop_items({"a", "b=2", "bb=2"}, "b", "c") == {"a", "bb=2"}
    assert Subject.of("gl-eq;b=2;a=1") == ("gl-eq", {"a=1", "b=2"})
    assert str(Subject.of("gl-eq;b=2;a=1")) == "gl-eq;a=1;b=2"
    assert str(Subject.of("swap-lazy")) == "swap-lazy"


def test_only_the_module_settings_splits_the_text_of_a_setting():
    cut = re.compile(r"""(partition|split)\(["']=|["'][a-z-]+=["']\)|split\(";"\)""")
    folders = [*ROOMS, Path(studies.__file__).parent]
    places = [path for folder in folders for path in folder.rglob("*.py")]
    found = [path.name for path in places if cut.search(path.read_text())]
    assert found == ["settings.py"]


def test_a_value_refuses_counts_that_are_not_whole_and_unknown_units():
    for counts in ((0.5, 1), (1, 2.0), ("3", 1), (1, None), (1, -1)):
        with pytest.raises(NonprojError):
            Value(KEY, "percent", *counts)
    with pytest.raises(NonprojError, match="expected one of count"):
        Value(KEY, "per cent", 1, 2)


def test_two_values_under_one_key_are_refused():
    same = replace(VALUE, key=KEY._replace(setting=items_of("a=1;b=2")))
    other = replace(VALUE, key=KEY._replace(treebank="hu"))
    values = Values([VALUE, same, other])
    assert list(values) == [VALUE, other]
    assert values.treebanks == ["got, old", "hu"]
    with pytest.raises(NonprojError, match="two values"):
        Values([VALUE, other, replace(other, numerator=4)])


def test_a_value_is_found_by_the_first_key_that_has_one():
    values = Values([VALUE])
    dev = KEY._replace(split="dev")
    assert values.find(KEY) == values.find(dev, KEY) == VALUE
    assert values.find(dev) is None
    rows = [value(KEY.under(f"k={k}"), k) for k in (1, 10)]
    values = Values([*rows, VALUE, value(KEY.under("k=1", "c"), 3)])
    assert [(x, v.numerator) for x, v in values.along("k", KEY)] == [("1", 1), ("10", 10)]


def test_the_split_all_is_the_sum_of_all_splits():
    every = KEY._replace(split="all")
    parts = [
        value(KEY._replace(split=split), n) for n, split in enumerate(("train", "dev", "test"))
    ]
    assert Values(parts).find(every) == value(every, 3, 30)
    folds = value(KEY._replace(split="train-cv10"), 5)
    assert Values([*parts, folds]).find(every) == value(every, 3, 30)
    measured = value(every, 7)
    assert Values([*parts, measured]).find(every) == measured
    assert Values(replace(part, unit="count") for part in parts).find(every) is None


def test_only_values_of_one_unit_and_metric_are_summed():
    assert summed([value(KEY, 1), value(KEY._replace(treebank="hu"), 2)]) == value(KEY, 3, 20)
    assert summed([]) is None
    assert summed([value(KEY, 1), value(KEY, 1, unit="ratio")]) is None
    assert summed([value(KEY._replace(metric="z-of-crossings"), 1, unit="ratio")]) is None


def test_values_are_the_same_after_writing_and_reading(tmp_path):
    other = Key("x\ny", "dev", "p0", frozenset(), "n-labels")
    rows = [VALUE, Value(other, "count", np.int64(7))]
    path = tmp_path / "a" / "rows.csv"
    write_values(path, rows)
    assert list(read_values(path)) == rows
    text = path.read_text()
    assert text.startswith(
        ",".join(VALUE_COLUMNS) + '\n"got, old",train,gold,a=1;b=2,uas,percent,3,4\n'
    )
    write_values(path, read_values(path))
    assert path.read_text() == text


def test_a_failed_write_of_values_leaves_no_file(tmp_path):
    with pytest.raises(NonprojError):
        write_values(tmp_path / "rows.csv", (Value(KEY, "count", 1, d) for d in (1, -1)))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "rows.csv: No columns"),
        ("treebank,split\n", "rows.csv:1: columns"),
        (",".join(VALUE_COLUMNS) + "\na,b,c,d,e,count,1\n", ":2: counts '1' / '' are"),
        (",".join(VALUE_COLUMNS) + "\na,b,c,d,e,count,1,2,3\n", "rows.csv: more values"),
        (",".join(VALUE_COLUMNS) + "\na,b,c,d,e,count,1,2\n" + 9 * ",", "line 3, saw 10"),
        (
            ",".join(VALUE_COLUMNS) + "\na,b,c,d,e,count,1,2\na,b,c,d,f,count,1.5,2\n",
            ":3: counts '1.5'",
        ),
    ],
)
def test_defects_of_a_file_of_values_are_reported_with_their_line(tmp_path, content, message):
    path = tmp_path / "rows.csv"
    path.write_text(content)
    with pytest.raises(NonprojError, match=message):
        read_values(path)

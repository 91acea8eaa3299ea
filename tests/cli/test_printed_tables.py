"""Tables of the command line: every name and every figure whole, however wide the reader is."""

import re

import pytest

from command_line import TREES, nonproj, on_terminal
from nonproj.cli.output import tables
from nonproj.cli.output.tables import distinct_names
from nonproj.cli.output.wording import STATISTICS
from nonproj.results.metrics import METRICS

STYLES = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def treebanks(tmp_path):
    """Ten files of one name; the last has ten thousand words."""
    paths = [tmp_path / f"{i}" / "a-long-name-of-a-treebank.conll" for i in range(10)]
    for path in paths:
        path.parent.mkdir()
        path.write_text(TREES * (2000 if path is paths[-1] else 1))
    return paths


def test_stats_writes_its_whole_table_to_a_pipe(treebanks):
    done = nonproj("stats", *treebanks)
    head, *rows = done.stdout.splitlines()
    assert head.split() == [f"{i}/a-long-name-of-a-treebank.conll" for i in range(10)]
    assert {len(row) for row in rows} == {len(head), *map(len, STATISTICS)}
    assert [row.split() for row in rows if row.startswith("  Words  ")] == [
        ["Words", *["5"] * 9, "10,000"]
    ]
    names = [row[: -len(head.lstrip())].strip() or row for row in rows]
    assert names == [n for head, words in STATISTICS.items() for n in (head, *words.values())]


def test_stats_divides_its_table_for_a_narrow_terminal(treebanks):
    whole = nonproj("stats", *treebanks).stdout
    shown = STYLES.sub("", on_terminal(110, "stats", *treebanks)).replace("\r\n", "\n")
    parts = [part.splitlines() for part in shown.strip("\n").split("\n\n")]
    assert len(parts) == 5  # the names and two treebanks each
    assert max(len(line) for part in parts for line in part) <= 110
    names = len("Sentences within a class of trees, %")
    rows = zip(*parts, strict=True)
    joined = [
        [row[0][:names].strip(), *(c for line in row for c in line[names:].split())] for row in rows
    ]
    expected = [[line[:names].strip(), *line[names:].split()] for line in whole.splitlines()]
    assert joined == expected


@pytest.mark.parametrize(("width", "parts"), [(13, 1), (12, 2), (8, 2), (1, 2)])
def test_a_table_wider_than_the_terminal_is_divided(monkeypatch, capsys, width, parts):
    """Three columns of three cells, a wide sign being two, and two blanks between them."""
    monkeypatch.setattr(tables, "_terminal_width", lambda: width)
    tables.print_table(("", "one", "two"), [("字c", "1", "22")])
    shown = capsys.readouterr().out
    whole = "     one  two\n字c    1   22\n"
    assert shown == (whole if parts == 1 else "     one\n字c    1\n\n     two\n字c   22\n")


@pytest.mark.parametrize(
    ("command", "files", "heads", "rows"),
    [
        ("compare", 3, 1, 5),
        ("evaluate", 2, 0, 5),
        ("coverage --variants arc-standard+headpath-cap30,swap-lazy-r2l", 1, 1, 2),
    ],
)
def test_each_row_of_a_table_is_one_line(treebank, command, files, heads, rows):
    found = nonproj(*command.split(), *[treebank] * files).stdout
    lines = found.partition("\n\n")[0].splitlines()
    assert len(lines) == heads + rows
    assert "…" not in lines[0]
    assert all(line[0] != " " for line in lines[heads:])


def test_markup_in_file_names_is_printed_as_text(tmp_path):
    path = tmp_path / "a[bold]:x:.conll"
    path.write_text(TREES)
    assert nonproj("stats", path).stdout.splitlines()[0].split() == [path.name]


@pytest.mark.parametrize(
    ("paths", "names"),
    [
        (["x/a.conll", "y/b.conll"], ["a.conll", "b.conll"]),
        (["a/train", "b/train", "a/dev"], ["a/train", "b/train", "dev"]),
        (["x/a/train", "y/a/train", "/b/train"], ["x/a/train", "y/a/train", "b/train"]),
        (["train", "a/train"], ["train", "a/train"]),
        (["/train", "train"], ["/train", "train"]),
        (["a/t", "a/b/../t"], ["a/t", "../t"]),
        (["-"], ["-"]),
    ],
)
def test_files_are_named_by_as_much_of_a_path_as_tells_them_apart(paths, names):
    assert distinct_names(paths) == names


@pytest.fixture(scope="module")
def clearly_different(tmp_path_factory):
    """Forty sentences that A has right and B wrong, ten with both right."""
    folder = tmp_path_factory.mktemp("clear")
    gold, other = folder / "gold.conll", folder / "other.conll"
    gold.write_text(TREES * 50)
    other.write_text(TREES * 10 + TREES.replace("3\tobj", "2\tobj") * 40)
    return gold, gold, other


def test_a_small_p_is_not_printed_as_zero(clearly_different):
    """A p of exactly 0.0001 is not below; the bootstrap's least is 1 / (1 + replicates)."""
    table = {}
    for replicates in (9999, 10000):
        lines = nonproj("compare", *clearly_different, "--replicates", replicates).stdout
        table[replicates] = [re.split("  +", line) for line in lines.splitlines()]
    heads, las, *_ = table[10000]
    assert heads[-3:] == ["McNemar", "t over sentences", "bootstrap"]
    assert las[-3:] == ["p < 0.0001"] * 3
    assert table[9999][1][-3:] == ["p < 0.0001", "p < 0.0001", "p = 0.0001"]
    label = next(row for row in table[10000] if row[0] == METRICS["label-accuracy"].title)
    assert label[-3:] == ["p = 1.0000"] * 3

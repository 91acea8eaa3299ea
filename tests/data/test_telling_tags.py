"""`check`, `stats` and `recommend` warn of a column of tags that reveals the labels."""

import random

import pytest

from command_line import nonproj
from nonproj.data.conll import read_treebank, warn_of_telling_tags
from nonproj.data.reading.formats import CONLLU
from nonproj.data.reading.warnings import telling_tags

LABELS = [f"label{number}" for number in range(12)]


def lines(n_tags, telling, sentences=200):
    """Sentences of ten words whose fine tags tell a share of the labels."""
    draw, written = random.Random(1), []
    for _ in range(sentences):
        for word in range(1, 11):
            tag = draw.randrange(n_tags)
            label = LABELS[tag % 12] if draw.random() < telling else draw.choice(LABELS)
            written.append(f"{word}\tform\t_\tX\ttag{tag}\t_\t{word - 1}\t{label}\t_\t_")
        written.append("")
    return written


@pytest.mark.parametrize(
    ("n_tags", "telling", "warned"), [(240, 1, True), (240, 0.7, False), (100, 1, False)]
)
def test_a_column_of_many_tags_that_reveal_the_labels_is_a_defect(n_tags, telling, warned):
    found = [*telling_tags(lines(n_tags, telling), CONLLU)]
    assert [defect.column for defect in found] == ["XPOS"] * warned
    if warned:
        assert found[0].message.startswith("its 240 values alone reveal 100% of the labels")


def test_check_stats_and_the_library_warn_of_tags_that_reveal_the_labels(tmp_path):
    path = tmp_path / "telling.conllu"
    path.write_text("\n".join([*lines(240, 1), ""]), encoding="utf-8")
    with pytest.warns(UserWarning, match="parsers that read it are given part of the answer"):
        warn_of_telling_tags(read_treebank(path))
    checked = nonproj("check", path)
    assert (checked.returncode, "XPOS: its 240 values" in checked.stdout) == (0, True)
    described = nonproj("stats", path)
    assert (described.returncode, described.stderr.count("XPOS: its 240 values")) == (0, 1)

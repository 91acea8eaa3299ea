"""Other tags in a file, and nothing else."""

from dataclasses import replace

import pytest

from nonproj.data.conll import parse_treebank
from nonproj.data.retag import render_tags
from nonproj.data.treebank import Column

CONLLU = (
    "# text = ab\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\ta\ta\tX\tXX\t_\t2\tdet\t_\t_\n2\tb\tb\tY\tYY\t_\t0\troot\t_\tK=V\n\n"
)
CONLL2009 = (
    "1\ta\ta\ta\tX\tXX\t_\t_\t2\t2\tdet\tdet\t_\t_\n"
    "2\tb\tb\tb\tY\tYY\t_\t_\t0\t0\troot\troot\t_\t_\n\n"
)


@pytest.mark.parametrize(
    ("source", "changes"),
    [(CONLLU, [("X\tXX", "M\tN"), ("Y\tYY", "O\tP")]), (CONLL2009, [("XX", "N"), ("YY", "P")])],
)
def test_only_tags_change(source, changes):
    treebank = parse_treebank(source.encode())
    tags = {"upos": Column.of([None, "M", "O"]), "xpos": Column.of([None, "N", "P"])}
    for old, new in changes:
        source = source.replace(old, new)
    columns = ("upos", "xpos") if "text" in source else ("xpos",)
    assert render_tags(replace(treebank, **tags), columns).decode() == source

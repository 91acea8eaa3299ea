"""Other tags in a file, and nothing else."""

import pytest

from nonproj.data.conll import parse_treebank, render
from nonproj.data.retag import retagged
from nonproj.data.treebank import Column

CONLLU = (
    "# text = ab\n1-2\tab\t_\t_\t_\t_\t_\t_\t_\t_\n"
    "1\ta\ta\tX\tXX\t_\t2\tdet\t_\t_\n2\tb\tb\tY\tYY\t_\t0\troot\t_\tK=V\n\n"
)
CONLL2009 = (
    "1\ta\ta\ta\tX\tXX\t_\t_\t2\t2\tdet\tdet\t_\t_\n"
    "2\tb\tb\tb\tY\tYY\t_\t_\t0\t0\troot\troot\t_\t_\n\n"
)
TAGS = {"upos": ["Meant", "O"], "xpos": ["N", "Päpste"]}


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    ("source", "changes"),
    [
        (CONLLU, [("X\tXX", "Meant\tN"), ("Y\tYY", "O\tPäpste")]),
        (CONLL2009, [("XX", "N"), ("YY", "Päpste")]),
    ],
)
def test_retagging_changes_only_the_tags_of_a_file(source, changes, ends):
    source = source.replace("\n", ends) * 2
    treebank = parse_treebank(source.encode())
    names = ("upos", "xpos") if "text" in source else ("xpos",)
    tags = {name: Column.of([None, *TAGS[name]] * 2) for name in names}
    for old, new in changes:
        source = source.replace(old, new)
    made = retagged(treebank, tags)
    assert made.source.data.decode() == source
    again = parse_treebank(source.encode())
    for name in names:
        assert getattr(made, name).strings() == getattr(again, name).strings()
    # What is written and selected later rests on where sentences, heads and labels stand.
    assert render(made.select([1])) == again.select([1]).source.data
    assert render(made.with_trees(again.head, again.deprel)) == again.source.data
    for spans in ("sentence", "head", "deprel"):
        assert (getattr(made.source, spans) == getattr(again.source, spans)).all()


def test_retagging_no_column_changes_nothing():
    treebank = parse_treebank(CONLLU.encode())
    assert retagged(treebank, {}) is treebank

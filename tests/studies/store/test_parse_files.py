"""Parses in the files of the workflow: raw, what they took, and restored."""

from pathlib import Path

import pytest

from nonproj.data.conll import read_treebank, write_treebank
from nonproj.parsers.families import load_model, steps_of_model, train, variant_named
from nonproj.parsers.steps import restore
from nonproj.results.values import Subject
from samples.treebanks import made_treebank, same_trees
from studies.plan.parses import PlannedParse
from studies.store.folds import read_folds
from studies.store.parse_files import ParseFile
from studies.store.parsing import parse_file


@pytest.mark.parametrize("variant", ["arc-eager+head", "swap-lazy", "arc-standard+tau-c+path"])
def test_files_of_a_parse_hold_the_raw_and_the_restored_trees(tmp_path, monkeypatch, variant):
    monkeypatch.chdir(tmp_path)
    text, parse = made_treebank(30), PlannedParse("a", "train", 1, variant, "dev")
    gold, model, raw, counts, final = map(
        Path, (parse.gold, parse.model, parse.raw, parse.counts, parse.file)
    )
    raw.parent.mkdir(parents=True)
    write_treebank(text, gold)
    train(variant_named(variant), text).save(model)
    parser = load_model(model)
    parse_file(parser, read_treebank(gold), 1, "keep", raw, counts)
    write_treebank(restore(steps_of_model(model, variant), read_treebank(raw)), final)
    made = parser.parse(text)
    assert read_treebank(raw).deprel.strings() == made.written.deprel.strings()
    assert read_treebank(final).head.tolist() == made.treebank.head.tolist()
    assert read_treebank(final).deprel.strings() == made.treebank.deprel.strings()
    file = ParseFile(final)
    assert same_trees(file.trees, read_treebank(final))
    assert same_trees(file.raw, read_treebank(raw))
    took = file.costs
    words, seconds = took["words"], took["seconds"]
    assert "training" not in took  # which the log of the training says
    assert words == text.n_words
    assert seconds > 0
    (fold,) = read_folds([str(final)])[Subject(variant)]
    assert fold.counts == made.counts
    assert (fold.lifted is not None) == variant_named(variant).marks_labels

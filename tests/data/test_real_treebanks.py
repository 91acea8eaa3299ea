"""The treebanks of the mirror: no defects, the counts of their authors, and a second reader."""

import itertools
import re

import conllu
import pytest

from nonproj.data.conll import parse_treebank, read_treebank, render
from nonproj.data.download.manifest import load_manifest
from nonproj.data.reading.checks import find_defects
from nonproj.data.reading.formats import CONLLU, CONLLX
from nonproj.data.splits import SPLITS

# Sentences and words as the README files of the releases count them.
COUNTS = {
    ("ud20-el", "train"): (1662, 41212),
    ("ud20-el", "dev"): (403, 10139),
    ("ud20-el", "test"): (456, 10422),
    ("ud20-hu", "train"): (910, 20166),
    ("ud20-hu", "dev"): (441, 11418),
    ("ud20-hu", "test"): (449, 10448),
}
SECOND_READER = ["ud20-pt", "ud20-en", "ud20-tr", "ud20-vi", "ud20-got", "ud20-id"]


@pytest.fixture(scope="module")
def file_of(mirror):
    """file_of("ud20-got", "train") -> its file; skips where the mirror lacks it."""

    def place(treebank: str, split: str):
        (part,) = load_manifest().parts_of(treebank, split)
        path = in_mirror(mirror, part)
        if not path.is_file():
            pytest.skip(f"the mirror has no {path}")
        return path

    return place


def in_mirror(mirror, part):
    return mirror / re.sub("^https?://", "", part.url)


def test_every_treebank_of_the_mirror_is_read_and_written_unchanged(mirror):
    parts = (part for part in load_manifest().parts if part.split in SPLITS)
    at_hand = [part for part in parts if in_mirror(mirror, part).is_file()]
    assert at_hand, f"no file of the manifest under {mirror}"
    for part in at_hand:
        data = in_mirror(mirror, part).read_bytes()
        treebank = parse_treebank(data, name=part.url)
        assert render(treebank) == data, part.url
        assert treebank.format == ("conllx" if part.treebank == "ittb-prague" else "conllu")


@pytest.mark.parametrize(("treebank", "split"), COUNTS)
def test_sentences_and_words_of_treebanks_are_as_many_as_their_authors_count(
    file_of, treebank, split
):
    read = read_treebank(file_of(treebank, split))
    assert (read.n_sentences, read.n_words) == COUNTS[treebank, split]


@pytest.mark.parametrize("treebank", SECOND_READER)
def test_the_library_conllu_reads_the_same_words_heads_and_labels(file_of, treebank):
    read = read_treebank(file_of(treebank, "dev"))
    text = file_of(treebank, "dev").read_text(encoding="utf-8")
    first = "\n\n".join(text.split("\n\n")[:200])
    sentences = list(conllu.parse(first + "\n\n"))
    words = [[None, *(w for w in s if isinstance(w["id"], int))] for s in sentences]
    n = sum(map(len, words))
    flat = list(itertools.chain.from_iterable(words))
    assert len(words) == 200
    assert read.start[:201].tolist() == [0, *itertools.accumulate(map(len, words))]
    assert read.head[:n].tolist() == [-1 if w is None else w["head"] for w in flat]
    for column, key in (("form", "form"), ("upos", "upos"), ("deprel", "deprel")):
        strings = getattr(read, column).strings()[:n]
        assert strings == [None if w is None else w[key] for w in flat], column


@pytest.mark.parametrize("treebank", ["ud20-hu", "ud20-vi"])
def test_checks_find_nothing_in_sound_treebanks(file_of, treebank):
    assert find_defects(file_of(treebank, "dev").read_bytes(), CONLLU) == []


def test_the_prague_treebank_has_several_roots_in_many_sentences(file_of):
    """Its sentences end in punctuation that is a root of its own: warnings, no errors."""
    path = file_of("ittb-prague", "train")
    warnings = find_defects(path.read_bytes(), CONLLX)
    assert {defect.severity for defect in warnings} == {"warning"}
    read = read_treebank(path)
    roots = [int((read.heads(s) == 0).sum()) for s in range(read.n_sentences)]
    *each, rest = warnings
    further = sum(roots) - read.n_sentences
    assert rest.message.startswith(f"{further - len(each)} more words are another root")

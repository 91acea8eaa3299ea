"""Which texts can be compared, and which of their words are punctuation."""

import shutil
import subprocess
import sys
import unicodedata

import pytest

from nonproj.data.conll import parse_treebank
from nonproj.errors import NonprojError
from nonproj.results.punctuation import is_punctuation
from nonproj.results.scores import evaluate
from oracles.evaluation import conll, made
from samples.sentences import treebank

DIFFERENT = {  # forms of two texts, and where these differ
    "form": ("a b/c", "a b/C", "sentence 2, token 1: 'c' and 'C'"),
    "longer": ("a/c", "a b/c", "sentence 1, token 2: the end of the sentence and 'b'"),
    "shorter": ("a b/c", "a/c", "sentence 1, token 2: 'b' and the end of the sentence"),
    "longer at the end": ("a", "a b", "sentence 1, token 2: the end of the sentence and 'b'"),
    "composition": ("\u00e9", "e\u0301", r"sentence 1, token 1: '\xe9' and 'e\u0301'"),
    "more sentences": ("a/b", "a", "2 and 1 sentences"),
    "fewer sentences": ("a", "a/b", "1 and 2 sentences"),
    "split": ("a b", "a/b", "sentence 1, token 2: 'b' and the end of the sentence"),
}


def of_forms(text, name):
    """A treebank of sentences that are divided by /; all words but the first depend on it."""
    sentences = [sentence.split() for sentence in text.split("/")]
    return treebank([[(w, "X", int(i > 0), "r") for i, w in enumerate(s)] for s in sentences], name)


@pytest.mark.parametrize("case", DIFFERENT)
def test_evaluate_refuses_texts_that_differ_at_the_first_difference(case):
    gold, system, message = DIFFERENT[case]
    with pytest.raises(NonprojError) as error:
        evaluate(of_forms(gold, "gold.conll"), of_forms(system, "out.conll"))
    assert str(error.value) == f"gold.conll and out.conll contain different texts: {message}"


def test_evaluate_refuses_a_parse_without_heads():
    text = conll(made("a/X|0|r b/X|1|d"))
    bare = text.replace("\t0\tr", "\t_\t_").replace("\t1\td", "\t_\t_").encode()
    system = parse_treebank(bare, name="raw.conll", heads="ignored")
    with pytest.raises(NonprojError, match=r"raw\.conll: sentence 1, token 1: no head"):
        evaluate(parse_treebank(text.encode(), name="gold.conll"), system)


def test_punctuation_consists_of_characters_that_unicode_calls_so():
    """Symbols are none in Unicode, nor is anything with a character that is none."""
    for form in (".", "...", "?!", "«", "。", "،", "-", "_", "@", "%", "'"):
        assert is_punctuation(form), form
    for form in ("$", "+", "<", "^", "`", "|", "~", "°", "'s", ". .", "-LRB-", ""):
        assert not is_punctuation(form), form


def test_punctuation_equals_the_property_that_perl_knows():
    """The scorer says /^\\p{Punctuation}+$/; compared where both know the same Unicode."""
    perl = shutil.which("perl")
    if perl is None:
        pytest.skip("no perl to compare with")
    program = (
        "use Unicode::UCD; print Unicode::UCD::UnicodeVersion(), qq(\\n);"
        "for (0..0x10FFFF) { next if $_ >= 0xD800 && $_ <= 0xDFFF;"
        " print qq($_\\n) if chr($_) =~ /^\\p{Punctuation}+$/ }"
    )
    run = subprocess.run([perl, "-e", program], capture_output=True, text=True, check=False)
    version, *points = run.stdout.split() or [""]
    if version != unicodedata.unidata_version:
        pytest.skip(f"perl has Unicode {version!r}, Python {unicodedata.unidata_version}")
    surrogates = range(0xD800, 0xE000)
    ours = [c for c in range(sys.maxunicode + 1) if c not in surrogates and is_punctuation(chr(c))]
    assert ours == [int(point) for point in points]

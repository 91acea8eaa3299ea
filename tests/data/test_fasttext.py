"""Models of fastText: the file as its authors describe it, vectors by a slow program."""

import struct

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.data.fasttext import vectors_of
from nonproj.data.vectors import with_vectors
from nonproj.errors import NonprojError

WORDS = ["</s>", "the", "kéz", "Ω"]
FORMS = ["the", "The", "kéz", "kezek", "Ω", "ω", "a", "ein Wort"]
ROWS = np.random.default_rng(1).normal(size=(len(WORDS) + 37, 5)).astype("<f4")


def model(words=WORDS, rows=ROWS, least=3, most=6, buckets=37, quantised=False, magic=793712314):
    """Return the bytes of a model; the parts are those of fasttext.cc, args.cc, dictionary.cc."""
    settings = 5, 5, 5, 1, 5, 1, 2, 2, buckets, least, most, 100
    parts = [struct.pack("<ii", magic, 12), struct.pack("<12id", *settings, 1e-4)]
    parts.append(struct.pack("<iiiqq", len(words), len(words), 0, 99, -1))
    parts += [word.encode() + b"\0" + struct.pack("<qb", 7, 0) for word in words]
    parts += [struct.pack("<?qq", quantised, *rows.shape), rows.tobytes()]
    return b"".join(parts) + struct.pack("<?qq", False, 0, 5)


def hash_of(piece: bytes) -> int:
    """FNV-1a over signed bytes."""
    value = np.uint32(2166136261)
    with np.errstate(over="ignore"):
        for byte in np.frombuffer(piece, np.int8):
            value = (value ^ np.uint32(np.int32(byte).view(np.uint32))) * np.uint32(16777619)
    return int(value)


def expected(word, least=3, most=6, buckets=37):
    """Compute n-grams from all pieces of the word in brackets."""
    whole = f"<{word}>"
    pieces = [whole[i:j] for i in range(len(whole)) for j in range(i + 1, len(whole) + 1)]
    kept = [p for p in pieces if least <= len(p) <= most and p not in ("<", ">")]
    rows = [len(WORDS) + hash_of(piece.encode()) % buckets for piece in kept]
    rows += [WORDS.index(word)] if word in WORDS else []
    return np.mean([ROWS[row].astype(float) for row in rows], axis=0) if rows else np.zeros(5)


@pytest.mark.parametrize(("least", "most"), [(3, 6), (1, 2), (2, 100), (0, 0)])
def test_a_fasttext_vector_is_the_mean_over_the_word_and_its_ngrams(tmp_path, least, most):
    buckets = 37 if most else 0
    (tmp_path / "m.bin").write_bytes(model(least=least, most=most, buckets=buckets))
    sizes = []
    found = vectors_of(tmp_path / "m.bin", FORMS, sizes.append)
    words = ["the" if form == "The" else form for form in FORMS]  # known in lower case only
    rows = [expected(word, least, most, buckets) for word in words]
    np.testing.assert_allclose(found, rows, rtol=1e-5, atol=1e-7)
    assert sizes == [5]


def test_words_of_a_treebank_get_vectors_of_one_length(tmp_path):
    lines = [f"{i}\t{form}" + "\t_" * 4 + "\t0\troot\t_\t_" for i, form in enumerate(FORMS, 1)]
    text = parse_treebank("\n".join([*lines, "", ""]).encode(), name="t.conllu")
    (tmp_path / "m.bin").write_bytes(model())
    found = with_vectors(text, tmp_path / "m.bin").vectors
    assert not found[0].any()
    np.testing.assert_allclose(np.linalg.norm(found[1:], axis=1), 5**0.5, rtol=1e-6)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "damaged"),
        (model()[:70], "the file is cut off"),
        (model()[:100], "the file is cut off"),
        (model(magic=1), "not a model of fastText"),
        (model(quantised=True), "a quantised model"),
        (model(least=7), "n-grams of 7 to 6 characters"),
        (model(most=2**30), "n-grams of 3 to 1073741824 characters"),
        (model()[:-200], "41 vectors of 5 numbers do not fit the file"),
        (model(buckets=38), "41 vectors of 5 numbers do not fit the file"),
        (model(rows=np.full_like(ROWS, np.nan)), "not all numbers are finite"),
    ],
)
def test_a_file_that_is_no_fasttext_model_is_refused_in_one_line(tmp_path, content, message):
    (tmp_path / "m.bin").write_bytes(content)
    line = b"1\tthe" + 4 * b"\t_" + b"\t0\troot\t_\t_\n\n"
    with pytest.raises(NonprojError, match=f"m.bin: {message}") as error:
        with_vectors(parse_treebank(line), tmp_path / "m.bin")
    assert "\n" not in str(error.value)

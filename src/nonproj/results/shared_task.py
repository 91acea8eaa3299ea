"""Scores of a parse whose sentences, tokens or words differ from the gold standard's.

The scorer of the CoNLL 2018 shared task (Zeman et al. 2018; package udtools) aligns words by their
characters. It compares labels without subtypes, and only universal features."""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from typing import Any
from unicodedata import category, combining, normalize

from nonproj.data.conll import DEPS, render
from nonproj.data.reading.formats import BYTE_ORDER_MARK, Format
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.optional_libraries import needing
from nonproj.results.scores import Attachment
from nonproj.trees.align import require_heads, require_same_text

MEASURES = (
    *("Tokens", "Sentences", "Words", "UPOS", "XPOS", "UFeats", "AllTags", "Lemmas"),
    *("UAS", "LAS", "CLAS", "MLAS", "BLEX"),
)  # the scorer's names; ours are in lower case
SEVERAL_ROOTS = {"multiple_roots_okay": True}  # blends may have several roots
QUOTED = 20  # characters of a text from the place on where it differs
CALLS = 1000  # for all that is not recursive


@dataclass(frozen=True)
class AlignedScore:
    """How many observations are correct, and how many the gold standard, the parse, both have.

    Both have those of aligned words; None for tokens, sentences and words themselves."""

    correct: int
    gold: int
    system: int
    aligned: int | None

    @property
    def precision(self) -> Attachment:
        return Attachment(self.correct, self.system)

    @property
    def recall(self) -> Attachment:
        return Attachment(self.correct, self.gold)

    @property
    def f1(self) -> Attachment:
        return Attachment(2 * self.correct, self.gold + self.system)

    @property
    def of_aligned(self) -> Attachment:
        return Attachment(self.correct, self.aligned or 0)

    def as_dict(self) -> dict[str, int | None]:
        return dict(vars(self))


def split_otherwise(gold: Treebank, system: Treebank) -> bool:
    """Check whether a parse in CoNLL-U has other sentences or words than the gold standard."""
    try:
        require_same_text(gold, system)
    except NonprojError:
        return gold.format == system.format == Format.CONLLU
    return False


def evaluate_text(gold: Treebank, system: Treebank) -> dict[str, AlignedScore]:
    """Score a parse of the same characters, which may be split into other sentences and words."""
    for each in (gold, system):
        if each.format != Format.CONLLU:
            raise NonprojError(f"{each.name}: {each.format}; expected conllu")
    require_heads(gold, system)
    _require_same_characters(gold, system)
    return aligned_scores(*(read_by_scorer(_plain(each), each.name) for each in (gold, system)))


def read_by_scorer(data: bytes, name: str) -> Any:
    """Let the scorer read CoNLL-U; the result can be scored several times."""
    with needing("scoring text that is split differently"):
        from udtools.udeval import UDError, load_conllu
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, data.count(b"\n") + CALLS))  # it follows heads recursively
    try:
        return load_conllu(StringIO(data.decode()), name, SEVERAL_ROOTS)
    except UDError as error:
        raise NonprojError(f"{name}: {error}") from error
    finally:
        sys.setrecursionlimit(limit)


def aligned_scores(gold: Any, system: Any) -> dict[str, AlignedScore]:
    """Score a parse that the scorer has read."""
    from udtools.udeval import UDError, evaluate

    try:
        found = evaluate(gold, system)
    except UDError as error:
        raise NonprojError(f"{system.path}: {error}") from error
    scores = ((name.lower(), found[name]) for name in MEASURES)
    return {
        name: AlignedScore(s.correct, s.gold_total, s.system_total, s.aligned_total)
        for name, s in scores
    }


def _plain(treebank: Treebank) -> bytes:
    """Return a treebank without DEPS, whose sentences all end in an empty line."""
    return DEPS.sub(rb"\1_", _lines(treebank.select(range(treebank.n_sentences))))


def _lines(treebank: Treebank) -> bytes:
    data = render(treebank).removeprefix(BYTE_ORDER_MARK)
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def _require_same_characters(gold: Treebank, system: Treebank) -> None:
    """Raise NonprojError at the first place where the characters of two treebanks differ."""
    tokens = [[*_tokens(treebank)] for treebank in (gold, system)]
    texts = ["".join(token for _, token in each) for each in tokens]
    if texts[0] == texts[1]:
        return
    pairs = enumerate(zip(*texts, strict=False))
    same = next((i for i, (a, b) in pairs if a != b), min(map(len, texts)))
    rest = [text[same : same + QUOTED] for text in texts]
    first = [normalize("NFC", text)[:1] for text in rest]
    quote = ascii if first[0] == first[1] or any(map(combining, filter(None, first))) else repr
    wanted, found = (quote(text) if text else "the end of the text" for text in rest)
    places = [
        f"{treebank.name}:{_line(each, same)}"
        for treebank, each in zip((gold, system), tokens, strict=True)
    ]
    raise NonprojError(f"{places[1]}: {found}; expected {wanted}, as in {places[0]}")


def _line(tokens: list[tuple[int, str]], place: int) -> int:
    """Return the line of the token that contains a character; after the text, the last line."""
    for line, token in tokens:
        place -= len(token)
        if place < 0:
            return line
    return tokens[-1][0]


def _tokens(treebank: Treebank) -> Iterator[tuple[int, str]]:
    """Yield the line and the characters of each token; a multiword token covers its words."""
    covered = 0
    for number, line in enumerate(_lines(treebank).decode().split("\n"), start=1):
        id_, _, rest = line.partition("\t")
        first, _, last = id_.partition("-")
        if not first.isdecimal():  # a comment, an empty node, or the end of a sentence
            covered = covered if line.strip() else 0
            continue
        if int(first) > covered:
            yield number, "".join(c for c in rest.partition("\t")[0] if category(c) != "Zs")
        covered = int(last or covered)

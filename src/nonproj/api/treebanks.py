"""Functions that read, write, describe, draw and transform treebanks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, get_args

from nonproj.api.arguments import checked
from nonproj.choices import (
    EncodingChoice,
    FormatChoice,
    GroupingChoice,
    InverseChoice,
    StyleChoice,
    TagsChoice,
)
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError, one_of

if TYPE_CHECKING:
    from conllu import TokenList

    from nonproj.data.reading.defects import Defect
    from nonproj.parsers.interface import Progress
    from nonproj.reporting.figures.tree import Svg


@checked
def fetch(
    treebank: str,
    folder: str | Path = "data/raw",
    mirror: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Path]:
    """Download a public treebank, such as "ud20-got", and return its files by split.

    Each file is verified by its git hash; existing files are kept. mirror: the folder or URL of a
    copy to try first ($NONPROJ_MIRROR by default)."""
    from nonproj.data.download.sources import fetch_treebanks

    return fetch_treebanks([treebank], folder, mirror, progress)[treebank]


@checked
def read(
    source: str | Path | bytes | Iterable[TokenList],
    format: FormatChoice | None = None,
    heads: Literal["required", "ignored", "partial"] = "required",
    tags: TagsChoice = "predicted",
    vectors: str | Path | None = None,
) -> Treebank:
    """Read a treebank from a file, from bytes or from sentences of the `conllu` library.

    format: conllu, conllx or conll2009; detected by default.
    heads: "ignored" for text to be parsed, "partial" for trees in which some heads are `_`.
    tags: with "gold", the gold columns of CoNLL-2009 are read.
    vectors: a file of word vectors, for neural parsers that were trained with vectors."""
    from nonproj.data.conll import parse_treebank, read_treebank
    from nonproj.data.token_lists import from_token_lists
    from nonproj.data.vectors import with_vectors

    if isinstance(source, str | Path):
        treebank = read_treebank(source, format, heads, tags)
    elif isinstance(source, bytes):
        treebank = parse_treebank(source, format=format, heads=heads, tags=tags)
    elif format is not None or tags != "predicted":
        raise NonprojError("format and tags apply to files and bytes, not to sentences in memory")
    else:
        treebank = from_token_lists(source, heads)
    return with_vectors(treebank, vectors) if vectors else treebank


@checked
def write(treebank: Treebank, path: str | Path, keep_deps: bool = True) -> None:
    """Write a treebank in its original format, with its current trees and predicted tags.

    With keep_deps=False, DEPS becomes `_`, because the enhanced graph may not match new trees."""
    from nonproj.data.conll import write_treebank

    write_treebank(treebank, path, keep_deps)


@checked
def to_conllu(treebank: Treebank) -> list[TokenList]:
    """Convert a treebank to sentences of the `conllu` library, which `read` converts back."""
    from nonproj.data.token_lists import to_token_lists

    return to_token_lists(treebank)


@checked
def check(
    source: str | Path | bytes,
    format: FormatChoice | None = None,
    heads: Literal["required", "ignored"] = "required",
) -> list[Defect]:
    """List every defect in a file or in bytes, with its line, column, message and severity.

    `read` accepts a treebank if all its defects have the severity "warning".

    heads: "ignored" for text to be parsed, as in `read`."""
    from nonproj.data.reading.checks import find_defects
    from nonproj.data.reading.encodings import read_bytes
    from nonproj.data.reading.formats import Format, detect_format, layout_of

    in_memory = isinstance(source, bytes)
    data, name = (source, "<memory>") if in_memory else (read_bytes(source), str(source))
    chosen = one_of(Format, format, "format") if format else detect_format(name, data)
    ignored = one_of(("required", "ignored"), heads, "heads") == "ignored"
    return find_defects(data, layout_of(chosen), ignored)


@checked
def stats(
    treebank: Treebank, by: GroupingChoice | None = None, examples: int = 0
) -> list[dict[str, Any]]:
    """Describe the structure of a treebank; each row has one value and its counts.

    by: describe the non-projective arcs instead, grouped by label, tag or construction.
    examples: the number of example sentences for each group."""
    from nonproj.reporting.printing import with_number
    from nonproj.results.options import Grouping
    from nonproj.results.treebanks.crossings import relations
    from nonproj.results.treebanks.measures import description

    if by is not None:
        return relations(treebank, Grouping(by), examples)
    return [*map(with_number, description(treebank))]


@checked
def draw(
    gold: Treebank,
    sentence: int,
    system: Treebank | None = None,
    scheme: str | None = None,
    style: StyleChoice = "prague",
) -> Svg:
    """Draw the tree of a sentence (numbered from 1) as SVG, which notebooks display.

    Non-projective arcs are highlighted.

    system: a parse to draw below the words, with wrong arcs dashed.
    scheme: transformations (see `transform`); the tree is drawn before and after them."""
    from nonproj.reporting.figures.tree import draw_before_and_after, draw_sentence

    if scheme is None:
        return draw_sentence(gold, sentence, system)
    if system is not None:
        raise NonprojError("draw takes a parse or a scheme, not both")
    return draw_before_and_after(gold, transform(gold, scheme, style), sentence)


@checked
def projectivize(
    treebank: Treebank, encoding: EncodingChoice = "head", cap: int | None = None
) -> Treebank:
    """Make every tree projective by lifting arcs; record the lifts in the labels.

    encoding: baseline, head, path or headpath. cap: keep at most this many new labels."""
    from nonproj.trees.labels import Encoding
    from nonproj.trees.pseudo_projective import projectivize

    return projectivize(treebank, one_of(Encoding, encoding, "encoding"), cap)


@checked
def deprojectivize(treebank: Treebank, encoding: InverseChoice = "head") -> Treebank:
    """Undo `projectivize`, using the labels; encoding: head, path or headpath."""
    from nonproj.trees.labels import Encoding
    from nonproj.trees.pseudo_projective_inverse import deprojectivize

    return deprojectivize(treebank, Encoding(one_of(get_args(InverseChoice), encoding, "encoding")))


@checked
def transform(
    treebank: Treebank,
    scheme: str,
    style: StyleChoice = "prague",
    inverse: bool = False,
    fit: Treebank | None = None,
) -> Treebank:
    """Restructure coordinations or verb groups, or move the words with a given label.

    scheme: transformations in order, separated by commas (see `nonproj transform --help`).
    inverse: undo the transformations.
    fit: untransformed training trees, used to undo parentswap or ud schemes."""
    from nonproj.trees.restructuring.schemes import transformed

    return transformed(treebank, scheme, style, inverse, fit)[-1][1].treebank


def _html(treebank: Treebank) -> str:
    """Return the HTML that a notebook displays for a treebank."""
    from nonproj.reporting.figures.tree import as_html

    return as_html(treebank)


Treebank._repr_html_ = _html  # set here because drawing belongs to a layer above treebanks

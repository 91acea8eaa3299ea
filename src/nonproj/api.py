"""The public functions of `nonproj`, documented with examples in docs/python.md.

Each function imports its modules when it is called, so that `import nonproj` takes almost no time.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from nonproj.errors import NonprojError, one_of

if TYPE_CHECKING:
    from conllu import TokenList

    from nonproj.data.treebank import Treebank
    from nonproj.parsers.interface import ParserModel
    from nonproj.results.scores import Attachment
    from nonproj.results.significance.comparison import Comparison


def read(
    source: str | Path | bytes | Iterable[TokenList],
    format: str | None = None,
    heads: str = "required",
    tags: str = "predicted",
) -> Treebank:
    """Read a treebank from a file, from bytes or from the sentences of the library conllu.

    heads="ignored" reads text that is to be parsed; tags="gold" reads the gold columns of
    CoNLL-2009. The format (conllu, conllx, conll2009) is detected by default; like the choice of
    tags, it is one of files and bytes."""
    from nonproj.data.conll import parse_treebank, read_treebank
    from nonproj.data.token_lists import from_token_lists

    if isinstance(source, str | Path):
        return read_treebank(source, format, heads, tags)
    if isinstance(source, bytes):
        return parse_treebank(source, format=format, heads=heads, tags=tags)
    if format is not None or tags != "predicted":
        raise NonprojError("format and tags apply to files and bytes, not to sentences in memory")
    return from_token_lists(source, heads)


def write(treebank: Treebank, path: str | Path) -> None:
    """Write a treebank in the format it was read from; only HEAD and DEPREL may have changed."""
    from nonproj.data.conll import write_treebank

    write_treebank(treebank, path)


def to_conllu(treebank: Treebank) -> list[TokenList]:
    """Convert a treebank to sentences of the library conllu; `read` converts them back."""
    from nonproj.data.token_lists import to_token_lists

    return to_token_lists(treebank)


def projectivize(treebank: Treebank, encoding: str = "head", cap: int | None = None) -> Treebank:
    """Make every tree projective by lifting arcs; labels encode the lifts.

    encoding: baseline, head, path or headpath. cap: keep only so many new labels."""
    from nonproj.trees.labels import Encoding
    from nonproj.trees.pseudo_projective import projectivize

    return projectivize(treebank, one_of(Encoding, encoding, "encoding"), cap)


def deprojectivize(treebank: Treebank, encoding: str = "head") -> Treebank:
    """Undo `projectivize` as far as the labels say: head, path or headpath."""
    from nonproj.trees.labels import Encoding
    from nonproj.trees.pseudo_projective_inverse import deprojectivize

    return deprojectivize(treebank, one_of(Encoding, encoding, "encoding"))


def train(
    variant: str, treebank: Treebank, *, seed: int = 1, threads: int = 1, root: str = "auto"
) -> ParserModel:
    """Train a parser by its name, such as "arc-eager+head"; `model.save(path)` keeps it.

    The same treebank and seed give the same model on any number of threads."""
    from nonproj.parsers.families import train, variant_named
    from nonproj.parsers.interface import Training
    from nonproj.parsers.roots import Root

    how = Training(seed, threads, one_of(Root, root, "root"))
    return train(variant_named(variant), treebank, how)


def load(path: str | Path) -> ParserModel:
    """Load the model of a file written by `model.save` or `nonproj train`."""
    from nonproj.parsers.families import load_model

    return load_model(path)


def parse(model: ParserModel, treebank: Treebank, threads: int = 1) -> Treebank:
    """Parse the sentences of a treebank; its own heads and labels are ignored."""
    return model.parse(treebank, threads).treebank


def blend(
    parses: Sequence[Treebank],
    weights: str = "eq",
    heldout_gold: Treebank | None = None,
    heldout_parses: Sequence[Treebank] = (),
    accumulate: bool = False,
    root: str = "auto",
) -> Treebank:
    """Combine parses of one text by voting and a maximum spanning tree (Sagae & Lavie 2006).

    weights: eq, or acc, typeacc or posacc, which are estimated on held-out parses. accumulate: sum
    the votes for an arc over its labels. root: single for trees with one root, multiple as in the
    studies; auto: single iff every tree of every parse has one root."""
    from nonproj.combination.blending import blend
    from nonproj.combination.schemes import Weights
    from nonproj.parsers.roots import Root

    scheme, roots = one_of(Weights, weights, "weights"), one_of(Root, root, "root")
    return blend(parses, scheme, heldout_gold, heldout_parses, accumulate, roots)


def evaluate(
    gold: Treebank, system: Treebank, punctuation: str = "include", labels: str = "full"
) -> dict[str, Attachment]:
    """Score a parse: counts of LAS, UAS, label accuracy and exact match.

    punctuation: include, exclude or exclude-upos. labels: full or universal."""
    from nonproj.results.scores import evaluate

    return evaluate(gold, system, punctuation, labels)


def compare(
    gold: Treebank,
    a: Treebank,
    b: Treebank,
    punctuation: str = "include",
    labels: str = "full",
    replicates: int = 10_000,
    seed: int = 1,
) -> dict[str, Comparison]:
    """Test whether two parses differ, by McNemar, a paired t-test and a paired bootstrap."""
    from nonproj.results.significance.comparison import compare

    return compare(gold, a, b, punctuation, labels, replicates=replicates, seed=seed)

"""Functions that load and apply parsers."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import numpy as np

from nonproj.api import InputChoice, SplitTextChoice, TextChoice
from nonproj.api.arguments import checked, require_confidence
from nonproj.api.detection import is_raw_text
from nonproj.api.treebanks import named_bytes, read_split_text
from nonproj.data.conll import parse_treebank
from nonproj.data.misc_column import require_misc
from nonproj.data.treebank import Treebank
from nonproj.data.vectors import with_vectors
from nonproj.errors import NonprojError, one_of
from nonproj.option_types import FillChoice, TagsChoice
from nonproj.parsers.families import model_of
from nonproj.parsers.interface import ParserModel, Progress, silent
from nonproj.parsers.model_files import load_archive
from nonproj.parsers.progress import parse_in_parts

BUNDLES, BUNDLE_KIND = (
    "nonproj.combination.bundles",
    "bundle",
)  # the module, and the kind in model files
WITH_GIVEN = "nonproj.parsers.given"
ONCE = "nonproj.parsers.once"
WITH_TOKENIZERS, TEXT_KIND = "nonproj.text.models", "text"  # the same
WITHOUT_TOKENIZER = (
    "{} has no tokenizer; train it again with --text, or split the text first, with a "
    "model that has one (nonproj tokenize --model OTHER) or by hand (--format plain or words)"
)


@checked
def load(path: str | Path) -> ParserModel:
    """Load a model from a file written by `model.save`, `nonproj train` or `nonproj bundle`."""
    return load_archive(path, _model_of)


def _model_of(content: dict[str, Any], arrays: dict[str, np.ndarray]) -> ParserModel:
    """Build a model from a file's content; bundles and tokenizers need code of their own."""
    if content.get("kind") == BUNDLE_KIND:
        return import_module(BUNDLES).load(content, arrays)
    if content.get("kind") == TEXT_KIND:
        return import_module(WITH_TOKENIZERS).load(_model_of, content, arrays)
    return model_of(content, arrays)


@checked
def parse(
    model: ParserModel,
    treebank: Treebank,
    threads: int = 1,
    tags: FillChoice = "fill",
    progress: Progress | None = None,
    confidence: bool = False,
    given: bool = False,
    once: str = "",
) -> Treebank:
    """Parse the sentences of a treebank, ignoring its heads and labels.

    tags: the columns to predict, if the model can: the columns that are empty in the treebank
        ("fill"), all columns ("predict"), or none ("keep"). Use "predict" to score a parser as it
        parses text without tags.
    progress: a function to call with each stage and the share of it that is done.
    confidence: write the probability of each arc to MISC, as in HeadConf=0.93. This requires
        CoNLL-U and a calibrated model (see `calibrate` and `train`).
    given: keep the heads and labels that the treebank has (see heads="partial" of `read`), and tags
        except `_`; predict the rest. Only mst, carreras+npa, biaffine and bundles can.
    once: relations that a word has at most once among its dependents, as in "nsubj+csubj,obj";
        relations joined by + exclude each other. Only neural parsers and bundles can."""
    fill = one_of(get_args(FillChoice), tags, "tags")
    if given:
        model = with_given(model, treebank, fill)
    model.require_tags(treebank)
    if confidence:
        model.require_calibration()
        require_confidence(model.variant)
        require_misc(treebank)
    limits = import_module(ONCE).Once.of(model, once) if once else None
    if progress is None:
        parsed = model.parse(treebank, threads, fill, confidence).annotated
    else:
        parsed = parse_in_parts(model, treebank, threads, fill, progress, confidence=confidence)
    return limits.applied(model, treebank, parsed, threads) if limits else parsed


@checked
def tag(model: ParserModel, treebank: Treebank, threads: int = 1) -> Treebank:
    """Predict UPOS, XPOS, FEATS and LEMMA with a parser's tagger; keep the trees.

    Neural parsers and parsers trained with tags="predicted" have a tagger."""
    return model.tag(treebank, threads)


@checked
def tokenize(
    model: ParserModel,
    source: str | Path | bytes,
    format: TextChoice = "text",
    progress: Progress | None = None,
) -> Treebank:
    """Split a text into sentences and words; return a treebank without trees, in CoNLL-U.

    The model must have been trained with text=True. MISC keeps all spaces of the text.

    source: a file, or the bytes of a text.
    format: "text" for raw text. Text that is split already needs no tokenizer: "plain" for a
        sentence on each line with spaces between words, "words" for a word on each line."""
    name, data = named_bytes(source)
    kind = one_of(get_args(TextChoice), format, "format")
    return _split(model, "the model", data, name, kind, progress)


def _split(
    model: ParserModel,
    model_name: str,
    data: bytes,
    name: str,
    format: str,
    progress: Progress | None = None,
) -> Treebank:
    """Split a text as its format says; the error for a model without tokenizer names the model."""
    if format in get_args(SplitTextChoice):
        return read_split_text(data, name, format)
    tokenizer = getattr(model, "tokenizer", None)
    if tokenizer is None:
        raise NonprojError(f"{name}: raw text, but {WITHOUT_TOKENIZER.format(model_name)}")
    found = tokenizer.split(data, name, progress or silent)
    return parse_treebank(found, name, "conllu", "ignored")


def with_given(model: ParserModel, text: Treebank, tags: FillChoice = "fill") -> ParserModel:
    """Return a parser that keeps the heads, labels and tags of this text."""
    return import_module(WITH_GIVEN).parser_with_given(model, text, tags)


def read_for(
    model: ParserModel,
    model_name: str,
    path: str | Path,
    format: InputChoice | None = None,
    tags: TagsChoice = "predicted",
    vectors: str | Path | None = None,
    progress: Progress | None = None,
    given: bool = False,
) -> Treebank:
    """Read a file that a model is to parse: a treebank, whose trees are ignored, or text.

    With `given`, the heads and labels that a treebank has are read."""
    name, data = named_bytes(path)
    kind = format or ("text" if is_raw_text(data, name) else None)
    if kind in get_args(TextChoice):
        treebank = _split(model, model_name, data, name, kind, progress)
    else:
        treebank = parse_treebank(data, name, kind, "partial" if given else "ignored", tags)
    return with_vectors(treebank, vectors) if vectors else treebank

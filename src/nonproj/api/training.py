"""Functions that choose and train parsers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, get_args

from nonproj.api.arguments import checked, require_confidence
from nonproj.data.joining import joined
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError, one_of
from nonproj.option_types import FormatChoice, LearntTagsChoice, RootChoice
from nonproj.optional_libraries import needing
from nonproj.parsers import families
from nonproj.parsers.continuation_options import going_on, kept_options
from nonproj.parsers.interface import ParserModel, Progress, Training, check_training, silent
from nonproj.parsers.partial import learnable
from nonproj.parsers.roots import Root

TOKENIZER_MODULE = "nonproj.text.models"

if TYPE_CHECKING:
    from nonproj.recommendation.result import Recommendation


@checked
@needing("recommend")
def recommend(
    train: Treebank,
    dev: Treebank | None = None,
    budget: float = 10.0,
    strategies: Sequence[str] = (),
    threads: int | None = None,
    seed: int = 1,
    output: str | Path | None = None,
    report: Callable[[str], None] | None = None,
    format: FormatChoice | None = None,
    tags: LearntTagsChoice = "given",
) -> Recommendation:
    """Try parsers on a treebank and recommend the one that suits it best.

    dev: the treebank to score on. By default, parsers are scored by five-fold cross-validation on
        `train` or, if `train` has at least 2,000 sentences, on every tenth sentence.
    budget: the time limit in minutes.
    threads: the number of parsers to try at once (2 by default).
    output: a new folder for the page, the models and the parses.
    report: a function to call with a line of text after each trial.
    format: the input format that the recommended commands name.
    tags: with "predicted", parsers read tags that a tagger predicts."""
    from nonproj.recommendation.recommend import Request, recommend

    tell, workers = report or silent, threads or min(2, os.cpu_count() or 1)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "recommendation" if output is None else Path(output)
        limits = 60 * budget, folder, tuple(strategies), workers, seed, format
        learnt = one_of(get_args(LearntTagsChoice), tags, "tags")
        request = Request(train, dev, *limits, tags=learnt)
        return recommend(request, lambda parser, outcome: tell(f"{parser}: {outcome}"))


@checked
def train(
    variant: str | ParserModel,
    treebank: Treebank | Sequence[Treebank],
    *,
    others: Sequence[Treebank] = (),
    dev: Treebank | None = None,
    features: str | Path | None = None,
    seed: int | None = None,
    threads: int = 1,
    root: RootChoice = "auto",
    tags: LearntTagsChoice = "given",
    confidence: bool = False,
    text: bool = False,
    text_epochs: int = 20,
    segment_size: int = 50,
    checkpoint: str | Path | None = None,
    progress: Progress | None = None,
    report: Callable[[str], None] | None = None,
) -> ParserModel:
    """Train a parser given by its name, such as "arc-eager+head", or go on training a model.

    `model.save(path)` saves the model. The same treebank and seed give the same model for any
    number of threads. Several treebanks are joined.

    Given a model, training goes on from its weights, with its options. Give the old sentences
    together with the new ones, because a parser forgets the sentences that are left out. Only
    graph-based and neural parsers can go on; other parsers, and taggers, are trained anew.

    others: treebanks with other conventions, from which a neural or graph-based parser and its
        tagger also learn. They keep to the conventions of `treebank`.
    seed: 1 by default, or the seed of the given model.
    dev: the treebank on which the best epoch of a neural parser is chosen. With tags="predicted",
        it is parsed with predicted tags; score the model in the same way, with parse(…,
        tags="predict").
    features: the name or file of a feature model.
    tags: with "predicted", the model includes a tagger and can parse text without tags.
    confidence: calibrate the model on `dev` or, without `dev`, on a tenth of the sentences (see
        `calibrate`).
    text: also train a tokenizer, so that the model can parse raw text (see `tokenize`). The
        treebanks must be CoNLL-U with `# text`.
    text_epochs: the epochs of training the tokenizer, about five seconds each.
    segment_size: how many characters the tokenizer sees at once; more, such as 200, can help if
        sentences end without punctuation.
    checkpoint: a file from which interrupted training of a neural parser resumes.
    progress: a function to call with each stage of training and the share of it that is done.
    report: a function to call with a line of text after each epoch of a neural parser."""
    root = one_of(get_args(RootChoice), root, "root")
    tags = one_of(get_args(LearntTagsChoice), tags, "tags")
    model = None if isinstance(variant, str) else variant
    options = {"seed": seed, "root": root, "tags": tags, "features": str(features or "")}
    if model is not None:
        variant, *kept = kept_options(model, **options, text=text or None).values()
        options = dict(zip(options, kept, strict=True))
    options["seed"] = 1 if options["seed"] is None else options["seed"]
    parts = [treebank] if isinstance(treebank, Treebank) else treebank
    given, vectors = parts, any(part.vectors is not None for part in (*parts, *others))
    saved, asked = checkpoint and Path(checkpoint), "" if model else options["features"]
    chosen = families.variant_to_train(variant, asked, saved, vectors, bool(others))
    options |= {"threads": threads, "dev": dev, "checkpoint": saved, "confidence": confidence}
    how = Training(**options, progress=progress or silent, report=report or silent)
    if confidence:
        require_confidence(chosen)
        if others and dev is None:
            raise NonprojError("confidence with others needs dev: trees of the same conventions")
    if model is not None:
        chosen, how = going_on(model, chosen, how)
    parts, others = (
        [learnable(chosen, each, how.report) for each in kind] for kind in (parts, others)
    )
    for part in (*parts, *others):
        check_training(chosen, part, Root(how.root))
    how = replace(how, others=tuple(map(len, others)))
    training = joined([*parts, *others])
    if not text:
        parser = families.train(chosen, training, how)
        return replace(model, parser=parser) if hasattr(model, "tokenizer") else parser
    models = import_module(TOKENIZER_MODULE)
    learning = models.Learning(text_epochs, segment_size)
    tokenizer = models.train(given, learning, how.progress)
    return models.TextParser(families.train(chosen, training, how), tokenizer)

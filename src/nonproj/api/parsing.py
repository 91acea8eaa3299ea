"""Functions that choose, train and apply parsers."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, get_args

from nonproj.api.arguments import checked
from nonproj.choices import (
    ClassChoice,
    FillChoice,
    FormatChoice,
    LearntTagsChoice,
    RootChoice,
    WeightsChoice,
)
from nonproj.data.treebank import Treebank
from nonproj.errors import one_of
from nonproj.extras import needing

if TYPE_CHECKING:
    from nonproj.parsers.interface import ParserModel, Progress
    from nonproj.recommendation.result import Recommendation
    from nonproj.results.scores import Attachment


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
    from nonproj.parsers.interface import silent
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
    variant: str,
    treebank: Treebank | Sequence[Treebank],
    *,
    dev: Treebank | None = None,
    features: str | Path | None = None,
    seed: int = 1,
    threads: int = 1,
    root: RootChoice = "auto",
    tags: LearntTagsChoice = "given",
    confidence: bool = False,
    checkpoint: str | Path | None = None,
    progress: Progress | None = None,
    report: Callable[[str], None] | None = None,
) -> ParserModel:
    """Train a parser given by its name, such as "arc-eager+head"; return the model.

    `model.save(path)` saves the model. The same treebank and seed give the same model for any
    number of threads. Several treebanks are joined.

    dev: the treebank on which the best epoch of a neural parser is chosen. With tags="predicted",
        it is parsed with predicted tags; score the model in the same way, with parse(…,
        tags="predict").
    features: the name or file of a feature model.
    tags: with "predicted", the model includes a tagger and can parse text without tags.
    confidence: calibrate the model on `dev` or, without `dev`, on a tenth of the sentences (see
        `calibrate`).
    checkpoint: a file from which interrupted training of a neural parser resumes.
    progress: a function to call with each stage of training and the share of it that is done.
    report: a function to call with a line of text after each epoch of a neural parser."""
    from nonproj.data.joining import joined
    from nonproj.parsers.families import train, variant_to_train
    from nonproj.parsers.interface import Training, check_training, silent
    from nonproj.parsers.partial import learnable
    from nonproj.parsers.roots import Root

    files = {"features": str(features or ""), "checkpoint": checkpoint and Path(checkpoint)}
    calls = {"progress": progress or silent, "report": report or silent}
    root = one_of(get_args(RootChoice), root, "root")
    tags = one_of(get_args(LearntTagsChoice), tags, "tags")
    options = {"tags": tags, "confidence": confidence}
    how = Training(seed, threads, root, dev=dev, **options, **files, **calls)
    parts = [treebank] if isinstance(treebank, Treebank) else treebank
    vectors = any(part.vectors is not None for part in parts)
    chosen = variant_to_train(variant, **files, vectors=vectors)
    parts = [learnable(chosen, part, how.report) for part in parts]
    for part in parts:
        check_training(chosen, part, Root(root))
    return train(chosen, joined(parts), how)


@checked
def load(path: str | Path) -> ParserModel:
    """Load a model from a file written by `model.save`, `nonproj train` or `nonproj bundle`."""
    from nonproj.combination.loading import load_model

    return load_model(path)


@checked
def parse(
    model: ParserModel,
    treebank: Treebank,
    threads: int = 1,
    tags: FillChoice = "fill",
    progress: Progress | None = None,
    confidence: bool = False,
) -> Treebank:
    """Parse the sentences of a treebank, ignoring its heads and labels.

    tags: the columns to predict, if the model can: the columns that are empty in the treebank
        ("fill"), all columns ("predict"), or none ("keep"). Use "predict" to score a parser as it
        parses text without tags.
    progress: a function to call with each stage and the share of it that is done.
    confidence: write the probability of each arc to MISC, as in HeadConf=0.93. This requires
        CoNLL-U and a calibrated model (see `calibrate` and `train`)."""
    from nonproj.data.misc import require_misc
    from nonproj.parsers.parts import parse_in_parts

    fill = one_of(get_args(FillChoice), tags, "tags")
    model.require_tags(treebank)
    if confidence:
        model.require_calibration()
        require_misc(treebank)
    if progress is None:
        return model.parse(treebank, threads, fill, confidence).annotated
    return parse_in_parts(model, treebank, threads, fill, progress, confidence=confidence)


@checked
def tag(model: ParserModel, treebank: Treebank, threads: int = 1) -> Treebank:
    """Predict UPOS, XPOS, FEATS and LEMMA with a parser's tagger; keep the trees.

    Neural parsers and parsers trained with tags="predicted" have a tagger."""
    return model.tag(treebank, threads)


@checked
def calibrate(model: ParserModel, heldout: Treebank, threads: int = 1) -> ParserModel:
    """Calibrate a model's arc probabilities on trees that it was not trained on."""
    from nonproj.parsers.calibrated import calibrated

    return calibrated(model, heldout, threads)


@checked
def bundle(
    models: Sequence[ParserModel],
    weights: WeightsChoice = "eq",
    heldout: Treebank | None = None,
    accumulate: bool = False,
    threads: int = 1,
) -> ParserModel:
    """Combine models into one model that parses with each of them and blends the parses.

    If all parses of a sentence have a single root, the blend also has a single root. weights: how
    to weight votes (see `blend`). Weights are estimated on `heldout`."""
    from nonproj.combination.bundles import bundle
    from nonproj.combination.schemes import Weights

    scheme = one_of(Weights, weights, "weights")
    bundled = bundle(models, scheme, heldout, accumulate, threads)
    scheme.warn_if_one_decides(len(models))
    return bundled


@checked
def coverage(
    treebank: Treebank,
    variants: Sequence[str] = (),
    classes: Sequence[ClassChoice] = (),
    threads: int = 1,
) -> dict[str, dict[str, Attachment]]:
    """Score the trees that the variants' oracles rebuild: an upper bound on parsing accuracy.

    For each class of trees, count the sentences whose tree is in the class, and find the largest
    number of arcs that trees of the class can share with the treebank."""
    from nonproj.results.scores import Attachment, evaluate
    from nonproj.results.treebanks.coverage import coverage, tree_class_named
    from nonproj.results.treebanks.oracle_coverage import oracle_parse, variant_with_oracle
    from nonproj.results.values import named_items

    found: dict[str, dict[str, Attachment]] = {}
    for variant in map(variant_with_oracle, variants):
        parsed = oracle_parse(treebank, variant, threads).treebank
        found[variant.name] = evaluate(treebank, parsed)
    for value in coverage(treebank, treebank.name, "all", map(tree_class_named, classes)):
        scores, items = found.setdefault(value.key.system, {}), named_items(value.key.setting)
        scores[items["level"]] = Attachment(value.numerator, value.denominator)
    return found

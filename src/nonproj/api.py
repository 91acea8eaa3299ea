"""The public functions of `nonproj`, documented with examples in docs/python.md.

Each function has the name and the options of a command. It takes and returns treebanks in memory,
which `read` and `write` load and save, and it prints nothing. Modules are imported only when a
function needs them, so `import nonproj` takes almost no time."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Literal, get_args

from nonproj.choices import (
    ClassChoice,
    EncodingChoice,
    FillChoice,
    FormatChoice,
    GroupingChoice,
    InverseChoice,
    LabelsChoice,
    LearntTagsChoice,
    PunctuationChoice,
    RootChoice,
    StyleChoice,
    TagsChoice,
    WeightsChoice,
)
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError, one_of
from nonproj.extras import needing

if TYPE_CHECKING:
    from conllu import TokenList

    from nonproj.combination.selection import ChosenParses
    from nonproj.data.reading.defects import Defect
    from nonproj.parsers.interface import ParserModel, Progress
    from nonproj.recommendation.recommend import Recommendation
    from nonproj.reporting.figures.tree import Svg
    from nonproj.results.confidence import Doubts
    from nonproj.results.scores import Attachment, PrecisionRecall
    from nonproj.results.significance.comparison import Comparison


def fetch(
    treebank: str,
    folder: str | Path = "data/raw",
    mirror: str | None = None,
    progress: Progress | None = None,
) -> dict[str, Path]:
    """Download a public treebank, such as "ud20-got", and return its files by split.

    Each file is verified by its git hash; existing files are kept. mirror: the folder or address
    of a copy to try first ($NONPROJ_MIRROR by default)."""
    from nonproj.data.download.fetch import fetch_treebanks

    return fetch_treebanks([treebank], folder, mirror, progress)[treebank]


def synthesize(profile: str | Path, sentences: int, seed: int = 1) -> Treebank:
    """Generate a treebank for an artificial language described in a YAML file.

    With the same seed, a longer treebank begins with the same sentences."""
    from nonproj.data.conll import parse_treebank
    from nonproj.synthesis import load_profile, synthesize

    data = synthesize(load_profile(profile), sentences, seed)
    return parse_treebank(data, Path(profile).stem)


def read(
    source: str | Path | bytes | Iterable[TokenList],
    format: FormatChoice | None = None,
    heads: Literal["required", "ignored"] = "required",
    tags: TagsChoice = "predicted",
    vectors: str | Path | None = None,
) -> Treebank:
    """Read a treebank from a file, from bytes or from sentences of the `conllu` library.

    format: conllu, conllx or conll2009; detected by default. heads="ignored" reads text to parse,
    and tags="gold" reads the gold columns of CoNLL-2009. vectors: a file of word vectors, needed by
    neural parsers that were trained with vectors."""
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


def write(treebank: Treebank, path: str | Path, keep_deps: bool = True) -> None:
    """Write a treebank in its own format; only its trees and predicted tags may have changed.

    keep_deps=False replaces DEPS, the enhanced graph, with `_`, as it may not match new trees."""
    from nonproj.data.conll import write_treebank

    write_treebank(treebank, path, keep_deps)


def to_conllu(treebank: Treebank) -> list[TokenList]:
    """Convert a treebank to sentences of the `conllu` library; `read` converts them back."""
    from nonproj.data.token_lists import to_token_lists

    return to_token_lists(treebank)


def check(source: str | Path | bytes, format: FormatChoice | None = None) -> list[Defect]:
    """List every defect in a file or in bytes, with its line, column, message and severity.

    Defects of severity "warning" do not keep `read` from reading the treebank."""
    from nonproj.data.reading.checks import find_defects
    from nonproj.data.reading.encodings import read_bytes
    from nonproj.data.reading.formats import Format, detect_format, layout_of

    in_memory = isinstance(source, bytes)
    data, name = (source, "<memory>") if in_memory else (read_bytes(source), str(source))
    chosen = one_of(Format, format, "format") if format else detect_format(name, data)
    return find_defects(data, layout_of(chosen))


def stats(
    treebank: Treebank, by: GroupingChoice | None = None, examples: int = 0
) -> list[dict[str, Any]]:
    """Describe the structure of a treebank, with one row for each value and its counts.

    by: describe the non-projective arcs instead, by label, tag or construction, with examples."""
    from nonproj.reporting.printing import with_number
    from nonproj.results.options import Grouping
    from nonproj.results.treebanks.crossings import relations
    from nonproj.results.treebanks.measures import description

    if by is not None:
        return relations(treebank, Grouping(by), examples)
    return [*map(with_number, description(treebank))]


def draw(
    gold: Treebank,
    sentence: int,
    system: Treebank | None = None,
    scheme: str | None = None,
    style: StyleChoice = "prague",
) -> Svg:
    """Draw the tree of a sentence (numbered from 1) as SVG, which notebooks display.

    Non-projective arcs stand out. system: a parse to draw below the words, with wrong arcs dashed.
    scheme: draw the sentence before and after these transformations (see `transform`)."""
    from nonproj.reporting.figures.tree import draw_before_and_after, draw_sentence

    if scheme is None:
        return draw_sentence(gold, sentence, system)
    if system is not None:
        raise NonprojError("draw: a parse or a scheme, not both")
    return draw_before_and_after(gold, transform(gold, scheme, style), sentence)


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
) -> Recommendation:
    """Try parsers on a treebank and recommend the one that suits it best.

    dev: the treebank to score on, by default every tenth sentence of `train`. budget: minutes.
    threads: parsers to try at once, 2 by default. output: a new folder for page, models and parses.
    report: called with a line after each trial. format: for the recommended commands."""
    from nonproj.parsers.interface import silent
    from nonproj.recommendation.recommend import Request, recommend

    tell, workers = report or silent, threads or min(2, os.cpu_count() or 1)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary) / "recommendation" if output is None else Path(output)
        request = Request(train, dev, 60 * budget, folder, tuple(strategies), workers, seed, format)
        return recommend(request, lambda parser, outcome: tell(f"{parser}: {outcome}"))


def train(
    variant: str,
    treebank: Treebank,
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
    """Train the parser of this name, such as "arc-eager+head"; `model.save(path)` saves it.

    The same treebank and seed give the same model on any number of threads. dev: neural parsers
    keep the epoch that is best on it. features: a feature model, by name or file. tags="predicted"
    puts a tagger into the model, which then parses text without tags. checkpoint: a file from which
    an interrupted training of a neural parser resumes. progress: called with a stage and the share
    of it that is done; report: with a line after each epoch of a neural parser. confidence:
    calibrate the model on `dev`, or on a tenth of the sentences (see `calibrate`)."""
    from nonproj.parsers.families import train, variant_to_train
    from nonproj.parsers.interface import Training, silent

    files = {"features": str(features or ""), "checkpoint": checkpoint and Path(checkpoint)}
    calls = {"progress": progress or silent, "report": report or silent}
    root = one_of(get_args(RootChoice), root, "root")
    tags = one_of(get_args(LearntTagsChoice), tags, "tags")
    options = {"tags": tags, "confidence": confidence}
    how = Training(seed, threads, root, dev=dev, **options, **files, **calls)
    chosen = variant_to_train(variant, **files, vectors=treebank.vectors is not None)
    return train(chosen, treebank, how)


def load(path: str | Path) -> ParserModel:
    """Load a model from a file written by `model.save` or `nonproj train`."""
    from nonproj.parsers.families import load_model

    return load_model(path)


def parse(
    model: ParserModel,
    treebank: Treebank,
    threads: int = 1,
    tags: FillChoice = "fill",
    progress: Progress | None = None,
    confidence: bool = False,
) -> Treebank:
    """Parse the sentences of a treebank, ignoring its heads and labels.

    tags: fill the columns that have no value and that the model predicts, predict them all, or keep
    what the treebank has. progress: called with a stage and the share of it that is done.
    confidence: MISC of CoNLL-U gets the probability of each arc, HeadConf=0.93 say, by a model that
    `calibrate` or `train` calibrated."""
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


def calibrate(model: ParserModel, heldout: Treebank, threads: int = 1) -> ParserModel:
    """Return a model that gives probabilities of arcs, fitted to trees it has not learnt from."""
    from nonproj.parsers.calibrated import calibrated

    return calibrated(model, heldout, threads)


def doubtful(parse: Treebank, gold: Treebank | None = None) -> Doubts:
    """List the sentences and arcs of a parse with HeadConf, those to be looked at first in front.

    With a gold standard, `quality` has the errors among the first 10 % of arcs, of all errors, and
    the expected calibration error."""
    from nonproj.results.confidence import doubts

    return doubts(parse, gold)


def tag(model: ParserModel, treebank: Treebank, threads: int = 1) -> Treebank:
    """Predict UPOS, XPOS, FEATS and LEMMA with a parser's tagger, leaving trees as they are.

    Neural parsers and parsers trained with tags="predicted" have a tagger."""
    return model.tag(treebank, threads)


def coverage(
    treebank: Treebank,
    variants: Sequence[str] = (),
    classes: Sequence[ClassChoice] = (),
    threads: int = 1,
) -> dict[str, dict[str, Attachment]]:
    """Score the trees that the variants' oracles rebuild: an upper bound on parsing accuracy.

    For each class, count the sentences in it, and the most edges that its trees can share."""
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


def projectivize(
    treebank: Treebank, encoding: EncodingChoice = "head", cap: int | None = None
) -> Treebank:
    """Make every tree projective by lifting arcs, and encode the lifts in the labels.

    encoding: baseline, head, path or headpath. cap: keep at most this many new labels."""
    from nonproj.trees.labels import Encoding
    from nonproj.trees.pseudo_projective import projectivize

    return projectivize(treebank, one_of(Encoding, encoding, "encoding"), cap)


def deprojectivize(treebank: Treebank, encoding: InverseChoice = "head") -> Treebank:
    """Undo `projectivize` as far as the labels allow; encoding: head, path or headpath."""
    from nonproj.trees.labels import Encoding
    from nonproj.trees.pseudo_projective_inverse import deprojectivize

    return deprojectivize(treebank, Encoding(one_of(get_args(InverseChoice), encoding, "encoding")))


def transform(
    treebank: Treebank,
    scheme: str,
    style: StyleChoice = "prague",
    inverse: bool = False,
    fit: Treebank | None = None,
) -> Treebank:
    """Restructure coordinations or verb groups, or move the words with a given label.

    scheme: transformations in order, separated by commas (see `nonproj transform --help`).
    inverse: undo them. fit: untransformed training trees, for undoing parentswap or ud schemes."""
    from nonproj.trees.restructuring.schemes import transformed

    return transformed(treebank, scheme, style, inverse, fit)[-1][1].treebank


def evaluate(
    gold: Treebank,
    system: Treebank,
    punctuation: PunctuationChoice = "include",
    labels: LabelsChoice = "full",
) -> dict[str, Attachment]:
    """Score a parse by LAS, UAS, label accuracy and exact match, as counts.

    punctuation: include, exclude or exclude-upos. labels: full or universal."""
    from nonproj.results.scores import evaluate

    return evaluate(gold, system, punctuation, labels)


def evaluate_arcs(
    gold: Treebank,
    system: Treebank,
    punctuation: PunctuationChoice = "include",
    labels: LabelsChoice = "full",
) -> dict[str, PrecisionRecall]:
    """Count correct heads by projectivity, under keys such as "arcs=nonproj;sentences=all"."""
    from nonproj.results.scores import by_projectivity

    return by_projectivity(gold, system, punctuation, labels)


def compare(
    gold: Treebank,
    system_a: Treebank,
    system_b: Treebank,
    punctuation: PunctuationChoice = "include",
    labels: LabelsChoice = "full",
    replicates: int = 10_000,
    seed: int = 1,
) -> dict[str, Comparison]:
    """Test whether two parses differ, using McNemar's test, a paired t-test and a bootstrap."""
    from nonproj.results.significance.comparison import compare

    systems = system_a, system_b
    return compare(gold, *systems, punctuation, labels, replicates=replicates, seed=seed)


def blend(
    systems: Sequence[Treebank],
    weights: WeightsChoice = "eq",
    heldout_gold: Treebank | None = None,
    heldout: Sequence[Treebank] = (),
    accumulate: bool = False,
    root: RootChoice = "auto",
    confidence: bool = False,
) -> Treebank:
    """Combine parses of one text by voting and a maximum spanning tree (Sagae & Lavie 2006).

    weights: eq, or acc, typeacc or posacc, which are estimated on held-out parses. accumulate: sum
    the votes for an arc over its labels. root: single for trees with one root, multiple as in the
    studies; auto: single iff every tree of every parse has one root. confidence: MISC of CoNLL-U
    gets the share of the votes for each head; with held-out parses, the probability of the arc."""
    from nonproj.combination.blending import blend
    from nonproj.combination.confidence import with_confidence_of_blend
    from nonproj.combination.schemes import Weights
    from nonproj.parsers.roots import Root

    scheme, roots = one_of(Weights, weights, "weights"), one_of(Root, root, "root")
    how = scheme, heldout_gold, heldout, accumulate, roots
    blended = blend(systems, *how)
    return with_confidence_of_blend(blended, systems, *how) if confidence else blended


def select(
    heldout_gold: Treebank, heldout: Sequence[Treebank], weights: WeightsChoice = "eq"
) -> ChosenParses:
    """Use held-out data to choose the parses to blend (Nilsson 2009, 9.3.3).

    The result's `parsers` are the indices of the parses whose blend has the highest LAS."""
    from nonproj.combination.schemes import Weights
    from nonproj.combination.selection import select

    return select(heldout_gold, heldout, one_of(Weights, weights, "weights"))


def _html(treebank: Treebank) -> str:
    """Return the HTML that a notebook displays for a treebank."""
    from nonproj.reporting.figures.tree import as_html

    return as_html(treebank)


Treebank._repr_html_ = _html  # set here because drawing belongs to a layer above treebanks

"""Commands that score parses: evaluate, compare, blend."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from nonproj import api
from nonproj.cli.app import (
    TO_STANDARD_OUTPUT,
    FormatOption,
    Output,
    Seed,
    argument,
    json_option,
    option,
)
from nonproj.cli.output.messages import counted, say, warn
from nonproj.cli.output.tables import distinct_names, percent, print_table
from nonproj.cli.output.wording import CLASSES_OF_ARCS, SHARED_TASK_MEASURES, titles
from nonproj.combination.schemes import Weights
from nonproj.errors import NonprojError
from nonproj.option_types import LabelsChoice, PunctuationChoice, RootChoice, WeightsChoice
from nonproj.results.option_names import Punctuation
from nonproj.results.significance.p_values import SIGNIFICANT

if TYPE_CHECKING:
    from nonproj.data.treebank import Treebank
    from nonproj.results.scores import Attachment, PrecisionRecall
    from nonproj.results.significance.comparison import Comparison

PUNCTUATION_HELP = (
    "Which words to score. include: all words; exclude: all except those whose form consists of "
    "punctuation, as in the CoNLL-X scorer; exclude-upos: all except those tagged PUNCT."
)
LABELS_HELP = (
    "How to compare labels. full: with subtypes; universal: without the subtype after the colon."
)
WEIGHTS_HELP = (
    "Weight of a parser's vote. eq: the same for all parsers; confidence: the arc's probability, "
    "as written by `parse --confidence`. The others are estimated on held-out data. acc: the "
    "parser's LAS; typeacc: its precision for the arc's label; posacc: its LAS for the word's part "
    "of speech."
)
ACCUMULATE_HELP = (
    "Score an arc by the votes for all of its labels, not just those for its best label."
)
BLEND_ROOT_HELP = (
    "Number of roots in each tree. single: find the best tree with one root; multiple: find the "
    "best tree, however many roots it has, as in the studies; auto: single for sentences whose "
    "parses all have one root, otherwise multiple."
)
BLEND_CONFIDENCE_HELP = (
    "In CoNLL-U output, add to MISC each head's share of the votes (HeadConf=0.67) or, with "
    "--heldout-gold and --heldout, the probability of each arc. `doubtful` reads these values."
)
GoldPath = Annotated[Path, argument("Treebank with gold-standard trees.")]
ParsePath = Annotated[Path, argument("Parse of the same text; - means standard input.")]
PunctuationOption = Annotated[PunctuationChoice, option(PUNCTUATION_HELP)]
LabelsOption = Annotated[LabelsChoice, option(LABELS_HELP)]
WeightsOption = Annotated[WeightsChoice | None, option(WEIGHTS_HELP, show_default="eq")]
HeldOut = option(
    "Parse of the held-out data; give one for each parser, in the order of SYSTEMS.",
    metavar="<path>",
)


def evaluate(
    gold: GoldPath,
    system: ParsePath,
    punctuation: PunctuationOption = "include",
    labels: LabelsOption = "full",
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print every count, as JSON.")] = False,
) -> None:
    """Score a parse: LAS, UAS, label accuracy, exact match, and non-projective arcs.

    Precision and recall of projective and non-projective arcs ignore labels. Both are printed for
    all sentences, for sentences with a projective gold tree, and for sentences with a
    non-projective gold tree. For precision, arcs are classified in the parse; for recall, in the
    gold tree. --json prints every count.

    If both files are CoNLL-U and the parse has other sentences or words, as after `tokenize`, it is
    scored by the scorer of the CoNLL 2018 shared task, and the first line says so. The characters
    of both texts must be the same."""
    both = api.read(gold, format), api.read(system, format)
    if api.split_otherwise(*both):
        _evaluate_text(*both, punctuation, as_json)
        return
    _warn_if_all_count(both[0], punctuation)
    found = api.evaluate(*both, punctuation, labels)
    arcs = api.evaluate_arcs(*both, punctuation, labels)
    if as_json:
        options = {"punctuation": punctuation, "labels": labels}
        counts = {metric: score.as_dict() for metric, score in found.items()}
        of_arcs = {name: pair.as_dict() for name, pair in arcs.items()}
        print(json.dumps(options | counts | {"arcs": of_arcs}, indent=2))
        return
    names = titles()
    scores = [(names[m], percent(s), _counts(s)) for m, s in found.items()]
    print_table(("", "", ""), scores)
    print()
    heads = ("Heads of", "precision", "", "recall", "")
    print_table(heads, [_of_arcs(name, pair) for name, pair in arcs.items()])
    print("\nArcs are classified in the parse for precision, but in the gold tree for recall.")


def _evaluate_text(
    gold: "Treebank", system: "Treebank", punctuation: PunctuationChoice, as_json: bool
) -> None:
    """Print the scores of a parse whose sentences or words differ from the gold standard's."""
    if punctuation != "include":
        raise NonprojError(
            f"--punctuation {punctuation}: {system.name} has other sentences or words than "
            f"{gold.name}, and the shared task's scorer counts all words; expected include"
        )
    found = api.evaluate_text(gold, system)
    if as_json:
        counts = {measure: score.as_dict() for measure, score in found.items()}
        print(json.dumps({"segmentation": "different", "scorer": "conll18"} | counts, indent=2))
        return
    print("The parse has other sentences or words than the gold standard.")
    print("Scorer: CoNLL 2018 shared task (all words, labels without subtypes)\n")
    heads = ("", "precision", "recall", "F1", "aligned")
    rows = [
        (SHARED_TASK_MEASURES[name], *map(percent, (s.precision, s.recall, s.f1, s.of_aligned)))
        for name, s in found.items()
    ]
    print_table(heads, rows)
    print("\nAligned: of the words that are in both, how many are right.")


def _counts(score: "Attachment") -> str:
    return f"({score.correct:,}/{score.total:,})"


def _of_arcs(name: str, pair: "PrecisionRecall") -> tuple[str, ...]:
    both = (pair.precision, pair.recall)
    cells = (text for score in both for text in (percent(score), _counts(score)))
    return (CLASSES_OF_ARCS[name], *cells)


def _warn_if_all_count(gold: "Treebank", punctuation: PunctuationChoice) -> None:
    """Warn if no word is tagged PUNCT, because the tags may come from a different tag set."""
    from nonproj.results.punctuation import scored_words

    by_tag = Punctuation(punctuation) is Punctuation.EXCLUDE_UPOS
    if by_tag and scored_words(gold, Punctuation.EXCLUDE_UPOS).sum() == gold.n_words:
        warn(f"{gold.name}: no word is tagged PUNCT, so every word is scored")


def compare(
    gold: GoldPath,
    system_a: ParsePath,
    system_b: ParsePath,
    punctuation: PunctuationOption = "include",
    labels: LabelsOption = "full",
    replicates: Annotated[int, option("Number of bootstrap replicates.", min=1)] = 10_000,
    seed: Seed = 1,
    format: FormatOption = None,
    as_json: Annotated[
        bool, json_option(help="Print every test with its counts, unrounded, as JSON.")
    ] = False,
) -> None:
    """Test whether two parses differ, using McNemar's test, a paired t-test and a bootstrap.

    The difference is A minus B in percentage points, with the bootstrap's 95 % interval. The
    verdict uses the bootstrap's p-value; near 0.05, this p-value and the interval can disagree
    slightly. McNemar's test compares words, or sentences for exact match; the other tests compare
    sentences. --json adds a t-test over ten folds and Newcombe's interval. If you make several
    comparisons, correct the p-values for multiple testing."""
    treebanks = [api.read(path, format) for path in (gold, system_a, system_b)]
    _warn_if_all_count(treebanks[0], punctuation)
    found = api.compare(*treebanks, punctuation, labels, replicates, seed)
    if as_json:
        names = {"a": treebanks[1].name, "b": treebanks[2].name}
        options = names | {"punctuation": punctuation, "labels": labels}
        tests = {metric: both.as_dict() for metric, both in found.items()}
        print(json.dumps(options | tests, indent=2))
        return
    tests = ("McNemar", "t over sentences", "bootstrap")
    heads = ("", "A", "B", "A - B", "95 % interval", *tests)
    print_table(heads, [_compared(metric, both) for metric, both in found.items()])
    print(f"\nA: {system_a}\nB: {system_b}")
    print(_verdict(found["las"], str(system_a), str(system_b)))


def _verdict(las: "Comparison", a: str, b: str) -> str:
    """Say which parse has the higher LAS, and whether the bootstrap finds it significant."""
    name_a, name_b = distinct_names([a, b]) if a != b else ("A", "B")
    points, p = 100 * abs(las.difference), _p(las.bootstrap.p)
    if not las.difference:
        return f"Verdict: {name_a} and {name_b} have the same LAS."
    better, worse = (name_a, name_b) if las.difference > 0 else (name_b, name_a)
    if las.bootstrap.p < SIGNIFICANT:
        return f"Verdict: {better} is better than {worse}, by {points:.2f} points of LAS ({p})."
    return (
        f"Verdict: no clear difference; {better} is ahead of {worse} by {points:.2f} points of "
        f"LAS, which may be due to chance ({p})."
    )


def _p(p: float) -> str:
    return f"p = {p:.4f}" if p >= 0.0001 else "p < 0.0001"


def _compared(metric: str, both: "Comparison") -> tuple[str, ...]:
    interval = both.bootstrap.interval
    p_values = both.p_mcnemar, both.p_t, both.bootstrap.p
    return (
        titles()[metric],
        *map(percent, both.scores),
        f"{100 * both.difference:+z.2f}",
        f"{100 * interval.low:+z.2f} … {100 * interval.high:+z.2f}",
        *("–" if p is None else _p(p) for p in p_values),
    )


def blend(
    systems: Annotated[list[Path], argument("Parses of the same text.")],
    output: Output = TO_STANDARD_OUTPUT,
    weights: WeightsOption = None,
    heldout_gold: Annotated[Path | None, option("Gold trees of the held-out data.")] = None,
    heldout: Annotated[list[Path] | None, HeldOut] = None,
    accumulate: Annotated[bool, option(ACCUMULATE_HELP, "--accumulate")] = False,
    root: Annotated[RootChoice, option(BLEND_ROOT_HELP)] = "auto",
    format: FormatOption = None,
    confidence: Annotated[bool, option(BLEND_CONFIDENCE_HELP, "--confidence")] = False,
) -> None:
    """Combine parses of one text by voting and a maximum spanning tree (Sagae & Lavie 2006).

    The parses may come from any parsers, in CoNLL-U, CoNLL-X or CoNLL-2009. Ties go to the parser
    listed first, so that with equal votes the blend of two parses is the first one."""
    if weights is None and not confidence and (heldout_gold or heldout):
        expected = ", ".join(weights for weights in Weights if weights.estimated)
        raise NonprojError(
            f"held-out data is given, but --weights is missing; expected one of {expected}"
        )
    parses = [api.read(path, format) for path in systems]
    blended = api.blend(
        parses,
        weights or "eq",
        api.read(heldout_gold, format) if heldout_gold else None,
        [api.read(path, format) for path in heldout or ()],
        accumulate,
        root,
        confidence,
    )
    api.write(blended, output)
    first = parses[0]
    labels = blended.deprel.recoded(first.deprel.values)
    changed = int(((blended.head != first.head) | (labels != first.deprel.codes)).sum())
    say(
        f"{counted(len(parses), 'parse')} of {counted(blended.n_sentences, 'sentence')} blended; "
        f"{changed:,} of {counted(blended.n_words, 'arc')} differ from {systems[0]}"
    )

"""All that the report says before its tables: findings, answers, claims, pictures and trees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonproj.evaluation.peers import PeerResult
from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Suite
from nonproj.reporting.answers.differences import Difference, differences
from nonproj.reporting.answers.found import Found, Sentence
from nonproj.reporting.answers.parsers import (
    ParserResult,
    parser_results,
)
from nonproj.reporting.answers.recommended import recommended
from nonproj.reporting.answers.restructuring import restructuring
from nonproj.reporting.answers.sentences import agreement, sentences
from nonproj.reporting.answers.studies import answer
from nonproj.reporting.figures.costs import SPEEDS, TRAININGS, draw_costs
from nonproj.reporting.figures.differences import draw_differences
from nonproj.reporting.figures.style import as_svg, figure_style
from nonproj.reporting.ledger import Ledger
from nonproj.reporting.tables.build import Table
from nonproj.reporting.timings import Speed

DIFFERENCES, SPEED, TRAINING = "differences", "speed", "training"


@dataclass(frozen=True)
class Answers:
    """`studies`: the answer of each study by its id; `pictures`: SVG files by name; `trees`: the
    sentences to look at."""

    sentences: Sequence[Sentence]
    studies: Mapping[str, Sequence[Sentence]]
    differences: Sequence[Difference]
    parsers: Sequence[ParserResult]
    pictures: Mapping[str, bytes]
    ledger: Ledger
    trees: Mapping
    peers: Sequence[PeerResult]


def answers(
    suite: Suite,
    studies: Sequence[Study],
    values: Values,
    tests: Tests,
    ledger: Ledger,
    tables: Sequence[Table] = (),
    speeds: Sequence[Speed] = (),
    trees: Mapping = {},
    recommendations: Mapping[str, Mapping] = {},
    peers: Sequence[PeerResult] = (),
) -> Answers:
    names = suite.names
    found = found_in(suite, studies, values, tests, speeds)
    advice = [recommended(names[name], name, what) for name, what in recommendations.items()]
    return Answers(
        [*advice, *findings(found, tables, ledger)],
        {study.id: answer(study, found) for study in studies},
        found.differences,
        found.parsers.every,
        pictures(found, peers),
        ledger,
        _compared(trees, found),
        peers,
    )


def found_in(
    suite: Suite,
    studies: Sequence[Study],
    values: Values,
    tests: Tests,
    speeds: Sequence[Speed],
) -> Found:
    """What sentences and pictures may speak of."""
    names = suite.names
    own = [d for d in differences(tests) if d.treebank in names]
    parsers = parser_results(speeds, values, names, studies)
    return Found(values, tests, names, own, parsers)


def findings(found: Found, tables: Sequence[Table], ledger: Ledger) -> list[Sentence]:
    """What a report says first."""
    measured = [*sentences(found), restructuring(found), agreement(tables), _claims(ledger)]
    return [sentence for sentence in measured if sentence is not None]


def _compared(trees: Mapping, found: Found) -> Mapping:
    """With the treebanks' names for people, and the pair of parsers to look at first."""
    kept = [
        treebank
        | {"title": found.names[treebank["name"]]}
        | _pair([parser["name"] for parser in treebank["parsers"]], treebank["name"], found)
        for treebank in trees.get("treebanks", ())
        if treebank["name"] in found.names and treebank["sentences"]
    ]
    return {**trees, "treebanks": kept} if kept else {}


def _pair(parsers: Sequence[str], treebank: str, found: Found) -> Mapping[str, Sequence[int]]:
    """The most accurate strategy and its twin, as numbers of parsers; none where none is shown."""
    shown = [
        d
        for d in found.differences
        if d.treebank == treebank and {d.strategy.variant, d.strategy.baseline} <= set(parsers)
    ]
    if not shown:
        return {}
    best = max(shown, key=lambda d: d.las).strategy
    return {"pair": [parsers.index(best.variant), parsers.index(best.baseline)]}


def _claims(ledger: Ledger) -> Sentence | None:
    """How many of the papers' claims hold, and which fall."""
    if not ledger.claims:
        return None
    fallen = {claim.id: claim.text for claim in ledger.contradicted}
    counted = ledger.confirmed, ledger.constructed, ledger.untested, ledger.contradicted
    mixed = len(ledger.claims) - sum(map(len, counted))
    often = [claim.id for claim in ledger.contradicted if not claim.judged_once]
    parts = (
        f"upheld wherever they were judged {len(ledger.confirmed)}",
        f"upheld by construction or design {len(ledger.constructed)}",
        f"not judged here {len(ledger.untested)}",
        f"not significant, or different from treebank to treebank, {mixed}",
        f"contradicted, and upheld on no treebank that they speak of or that stands for one of "
        f"these, {len(fallen)}" + _judged_once(len(fallen), often),
    )
    text = (
        f"Of {len(ledger.claims)} claims of the papers: {'; '.join(parts)}{':' if fallen else '.'}"
    )
    return Sentence("Which claims fall", text, claims=fallen)


def _judged_once(n_fallen: int, often: Sequence[str]) -> str:
    """How many claims were judged on one treebank, and which were not."""
    if n_fallen == len(often):
        return ""
    several = f", {' and '.join(often)} on several" if often else ""
    return f" ({n_fallen - len(often)} judged on a single one{several})"


def pictures(found: Found, peers: Sequence[PeerResult] = ()) -> dict[str, bytes]:
    """The pictures of the first screen that there is something for."""
    drawn = {}
    parsers = found.parsers.every
    for name, draw, content in (
        (DIFFERENCES, draw_differences, (found.differences, found.names)),
        (SPEED, draw_costs, (parsers, found.names, SPEEDS, peers)),
        (TRAINING, draw_costs, (parsers, found.names, TRAININGS, peers)),
    ):
        with figure_style(name):
            figure = draw(*content)
            if figure is not None:
                drawn[name] = as_svg(figure)
    return drawn

"""All that the report says before its tables: findings, answers, claims, pictures and trees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nonproj.evaluation.peers import PeerResult
from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import Suite
from nonproj.reporting.answers.differences import Difference, differences
from nonproj.reporting.answers.parsers import (
    ParserResult,
    TrainingTimes,
    members_of_blends,
    parser_results,
)
from nonproj.reporting.answers.recommended import recommended
from nonproj.reporting.answers.restructuring import restructuring
from nonproj.reporting.answers.sentences import Found, Sentence, agreement, sentences
from nonproj.reporting.answers.studies import answer
from nonproj.reporting.figures.differences import draw_differences, draw_speed
from nonproj.reporting.figures.style import as_svg, figure_style
from nonproj.reporting.ledger import Ledger
from nonproj.reporting.tables.build import Table
from nonproj.reporting.timings import Speed

DIFFERENCES, SPEED = "differences", "speed"


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
    own = [d for d in differences(tests) if d.treebank in names]
    results = parser_results(speeds, values, names)
    times = TrainingTimes(results, members_of_blends(studies))
    found = Found(values, tests, names, own, times)
    advice = [recommended(names[name], name, what) for name, what in recommendations.items()]
    measured = filter(None, [*sentences(found), restructuring(found), agreement(tables)])
    return Answers(
        [*advice, *measured, *_claims(ledger)],
        {study.id: answer(study, found) for study in studies},
        own,
        results,
        pictures(own, results, names, peers),
        ledger,
        _titled(trees, names),
        peers,
    )


def _titled(trees: Mapping, names: Mapping[str, str]) -> Mapping:
    """With the treebanks' names for people."""
    kept = [
        treebank | {"title": names[treebank["name"]]}
        for treebank in trees.get("treebanks", ())
        if treebank["name"] in names and treebank["sentences"]
    ]
    return {**trees, "treebanks": kept} if kept else {}


def _claims(ledger: Ledger) -> list[Sentence]:
    """How many of the papers' claims hold, and which fall."""
    if not ledger.claims:
        return []
    fallen = {claim.id: claim.text for claim in ledger.fallen}
    text = (
        f"Of {len(ledger.claims)} claims of the papers, {len(ledger.upheld)} hold wherever they "
        f"were judged, {len(ledger.constructed)} cannot but hold, by construction or design, "
        f"{len(ledger.open)} could not be judged here, and "
        + (
            "1 is contradicted and holds on none of the treebanks that it speaks"
            if len(fallen) == 1
            else f"{len(fallen)} are contradicted and hold on none of the treebanks that they speak"
        )
        + f" of, or that stand for them{':' if fallen else '.'}"
    )
    return [Sentence("Which claims fall", text, claims=fallen)]


def pictures(
    own: Sequence[Difference],
    results: Sequence[ParserResult],
    names: Mapping[str, str],
    peers: Sequence[PeerResult] = (),
) -> dict[str, bytes]:
    """The pictures of the first screen that there is something for."""
    found = {}
    for name, draw, content in (
        (DIFFERENCES, draw_differences, (own, names)),
        (SPEED, draw_speed, (results, names, peers)),
    ):
        with figure_style(name):
            figure = draw(*content)
            if figure is not None:
                found[name] = as_svg(figure)
    return found

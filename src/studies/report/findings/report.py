"""The part of a report before its tables: findings, pictures, claims and trees."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import NamedTuple

import pandas as pd

from nonproj.public.drawing import (
    PARSERS,
    SPEEDS,
    TRAININGS,
    Finding,
    draw_costs,
    draw_forest,
    draw_strategies,
    svg_of,
)
from nonproj.public.treebanks import SPLITS
from nonproj.public.values import Key, Values
from studies.judge.verdicts import Judgement
from studies.plan.study.study import Study, Target
from studies.plan.treebanks.suite import Suite
from studies.report.findings.comparisons import (
    best,
    best_of_families,
    blends,
    comparisons,
    families,
    strategies,
    unconverted,
)
from studies.report.findings.headers import (
    BLEND_HEADERS,
    CONVERSIONS,
    DIFFERENCE_HEADERS,
    GAIN_HEADERS,
    PUBLISHED_HEADERS,
    STRATEGIES,
    of_families,
)
from studies.report.findings.parsers import BLEND, of_peers, parsers_of, percent
from studies.report.findings.programs import Programs, programs_of
from studies.report.ledger import Ledger
from studies.store.speeds import Speed
from studies.tables.build import Table
from studies.values.peers import PeerResult
from studies.values.tests import Tests

# Measures of treebanks (two counts, two shares) and columns of comparisons on treebanks' pages.
TREEBANK_HEADERS = {
    "n-sentences": "Sentences",
    "n-tokens": "Words",
    "pct-nonproj-sentences": "Non-projective sentences, %",
    "pct-nonproj-arcs": "Non-projective arcs, %",
}
CLAIMS_HEADERS = {str(judgement): str(judgement) for judgement in Judgement}
COMPARED = {"las": "LAS", "other_las": "Projective baseline", **DIFFERENCE_HEADERS}
WITHOUT_PUNCTUATION = "punctuation=exclude"  # as in Nilsson (2009, chapter 6)
HELD_OUT_SPLITS = ("train-cv10", "dev20")  # held-out parts of the training set


class ParserComparisons(NamedTuple):
    """All parsers, their comparisons with projective baselines, and findings about both.

    `statistics` measures all treebanks."""

    parsers: pd.DataFrame
    compared: pd.DataFrame
    findings: Sequence[Finding]
    statistics: pd.DataFrame


@dataclass(frozen=True)
class Findings:
    """Findings of a report, for its first screen and for its sections.

    `screen`: the best parser of each family; `shown`: findings with their tables; `studies`: the
    gains of each study's parsers, by study id; `comparisons` and `parsers`: all comparisons and
    parsers; `statistics`: measures of all treebanks; `pictures`: SVG files by name; `advice`:
    results of `nonproj recommend` by treebank; `programs`: our parsers beside other programs.
    """

    screen: Finding
    shown: Sequence[Finding]
    studies: Mapping[str, Finding]
    comparisons: Finding
    parsers: Finding
    statistics: pd.DataFrame
    pictures: Mapping[str, bytes]
    ledger: Ledger
    trees: Mapping
    peers: Sequence[PeerResult]
    advice: Mapping[str, Mapping]
    programs: Programs | None

    @property
    def drawn(self) -> int:
        """The number of comparisons in the figure of all strategies."""
        return strategies(self.comparisons.table).treebanks.sum()

    def of_treebank(self, name: str) -> list[Finding]:
        """Return the statistics of a treebank, its parsers, and its comparisons with baselines."""
        found = [Finding("statistics", "Statistics", TREEBANK_HEADERS, self.statistics)]
        for id, headers, one in (
            ("tried", PARSERS, self.parsers),
            ("strategies", COMPARED, self.comparisons),
        ):
            table = one.table.assign(title=one.table.parser, text=_texts(one.table))
            table = table.drop(columns="parser").sort_values(
                ["text", "las"], ascending=[True, False]
            )
            found.append(Finding(id, one.heading, {"text": "Text"} | headers, table))
        own = (replace(one, table=one.table[one.table.treebank == name]) for one in found)
        return [one for one in own if len(one.table)]


def collect(
    suite: Suite,
    studies: Sequence[Study],
    measured: ParserComparisons,
    ledger: Ledger,
    *,
    tables: Iterable[Table] = (),
    trees: Mapping = {},
    advice: Mapping[str, Mapping] = {},
    peers: Sequence[PeerResult] = (),
) -> Findings:
    """Return the part of a suite's report that comes before the tables."""
    names = suite.names
    parsers, compared, tables = measured.parsers, measured.compared, [*tables]
    variants = {variant for study in studies for run in study.runs for variant in run.variants}
    others = [one for one in peers if one.peer not in variants]
    own = {study.id for study in studies if not study.of_a_paper}
    further = published((table for table in tables if table.study in own), names)
    shown = [*measured.findings, *further]
    screen = _screen(shown, names)
    shown.append(_claims(ledger, studies))
    shown = [finding for finding in shown if len(finding.table)]
    every = "All comparisons with a projective baseline"
    return Findings(
        screen,
        shown,
        {study.id: _of_study(study, compared, names) for study in studies},
        _finding("comparisons", every, STRATEGIES, compared, names),
        _finding("parsers", "All parsers", PARSERS, parsers, names),
        measured.statistics,
        _pictures(shown, compared, parsers, names, others),
        ledger,
        _compared_trees(trees, compared, names),
        others,
        advice,
        programs_of(tables),
    )


def _finding(
    id: str,
    heading: str,
    headers: Mapping[str, str],
    table: pd.DataFrame,
    names: Mapping[str, str],
) -> Finding:
    """Make a finding with rows named after treebanks.

    The texts are named in the rows if they differ from row to row, and otherwise in the heading."""
    short = table.treebank.map(names)
    texts = _texts(table)
    if texts.nunique() == 1:
        heading = f"{heading} ({texts.iloc[0]})"
        titled = table.assign(short=short, title=short)
    else:
        titled = table.assign(short=short, title=short + " (" + texts + ")")
    return Finding(id, heading, headers, titled)


def _texts(table: pd.DataFrame) -> pd.Series:
    """Name the texts that parsers were scored on: `test`, or `test, train=90%`."""
    return table.split + table.setting.map(lambda setting: f", {setting}" if setting else "")


def measure(
    suite: Suite,
    studies: Sequence[Study],
    values: Values,
    tests: Tests,
    speeds: Iterable[Speed] = (),
) -> ParserComparisons:
    """Compare all parsers with their projective baselines, and find the best."""
    names = suite.names
    parsers = parsers_of(studies, values, speeds, names)
    compared = comparisons(parsers, tests)
    shares = {
        name: percent(values, Key(name, "train", "gold", metric="pct-nonproj-sentences"))
        for name in names
    }
    gains = best(compared)
    gains["nonprojective"] = gains.treebank.map(shares).astype(float)
    each, blended = families(parsers, tests), blends(parsers, tests)
    words = parsers_of(studies, values, (), names, [WITHOUT_PUNCTUATION])
    conversions = comparisons(words, tests, unconverted, WITHOUT_PUNCTUATION)
    converted = best(conversions[conversions.low < conversions.high])  # some change no parse
    found = [
        ("gains", "Gain over the projective baseline", GAIN_HEADERS, gains),
        ("families", "Best parser of each family, first minus second", of_families(each), each),
        ("blends", "Blend against the best single parser", BLEND_HEADERS, blended),
        ("conversions", "Conversion of coordinations and verb groups", CONVERSIONS, converted),
    ]
    findings = [_finding(*one, names) for one in found]
    return ParserComparisons(parsers, compared, findings, _statistics(suite, values))


def _statistics(suite: Suite, values: Values) -> pd.DataFrame:
    """Measure the splits of each treebank."""
    rows = []
    for name, split in product(suite.names, SPLITS):
        found = [values.find(Key(name, split, "gold", metric=m)) for m in TREEBANK_HEADERS]
        if all(found):
            counts = [one.numerator for one in found[:2]]
            shares = [100 * one.numerator / max(1, one.denominator) for one in found[2:]]
            rows.append([name, split, *counts, *shares])
    return pd.DataFrame(rows, columns=["treebank", "title", *TREEBANK_HEADERS])


def _screen(shown: Sequence[Finding], names: Mapping[str, str]) -> Finding:
    """Return the first screen's finding: the best parser of each family and the best blend."""
    found = {finding.id: finding for finding in shown}
    table = best_of_families(found["families"].table, found["blends"].table)
    headers = of_families(found["families"].table)
    headers = {name: title for name, title in headers.items() if name not in DIFFERENCE_HEADERS}
    if table[BLEND].notna().any():
        headers[BLEND] = BLEND.capitalize()
    blend = ", and best blend" if BLEND in headers else ""
    split = f" ({table.split.iloc[0]})" if table.split.nunique() == 1 else ""
    heading = f"Best parser of each family{blend}: LAS{split}"
    table = table.assign(short=table.treebank.map(names), title=table.treebank.map(names))
    return Finding("screen", heading, headers, table)


def published(tables: Iterable[Table], names: Mapping[str, str]) -> Iterator[Finding]:
    """Compare our best LAS on each treebank with the published LAS, for each table that has it."""
    for table in tables:
        rows = [
            (row.treebank, float(cell.ours), float(cell.published))
            for row in table.rows
            for column, cell in zip(table.columns, row.cells, strict=True)
            if column.id == "las" and cell.difference is not None
        ]
        if rows:
            ours = pd.DataFrame(rows, columns=["treebank", "las", "published"])
            best = ours.loc[ours.groupby("treebank", sort=False).las.idxmax()]
            best = best.assign(title=best.treebank.map(names), difference=best.las - best.published)
            yield Finding("published", table.title, PUBLISHED_HEADERS, best)


def _claims(ledger: Ledger, studies: Iterable[Study]) -> Finding:
    """Count the outcomes of the claims, for each study and for all studies."""
    counts = {s.short: Counter(claim.outcome for claim in ledger.counted(s.id)) for s in studies}
    if len(counts) > 1:
        counts["All studies"] = Counter(claim.outcome for claim in ledger.counted())
    rows = [
        {"title": t} | {name: n[name] for name in CLAIMS_HEADERS} for t, n in counts.items() if n
    ]
    return Finding("claims", "Claims of the papers", CLAIMS_HEADERS, pd.DataFrame(rows))


def _of_study(study: Study, compared: pd.DataFrame, names: Mapping[str, str]) -> Finding:
    own = {
        (variant, split)
        for run in study.runs
        for split in (HELD_OUT_SPLITS if run.target == Target.HELDOUT else [run.target])
        for variant in run.variants
    }
    kept = [pair in own for pair in zip(compared.parser, compared.split, strict=True)]
    gains = best(compared.loc[kept])
    return _finding(f"gains-{study.id}", "Its best strategies", STRATEGIES, gains, names)


def _pictures(
    shown: Iterable[Finding],
    compared: pd.DataFrame,
    parsers: pd.DataFrame,
    names: Mapping[str, str],
    peers: Sequence[PeerResult],
) -> dict[str, bytes]:
    """Draw each finding's differences (with all comparisons in `gains`), strategies and costs."""
    titled = compared.assign(short=compared.treebank.map(names))
    figures = {
        one.id: partial(draw_forest, one.table, compared if one.id == "gains" else None)
        for one in shown
        if "points" in one.headers
    }
    figures["strategies"] = partial(draw_strategies, strategies(compared), titled)
    others = of_peers(peers)
    for cost in (SPEEDS, TRAININGS):
        figures[cost.column] = partial(draw_costs, parsers, names, cost, others)
    drawn = {name: svg_of(name, draw) for name, draw in figures.items()}
    return {name: svg for name, svg in drawn.items() if svg}


def _compared_trees(trees: Mapping, compared: pd.DataFrame, names: Mapping[str, str]) -> Mapping:
    """Add the treebanks' printed names, and the pair of parsers that the browser shows first."""
    kept = [
        treebank | {"title": names[treebank["name"]]} | _first_pair(treebank, compared)
        for treebank in trees.get("treebanks", ())
        if treebank["name"] in names and treebank["sentences"]
    ]
    return {**trees, "treebanks": kept} if kept else {}


def _first_pair(treebank: Mapping, compared: pd.DataFrame) -> dict[str, list[int]]:
    """Return the positions, in the browser, of the best strategy and of its projective baseline."""
    shown = [parser["name"] for parser in treebank["parsers"]]
    both = compared.parser.isin(shown) & compared.other.isin(shown)
    rivals = compared[both & (compared.treebank == treebank["name"])]
    if rivals.empty:
        return {}
    most = rivals.loc[rivals.las.idxmax()]
    return {"pair": [shown.index(most.parser), shown.index(most.other)]}

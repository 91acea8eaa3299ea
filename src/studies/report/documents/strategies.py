"""What strategies for crossing arcs gain, over all reports: the finding that the README quotes."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd

from nonproj.public.drawing import Finding
from nonproj.public.scores import signed
from nonproj.public.significance import SIGNIFICANT, holm
from nonproj.public.values import Key, Values
from studies.plan.study.study import Study
from studies.plan.treebanks.config import original_of
from studies.report.findings.comparisons import best, comparisons
from studies.report.findings.parsers import parsers_of, percent
from studies.values.tests import Tests

COMPARED_FAMILIES = ("transition-based", "graph-based", "neural")
OFTEN_CROSSED = 15  # percent of non-projective sentences
HEADING = "Gain of the best strategy of each family over its projective baseline"


def strategies_of_all(
    studies: Sequence[Study], values: Values, tests: Tests, names: Mapping[str, str]
) -> Finding:
    """Compare the best strategy of each family on each text with its projective baseline.

    The best strategy is the one with the highest LAS. A text is a treebank in one version, with
    gold or predicted tags. `p` is adjusted by Holm's method for all strategies of the family on the
    text; a star marks p < 0.05."""
    parsers = parsers_of(studies, values, (), names)
    compared = {
        family: comparisons(parsers[parsers.family == family], tests)
        for family in COMPARED_FAMILIES
    }
    rows = {family: best(found).set_index("treebank") for family, found in compared.items()}
    shares = {name: _share(values, name) for name in names}
    texts = {text for found in rows.values() for text in found.index}
    table = pd.DataFrame(
        {"title": f"{names[text]} ({text})", "nonprojective": shares[text]}
        | {
            column: cell
            for family in COMPARED_FAMILIES
            for column, cell in _cells(family, rows, text)
        }
        for text in sorted(texts, key=lambda text: (-shares[text], text))
    )
    headers = {"nonprojective": "Non-proj., %"} | {
        name: name.capitalize() for name in COMPARED_FAMILIES
    }
    return Finding(
        "everywhere", HEADING, headers, table, [*_sentences(rows, compared, shares, names)]
    )


def _share(values: Values, treebank: str) -> float:
    """Return the share of training sentences that are not projective; 0 if nobody counted them."""
    keys = (
        Key(name, "train", "gold", metric="pct-nonproj-sentences")
        for name in (treebank, original_of(treebank))
    )
    return percent(values, *keys) or 0.0


def _cells(family: str, rows: Mapping[str, pd.DataFrame], text: str) -> Iterator[tuple[str, str]]:
    if text not in rows[family].index:
        yield family, ""
        return
    row = rows[family].loc[text]
    yield family, signed(row.points) + (" *" if row.significant else "")
    yield f"{family} parser", row.parser


def _sentences(
    rows: Mapping[str, pd.DataFrame],
    compared: Mapping[str, pd.DataFrame],
    shares: Mapping[str, float],
    names: Mapping[str, str],
) -> Iterator[str]:
    frequent, rare = (
        _better(rows, lambda text, often=often: (shares[text] > OFTEN_CROSSED) == often)
        for often in (True, False)
    )
    yield (
        "Texts on which the strategy with the highest LAS is significantly better than its "
        f"projective baseline: {_better(rows, bool)}."
    )
    yield (
        f"Where more than {OFTEN_CROSSED} % of the sentences have crossing arcs: {frequent}. "
        f"Elsewhere: {rare}. (We chose this bound after we had seen the table.)"
    )
    every = pd.concat(compared.values(), ignore_index=True)
    most = every.loc[every.points.idxmax()]
    yield (
        f"The largest gain is {signed(most.points)} points, by `{most.parser}` over "
        f"`{most.other}` on {names[most.treebank]}."
    )


def _better(rows: Mapping[str, pd.DataFrame], chosen: Callable[[str], bool]) -> str:
    """Count, for each family, the chosen texts on which the best strategy is better.

    It is proved on those that stay significant if p is adjusted for the chosen texts (partial
    conjunction, Dror et al. 2017)."""
    counts = []
    for family, found in rows.items():
        texts = found.loc[[text for text in found.index if chosen(text)]]
        better = texts.points > 0
        proved = better & (np.array(holm(texts.p.tolist())) < SIGNIFICANT)
        found = better & texts.significant
        counts.append(f"{family} {found.sum()} of {len(texts)}, proved on {proved.sum()}")
    return "; ".join(counts)

"""At most eight sentences about the tables of findings, each with at most 20 words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pandas as pd

from nonproj.reporting.tables.build import Table
from nonproj.results.significance.resampling import rank_correlation
from nonproj.results.values import Key, Values

FEWEST_CORRELATED = 4  # treebanks needed for a correlation


def about_gains(
    best: pd.DataFrame,
    compared: pd.DataFrame,
    parsers: pd.DataFrame,
    values: Values,
    names: Mapping[str, str],
) -> Iterator[str]:
    """Describe the best strategy for each treebank, and all strategies that were compared."""
    if best.empty:
        return
    gains = compared.significant & (compared.points > 0)
    losses = compared.significant & (compared.points < 0)
    yield (
        f"On {_treebanks(best.significant & (best.points > 0))}, the strategy with the highest LAS "
        "is significantly better than its projective baseline."
    )
    most = compared.loc[compared.points.idxmax()]
    gain = f"largest gain is {_number(most.points, 2)}"
    loss = f"smallest loss is {_number(-most.points, 2)}"
    yield (
        f"Of all strategies, the {gain if most.points > 0 else loss} points, by `{most.parser}` "
        f"over `{most.other}` on {names[most.treebank]}."
    )
    each = _range(compared.treebank.value_counts(), 0)
    yield (
        f"In {len(compared)} comparisons with projective baselines ({each} per treebank), gains "
        f"are significant in {gains.sum()} and losses in {losses.sum()}."
    )
    shares, most = best.nonprojective, best.treebank.map(compared.groupby("treebank").points.max())
    if shares.count() >= FEWEST_CORRELATED and min(shares.nunique(), most.nunique()) > 1:
        rho, p = rank_correlation(shares, most)
        yield (
            "The rank correlation between the largest gain and the share of non-projective "
            f"sentences is {_number(rho, 2)} (p = {p:.2g})."
        )
    lost = [
        right["proj"] - right["nonproj"]
        for one in best.itertuples()
        if len(right := _las_by_sentences(values, one.treebank, one.split, one.other)) == 2
    ]
    if lost:
        yield (
            f"Projective baselines score {_range(lost)} points of LAS lower in non-projective "
            "than in projective sentences."
        )
    recall = parsers[parsers.setting == ""].set_index(["treebank", "split", "parser"]).recall
    texts = list(zip(best.treebank, best.split, strict=True))
    found = [
        recall.reindex([(*text, name) for text, name in zip(texts, best[column], strict=True)])
        for column in ("parser", "other")
    ]
    known = found[0].notna().to_numpy() & found[1].notna().to_numpy()
    if known.any():
        own, theirs = (_range(shares[known]) for shares in found)
        yield (
            f"The best strategies find {own} % of non-projective arcs; "
            f"their baselines find {theirs} %."
        )


def about_families(best: pd.DataFrame) -> Iterator[str]:
    """Name the family that most often has the best parser."""
    for family in best["first"].mode().head(1):
        leading = _treebanks(best["first"] == family)
        yield f"Of the parsers run here, {family} ones are the best single parsers on {leading}."


def about_blends(best: pd.DataFrame) -> Iterator[str]:
    """Compare the best blend with the best single parser."""
    if len(best):
        gains = _treebanks(best.significant & (best.points > 0))
        yield (
            f"The best blend scores {_above(best.points)} the best single parser, "
            f"significantly better on {gains}."
        )


def about_published(title: str, differences: pd.Series) -> Iterator[str]:
    """Compare our best LAS with the published LAS in a table."""
    yield f"{title}: our best LAS, blends included, is {_above(differences)}."


def about_printed(tables: Iterable[Table]) -> Iterator[str]:
    """Say how many printed numbers we reproduce exactly."""
    cells = [cell for table in tables for row in table.rows for cell in row.cells]
    compared = [cell for cell in cells if cell.difference is not None]
    if compared:
        same = sum(not cell.differs for cell in compared)
        yield f"{same} of {len(compared)} printed figures are reproduced to the last digit."


def _las_by_sentences(values: Values, treebank: str, split: str, parser: str) -> dict[str, float]:
    """Return LAS in projective and in non-projective sentences, for all arcs together."""
    found = {}
    for kind, sentences in (("proj", "projective"), ("nonproj", "nonprojective")):
        key = Key(treebank, split, parser, metric="recall").under("labelled")
        keys = (key.under(f"arcs={arcs}", f"sentences={sentences}") for arcs in ("proj", "nonproj"))
        counts = [value for key in keys if (value := values.find(key)) is not None]
        if total := sum(value.denominator for value in counts):
            found[kind] = 100 * sum(value.numerator for value in counts) / total
    return found


def _treebanks(which: pd.Series) -> str:
    return f"{which.sum()} of {len(which)} treebank{'s' if len(which) > 1 else ''}"


def _above(points: pd.Series) -> str:
    """State how far the points lie above or below 0, as a range."""
    if points.min() >= 0:
        return f"{_range(points)} points above"
    if points.max() <= 0:
        return f"{_range(-points)} points below"
    low, high = _number(-points.min(), 1), _number(points.max(), 1)
    return f"between {low} points below and {high} above"


def _range(numbers: Sequence[float], decimals: int = 1) -> str:
    low, high = _number(min(numbers), decimals), _number(max(numbers), decimals)
    return low if low == high else f"{low} to {high}"


def _number(number: float, decimals: int) -> str:
    return f"{number:.{decimals}f}".replace("-", "−")

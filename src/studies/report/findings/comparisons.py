"""Comparisons of parsers on each treebank, as pandas tables.

A row compares two parsers: `parser`, with LAS `las`, and `other`, with LAS `other_las`.
`points` is the difference, with a 95 % interval over sentences from `low` to `high`. `p_t` is the
p-value of the paired t-test over sentences, and `p` is the Holm-adjusted p-value. If `p` < 0.05,
the row is `significant`."""

import math
from collections.abc import Callable, Sequence

import pandas as pd

from nonproj.public.significance import SIGNIFICANT, holm
from nonproj.public.trees import Restructured
from nonproj.public.values import Key, Subject
from nonproj.public.variants import parts_of, strategy_of, uncapped, variant_named
from studies.report.findings.parsers import BLEND, PREFERRED_SPLITS, TEXT
from studies.values.tests import Tests

DIFFERENCE_COLUMNS = ["points", "low", "high", "p_t", "p", "significant"]
NORMAL_95 = 1.96  # standard errors on either side in a 95 % interval
COMPARED_COLUMNS = [*TEXT, "parser", "las", "other", "other_las", *DIFFERENCE_COLUMNS]


def unconverted(parser: str) -> str | None:
    """Return the parser without its coordination and verb group conversions; None without any."""
    conversions = {s.name for s in variant_named(parser).steps if isinstance(s, Restructured)}
    parts = parts_of(parser)
    kept = [step for step in parts.steps if ":" in step or step not in conversions]
    return None if kept == parts.steps else parts._replace(steps=kept).name


def comparisons(
    parsers: pd.DataFrame,
    tests: Tests,
    other_of: Callable[[str], str | None] = lambda parser: variant_named(parser).baseline,
    setting: str = "",
) -> pd.DataFrame:
    """Compare parsers with their counterparts; by default, with their projective baselines.

    `setting` selects the scores, such as scores without punctuation. Parsers are compared on the
    split that most of them share; a parser without scores there is compared on its first preferred
    split. A capped variant is left out if it has the same scores as the uncapped variant. `p` is
    adjusted for all rows of a treebank."""
    whole = parsers[(parsers.setting == setting) & (parsers.family != BLEND)]
    rows = [
        _compared(tests, one, other)
        for one in whole.itertuples()
        if (other := other_of(one.parser))
    ]
    found = pd.DataFrame(filter(None, rows), columns=COMPARED_COLUMNS)
    found["missed"] = found.split != found.treebank.map(_shared_split(found))
    found = _first(found, ["treebank", "parser"], "missed").drop(columns="missed")
    scores = found.set_index(["treebank", "parser"])[["split", "las", "points"]].T.to_dict("list")
    repeats = [
        scores.get((treebank, uncapped(parser))) == own
        for (treebank, parser), own in scores.items()
    ]
    found = found[~pd.Series(repeats, index=found.index, dtype=bool)]
    return _adjusted(found, ["treebank"])[COMPARED_COLUMNS].reset_index(drop=True)


def best(compared: pd.DataFrame) -> pd.DataFrame:
    """Return the best parser's row for each treebank, among those with its most common split."""
    rivals = compared[compared.split == compared.treebank.map(_shared_split(compared))]
    return _first(rivals.sort_values("las", ascending=False, kind="stable"), ["treebank"])


def strategies(compared: pd.DataFrame) -> pd.DataFrame:
    """Return each strategy's mean over its treebanks, with an interval from `low` to `high`.

    Strategies are sorted by the number of treebanks and then by the mean. Among parsers that differ
    only in an option, the parser with the shortest name is chosen. A strategy is left out if
    another strategy was tried on more than twice as many treebanks."""
    rows = compared.assign(
        strategy=compared.parser.map(lambda name: strategy_of(name).strategy),
        capped=compared.parser.map(lambda name: uncapped(name) is not None).astype(bool),
        length=compared.parser.str.len(),
        variance=((compared.high - compared.low) / (2 * NORMAL_95)) ** 2,
    )
    rows = rows[~rows.capped]
    shortest = rows.groupby(["strategy", "other"]).length.transform("min")
    rows = rows[rows.length == shortest]
    found = rows.groupby(["parser", "strategy", "other"], sort=False, as_index=False).agg(
        mean=("points", "mean"), variance=("variance", "sum"), treebanks=("points", "size")
    )
    found = found[2 * found.treebanks >= found.treebanks.max()]
    error = NORMAL_95 * found.variance**0.5 / found.treebanks
    found = found.assign(
        low=found["mean"] - error,
        high=found["mean"] + error,
        label=found.parser + " over " + found.other + found.treebanks.map(" ({})".format),
    )
    ranked = found.sort_values(["treebanks", "mean"], ascending=False, kind="stable")
    return ranked.reset_index(drop=True)


def best_of_families(each: pd.DataFrame, blended: pd.DataFrame) -> pd.DataFrame:
    """Add the best blend on each text to the best parsers of the families on the same text.

    `best` names the column with the highest score. `certain` is true if this score is significantly
    better than the others: a family's score must beat those of the second best family and of the
    blend, and a blend's score must beat that of the best single parser."""
    of_blends = blended.set_index(TEXT)[["las", "parser", "points", "significant"]]
    of_blends.columns = [BLEND, f"{BLEND} parser", "gain", "surely"]
    found = each.join(of_blends, on=TEXT)
    by_blend = found.gain > 0
    return found.assign(
        best=found["first"].mask(by_blend, BLEND),
        certain=(found.significant.eq(True) | by_blend)
        & (found.surely.eq(True) | found.gain.isna()),
    )


def families(parsers: pd.DataFrame, tests: Tests) -> pd.DataFrame:
    """Compare the best parsers of the two best families.

    For each treebank, this uses the text parsed by the largest number of families. The column
    `<family>` holds the LAS of a family's best parser; `<family> parser` holds that parser's name.
    `p` is multiplied by the number of pairs of families (Bonferroni)."""
    ordered = parsers[parsers.family != BLEND].sort_values("las", ascending=False, kind="stable")
    each = ordered.drop_duplicates([*TEXT, "family"])
    each = each.assign(fewer=-each.groupby(TEXT).family.transform("size"))
    each = each[each.fewer < -1]
    texts = _first(each, ["treebank"], "fewer")[TEXT]
    rows = []
    for _, group in texts.merge(each).groupby("treebank", sort=False):
        first, second = list(group.head(2).itertuples())
        row = {name: getattr(first, name) for name in TEXT}
        if compared := _compared(tests, first, second.parser):
            p = min(1.0, compared["p_t"] * math.comb(len(group), 2))
            row |= compared | {"p": p, "significant": p < SIGNIFICANT}
        las = dict(zip(group.family, group.las, strict=True))
        names = {f"{one.family} parser": one.parser for one in group.itertuples()}
        rows.append(row | {"first": first.family, "second": second.family} | las | names)
    columns = [name for family in sorted({*each.family}) for name in (family, f"{family} parser")]
    return pd.DataFrame(rows, columns=[*TEXT, *columns, "first", "second", *DIFFERENCE_COLUMNS])


def blends(parsers: pd.DataFrame, tests: Tests) -> pd.DataFrame:
    """Compare the best blend on each treebank with the best single parser on the same text.

    `p` is adjusted for all blends of the text."""
    blended = parsers.family == BLEND
    single = parsers[~blended].sort_values("las", ascending=False, kind="stable")
    single = single.drop_duplicates(TEXT)
    pairs = parsers[blended].merge(single, on=TEXT, suffixes=("", "_single"))
    rows = [_compared(tests, one, one.parser_single) for one in pairs.itertuples()]
    found = _adjusted(pd.DataFrame(filter(None, rows), columns=COMPARED_COLUMNS), TEXT)
    found["fewer"] = -found.groupby(TEXT).parser.transform("size")
    found = found.sort_values("points", ascending=False, kind="stable")
    return _first(found, ["treebank"], "fewer")[COMPARED_COLUMNS]


def _compared(tests: Tests, one, other: str) -> dict | None:
    """Return a row that compares two parsers on the same text; None if there is no test."""
    names = (";".join(filter(None, (name, one.setting))) for name in (one.parser, other))
    keys = (Key(one.treebank, one.split, *Subject.of(name), "las") for name in names)
    test = tests.find(*keys)
    if test is None or test.p_t is None:
        return None
    test = test.seen_from(Subject.of(one.parser))
    points, error = 100 * test.difference, 100 * NORMAL_95 * test.standard_error("t")
    text = {name: getattr(one, name) for name in (*TEXT, "parser", "las")}
    return {
        **text,
        "other": other,
        "other_las": one.las - points,
        "points": points,
        "low": points - error,
        "high": points + error,
        "p_t": test.p_t,
    }


def _adjusted(compared: pd.DataFrame, text: Sequence[str]) -> pd.DataFrame:
    """Adjust the p-values of all rows of a text together."""
    by_text = compared.groupby([*text], sort=False).p_t
    p = by_text.transform(lambda p: holm(p.tolist())).astype(float)
    return compared.assign(p=p, significant=p < SIGNIFICANT)


def _shared_split(compared: pd.DataFrame) -> pd.Series:
    """Return the most frequent split for each treebank; ties go to the preferred split."""
    fewer = -compared.groupby(["treebank", "split"]).parser.transform("size")
    return _first(compared.assign(fewer=fewer), ["treebank"], "fewer").set_index("treebank").split


def _first(rows: pd.DataFrame, keys: Sequence[str], *before: str) -> pd.DataFrame:
    """Sort rows by columns and then by preferred split; return the first row for each key."""
    places = rows.assign(preference=rows.split.map(PREFERRED_SPLITS.index))
    places = places.sort_values([*before, "preference", "setting"], kind="stable")
    return places.drop_duplicates(keys).drop(columns="preference").sort_index()

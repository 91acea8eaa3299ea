"""The scores of trials as tables, and the recommended parsers.

The columns are the same as in the report's tables of parsers and comparisons."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pandas as pd

from nonproj.combination.blending import blend
from nonproj.data.treebank import Treebank
from nonproj.parsers.costs import cost_of_training
from nonproj.parsers.families import variant_named
from nonproj.parsers.roots import Root
from nonproj.recommendation.trial import Trial
from nonproj.results.scores import Attachment, by_projectivity, evaluate
from nonproj.results.significance.comparison import compare
from nonproj.results.significance.p_values import SIGNIFICANT
from nonproj.results.significance.paired_tests import holm

NONPROJECTIVE = "arcs=nonproj;sentences=all"
BLENDED = 3  # fewest parses to blend, because two have no majority
NEGLIGIBLE, TOO_MUCH = 0.5, 3.0  # loss in points of LAS that is accepted for speed
COMPARED_WORDS = 20_000  # size of the training set for which costs are compared
DIFFERENCE_ROW = ["parser", "other", "other_las", "points", "low", "high", "p"]


def assess(
    gold: Treebank, parses: Mapping[str, Treebank], trials: Mapping[str, Trial], seed: int
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return a table of all parsers and their blend, and a table of gains over baselines.

    The most accurate parser is first; all others are compared with the best single parser.
    Intervals and p-values come from the bootstrap over sentences. All p-values are Holm-adjusted
    together, and a pair of parsers has the same p in both tables."""
    rows = _ordered([_scores(gold, name, parse, [trials[name]]) for name, parse in parses.items()])
    best = rows.parser[0]
    if len(rows) >= BLENDED:
        name, members = f"blend of all {len(rows)}", [parses[each] for each in rows.parser]
        parses = {**parses, name: blend(members, root=Root.AUTO)}
        blended = _scores(gold, name, parses[name], list(trials.values()))
        rows = _ordered([*rows.to_dict("records"), blended])
    baselines = [(name, variant_named(name).baseline) for name in rows.parser[~rows.blend]]
    pairs = [(name, best) for name in rows.parser]
    tests = _tests(gold, parses, [*baselines, *pairs], seed)
    gains, behind = (_differences(rows, each, tests) for each in (baselines, pairs))
    gains["significant"] = gains.p < SIGNIFICANT
    return rows.merge(behind, how="left", on="parser"), rows.merge(gains, on="parser")


def _ordered(rows: list[dict]) -> pd.DataFrame:
    return pd.DataFrame(rows).sort_values("las", ascending=False, kind="stable", ignore_index=True)


def _scores(gold: Treebank, name: str, parse: Treebank, trials: list[Trial]) -> dict:
    """Return the row for a parser, or for a blend of several parsers that run one after another."""
    scores, arcs = evaluate(gold, parse), by_projectivity(gold, parse)[NONPROJECTIVE]
    return {
        "parser": name,
        "blend": len(trials) > 1,
        "las": _percent(scores["las"]),
        "uas": _percent(scores["uas"]),
        "precision": _percent(arcs.precision),  # for the heads of non-projective arcs
        "recall": _percent(arcs.recall),
        "training": sum(trial.training for trial in trials),
        "speed": trials[0].words / sum(trial.parsing for trial in trials),
        "memory": round(max(trial.memory for trial in trials) / 1e6),
        "size": sum(trial.size for trial in trials) / 1e6,
    }


def _percent(score: Attachment) -> float | None:
    return 100 * score.correct / score.total if score.total else None


def _tests(
    gold: Treebank, parses: Mapping[str, Treebank], pairs: Sequence[tuple[str, str]], seed: int
) -> dict[tuple[str, str], tuple[float, ...]]:
    """Return the difference in LAS, its interval and its p-value for each pair, in both orders.

    Each pair is tested only once."""
    tried = [pair for pair in pairs if pair[0] != pair[1] and pair[1] in parses]
    once = {frozenset(pair): pair for pair in tried}.values()
    found = []
    for pair in once:
        both = (parses[name] for name in pair)
        found.append(compare(gold, *both, metrics=["las"], seed=seed)["las"])
    tests, corrected = {}, holm([test.bootstrap.p for test in found])
    for (a, b), test, p in zip(once, found, corrected, strict=True):
        interval = test.bootstrap.interval
        points, low, high = (100 * x for x in (test.difference, interval.low, interval.high))
        tests[a, b], tests[b, a] = (points, low, high, p), (-points, -high, -low, p)
    return tests


def _differences(
    rows: pd.DataFrame, pairs: Sequence[tuple[str, str]], tests: Mapping[tuple[str, str], tuple]
) -> pd.DataFrame:
    """Return a row for each pair that was tested."""
    las = rows.set_index("parser").las
    found = [[*pair, las[pair[1]], *tests[pair]] for pair in pairs if pair in tests]
    return pd.DataFrame(found, columns=DIFFERENCE_ROW)


def headline(rows: pd.DataFrame) -> str:
    """Name the best single parser, or the cheapest one that is not significantly worse.

    If a blend has a higher LAS, a second sentence says so."""
    single, ahead = rows[~rows.blend], rows[rows.blend & (rows.points > 0)]
    of_blends = [_of_blend(row, single.parser.iloc[0]) for row in ahead.itertuples()]
    return " ".join([_of_single(single), *of_blends])


def _of_blend(row: NamedTuple, best: str) -> str:
    """Say by how much a blend is ahead of the best single parser, and why it is not named first."""
    clear = row.p < SIGNIFICANT
    verb, chance = ("better than", "") if clear else ("ahead of", ", perhaps only by chance")
    return (
        f"The {row.parser} is {verb} {best} by {row.points:.2f} points of LAS{chance}; it needs "
        "all of these parsers for each text."
    )


def _of_single(single: pd.DataFrame) -> str:
    """Name one of the single parsers; of equally cheap ones, that with the highest LAS."""
    if len(single) == 1:
        return f"Only {single.parser.iloc[0]} was tried."
    best, *others = single.parser.iloc[0], *single.parser[single.p >= SIGNIFICANT]
    if not others:
        return f"{best} is the most accurate of the {len(single)} parsers."
    costs = {name: cost_of_training(name, COMPARED_WORDS).seconds for name in (best, *others)}
    cheapest, names = min(costs, key=costs.get), ", ".join(others)
    if cheapest == best:
        return (
            f"Undecided: take {best}. It has the highest LAS, may differ from {names} only by "
            "chance, and costs no more to train."
        )
    return (
        f"Undecided: take the cheapest parser, {cheapest}. The best parser, {best}, may differ "
        f"from {names} only by chance."
    )


def advise(rows: pd.DataFrame) -> pd.DataFrame:
    """Return one row per purpose; a blend must beat the best single parser significantly."""
    single = rows[~rows.blend]
    best, significant = single.iloc[0], single.p < SIGNIFICANT
    near = single[best.las - single.las <= TOO_MUCH]
    good = single[(single.points >= -NEGLIGIBLE) | ~significant]
    advice = {"accuracy": best}
    blends = rows[rows.blend & (rows.points > 0) & (rows.p < SIGNIFICANT)]
    if len(blends):
        advice = {"accuracy": blends.iloc[0], "accuracy with one model": best}
    advice |= {"speed": near.loc[near.speed.idxmax()], "both": good.loc[good.speed.idxmax()]}
    return pd.DataFrame(advice.values()).assign(purpose=list(advice))

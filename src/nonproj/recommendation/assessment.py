"""The scores of trials as tables, and the recommended parsers.

The columns are the same as in the report's tables of parsers and comparisons."""

from collections.abc import Mapping

import pandas as pd

from nonproj.combination.blending import blend
from nonproj.data.treebank import Treebank
from nonproj.parsers.families import variant_named
from nonproj.parsers.roots import Root
from nonproj.recommendation.trial import Trial
from nonproj.results.options import Metric
from nonproj.results.scores import Attachment, by_projectivity, evaluate
from nonproj.results.significance.comparison import compare
from nonproj.results.significance.p_values import SIGNIFICANT
from nonproj.results.significance.paired_tests import holm

NONPROJECTIVE = "arcs=nonproj;sentences=all"
BLENDED = 3  # the minimum number of parses, because two have no majority
NEGLIGIBLE, TOO_MUCH = 0.5, 3.0  # points of LAS below the best parser, as the price of speed
DIFFERENCE_ROW = ["parser", "other", "other_las", "points", "low", "high", "p"]


def assess(
    gold: Treebank, parses: Mapping[str, Treebank], trials: Mapping[str, Trial], seed: int
) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return a table of all parsers and their blend, and a table of gains over baselines.

    The most accurate parser comes first, and each row is compared with the best single parser.
    Intervals and p-values come from a bootstrap over sentences, and the p-values of gains are
    Holm-adjusted."""
    rows = _ordered([_scores(gold, name, parse, [trials[name]]) for name, parse in parses.items()])
    best = rows.parser[0]
    if len(rows) >= BLENDED:
        name, members = f"blend of all {len(rows)}", [parses[each] for each in rows.parser]
        parses = {**parses, name: blend(members, root=Root.AUTO)}
        blended = _scores(gold, name, parses[name], list(trials.values()))
        rows = _ordered([*rows.to_dict("records"), blended])
    baselines = {name: variant_named(name).baseline for name in rows.parser[~rows.blend]}
    gains = _differences(gold, parses, rows, baselines, seed)
    gains["p"] = holm(gains.p.tolist())
    gains["significant"] = gains.p < SIGNIFICANT
    behind = _differences(gold, parses, rows, dict.fromkeys(rows.parser, best), seed)
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


def _differences(
    gold: Treebank,
    parses: Mapping[str, Treebank],
    rows: pd.DataFrame,
    others: Mapping[str, str],
    seed: int,
) -> pd.DataFrame:
    """Compare the LAS of parsers with the LAS of the `others`, if these were tried."""
    las, found = rows.set_index("parser").las, []
    for name, other in others.items():
        if other in parses and other != name:
            both = parses[name], parses[other]
            test = compare(gold, *both, metrics=[Metric.LAS], seed=seed)[Metric.LAS]
            interval = test.bootstrap.interval
            points = (100 * each for each in (test.difference, interval.low, interval.high))
            found.append([name, other, las[other], *points, test.bootstrap.p])
    return pd.DataFrame(found, columns=DIFFERENCE_ROW)


def advise(rows: pd.DataFrame) -> pd.DataFrame:
    """Return one row per purpose; a blend must be significantly better than the best parser."""
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

"""One strategy for accuracy, one for speed, one for both, with the reason and the cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from nonproj.evaluation.significance.p_values import SIGNIFICANT, printed_p
from nonproj.recommendation.assessment import Assessed

CLOSE = 0.005  # of LAS, which few would notice
FAR = 0.03  # of LAS, which speed is not worth
MORE = 0.05  # of the non-projective arcs, which is worth a sentence


@dataclass(frozen=True)
class Advice:
    purpose: str
    strategy: Assessed
    reason: str


def by_strategy(advice: Sequence[Advice]) -> list[Advice]:
    """What is told to people: purposes that one strategy serves stand together."""
    found: dict[str, Advice] = {}
    for each in advice:
        name = each.strategy.name
        if name in found:
            purpose = f"{found[name].purpose}, and for {each.purpose}"
            each = Advice(purpose, each.strategy, f"{found[name].reason} {each.reason}")
        found[name] = each
    return list(found.values())


def advise(rows: Sequence[Assessed]) -> list[Advice]:
    """Advice from the strategies that were tried, the most accurate first."""
    single = [row for row in rows if row.trial]
    best = single[0]
    fast = max((r for r in single if best.share - r.share <= FAR), key=_speed)
    good = max((r for r in single if _as_good(r)), key=_speed)
    blends = [Advice("accuracy", row, _why_blend(row, best)) for row in rows if _is_better(row)]
    alone = "accuracy with one model" if blends else "accuracy"
    return [
        *blends,
        Advice(alone, best, f"{_why_best(best, rows)}{_recall(best, single)}"),
        Advice("speed", fast, _why_fast(fast, best)),
        Advice("both", good, f"{_why_both(good, best, single)}{_recall(good, single, best)}"),
    ]


def _is_better(row: Assessed) -> bool:
    """A blend that is clearly better than the best of the single parsers."""
    gain = row.behind_best
    return not row.trial and bool(gain) and gain.difference > 0 and gain.p < SIGNIFICANT


def _speed(row: Assessed) -> float:
    return row.trial.speed


def _as_good(row: Assessed) -> bool:
    """The best itself, or one that is close to it, or not clearly worse."""
    behind = row.behind_best
    return behind is None or -behind.difference <= CLOSE or behind.p >= SIGNIFICANT


def _why_best(best: Assessed, rows: Sequence[Assessed]) -> str:
    tried = sum(row.trial is not None for row in rows)
    if tried == 1:
        return f"It is the only one tried; its LAS is {_las(best)}."
    told = f"It has the highest LAS of the {tried} parsers tried, {_las(best)}. {_twin(best)}"
    for blend in rows[: rows.index(best)]:
        if not _is_better(blend):
            gain = blend.behind_best
            above = _apart(gain.difference, "it")
            told += f" The {blend.name} is {above}, which is not clear (p {printed_p(gain.p)})."
    return told


def _recall(row: Assessed, single: Sequence[Assessed], told: Assessed | None = None) -> str:
    """Which other parser finds far more non-projective arcs; nothing if `told` is the row."""
    most = max(single, key=_found)
    if row is told or _found(most) - _found(row) < MORE:
        return ""
    return (
        f" It finds the heads of {100 * _found(row):.1f} % of the non-projective arcs, "
        f"{most.name} {100 * _found(most):.1f} %."
    )


def _found(row: Assessed) -> float:
    recall = row.nonprojective.recall
    return recall.correct / recall.total if recall.total else 0.0


def _twin(row: Assessed) -> str:
    gain = row.over_twin
    if gain is None:
        kind = "is projective" if row.projective else "extends no projective parser that was tried"
        return f"It {kind}: no other strategy that was tried is more accurate here."
    clear = "" if gain.p < SIGNIFICANT else ", which chance explains as well"
    p = f"p {printed_p(gain.p)} after Holm’s correction"
    return f"That is {_apart(gain.difference, f'that of {gain.other}')} ({p}){clear}."


def _why_fast(fast: Assessed, best: Assessed) -> str:
    told = f"It parses {fast.trial.speed:,.0f} words per second with one thread"
    if fast.name == best.name:
        return f"{told}; none tried is faster within {100 * FAR:.0f} points of LAS."
    lost = 100 * (best.share - fast.share)
    times = fast.trial.speed / best.trial.speed
    return f"{told}, {times:.1f} times as many as {best.name}, for {lost:.2f} points of LAS."


def _why_both(good: Assessed, best: Assessed, single: Sequence[Assessed]) -> str:
    if len(single) == 1:
        return "No other was tried."
    if good.name == best.name:
        faster = any(_speed(row) > _speed(best) for row in single)
        return "Every faster one is clearly less accurate." if faster else "None is faster."
    gain = good.behind_best
    return (
        f"Its LAS, {_las(good)}, is {_apart(gain.difference, f'that of {best.name}')} "
        f"(p {printed_p(gain.p)}), and it parses {good.trial.speed / best.trial.speed:.1f} times "
        "as fast."
    )


def _why_blend(row: Assessed, best: Assessed) -> str:
    gain = row.behind_best
    return (
        f"Its LAS, {_las(row)}, is {_apart(gain.difference, f'that of {best.name}')} "
        f"(p {printed_p(gain.p)}); it costs the training and parsing of all of them."
    )


def _apart(difference: float, other: str) -> str:
    points = 100 * difference
    return f"{abs(points):.2f} points {'below' if points < 0 else 'above'} {other}"


def _las(row: Assessed) -> str:
    low, high = 100 * row.interval.low, 100 * row.interval.high
    return f"{100 * row.share:.2f} % ({low:.1f} to {high:.1f})"

"""Sentences about what was found, every number in them taken from a value or a test."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations

from nonproj.evaluation.significance.p_values import SIGNIFICANT
from nonproj.evaluation.values import Key, items_of
from nonproj.parsers.strategies import strategy_of
from nonproj.reporting.answers.best_family import best_family
from nonproj.reporting.answers.blending import blending
from nonproj.reporting.answers.differences import Difference, shared_splits
from nonproj.reporting.answers.found import (
    SPLITS,
    Found,
    Gain,
    Sentence,
    by_treebank,
    doubted,
    of_treebanks,
)
from nonproj.reporting.answers.parsers import ParserResult
from nonproj.reporting.tables.build import Table

FEWEST_CORRELATED = 4  # treebanks
MOST_PERMUTED = 8  # treebanks; all orders of more take long
CLASSES = {"projective": "projective trees", "mh4": "MH4", "1ec": "1-Endpoint-Crossing trees"}


def sentences(found: Found) -> list[Sentence]:
    """Everything that can be said of what was measured, the most important first."""
    parts = (most_accurate(found), losses(found), relation(found), best_family(found))
    parts += (cost(found), blending(found), coverage(found))
    return [sentence for sentence in parts if sentence is not None]


def relation(found: Found) -> Sentence | None:
    """Whether treebanks with more non-projective sentences gain more."""
    best = {
        name: max(d.points for d in found.differences if d.treebank == name)
        for name in dict.fromkeys(d.treebank for d in found.differences)
    }
    shares = {name: found.share(name) for name in best}
    pairs = [(share, best[name]) for name, share in shares.items() if share is not None]
    if len(pairs) < FEWEST_CORRELATED:
        return None
    rho, p = _rank_correlation(*zip(*pairs, strict=True))
    if p < SIGNIFICANT:
        gains = "more" if rho > 0 else "less"
        text = f"The more of its sentences are non-projective, the {gains} a treebank gains"
    else:
        text = (
            f"{len(pairs)} treebanks do not decide whether those with more non-projective "
            f"sentences gain more"
        )
    known = f"rank correlation {rho:.2f}, p = {p:.2g}".replace("-", "−")
    about = "of the share of such sentences with the largest gain over a twin"
    return Sentence("On which kind of treebank", f"{text} ({known}, {about}).")


def _rank_correlation(x: Sequence[float], y: Sequence[float]) -> tuple[float, float]:
    """Spearman's, and its p: of few pairs from all their orders."""
    from scipy.stats import rankdata, spearmanr  # takes a second to import

    test = spearmanr(x, y)
    if len(x) > MOST_PERMUTED:
        return test.statistic, test.pvalue
    first, second = rankdata(x) - (len(x) + 1) / 2, rankdata(y) - (len(y) + 1) / 2
    reached = abs(first @ second) - 1e-9
    orders = [abs(first @ second[list(order)]) for order in permutations(range(len(y)))]
    return test.statistic, sum(order >= reached for order in orders) / len(orders)


def losses(found: Found) -> Sentence | None:
    """How many comparisons decide anything, and the worst of them."""
    if not found.differences:
        return None
    sure = [d for d in found.differences if d.significant]
    worse = [d for d in sure if d.points < 0]
    twins = Counter(d.strategy.baseline for d in sure if d.points > 0).most_common()
    over = ", ".join(f"{number} over {twin}" for twin, number in twins)
    text = (
        f"Comparisons of a strategy with its twin: {len(found.differences)}, of which "
        f"{len(sure) - len(worse)} with a significant gain{f' ({over})' if over else ''}, "
        f"{len(worse)} with a significant loss, "
        f"and {len(found.differences) - len(sure)} that decide nothing"
    )
    if worse:
        worst = min(worse, key=lambda d: d.points)
        where = f"{worst.strategy.variant} on {found.names[worst.treebank]}"
        text += f"; the largest loss is that of {where}, {Gain.of(worst)}"
    return Sentence("How sure that is", text + ".")


def most_accurate(found: Found) -> Sentence | None:
    """The strategy with the highest LAS on each treebank, and its gain over its twin."""
    best = _best_by_las(found)
    if not best:
        return None
    behind = sum(d.points < 0 for d in best.values())
    gained = ""
    if behind == len(best):
        above = any(d.points > 0 for d in found.differences)
        which = "The best strategy has fewer" if above else "No strategy has more"
        text = f"{which} words right than its projective twin"
    else:
        text = _leading(best.values())
        if behind:
            text += (
                f"; on {of_treebanks(behind, len(best))} its projective twin has more words right"
            )
        sure = sum(d.significant and d.points > 0 for d in best.values())
        gained = (
            f". The strategy that is best on the words scored gains LAS significantly over its "
            f"projective twin, the same parser without it, on {of_treebanks(sure, len(best))}"
        )
    items = (
        f"{found.named(d.treebank)}: {d.strategy.variant}, LAS {d.las:.2f} on {SPLITS[d.split]}, "
        f"{Gain.of(d)} over {d.strategy.baseline}{doubted(d.significant, d.low, d.high)}"
        f"{_without_twin(found, d)}"
        for d in best.values()
    )
    gains = {found.names[name]: Gain.of(d) for name, d in best.items()}
    return by_treebank("Which strategy is best", text, gains, items, gained)


def _leading(best: Iterable[Difference]) -> str:
    """How often the strategy that is most often the best is it."""
    labels = [d.strategy.label for d in best]
    label, most = Counter(labels).most_common()[0]
    if len(labels) == 1:
        return f"{_capital(label)} is the most accurate strategy"
    if most == 1:
        return "On every treebank another strategy is the most accurate"
    return f"{_capital(label)} is the most accurate strategy on {of_treebanks(most, len(labels))}"


def _without_twin(found: Found, best: Difference) -> str:
    """A strategy that was not compared with its twin and is more accurate than the best one, or,
    on another text, than all that were compared with theirs."""
    compared = {d.strategy.variant for d in found.differences if d.treebank == best.treebank}
    results = [result for result in found.parsers.single if result.treebank == best.treebank]
    others = [r for r in results if r.parser not in compared and strategy_of(r.parser)]
    there = [r for r in others if r.split == best.split and r.las > best.las]
    if there:
        return _alone(max(there, key=lambda result: result.las))
    known = [r for r in results if r.parser in compared and r.split != best.split]
    elsewhere = {(r.split, r.setting): r for r in sorted(known, key=lambda result: result.las)}
    above = [
        (other, rival)
        for other in others
        for rival in [elsewhere.get((other.split, other.setting))]
        if rival and other.las > rival.las
    ]
    if not above:
        return ""
    most, rival = max(above, key=lambda pair: pair[0].las)
    return f"{_alone(most)} on {SPLITS[most.split]}, {rival.parser} {rival.las:.2f}"


def _alone(result: ParserResult) -> str:
    return f"; {result.parser}, whose twin was not trained on the same data, has {result.las:.2f}"


def cost(found: Found) -> Sentence | None:
    """How much worse non-projective sentences are parsed, without and with the best strategy."""
    gaps, recalls = [], []
    for name, best in _best_by_las(found).items():
        twin = _attachment(found, name, best.split, best.strategy.baseline)
        own = _attachment(found, name, best.split, best.strategy.variant)
        if twin is not None and own is not None:
            gaps.append((name, twin, own))
        pair = [
            found.percent(
                Key(name, best.split, system, metric="recall").under("arcs=nonproj", "labelled")
            )
            for system in (best.strategy.variant, best.strategy.baseline)
        ]
        if None not in pair:
            recalls.append(pair)
    if not gaps:
        return None
    name, twin, own = max(gaps, key=lambda gap: gap[1][0] - gap[1][1])
    widest = _range([twin[0] - twin[1] for _, twin, _ in gaps])
    text = (
        f"A projective parser gets {widest} points fewer words right in non-projective sentences "
        f"than in projective ones{'; most' if len(gaps) > 1 else ''} on {found.names[name]}, where "
        f"it has {twin[1]:.1f} instead of {twin[0]:.1f} % right and the best strategy {own[1]:.1f}."
    )
    if recalls:
        own, twins = (_range(shares) for shares in zip(*recalls, strict=True))
        text += (
            f" Of the non-projective arcs themselves, head and label, the best strategies find "
            f"{own} %, their twins {twins} %."
        )
    return Sentence("What non-projectivity costs", text)


def _best_by_las(found: Found) -> dict[str, Difference]:
    """The most accurate strategy of each treebank on the split that most share, in their order."""
    shared = shared_splits((d.treebank, d.split) for d in found.differences)
    best: dict[str, Difference] = {}
    for name in (name for name in found.names if name in shared):
        rivals = [d for d in found.differences if (d.treebank, d.split) == (name, shared[name])]
        best[name] = max(rivals, key=lambda d: d.las)
    return best


def _attachment(found: Found, treebank: str, split: str, system: str) -> tuple[float, float] | None:
    """LAS in projective and in non-projective sentences."""
    scores = []
    for sentences in ("projective", "nonprojective"):
        right = total = 0
        for arcs in ("proj", "nonproj"):
            key = Key(treebank, split, system, metric="recall")
            value = found.values.find(
                key.under(f"arcs={arcs}", "labelled", f"sentences={sentences}")
            )
            if value is not None:
                right, total = right + value.numerator, total + value.denominator
        if not total:
            return None
        scores.append(100 * right / total)
    return scores[0], scores[1]


def coverage(found: Found) -> Sentence | None:
    """How many trees each class of trees covers."""
    parts = []
    for system, label in CLASSES.items():
        level = items_of("level=sentence")
        shares = [
            share
            for name in found.names
            for share in [
                found.percent(
                    *(Key(name, split, system, level, "coverage") for split in ("all", "train"))
                )
            ]
            if share is not None
        ]
        if shares:
            parts.append(f"{label} {_range(shares)} %")
    if not parts:
        return None
    return Sentence("What each class covers", f"Of the sentences: {'; '.join(parts)}.")


def agreement(tables: Iterable[Table]) -> Sentence | None:
    """How many printed figures come out the same, altogether and in each table."""
    compared, same = Counter[str](), Counter[str]()
    for table in tables:
        for cell in (cell for row in table.rows for cell in row.cells):
            if cell.difference is not None:
                compared[table.title] += 1
                same[table.title] += not cell.differs
    if not compared:
        return None
    each = ", ".join(f"{same[title]} of {n} in “{title}”" for title, n in compared.items())
    text = (
        f"Of {compared.total()} printed figures that ours stand next to, {same.total()} are the "
        f"same to the last printed digit: {each}."
    )
    return Sentence("What the papers print", text)


def _range(numbers: Sequence[float]) -> str:
    low, high = (f"{number:.1f}".replace("-", "−") for number in (min(numbers), max(numbers)))
    return low if low == high else f"{low} to {high}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

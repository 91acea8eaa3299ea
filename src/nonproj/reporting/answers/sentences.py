"""Sentences about what was found, every number in them taken from a value or a test."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from nonproj.evaluation.significance.table import Family, PairwiseTest, Tests
from nonproj.evaluation.values import Key, Subject, Values, items_of, text_of
from nonproj.experiments.study.names import is_variant
from nonproj.reporting.answers.differences import LEVEL, Difference, shared_splits
from nonproj.reporting.answers.parsers import TrainingTimes
from nonproj.reporting.tables.build import Table

FEWEST_CORRELATED = 4  # treebanks
CLASSES = {"projective": "projective trees", "mh4": "MH4", "1ec": "1-Endpoint-Crossing trees"}


@dataclass(frozen=True)
class Sentence:
    """A finding; `topic` says in a word or two what it is about, `items` give it by treebank.

    `claims` are those that it speaks of, with what they say, by their ids; `link` leads, from the
    report, to a page with more."""

    topic: str
    text: str
    items: tuple[str, ...] = ()
    claims: Mapping[str, str] = field(default_factory=dict)
    link: str = ""


@dataclass(frozen=True)
class Found:
    """What a sentence may speak of: values, tests, the treebanks' names for people, and times."""

    values: Values
    tests: Tests
    names: Mapping[str, str]  # in the order of the suite
    differences: Sequence[Difference]
    times: TrainingTimes = field(default_factory=TrainingTimes)

    def share(self, treebank: str) -> float | None:
        """Percent of the training sentences that are non-projective."""
        return self.percent(Key(treebank, "train", "gold", metric="pct-nonproj-sentences"))

    def percent(self, *keys: Key) -> float | None:
        value = self.values.find(*keys)
        if value is None or value.denominator == 0:
            return None
        return 100 * value.numerator / value.denominator

    def named(self, treebank: str) -> str:
        """The name with its share of sentences: "Gothic (21.6 % non-projective)"."""
        share = self.share(treebank)
        return self.names[treebank] + ("" if share is None else f" ({share:.1f} % non-projective)")

    def only(self, parsers: Iterable[tuple[str, str]]) -> "Found":
        """The same about some parsers on some splits alone, given as (variant, split)."""
        own = set(parsers)
        kept = [d for d in self.differences if (d.strategy.variant, d.split) in own]
        return Found(self.values, self.tests, self.names, kept, self.times)


def sentences(found: Found) -> list[Sentence]:
    """Everything that can be said of what was measured, the most important first."""
    parts = (most_accurate(found), losses(found), relation(found))
    parts += (cost(found), blending(found), coverage(found))
    return [sentence for sentence in parts if sentence is not None]


def interval(d: Difference) -> str:
    return f"{_signed(d.points)} [{_signed(d.low)}, {_signed(d.high)}]"


def _signed(number: float) -> str:
    return f"{number:+.2f}".replace("-", "−")


def doubted(significant: bool, low: float, high: float) -> str:
    """Intervals are those of one comparison; p is corrected for all that are made."""
    if significant:
        return ""
    return ", not significant" + ("" if low <= 0 <= high else " among so many comparisons")


def relation(found: Found) -> Sentence | None:
    """Whether treebanks with more non-projective sentences gain more."""
    from scipy.stats import spearmanr  # takes a second to import

    best = {
        name: max(d.points for d in found.differences if d.treebank == name)
        for name in dict.fromkeys(d.treebank for d in found.differences)
    }
    shares = {name: found.share(name) for name in best}
    pairs = [(share, best[name]) for name, share in shares.items() if share is not None]
    if len(pairs) < FEWEST_CORRELATED:
        return None
    test = spearmanr(*zip(*pairs, strict=True))
    if test.pvalue < LEVEL and test.statistic > 0:
        text = "The more of its sentences are non-projective, the more a treebank gains"
    else:
        text = "The share of non-projective sentences alone does not tell how much is gained"
    rho = f"{test.statistic:.2f}".replace("-", "−")
    known = f"rank correlation {rho} over {len(pairs)} treebanks, p = {test.pvalue:.2g}"
    return Sentence("On which kind of treebank", f"{text} ({known}).")


def losses(found: Found) -> Sentence | None:
    """How many comparisons decide anything, and the worst of them."""
    if not found.differences:
        return None
    sure = [d for d in found.differences if d.significant]
    worse = [d for d in sure if d.points < 0]
    text = (
        f"Comparisons of a strategy with its twin: {len(found.differences)}, of which "
        f"{len(sure) - len(worse)} with a significant gain, {len(worse)} with a significant loss, "
        f"and {len(found.differences) - len(sure)} that decide nothing"
    )
    if worse:
        worst = min(worse, key=lambda d: d.points)
        where = f"{worst.strategy.variant} on {found.names[worst.treebank]}"
        text += f"; the largest loss is that of {where}, {interval(worst)}"
    return Sentence("How sure that is", text + ".")


def most_accurate(found: Found) -> Sentence | None:
    """The strategy with the highest LAS on each treebank, and its gain over its twin."""
    best = _best_by_las(found)
    if not best:
        return None
    ranked = Counter(d.strategy.label for d in best.values()).most_common()
    label, most = ranked[0]
    if len(best) == 1:
        text = f"{_capital(label)} is the most accurate strategy"
    elif most > 1:
        text = (
            f"{_capital(label)} is the most accurate strategy on {_of_treebanks(most, len(best))}"
        )
    else:
        text = "On every treebank another strategy is the most accurate"
    if len(best) > 1:
        sure = sum(d.significant and d.points > 0 for d in best.values())
        text += (
            f"; the best strategy gains significantly over its projective twin on "
            f"{_of_treebanks(sure, len(best))}"
        )
    if behind := sum(d.points < 0 for d in best.values()):
        text += f"; on {_of_treebanks(behind, len(best))} its projective twin has more words right"
    items = (
        f"{found.named(d.treebank)}: {d.strategy.variant}, LAS {d.las:.2f}, {interval(d)} over "
        f"{d.strategy.twin}{doubted(d.significant, d.low, d.high)}"
        for d in best.values()
    )
    return Sentence("Which strategy is best", f"{text}.", tuple(items))


def cost(found: Found) -> Sentence | None:
    """How much worse non-projective sentences are parsed, without and with the best strategy."""
    gaps, recalls = [], []
    for name, best in _best_by_las(found).items():
        twin = _attachment(found, name, best.split, best.strategy.twin)
        own = _attachment(found, name, best.split, best.strategy.variant)
        if twin is not None and own is not None:
            gaps.append((name, twin, own))
        key = Key(name, best.split, best.strategy.variant, metric="recall")
        recall = found.percent(key.under("arcs=nonproj", "labelled"))
        if recall is not None:
            recalls.append(recall)
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
        text += (
            f" Of the non-projective arcs themselves the best strategies find {_range(recalls)} %."
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


def blending(found: Found) -> Sentence | None:
    """What the best combination of parsers adds to the best parser that it could consist of."""
    pairs = {}
    for name in found.names:
        tests = [t for t in found.tests if _combines(t, name)]
        best = _best_single(found.tests, {t.family for t in tests})
        against = [(t, sign) for t in tests for sign in [_sign(t, best)] if sign]
        if against:
            pairs[name] = max(against, key=lambda pair: _gain(*pair)), len(against)
    if not pairs:
        return None
    items = [
        f"{found.names[name]}: {_gained(found, test, sign, several)}"
        for name, ((test, sign), several) in pairs.items()
    ]
    sure = sum(t.p_holm < LEVEL and _gain(t, sign) > 0 for (t, sign), _ in pairs.values())
    text = (
        f"The best combination of parsers gains significantly over the best of its candidates on "
        f"{_of_treebanks(sure, len(pairs))}; its LAS less that of this candidate:"
    )
    return Sentence("What blending adds", text, tuple(items))


def _gained(found: Found, test: PairwiseTest, sign: int, several: int) -> str:
    """By how much one of several combinations is better than the best single parser."""
    low, high = (test.low, test.high) if sign > 0 else (-test.high, -test.low)
    blend, base = (test.a, test.b) if sign > 0 else (test.b, test.a)
    bounds = f"[{_signed(100 * low)}, {_signed(100 * high)}]"
    what = f"{blend}, one of {several}" if several > 1 else str(blend)
    seconds = found.times.of(test.treebank, test.split, text_of(test.setting), str(blend))
    took = f", trained in {seconds / 60:.1f} processor minutes" if seconds else ""
    doubt = doubted(test.p_holm < LEVEL, low, high)
    return f"{_signed(100 * _gain(test, sign))} {bounds} ({what}{took}, over {base.name}){doubt}"


def _combines(test: PairwiseTest, treebank: str) -> bool:
    """A comparison of LAS over all words in which a combination takes part."""
    counted = test.metric == "las" and "punctuation=exclude" not in test.setting
    return counted and test.treebank == treebank and _singles(test) != [test.a, test.b]


def _singles(test: PairwiseTest) -> list[Subject]:
    return [subject for subject in (test.a, test.b) if is_variant(subject.name)]


def _best_single(tests: Tests, families: Iterable[Family]) -> Subject | None:
    """The single parser with most words right."""
    right = {
        subject: correct
        for family in families
        for test in tests.of(family)
        for subject, correct in ((test.a, test.correct_a), (test.b, test.correct_b))
        if is_variant(subject.name)
    }
    return max(right, key=lambda subject: (right[subject], subject), default=None)


def _sign(test: PairwiseTest, best: Subject | None) -> int:
    """1 where b is the best single parser and a a combination, -1 the other way round, else 0."""
    if _singles(test) != [best]:
        return 0
    return 1 if test.b == best else -1


def _gain(test: PairwiseTest, sign: int) -> float:
    return sign * (test.correct_a - test.correct_b) / test.total


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
    """How many printed figures come out the same."""
    compared = same = 0
    for table in tables:
        for cell in (cell for row in table.rows for cell in row.cells):
            if cell.difference is not None:
                compared, same = compared + 1, same + (not cell.differs)
    if not compared:
        return None
    text = (
        f"Of {compared} printed figures that ours stand next to, {same} are the same to the last "
        f"printed digit."
    )
    return Sentence("What the papers print", text)


def _range(numbers: Sequence[float]) -> str:
    low, high = (f"{number:.1f}".replace("-", "−") for number in (min(numbers), max(numbers)))
    return low if low == high else f"{low} to {high}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _of_treebanks(some: int, total: int) -> str:
    """_of_treebanks(1, 4) == "1 of 4 treebanks"."""
    return f"{some} of {total} treebank{'s' if total != 1 else ''}"

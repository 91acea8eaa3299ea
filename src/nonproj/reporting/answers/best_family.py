"""Which family of parsers is the most accurate: transition-based, graph-based or neural."""

from collections import Counter
from collections.abc import Iterable

from nonproj.evaluation.significance.p_values import SIGNIFICANT
from nonproj.evaluation.significance.table import PairwiseTest
from nonproj.evaluation.values import Subject, items_of
from nonproj.parsers.families import FAMILIES, family_named, variant_named
from nonproj.reporting.answers.differences import SPLITS as PREFERRED
from nonproj.reporting.answers.found import (
    SPLITS,
    Found,
    Gain,
    Sentence,
    by_treebank,
    doubted,
    of_treebanks,
    said_once,
)
from nonproj.reporting.answers.parsers import ParserResult

Best = dict[str, ParserResult]  # the best of each family on one text, the most accurate first

LABELS = {family.label for family in FAMILIES}
LEARNED = {"": "", "train=90%": " (parsers of nine tenths of the training set)"}


def best_family(found: Found) -> Sentence | None:
    """The best parser of each family on the text of each treebank that most families parsed."""
    bests = {name: best for name in found.names if (best := best_of_families(found, name))}
    if not bests:
        return None
    compared = sorted({family for best in bests.values() for family in best})
    *others, (last, n) = Counter(next(iter(best)) for best in bests.values()).most_common()
    leading = [f"{family} on {count}" for family, count in others]
    leading.append(f"{last} on {of_treebanks(n, len(bests))}")
    for_all, for_each = said_once({name: _scored_on(best) for name, best in bests.items()})
    text = (
        f"Of {_listed(compared)} parsers, the most accurate one{for_all} is "
        f"{' and '.join(leading)} (the best of each family on these words, whatever it reads)"
    )
    tests = {name: _first_less_second(found, name, best) for name, best in bests.items()}
    gains = {found.names[name]: Gain.of_test(test) for name, test in tests.items() if test}
    items = (
        f"{found.named(name)}{for_each[name]}: {_compared(best, tests[name])}"
        for name, best in bests.items()
    )
    gained = ". LAS of the first family less that of the second"
    return by_treebank("Which family is best", text, gains, items, gained)


def best_of_families(found: Found, treebank: str) -> Best:
    """On the text that most families parsed, the test set before others; empty where it is one."""
    texts: dict[tuple[str, str, str], list[ParserResult]] = {}
    for result in found.parsers.single:
        if result.treebank == treebank and result.split in PREFERRED:
            texts.setdefault(result.text, []).append(result)
    bests = {text: best for text, results in texts.items() if len(best := _of_each(results)) > 1}
    if not bests:
        return {}
    return bests[min(bests, key=lambda t: (-len(bests[t]), PREFERRED.index(t[1]), t[2]))]


def _of_each(results: Iterable[ParserResult]) -> Best:
    best: Best = {}
    for result in sorted(results, key=lambda result: -result.las):
        family = family_named(variant_named(result.parser).family).label
        best.setdefault(family, result)
    return best


def _listed(families: Iterable[str]) -> str:
    *others, last = families
    return f"{', '.join(others)} and {last}"


def _scored_on(best: Best) -> str:
    first = next(iter(best.values()))
    return f"{SPLITS[first.split]}{LEARNED[first.setting]}"


def _compared(best: Best, test: PairwiseTest | None) -> str:
    item = ", ".join(f"{family} {one.las:.2f} ({one.parser})" for family, one in best.items())
    if test is None:
        return item
    doubt = doubted(test.p_holm < SIGNIFICANT, test.low, test.high)
    return f"{item}; the first less the second {Gain.of_test(test)}{doubt}"


def _first_less_second(found: Found, treebank: str, best: Best) -> PairwiseTest | None:
    """The two best families' parsers; None where they were not compared with an interval."""
    first, second = list(best.values())[:2]
    a, b = (Subject(one.parser, items_of(one.setting)) for one in (first, second))
    test = found.tests.find(treebank, first.split, "las", a, b)
    if test is None or test.low is None or test.high is None:
        return None
    return test.seen_from(Subject(first.parser))

"""Which family of parsers is the most accurate: transition-based, graph-based or neural."""

from collections import Counter
from collections.abc import Iterable

from nonproj.evaluation.significance.table import PairwiseTest
from nonproj.evaluation.values import Subject, items_of
from nonproj.parsers.families import variant_named
from nonproj.reporting.answers.differences import LEVEL
from nonproj.reporting.answers.differences import SPLITS as PREFERRED
from nonproj.reporting.answers.found import SPLITS, Found, Sentence, doubted, of_treebanks, signed
from nonproj.reporting.answers.parsers import ParserResult

FAMILIES = {"transition": "transition-based", "graph": "graph-based", "neural": "neural"}

Best = list[ParserResult]  # the best parser of each family on one text, the most accurate first


def families(found: Found) -> Sentence | None:
    """The best parser of each family on the text of each treebank that most families parsed."""
    bests = {name: best for name in found.names if (best := _best(found, name))}
    if not bests:
        return None
    first, most = Counter(_family(best[0]) for best in bests.values()).most_common(1)[0]
    text = (
        f"The most accurate parser is {FAMILIES[first]} on {of_treebanks(most, len(bests))}; the "
        "best of each family, whatever it reads, chosen on the words that it is scored on:"
    )
    items = tuple(_item(found, name, best) for name, best in bests.items())
    return Sentence("Which family is best", text, items)


def families_in(found: Found) -> set[str]:
    return {_family(result) for result in found.times.results} & {*FAMILIES}


def _best(found: Found, treebank: str) -> Best:
    """On the text that most families parsed, the test set before others; empty where it is one."""
    texts: dict[tuple[str, str], list[ParserResult]] = {}
    for result in found.times.results:
        known = result.split in PREFERRED and _family(result) in FAMILIES
        if known and result.treebank == treebank:
            texts.setdefault((result.split, result.setting), []).append(result)
    bests = [_of_each(results) for results in texts.values()]
    bests = [best for best in bests if len(best) > 1]
    return min(bests, key=lambda b: (-len(b), PREFERRED.index(b[0].split)), default=[])


def _of_each(results: Iterable[ParserResult]) -> Best:
    found: dict[str, ParserResult] = {}
    for result in sorted(results, key=lambda result: result.las):
        found[_family(result)] = result
    return sorted(found.values(), key=lambda result: -result.las)


def _family(result: ParserResult) -> str:
    return variant_named(result.parser).family


def _item(found: Found, treebank: str, best: Best) -> str:
    scores = (f"{FAMILIES[_family(one)]} {one.las:.2f} ({one.parser})" for one in best)
    item = f"{found.named(treebank)}, {SPLITS[best[0].split]}: {', '.join(scores)}"
    a, b = (Subject(one.parser, items_of(one.setting)) for one in best[:2])
    test = found.tests.find(treebank, best[0].split, "las", a, b)
    return item if test is None else f"{item}; the first has {_more(test, a)} more"


def _more(test: PairwiseTest, a: Subject) -> str:
    """What the most accurate has more than the second, in points."""
    swapped = test.a.name != a.name
    low, high = (-test.high, -test.low) if swapped else (test.low, test.high)
    points = abs(test.difference)
    bounds = f"[{signed(100 * low)}, {signed(100 * high)}]"
    return f"{100 * points:.2f} {bounds}{doubted(test.p_holm < LEVEL, low, high)}"

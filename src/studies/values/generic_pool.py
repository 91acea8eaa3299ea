"""The accuracy of parsers with generic transformations, alone and in blends (Nilsson 2009, 9.3).

Set 9 is used to rank parsers, and set 0 to weight votes; neither set is used for training."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonproj.public.combination import Weights, blend
from nonproj.public.errors import NonprojError
from nonproj.public.scores import Attachment, Fold, Text, evaluate
from nonproj.public.treebanks import Treebank
from nonproj.public.values import Key, Subject, Value, text_of
from studies.values.generic_parsers import Both, Parses
from studies.values.selection import peak_of

BASE, GENERIC_SYSTEM = "base", "generic"
N_ADDED = 9  # the number of parsers that are added to the base in Base+9
SIZES = (*range(1, 13), 16, 24, 32, 48, 65)  # sizes of the blends along a curve


@dataclass(frozen=True)
class Pool:
    """The parses of the base parser, followed by those of the parsers with transformations."""

    heldout: Treebank  # sets 9 and 0, whose sentences alternate
    gold: Treebank
    parses: Mapping[str, Parses]  # by variant: parses of `heldout` and of `gold`
    weights: Weights

    def __post_init__(self) -> None:
        if len(self.parses) < 2:
            raise NonprojError(f"{len(self.parses)} parsers; expected 2 or more")

    @cached_property
    def _weighing(self) -> list[Both]:
        """The parses of set 0, one pair for each parser."""
        return [Both(*(_set_0(tree) for tree in pair)) for pair, _ in self.parses.values()]

    @cached_property
    def _tested(self) -> list[Both]:
        return [pair for _, pair in self.parses.values()]

    def test(self, parser: int, inverted: bool = True) -> Treebank:
        return self._tested[parser][not inverted]

    def ranked(self, inverted: bool) -> list[int]:
        """Rank all parsers but the base by accuracy on set 9, best first; ties keep their order."""
        gold = _set_9(self.heldout)
        ranking = (_set_9(pair[not inverted]) for pair, _ in self.parses.values())
        right = [evaluate(gold, parse)["las"].correct for parse in ranking]
        return sorted(range(1, len(right)), key=lambda parser: -right[parser])

    def best(self) -> int:
        """Return the number of the best parser on sets 9 and 0; ties go to the lowest number."""
        right = [
            evaluate(self.heldout, pair.inverted)["las"].correct for pair, _ in self.parses.values()
        ]
        return right.index(max(right))

    def blended(self, chosen: Sequence[int], inverted: bool) -> Treebank:
        """Blend the chosen parsers' parses of the test set."""
        weighing = [self._weighing[parser][not inverted] for parser in chosen]
        parses = [self.test(parser, inverted) for parser in chosen]
        return blend(parses, self.weights, _set_0(self.heldout), weighing)

    @cached_property
    def finalists(self) -> dict[str, Treebank]:
        """The parses that table 9.1 of the thesis compares."""
        best = self.best()
        found = {BASE: self.test(0), "best-inv": self.test(best)}
        found["best-noinv"] = self.test(best, inverted=False)
        for inverted, name in ((True, "base+9-inv"), (False, "base+9-noinv")):
            found[name] = self.blended([0, *self.ranked(inverted)[:N_ADDED]], inverted)
        return found


def _set_9(heldout: Treebank) -> Treebank:
    return heldout.select(range(0, heldout.n_sentences, 2))


def _set_0(heldout: Treebank) -> Treebank:
    return heldout.select(range(1, heldout.n_sentences, 2))


def values_of(pool: Pool, key: Key) -> Iterator[Value]:
    """Return the values for figure 9.3, and the LAS of the parser with each transformation."""
    yield from _alone(pool, key._replace(system=GENERIC_SYSTEM))
    for inverted, suffix in ((True, "inv"), (False, "noinv")):
        falling = pool.ranked(inverted)
        for order, chosen in (("desc", falling), ("asc", falling[::-1])):
            curve = key._replace(system=f"{order}-{suffix}")
            yield from _curve(pool, [0, *chosen], inverted, curve)


def parses_of(pool: Pool, key: Key) -> Text:
    """Return the parses that table 9.1 compares, each paired with the base parse for a test."""
    parses = {Subject(name): [Fold(pool.gold, tree)] for name, tree in pool.finalists.items()}
    pairs = [(Subject(BASE), other) for other in parses if other.name != BASE]
    return Text.of(key.treebank, [key.split, text_of(key.setting)], parses, pairs)


def _alone(pool: Pool, key: Key) -> Iterator[Value]:
    """Score all parsers but the base; count those that are better and worse than the base."""
    compared = key.under(f"of=las;baseline={BASE}")
    right = []
    for parser, name in enumerate(pool.parses):
        las = evaluate(pool.gold, pool.test(parser))["las"]
        right.append(las.correct)
        if parser:
            yield key.under(f"parser={name}").value("las", las.correct, las.total)
    yield compared.value("n-better", sum(r > right[0] for r in right))
    yield compared.value("n-worse", sum(r < right[0] for r in right))


def _curve(pool: Pool, chosen: Sequence[int], inverted: bool, key: Key) -> Iterator[Value]:
    """Return the LAS for each blend size, then the best LAS and the smallest size with it."""
    found: dict[int, Attachment] = {}
    for size in sorted({min(size, len(chosen)) for size in SIZES}):
        tree = pool.blended(chosen[:size], inverted)
        found[size] = evaluate(pool.gold, tree)["las"]
        there = key.under(f"parsers={size}")
        yield there.value("las", found[size].correct, found[size].total)
    yield from peak_of(key, found)

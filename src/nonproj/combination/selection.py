"""The order in which parsers join a blend, and the accuracy of each blend (Nilsson 2009, 9.3.3).

Each order is a forward selection that starts with a base parser: the remaining parser with the
largest gain on held-out data joins next, and ties go to the first parser in the list. Nilsson uses
one set for ranking and a different set for weights. Here, one set serves both purposes. This
favours the greedy order, but only in scores on the same set."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from nonproj.combination.blending import blend
from nonproj.combination.weights import Weights
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.roots import Root
from nonproj.results.option_names import Option
from nonproj.results.scores import Attachment, evaluate

BlendCurve = list[tuple[int, Attachment]]  # for each step: the parser that joins, the LAS


class Order(Option):
    DESCENDING = "descending"  # the most accurate parser joins next (Nilsson's Desc)
    ASCENDING = "ascending"  # the least accurate parser joins next (Nilsson's Asc)
    DIVERSE = "diverse"  # the parser that differs most from those already chosen joins next
    GREEDY = "greedy"  # the parser that gives the most accurate blend joins next


@dataclass(frozen=True)
class Candidates:
    """Parsers, the base parser first, and their parses of a test set and of held-out data."""

    names: tuple[str, ...]
    gold: Treebank
    parses: tuple[Treebank, ...]
    heldout_gold: Treebank
    heldout: tuple[Treebank, ...]
    weights: Weights
    root: Root = Root.MULTIPLE  # how many roots the blended trees may have

    def __post_init__(self) -> None:
        if not len(self.names) == len(self.parses) == len(self.heldout) > 0:
            raise NonprojError(
                f"{len(self.names)} parsers with {len(self.parses)} parses and "
                f"{len(self.heldout)} held-out parses: expected one of each for every parser"
            )

    @cached_property
    def accuracies(self) -> list[Attachment]:
        """The LAS of each parser on held-out data."""
        return [evaluate(self.heldout_gold, parse)["las"] for parse in self.heldout]

    def blended(self, chosen: Sequence[int]) -> dict[str, Attachment]:
        """Score the blend of the chosen parsers on the test set."""
        return self._blended(chosen, self.parses, self.gold)

    def blended_heldout(self, chosen: Sequence[int]) -> dict[str, Attachment]:
        """Score the blend of the chosen parsers on held-out data, which also supply its weights."""
        return self._blended(chosen, self.heldout, self.heldout_gold)

    def _blended(self, chosen, parses: Sequence[Treebank], gold: Treebank) -> dict[str, Attachment]:
        heldout = [self.heldout[i] for i in chosen]
        options = self.weights, self.heldout_gold, heldout
        return evaluate(gold, blend([parses[i] for i in chosen], *options, root=self.root))

    def order(self, order: Order) -> list[int]:
        """List all parsers in the order in which they join; GREEDY blends m(m - 1) / 2 times."""
        gains = {
            Order.DESCENDING: lambda chosen, i: self.accuracies[i].correct,
            Order.ASCENDING: lambda chosen, i: -self.accuracies[i].correct,
            Order.DIVERSE: partial(_disagreement, disagreements(self.heldout)),
            Order.GREEDY: lambda chosen, i: self.blended_heldout([*chosen, i])["las"].correct,
        }
        return forward(len(self.names), gains[Order(order)])


@dataclass(frozen=True)
class ChosenParses:
    """The LAS of blends of held-out parses in four orders; parsers keep the user's numbering.

    `order` and `parsers` describe the blend with the highest LAS; ties go to the smallest blend."""

    curves: dict[Order, BlendCurve]
    order: Order
    parsers: list[int]


def select(
    heldout_gold: Treebank, heldout: Sequence[Treebank], weights: Weights | str = Weights.EQ
) -> ChosenParses:
    """Choose the parses to blend, starting with the most accurate parse; see `Order`."""
    correct = [evaluate(heldout_gold, parse)["las"].correct for parse in heldout]
    best = max(range(len(heldout)), key=correct.__getitem__)
    numbers = [best, *(n for n in range(len(heldout)) if n != best)]
    names, parses = tuple(map(str, numbers)), tuple(heldout[n] for n in numbers)
    both = heldout_gold, parses
    candidates = Candidates(names, *both, *both, Weights(weights), Root.AUTO)
    curves = {}
    for order in Order:
        joined = candidates.order(order)
        blends = [candidates.blended_heldout(joined[: k + 1]) for k in range(len(joined))]
        las = [scores["las"] for scores in blends]
        curves[order] = list(zip((numbers[i] for i in joined), las, strict=True))
    ends = [(order, k) for order, curve in curves.items() for k in range(len(curve))]
    order, k = min(ends, key=lambda end: (-curves[end[0]][end[1]][1].correct, end[1]))
    return ChosenParses(curves, order, [n for n, _ in curves[order][: k + 1]])


def forward(n: int, gain: Callable[[Sequence[int], int], int]) -> list[int]:
    """Return 0 and then, step by step, the number with the largest gain; the lowest wins ties."""
    chosen, left = [0], list(range(1, n))
    while left:
        best = max(left, key=partial(gain, tuple(chosen)))
        chosen.append(best)
        left.remove(best)
    return chosen


def disagreements(parses: Sequence[Treebank]) -> np.ndarray:
    """Count the words on which two parsers differ, as int64[parser, parser].

    Parsers differ on a word if its heads or labels differ. This is the disagreement measure of
    Kuncheva & Whitaker (2003), but it compares arcs instead of their correctness, because votes for
    two different wrong arcs do not add up in a blend. The cost is O(m^2 n) for m parsers."""
    names = tuple(dict.fromkeys(value for parse in parses for value in parse.deprel.values))
    labels = np.stack([parse.deprel.recoded(names) for parse in parses])
    heads = np.stack([parse.head for parse in parses])
    words = parses[0].is_word
    differ = [(heads != h) | (labels != label) for h, label in zip(heads, labels, strict=True)]
    return np.stack([(arcs & words).sum(axis=1) for arcs in differ])


def _disagreement(counts: np.ndarray, chosen: Sequence[int], candidate: int) -> int:
    """Return the total disagreement with the chosen parsers; means would give the same order."""
    return int(counts[candidate, list(chosen)].sum())

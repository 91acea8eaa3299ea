"""The accuracy of blends that parsers join one by one, as values (Nilsson 2009, 9.3.3)."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from nonproj.public.combination import Candidates, Order
from nonproj.public.files import write_rows
from nonproj.public.scores import Attachment
from nonproj.public.values import Key, Value

SELECTION_COLUMNS = ("treebank", "order", "step", "parser", "correct", "total")


def curves(
    candidates: Candidates,
    orders: Mapping[Order, Sequence[int]],
    treebank: str,
    split: str,
    setting: str,
) -> list[Value]:
    """Return the LAS and UAS of the blends along each order, and a summary of each order.

    `peak` is the best LAS. `peak-n-parsers` is the smallest number of parsers that reaches it, with
    the unit "ratio", so that it can be averaged over treebanks. `mean-las` is the mean over all
    blend sizes, so that orders can be compared without choosing a size."""
    return [
        value
        for order, chosen in orders.items()
        for value in _curve(
            Key(treebank, split, f"selection-{order.value}").under(setting),
            [candidates.blended(chosen[: k + 1]) for k in range(len(chosen))],
        )
    ]


def _curve(key: Key, scores: Sequence[Mapping[str, Attachment]]) -> Iterator[Value]:
    for k, score in enumerate(scores, start=1):
        for metric in ("las", "uas"):
            found = score[metric]
            there = key.under(f"parsers={k}")
            yield there.value(metric, found.correct, found.total)
    las = {k: score["las"] for k, score in enumerate(scores, start=1)}
    yield from peak_of(key, las)
    whole = sum(las.values(), Attachment(0, 0))
    yield key.value("mean-las", whole.correct, whole.total)


def peak_of(key: Key, las: Mapping[int, Attachment]) -> Iterator[Value]:
    """Return the best LAS over all blend sizes, and the smallest size that reaches this LAS."""
    n = min(las, key=lambda n: (-las[n].correct, n))
    yield key.under("peak").value("las", las[n].correct, las[n].total)
    yield key.value("peak-n-parsers", n)


def write_orders(
    path: Path | str, treebank: str, candidates: Candidates, orders: Mapping[Order, Sequence[int]]
) -> None:
    """Write the parser that joins at each step, with the counts behind its held-out LAS."""
    rows = (
        (treebank, order.value, step, candidates.names[i], own.correct, own.total)
        for order, chosen in orders.items()
        for step, i in enumerate(chosen, start=1)
        for own in [candidates.accuracies[i]]
    )
    write_rows(path, SELECTION_COLUMNS, rows)

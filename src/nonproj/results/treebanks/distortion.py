"""How pseudo-projective transformation changes a treebank, measured without training a parser.

The values describe round trips (Nilsson 2009, T5.3), lifts (T5.4), label counts (T5.5) and the
labels that remain under a cap (claim BK20 of Björkelund & Kuhn 2012)."""

from collections.abc import Iterator

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.results.values import Key, Value
from nonproj.trees.labels import Encoding, parse
from nonproj.trees.projectivity import nonprojective_arcs
from nonproj.trees.pseudo_projective import Lifting, lift, mark
from nonproj.trees.pseudo_projective_inverse import HeadSearch, Recovery, recover

# Nilsson's (2009) names for the encodings.
SYSTEMS = {
    "p0": Encoding.BASELINE,
    "pH": Encoding.HEAD,
    "pP": Encoding.PATH,
    "pHP": Encoding.HEADPATH,
}
SEARCHES = {
    HeadSearch.BREADTH_FIRST: "",
    HeadSearch.DEPTH_FIRST: "search=depth-first",
    HeadSearch.CLOSEST_FIRST: "search=closest-first",
}
CAP = 30  # Björkelund & Kuhn (2012), section 2


def distortion(treebank: Treebank, name: str, split: str) -> list[Value]:
    """Count round trips, lifts and labels for a treebank under the four encodings."""
    lifting = lift(treebank.start, treebank.head)
    text = Key(name, split, "gold")
    return [
        *_round_trips(treebank, lifting, text),
        *_lifts(lifting, text),
        *_orders_of_lifts(treebank, lifting, text),
        *_labels(treebank, lifting, text),
    ]


def _round_trips(treebank: Treebank, lifting: Lifting, text: Key) -> Iterator[Value]:
    nonprojective = nonprojective_arcs(treebank.start, treebank.head)
    for system, encoding in SYSTEMS.items():
        encoded = treebank.with_trees(lifting.head, mark(treebank, lifting, encoding))
        for order, item in SEARCHES.items():
            recovery = recover(encoded, encoding, order)
            correct = recovery.head == treebank.head
            for setting, mask in (("all", treebank.is_word), ("nonproj", nonprojective)):
                recovered, arcs = int(correct[mask].sum()), int(mask.sum())
                key = text._replace(system=system).under(f"arcs={setting}", item)
                yield key.value("uas", recovered, arcs)
            if order is HeadSearch.BREADTH_FIRST and encoding is not Encoding.BASELINE:
                yield from _passes(recovery, text._replace(system=system))


def _passes(recovery: Recovery, key: Key) -> Iterator[Value]:
    """Yield the share of sentences by how many inverse passes they need (Nilsson 2009, 5.1.4)."""
    passes = recovery.passes[recovery.passes > 0]
    for setting, share in _up_to_three("passes", passes):
        yield key.under(setting).value("n-passes", *share)


def _up_to_three(item: str, numbers: np.ndarray) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the share of numbers that are 1, 2, 3, and more than 3, each with its setting."""
    for number in ("1", "2", "3", ">3"):
        equal = numbers > 3 if number == ">3" else numbers == int(number)
        yield f"{item}={number}", (int(equal.sum()), len(numbers))


def _orders_of_lifts(treebank: Treebank, lifting: Lifting, text: Key) -> Iterator[Value]:
    """Count sentences in which lifting the lowest arcs first gives a different projective tree."""
    other = lift(treebank.start, treebank.head, lowest_first=True)
    changed = np.add.reduceat((other.head != lifting.head).astype(np.int64), treebank.start[:-1])
    sentences = int(np.sum(changed > 0)), treebank.n_sentences
    yield text.value("pct-order-of-lifts", *sentences)


def _lifts(lifting: Lifting, text: Key) -> Iterator[Value]:
    lifts = lifting.lifts[lifting.lifted]
    for setting, share in _up_to_three("lifts", lifts):
        yield text.under(setting).value("n-lifts", *share)


def _labels(treebank: Treebank, lifting: Lifting, text: Key) -> Iterator[Value]:
    for system, encoding in SYSTEMS.items():
        used = np.unique(mark(treebank, lifting, encoding).codes[treebank.is_word])
        yield text._replace(system=system).value("n-labels", len(used), unit="count")
    capped = mark(treebank, lifting, Encoding.HEADPATH, cap=CAP)
    used = np.unique(capped.codes[treebank.is_word])
    labels = [parse(capped.values[code]) for code in used]
    lifted = sum(label.lifted for label in labels)
    path_only = sum(label.on_path and not label.lifted for label in labels)
    key = text._replace(system=f"headpath{CAP}")
    yield key.under("new-labels=path-only").value("n-labels", path_only, unit="count")
    yield key.under("new-labels=lifted").value("n-labels", lifted, unit="count")

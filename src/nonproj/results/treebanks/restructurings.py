"""How restructuring changes a treebank, measured without training a parser.

The values are shares of conjuncts, separators and auxiliaries (Nilsson 2009, T6.1), round trips
(T6.2) with the reasons for losses, arc lengths (6.5.4, figure 6.9), and round trips of the generic
transformations (9.1) for the most frequent labels."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from nonproj.data.treebank import Column, Treebank
from nonproj.results.values import Key, Value
from nonproj.trees.measures import arc_lengths
from nonproj.trees.restructuring.label_counts import frequent_labels, style_of_treebank
from nonproj.trees.restructuring.losses import LOSSES, losses
from nonproj.trees.restructuring.roles import roles
from nonproj.trees.restructuring.schemes import MOVES, schemes_of, transformation_named
from nonproj.trees.restructuring.styles import DEFAULT_STYLE, PLAIN_STYLE, style_named

COORDINATION = "tau-c"
LAST_LENGTH = 15
FREQUENT = 16  # number of labels to which generic transformations apply (Nilsson 2009, 9.3.1)


def restructurings(treebank: Treebank, name: str, split: str) -> Iterator[Value]:
    """Yield all values for a treebank, most of them for each scheme of its annotation style."""
    style = style_of_treebank(treebank)
    gold = Key(name, split, "gold")
    yield from _shares(treebank, style, gold)
    yield from _shape(treebank.head, treebank, gold)
    for scheme in schemes_of(style):
        step = transformation_named(scheme, style).fit(treebank)
        outcome = step.apply(treebank)
        back = step.undo(outcome.treebank).treebank
        key = gold._replace(system=scheme)
        yield _restored(key, treebank, back)
        yield from _shape(outcome.treebank.head, treebank, key)
        yield key.value("n-structures", outcome.found)
        yield key.value("pct-restructured", outcome.changed, outcome.found)
        found = losses(scheme, style_named(style), treebank, outcome.treebank, back)
        for reason in LOSSES:
            lost = key.under(f"loss={reason}")
            yield lost.value("pct-lost", found[reason], treebank.n_words)
    yield from _unmarked(treebank, style, gold)
    yield from _moves(treebank, gold)


def _shares(treebank: Treebank, style: str, gold: Key) -> Iterator[Value]:
    for role, mask in roles(treebank, style).items():
        metric = {"auxiliaries": "auxiliary-verbs"}.get(role, role)
        yield gold.value(f"pct-{metric}", int(mask.sum()), treebank.n_words)


def _shape(head: np.ndarray, treebank: Treebank, key: Key) -> Iterator[Value]:
    """Yield arc lengths (0 for arcs from the root), and the mean number of dependents per head."""
    words = treebank.is_word
    lengths = np.where(head > 0, arc_lengths(treebank.start, head), 0)[words]
    from_words = int((lengths > 0).sum())
    yield key.value("mean-arc-length", int(lengths.sum()), from_words)
    counts = np.bincount(np.minimum(lengths, LAST_LENGTH + 1), minlength=LAST_LENGTH + 2)
    for length, count in enumerate(counts.tolist()):
        item = f"length={length if length <= LAST_LENGTH else f'>{LAST_LENGTH}'}"
        yield key.under(item).value("pct-arcs", count, len(lengths))
    first = np.repeat(treebank.start[:-1], np.diff(treebank.start))
    heads = np.unique((first + head)[words & (head > 0)])
    yield key.value("branching", from_words, len(heads))


def _restored(key: Key, given: Treebank, back: Treebank) -> Value:
    right = (given.head == back.head) & given.is_word
    return key.value("uas", int(right.sum()), given.n_words)


def _unmarked(treebank: Treebank, style: str, gold: Key) -> Iterator[Value]:
    """Measure the round trip if no suffix marks conjuncts; for PDT's style (Nilsson 2009, 6.4)."""
    if style != DEFAULT_STYLE:
        return
    coordination = style_named(style).coordination
    labels = (label and coordination.split(label)[0] for label in treebank.deprel.strings())
    plain = replace(treebank, deprel=Column.of(labels))
    step = transformation_named(COORDINATION, PLAIN_STYLE).fit(plain)
    back = step.undo(step.apply(plain).treebank).treebank
    yield _restored(gold._replace(system=COORDINATION).under("unmarked"), plain, back)


def _moves(treebank: Treebank, gold: Key) -> Iterator[Value]:
    """Count the heads that round trips restore, over all frequent labels and for the worst one."""
    labels = frequent_labels(treebank, FREQUENT)
    for move in MOVES:
        values = []
        for label in labels:
            step = transformation_named(f"{move}:{label}").fit(treebank)
            back = step.undo(step.apply(treebank).treebank).treebank
            values.append(_restored(gold._replace(system=move), treebank, back))
        right, words = (sum(getattr(v, n) for v in values) for n in ("numerator", "denominator"))
        yield values[0].key.value("uas", right, words)
        worst = min(value.numerator for value in values)
        yield values[0].key.under("worst").value("uas", worst, treebank.n_words)

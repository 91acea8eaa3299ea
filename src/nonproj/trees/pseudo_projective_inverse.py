"""Pseudo-projective transformation, step 4: deprojectivize (Nilsson 2009, 5.1.3 and 5.1.4).

DEVIATION: deepest-landing, DEVIATION: inverse-order"""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numba import njit

from nonproj.data.treebank import ROOT_CODE, Column, Treebank
from nonproj.errors import NonprojError
from nonproj.trees.columns import checked_corpus, position_of
from nonproj.trees.labels import Encoding, MarkedLabel, parse
from nonproj.trees.relabel import column_of


@dataclass(frozen=True)
class Recovery:
    """The outcome, by slot, of searching for the syntactic head of each lifted arc."""

    head: np.ndarray  # int32: the syntactic head
    lifted: np.ndarray  # bool: marked as lifted (T5.7)
    failed: np.ndarray  # bool: lifted, but no search succeeded; the linear head is kept
    passes: np.ndarray  # int32 per sentence: the number of passes over its lifted arcs


@dataclass(frozen=True)
class _Marks:
    """The marks of each label in a column; `label` and `head_label` are indices into `plain`."""

    plain: tuple[str, ...]
    label: np.ndarray
    lifted: np.ndarray
    head_label: np.ndarray
    on_path: np.ndarray


def deprojectivize(treebank: Treebank, encoding: Encoding) -> Treebank:
    """Move lifted arcs back to their syntactic heads and remove the marks from all labels.

    Under `baseline`, labels have no marks, so the treebank is returned unchanged."""
    if encoding is Encoding.BASELINE:
        return treebank
    marks = _marks_of(treebank, encoding)
    recovery = _recover(treebank, encoding, marks)
    codes = treebank.deprel.codes
    plain_codes = np.where(codes < 0, codes, marks.label[codes])
    return treebank.with_trees(recovery.head, column_of(plain_codes, marks.plain))


class HeadSearch(IntEnum):
    """The order in which candidate heads are tried (Nilsson 2009, 5.1.3, footnote 3)."""

    BREADTH_FIRST = 0
    DEPTH_FIRST = 1
    CLOSEST_FIRST = 2  # to the linear head


def recover(
    treebank: Treebank, encoding: Encoding, order: HeadSearch = HeadSearch.BREADTH_FIRST
) -> Recovery:
    """Search for the syntactic head of each lifted arc, as `deprojectivize` does.

    For each lifted arc i→k, in the order of k, a breadth-first search from i looks for the
    syntactic head m. It visits siblings from left to right but excludes i itself and k's subtree.
    The search accepts the first m
        head      that is labelled h, the head label in k's mark;
        path      with ↓ on every arc from i down to m and on no arc from m;
        headpath  that meets both conditions.
    Marks on m's own label are ignored. Passes over the sentence are repeated until a pass finds
    nothing. Under `headpath`, passes are then repeated with the condition of `head`. If no search
    succeeds, the arc stays at i. This takes O(n) for a sentence without lifted arcs, and O(n) per
    search otherwise."""
    if encoding is Encoding.BASELINE:
        nothing = np.zeros(len(treebank.head), dtype=bool)
        return Recovery(treebank.head, nothing, nothing, np.zeros(treebank.n_sentences, np.int32))
    return _recover(treebank, encoding, _marks_of(treebank, encoding), order)


def _recover(
    treebank: Treebank, encoding: Encoding, marks: _Marks, order: int = HeadSearch.BREADTH_FIRST
) -> Recovery:
    start, head = checked_corpus(treebank.start, treebank.head)
    codes = np.require(treebank.deprel.codes, np.int32, ["C", "W"])
    by_path, by_head = encoding.marks_path, encoding.marks_head
    columns = (marks.label, marks.lifted, marks.head_label, marks.on_path)
    return Recovery(*_recover_corpus(start, head, codes, *columns, by_path, by_head, int(order)))


def _marks_of(treebank: Treebank, encoding: Encoding) -> _Marks:
    """Parse each label that occurs; raise NonprojError if the encoding cannot have produced it."""
    values, codes = treebank.deprel.values, treebank.deprel.codes
    parsed = [MarkedLabel("")] * len(values)
    for code in np.unique(codes[codes >= 0]).tolist():
        try:
            parsed[code] = _parse_as(encoding, values[code])
        except NonprojError as error:
            slot = int(np.flatnonzero(codes == code)[0])
            where = position_of(treebank.start, slot)
            raise NonprojError(f"{treebank.name}: {where}: {error}") from None
    index = Column.of([m.label for m in parsed] + [m.head_label for m in parsed])
    label, head_label = index.codes.reshape(2, -1)
    return _Marks(
        plain=index.values,
        label=label.copy(),
        lifted=np.array([m.lifted for m in parsed], dtype=bool),
        head_label=head_label.copy(),
        on_path=np.array([m.on_path for m in parsed], dtype=bool),
    )


def _parse_as(encoding: Encoding, text: str) -> MarkedLabel:
    marked = parse(text)
    named = marked.head_label is not None
    if (marked.lifted and named != encoding.marks_head) or (
        marked.on_path and not encoding.marks_path
    ):
        raise NonprojError(f"label {text!r} does not belong to the encoding {encoding}")
    return marked


DEPTH_FIRST, CLOSEST_FIRST = int(HeadSearch.DEPTH_FIRST), int(HeadSearch.CLOSEST_FIRST)


@njit(cache=True)
def _recover_corpus(
    start, head, codes, label_of, is_lifted, head_label_of, is_on_path, by_path, by_head, order
):
    head, passes = head.copy(), np.zeros(len(start) - 1, np.int32)
    lifted = np.zeros(len(head), np.bool_)
    for slot in range(len(head)):
        lifted[slot] = codes[slot] >= 0 and is_lifted[codes[slot]]
    failed = lifted.copy()
    for s in range(len(start) - 1):
        first, end = start[s], start[s + 1]
        pending = failed[first:end]
        if not pending.any():
            continue
        of_word = codes[first:end].copy()
        label, sought, on_path = _of_words(of_word, label_of, head_label_of, is_on_path)
        tree = head[first:end]
        passes[s] = _search_to_fixpoint(
            tree, pending, label, sought, on_path, by_path, by_head, order
        )
        if by_path and by_head:
            passes[s] += _search_to_fixpoint(
                tree, pending, label, sought, on_path, False, True, order
            )
    return head, lifted, failed, passes


@njit(cache=True)
def _of_words(codes, label_of, head_label_of, is_on_path):
    """For each node, return its label, the label of its syntactic head, and whether it has ↓."""
    label = np.full(len(codes), ROOT_CODE, np.int32)
    sought = np.full(len(codes), ROOT_CODE, np.int32)
    on_path = np.zeros(len(codes), np.bool_)
    for d in range(1, len(codes)):
        label[d] = label_of[codes[d]]
        sought[d] = head_label_of[codes[d]]
        on_path[d] = is_on_path[codes[d]]
    return label, sought, on_path


@njit(cache=True)
def _search_to_fixpoint(tree, pending, label, sought, on_path, by_path, by_head, order):
    """Pass over the lifted arcs from left to right until a pass finds no head.

    Return the number of passes in which some lifted arc still lacked its syntactic head."""
    children = np.empty((2, len(tree)), np.int32)
    queue = np.empty(len(tree), np.int32)
    progress, passes = True, 0
    while progress:
        progress = False
        passes += pending.any()
        for k in range(1, len(tree)):
            if not pending[k]:
                continue
            conditions = sought[k], by_path, by_head, order
            m = _search(tree, k, label, on_path, conditions, children, queue)
            if m != 0:
                tree[k] = m
                pending[k] = False
                progress = True
    return passes


@njit(cache=True)
def _search(tree, k, label, on_path, conditions, children, queue):
    """Return the first node below tree[k], but not below k, that meets the conditions, or 0."""
    sought, by_path, by_head, order = conditions
    first_child, next_sibling = children
    first_child[:] = 0
    for d in range(len(tree) - 1, 0, -1):
        next_sibling[d] = first_child[tree[d]]
        first_child[tree[d]] = d
    queue[0] = tree[k]
    done, waiting, closest = 0, 1, 0
    while done < waiting:
        if order == DEPTH_FIRST:
            waiting -= 1
            m = queue[waiting]
        else:
            m = queue[done]
            done += 1
        fits, before = m != tree[k] and (not by_head or label[m] == sought), waiting
        child = first_child[m]
        while child != 0:
            fits = fits and not (by_path and on_path[child])
            if child != k and (on_path[child] or not by_path):
                queue[waiting] = child
                waiting += 1
            child = next_sibling[child]
        if order == DEPTH_FIRST:
            queue[before:waiting] = queue[before:waiting][::-1].copy()
        if fits and order != CLOSEST_FIRST:
            return m
        if fits and (closest == 0 or (abs(m - tree[k]), m) < (abs(closest - tree[k]), closest)):
            closest = m
    return closest

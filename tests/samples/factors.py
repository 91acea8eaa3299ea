"""Factors of second order made from dense scores, and trees that climb by them."""

import numpy as np

from nonproj.decoders import NPA_THRESHOLD
from nonproj.decoders.carreras_factors import Factors, number_candidates
from nonproj.decoders.npa import climb_from


def factors_of(arc, sibling, grandchild):
    """Factors from dense scores arc[h, m, l], sibling[h, m, l, c] and grandchild[h, m, l, c].

    -inf in `arc` says that h -> m may not have the label l."""
    allowed = arc != -np.inf
    allowed[:, 0] = allowed[np.arange(len(arc)), np.arange(len(arc))] = False
    into, out = number_candidates(allowed.sum(axis=2))
    modifier, head, label = np.nonzero(allowed.transpose(1, 0, 2))
    by_head = np.nonzero(allowed)
    return Factors(
        into,
        out,
        label.astype(np.int32),
        arc[head, modifier, label].astype(np.float32),
        _blocks(sibling[by_head], out),
        _blocks(grandchild[head, modifier, label], into),
    )


def climb(factors, heads, labels, threshold=NPA_THRESHOLD, single_root=False):
    """Heads and labels after the non-projective approximation; those given stay as they are."""
    heads, labels = heads.copy(), labels.copy()
    climb_from(factors, threshold, single_root, heads, labels)
    return heads, labels


def _blocks(rows, ends):
    """Rows of candidates, already in the order of `ends`, as one block for each node."""
    blocks = [rows[e[0] : e[-1]].T.ravel() for e in ends.tolist()]
    return np.concatenate(blocks).astype(np.float32)

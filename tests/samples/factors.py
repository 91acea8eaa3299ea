"""Factors of second order made from dense scores."""

import numpy as np

from nonproj.decoders.carreras_factors import Factors, number_candidates


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


def _blocks(rows, ends):
    """Rows of candidates, already in the order of `ends`, as one block for each node."""
    blocks = [rows[e[0] : e[-1]].T.ravel() for e in ends.tolist()]
    return np.concatenate(blocks).astype(np.float32)

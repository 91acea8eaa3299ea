"""Division of the arcs of a tree into two planes, so that arcs in the same plane do not cross."""

import numpy as np
from numba import njit

from nonproj.trees.projectivity import cross, tree_is_projective


@njit(cache=True)
def planes(head):
    """Return the plane of the arc into each node: 1, 2, or 0 if neither plane can take the arc.

    See Gómez-Rodríguez & Nivre (2010), sec. 4. Crossing arcs must be in different planes, so the
    plane of one arc determines the planes of all arcs that are linked to it by crossings (a
    component). Arcs between words are added from left to right by dependent, then arcs from node 0.
    An arc is left out if it crosses arcs that must be in different planes; a tree is 2-planar iff
    no arc between words is left out. Ties are broken so that the parser switches planes late: in
    each component, the arc with the leftmost right end (then the leftmost dependent) goes to the
    current plane of the parser. This takes O(n) on projective trees and O(n^2) on others."""
    plane = np.ones(len(head), np.int8)
    if tree_is_projective(head):
        return plane
    plane[:] = 0
    component = np.arange(len(head))  # the arc added last to the component of each arc
    wanted = np.empty(len(head), np.int8)
    for is_root in (False, True):
        for d in range(1, len(head)):
            if (head[d] == 0) == is_root:
                _add(head, d, plane, component, wanted)
    _order(head, plane, component)
    return plane


@njit(cache=True)
def _add(head, d, plane, component, wanted):
    """Add the arc into d to plane 1 if possible; exchange planes in components that it crosses.

    `wanted` is the plane that each component leaves for this arc."""
    wanted[:] = 0
    for e in range(1, len(head)):
        if plane[e] != 0 and cross(head, d, e):
            if wanted[component[e]] == plane[e]:
                return
            wanted[component[e]] = 3 - plane[e]
    plane[d] = 1
    for e in range(1, len(head)):
        if plane[e] != 0 and wanted[component[e]] != 0:
            if wanted[component[e]] == 2:
                plane[e] = 3 - plane[e]
            component[e] = d


@njit(cache=True)
def _order(head, plane, component):
    """Exchange the planes of components if the parser can then stay in its current plane."""
    decided = np.zeros(len(head), np.bool_)
    active = 1
    for right in range(1, len(head)):
        switches = False
        for d in range(1, len(head)):
            if plane[d] == 0 or max(d, head[d]) != right:
                continue
            if not decided[component[d]]:
                decided[component[d]] = True
                if plane[d] != active:
                    for e in range(1, len(head)):
                        if plane[e] != 0 and component[e] == component[d]:
                            plane[e] = 3 - plane[e]
            switches |= plane[d] != active
        if switches:
            active = 3 - active

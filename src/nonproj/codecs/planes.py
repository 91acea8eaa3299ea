"""Assignment of arcs to planes such that arcs of the same direction do not cross in a plane.

Trees whose arcs fit in k planes are relaxed k-planar (Strzyż, Vilares & Gómez-Rodríguez 2020). Arcs
of opposite directions may cross within a plane, because the codecs match them separately. Node 0 is
the leftmost node, and its arcs are in the first plane."""

from collections.abc import Sequence

NO_PLANE = -1


def planes_of(heads: Sequence[int], n_planes: int) -> list[int]:
    """Return the plane of the arc into each node, or NO_PLANE if the arc fits in no plane.

    Planes are assigned by restriction propagation (Strzyż et al. 2020): an arc goes into the first
    plane that is still open to it, and this plane is then closed to all arcs that cross it. Arcs
    that have only one plane left are assigned next, then arcs from node 0, then the arc whose right
    end comes first; ties go to the first dependent. With one or two planes, arcs are left out only
    if no assignment covers all arcs. The running time grows with the sum of arc lengths."""
    crossing, planes = _crossing_arcs(heads), [NO_PLANE] * len(heads)
    open_planes = [set(range(n_planes if head else 1)) for head in heads]
    for first in sorted(range(1, len(heads)), key=lambda d: (heads[d] > 0, max(d, heads[d]), d)):
        waiting = [first]
        while waiting:
            d = waiting.pop()
            if planes[d] != NO_PLANE or not open_planes[d]:
                continue
            planes[d] = min(open_planes[d])
            for other in crossing[d]:
                open_planes[other].discard(planes[d])
                if len(open_planes[other]) == 1:
                    waiting.append(other)
    return planes


def _crossing_arcs(heads: Sequence[int]) -> list[list[int]]:
    """List, for the arc into each node, the dependents of arcs that cross it in its direction."""
    crossing: list[list[int]] = [[] for _ in heads]
    for d in range(1, len(heads)):
        h = heads[d]
        for other in range(min(h, d) + 1, max(h, d)):
            if heads[other] < h < d or heads[other] > h > d:
                crossing[d].append(other)
                crossing[other].append(d)
    return crossing

"""Trees and their properties, enumerated and defined as literally and slowly as possible.

A tree is a tuple of heads, heads[d] for d in 0..n, with heads[0] == -1. No package code is used."""

from collections import Counter
from functools import cache
from itertools import combinations, pairwise, product

from hypothesis import strategies as st


def is_tree(heads):
    """Every node reaches 0 in at most n steps."""
    for node in range(len(heads)):
        for _ in range(len(heads)):
            node = heads[node] if node > 0 else 0
        if node != 0:
            return False
    return True


@cache
def all_trees(n):
    """All trees over tokens 1..n; Cayley counts (n + 1) ** (n - 1) of them."""
    trees = [(-1, *deps) for deps in product(range(n + 1), repeat=n) if is_tree((-1, *deps))]
    assert len(trees) == (n + 1) ** (n - 1)
    return tuple(trees)


def trees_up_to(n):
    return [heads for m in range(1, n + 1) for heads in all_trees(m)]


@st.composite
def trees(draw, min_size=1, max_size=12):
    """Tokens in drawn order, each attached to one that is attached already."""
    n = draw(st.integers(min_size, max_size))
    heads, attached = [-1] * (n + 1), [0]
    for dep in draw(st.permutations(range(1, n + 1))):
        heads[dep] = draw(st.sampled_from(attached))
        attached.append(dep)
    return tuple(heads)


def children(heads, node):
    return [d for d in range(1, len(heads)) if heads[d] == node]


def dominated(heads, node):
    """The node and all below it, in order."""
    return sorted({node}.union(*(dominated(heads, child) for child in children(heads, node))))


def inside(heads, d):
    """Positions strictly between the ends of the arc into d."""
    return range(min(heads[d], d) + 1, max(heads[d], d))


def arc_is_projective(heads, d):
    """Nilsson 2009, def. 3: the head dominates every token strictly between."""
    return all(x in dominated(heads, heads[d]) for x in inside(heads, d))


def is_projective(heads):
    """Nilsson 2009, def. 4."""
    return all(arc_is_projective(heads, d) for d in range(1, len(heads)))


@cache
def projective_trees(n):
    return tuple(heads for heads in all_trees(n) if is_projective(heads))


@cache
def trees_of_class(n, projective, single_root):
    """All trees over tokens 1..n, or the projective ones, or those in which 0 has one child."""
    trees = projective_trees(n) if projective else all_trees(n)
    return tuple(heads for heads in trees if not single_root or heads.count(0) == 1)


def arcs_cross(heads, d, e):
    """Four different ends, and in order of position they alternate between the two arcs."""
    ends = sorted([(heads[d], "d"), (d, "d"), (heads[e], "e"), (e, "e")])
    different = len({position for position, _ in ends}) == 4
    return different and [arc for _, arc in ends] in (["d", "e", "d", "e"], ["e", "d", "e", "d"])


def crossing(heads, d):
    """Dependents of the arcs that cross the arc into d."""
    return [e for e in range(1, len(heads)) if e != d and arcs_cross(heads, d, e)]


def reached(arcs, node, span):
    """The node and what is below it by arcs within the span."""
    below = {node}
    while more := {d for h, d in arcs if h in below and d in span} - below:
        below |= more
    return below


def arc_degree(arcs, head, dependent):
    """Nivre (2007), def. 3, of head -> dependent in, or added to, this graph of (head, dependent).

    The number of components between the ends that the head does not dominate."""
    low, high = min(head, dependent), max(head, dependent)
    inner = {*range(low + 1, high)}
    dominated = reached(arcs | {(head, dependent)}, head, inner | {low, high})
    links = {link for h, d in arcs if {h, d} <= inner for link in ((h, d), (d, h))}
    components = {frozenset(reached(links, node, inner)) for node in inner}
    return sum(not component & dominated for component in components)


def degree(heads, d):
    """The degree of the arc into d."""
    return arc_degree({(h, d) for d, h in enumerate(heads) if d}, heads[d], d)


def gap_degree(heads, node):
    """Kuhlmann & Nivre 2006: neighbours in the projection that are not so in the sentence."""
    projection = dominated(heads, node)
    return sum(b - a > 1 for a, b in pairwise(projection))


def is_planar(heads):
    """Kuhlmann & Nivre 2006: no two arcs between tokens cross."""
    words = [d for d in range(1, len(heads)) if heads[d] != 0]
    return not any(arcs_cross(heads, d, e) for d in words for e in words)


def is_two_planar(heads, dependents=None):
    """Gómez-Rodríguez & Nivre 2010: try every way to draw crossing arcs above or below the words.

    By default, all arcs are drawn, else those into `dependents`."""
    drawn = range(1, len(heads)) if dependents is None else dependents
    pairs = [pair for pair in combinations(drawn, 2) if arcs_cross(heads, *pair)]
    concerned = sorted({d for pair in pairs for d in pair})
    sides = (dict(zip(concerned, way, strict=True)) for way in product("ab", repeat=len(concerned)))
    return any(all(side[d] != side[e] for d, e in pairs) for side in sides)


def below_words(heads):
    """Dependents of the arcs between words."""
    return [d for d in range(1, len(heads)) if heads[d] != 0]


def fewest_switches(heads):
    """How often a parser that builds arcs by their right ends must change planes, at least."""
    pairs = [pair for pair in combinations(range(1, len(heads)), 2) if arcs_cross(heads, *pair)]
    counts = []
    for planes in product("ab", repeat=len(heads)):
        if any(planes[d] == planes[e] for d, e in pairs):
            continue
        active, count = "a", 0
        for right in range(1, len(heads)):
            used = {planes[d] for d in range(1, len(heads)) if max(d, heads[d]) == right}
            if used - {active}:
                active, count = "b" if active == "a" else "a", count + 1
        counts.append(count)
    return min(counts)


def is_one_endpoint_crossing(heads):
    """Pitler et al. 2013: all arcs that cross an arc share an end."""
    for d in range(1, len(heads)):
        ends = [{e, heads[e]} for e in crossing(heads, d)]
        if ends and not set.intersection(*ends):
            return False
    return True


# The pseudo-projective transformation, from the text of Nilsson 2009, 5.1. A marked label is the
# tuple (own label, label of the syntactic head, whether ↓); the second is "" for a bare ↑ and None
# where there is no ↑.


def projectivize(heads):
    """Heads after all lifts, number of lifts of each arc, nodes whose arc was lifted over."""
    head = dict(enumerate(heads))
    lifts, path = Counter(), set()
    while True:
        current = tuple(head[d] for d in range(len(heads)))
        bad = [d for d in range(1, len(heads)) if not arc_is_projective(current, d)]
        if not bad:
            return current, lifts, path
        k = min(bad, key=lambda d: (abs(head[d] - d), d))
        path.add(head[k])
        lifts[k] += 1
        head[k] = head[head[k]]


def marked_labels(heads, labels, encoding):
    """{token: marked label} of the lifted tree; labels[d] belongs to token d."""
    _, lifts, path = projectivize(heads)
    marks = {}
    for d in range(1, len(heads)):
        named = labels[heads[d]] if encoding in ("head", "headpath") else ""
        up = named if lifts[d] and encoding != "baseline" else None
        marks[d] = (labels[d], up, d in path and encoding in ("path", "headpath"))
    return marks


def spelled(mark):
    """The label of a CoNLL file; arrows and backslashes of original labels follow a backslash."""

    def plain(label):
        return "".join("\\" + c if c in "\\↑↓" else c for c in label)

    label, up, down = mark
    return plain(label) + ("" if up is None else "↑" + plain(up)) + ("↓" if down else "")


def spelled_corpus(marks_of_sentences, encoding, cap=None):
    """Labels of a corpus; only the `cap` most frequent new ones, ties by code points, are kept."""
    if encoding == "baseline":
        return [[mark[0] for mark in marks.values()] for marks in marks_of_sentences]
    words = [mark for marks in marks_of_sentences for mark in marks.values()]
    new = Counter(spelled(mark) for mark in words if mark[1] is not None or mark[2])
    kept = sorted(new, key=lambda label: (-new[label], label))[:cap]
    return [
        [
            spelled(mark) if spelled(mark) in kept else spelled((mark[0], None, False))
            for mark in marks.values()
        ]
        for marks in marks_of_sentences
    ]


def breadth_first(head, i, k):
    """Nodes below i level by level, siblings from left to right, without the subtree of k."""
    level = [i]
    while level:
        level = [d for node in level for d in sorted(head) if head[d] == node and d != k]
        yield from level


def syntactic_head(head, marks, k, conditions):
    """The first node below k's linear head that meets the conditions; None if there is none."""
    i, sought = head[k], marks[k][1]
    for m in breadth_first(head, i, k):
        trace, node = [], m
        while node != i:
            trace.append(node)
            node = head[node]
        marked_below = [o for o in head if head[o] == m and marks[o][2]]
        if "path" in conditions and (marked_below or not all(marks[n][2] for n in trace)):
            continue
        if "head" in conditions and marks[m][0] != sought:
            continue
        return m
    return None


def deprojectivize(heads, marks, encoding):
    """Heads after the searches, and the tokens whose searches failed."""
    head = {d: heads[d] for d in range(1, len(heads))}
    lifted = [d for d in sorted(marks) if marks[d][1] is not None]
    stages = {"head": ["head"], "path": ["path"], "headpath": ["head path", "head"]}[encoding]
    for conditions in stages:
        progress = True
        while progress:
            progress = False
            for k in list(lifted):
                m = syntactic_head(head, marks, k, conditions.split())
                if m is not None:
                    head[k] = m
                    lifted.remove(k)
                    progress = True
    return (-1, *(head[d] for d in sorted(head))), lifted

"""Hexatags (Amini, Liu & Cotterell 2023), for projective trees.

The tree becomes a binary tree of phrases: each head is joined with its right dependents, then with
its left dependents, starting on each side with the nearest. Between any two neighbouring nodes, one
phrase is divided. A word's tag describes the phrase that is divided just before the word, and the
word itself:

1. `L` or `R`: the phrase is the left or the right part of a larger phrase; `L` for the whole tree,
2. `>` or `<`: the head of the phrase is in its left or in its right part,
3. `L` or `R`: the word is the left or the right part of a phrase.

In the paper, a tag describes a word and the phrase divided after the word, and trees have one root.
Here, node 0 is the first leaf, so that every tag is complete and a tree may have several roots."""

import re
from collections.abc import Sequence

import numpy as np

from nonproj.codecs.repair import NOT_ATTACHED, repaired

HEXATAG = re.compile("[LR][<>][LR]")


def encode(heads: Sequence[int]) -> list[str]:
    """Encode a projective tree as tags."""
    nodes = range(len(heads))
    dependents: list[list[int]] = [[] for _ in nodes]
    for d in nodes[1:]:
        dependents[heads[d]].append(d)
    first, last = _ends(dependents)
    phrase, leaf = [""] * len(heads), [""] * len(heads)
    for head in nodes:
        joined = [d for d in dependents[head] if d > head]
        joined += [d for d in reversed(dependents[head]) if d < head]
        parts = ["L" if d > head else "R" for d in joined]
        parts.append("R" if 0 <= heads[head] < head else "L")
        leaf[head] = parts[0]
        for d, part in zip(joined, parts[1:], strict=True):
            before, arrow = (first[d], ">") if d > head else (last[d] + 1, "<")
            phrase[before] = part + arrow
    return [phrase[word] + leaf[word] for word in nodes[1:]]


def _ends(dependents: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Return the first and the last node that each node dominates."""
    first, last = [*range(len(dependents))], [*range(len(dependents))]
    top_down = [0]
    for node in top_down:
        top_down += dependents[node]
    for node in reversed(top_down):
        for d in dependents[node]:
            first[node], last[node] = min(first[node], first[d]), max(last[node], last[d])
    return first, last


def decode(tags: Sequence[str], single_root: bool) -> list[int]:
    """Decode any tags into a tree; restore the original tree if the tags come from `encode`.

    A phrase is treated as a left part if no larger phrase is open. Heads that the tags give to node
    0 are ignored. Phrases whose right part is missing give no heads; see `repaired` for words
    without a head."""
    heads, top = [NOT_ATTACHED] * (len(tags) + 1), 0
    open_phrases: list[list[tuple[int, str]]] = []  # (head of the left part, arrow), outer to inner
    for word, (part, arrow, leaf) in enumerate(tags, 1):
        if part == "L" or not open_phrases:
            open_phrases.append([])
        open_phrases[-1].append((top, arrow))
        top = word
        if leaf == "R":
            for left, of_phrase in reversed(open_phrases.pop()):
                if of_phrase == "<":
                    heads[left] = top
                else:
                    heads[top] = top = left
    heads[0] = NOT_ATTACHED
    return repaired(heads, single_root)


def best_tags(scores: np.ndarray, tags: Sequence[str], single_root: bool) -> np.ndarray:
    """Return the indices of the best valid sequence of tags, given scores [word, tag].

    A sequence is valid if `decode` need not repair anything. Viterbi's algorithm keeps the best
    score for each number of open phrases, in O(n^2). If the given tags cannot form a valid
    sequence, the best tag of each word is returned. Ties go to the first tag."""
    n = len(scores)
    steps = [(tag[0] == "L") - (tag[2] == "R") for tag in tags]  # change in open phrases
    # If no phrase is open, the next one is L>: it begins with node 0, which is its head.
    least = [0 if tag[:2] == "L>" else 1 for tag in tags]
    best, chosen = np.full(n + 2, -np.inf), np.zeros((n, n + 2), np.int32)
    best[0] = 0.0
    for word, of_tags in enumerate(scores):
        before, best = best, np.full(n + 2, -np.inf)
        for tag, score in enumerate(of_tags):
            begin = max(least[tag], -steps[tag])
            source = before[begin : n + 1]
            target = slice(begin + steps[tag], n + 1 + steps[tag])
            better = source + score > best[target]
            best[target][better] = source[better] + score
            chosen[word, target][better] = tag
        if single_root and word + 1 < n:
            best[0] = -np.inf  # a second root would follow
    if not np.isfinite(best[0]):
        return scores.argmax(1)
    found, n_open = np.zeros(n, np.int64), 0
    for word in reversed(range(n)):
        found[word] = chosen[word, n_open]
        n_open -= steps[found[word]]
    return found

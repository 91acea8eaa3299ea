"""Scores, tests and blends as literally and slowly as possible, from the papers' definitions.

A sentence is a list of words (form, tag, head, label). No package code is used."""

import math
import unicodedata
from fractions import Fraction
from itertools import product

from oracles.trees import arc_is_projective, is_projective, is_tree

PUNCTUATION = {"Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"}  # perlunicode: \p{Punctuation}


def made(*texts):
    """Sentences out of texts of form/TAG|head|label."""
    split = [[word.rsplit("/", 1) for word in text.split()] for text in texts]
    fields = [[(form, *rest.split("|")) for form, rest in words] for words in split]
    return [[(form, tag, int(head), label) for form, tag, head, label in w] for w in fields]


def conll(sentences):
    """The text of a CoNLL-X file."""
    lines = []
    for words in sentences:
        for i, (form, tag, head, label) in enumerate(words, start=1):
            lines.append("\t".join([str(i), form, "_", tag, tag, "_", str(head), label, "_", "_"]))
        lines.append("")
    return "\n".join([*lines, ""])


def heads(words):
    return (-1, *(head for _, _, head, _ in words))


def eval_pl(gold, system, punctuation):
    """The counts of eval.pl of the CoNLL-X shared task: words are skipped if all characters of the
    gold form have the property Punctuation, unless punctuation is to be scored."""
    counts = dict.fromkeys(("words", "head", "label", "both", "sentences", "lem", "uem"), 0)
    for gold_words, system_words in zip(gold, system, strict=True):
        marks = []
        for (form, _, head, label), (_, _, head_s, label_s) in zip(
            gold_words, system_words, strict=True
        ):
            if not punctuation and all(unicodedata.category(c) in PUNCTUATION for c in form):
                continue
            marks.append((head == head_s, label == label_s))
        counts["words"] += len(marks)
        counts["head"] += sum(h for h, _ in marks)
        counts["label"] += sum(r for _, r in marks)
        counts["both"] += sum(h and r for h, r in marks)
        counts["sentences"] += bool(marks)
        counts["uem"] += bool(marks) and all(h for h, _ in marks)
        counts["lem"] += bool(marks) and all(h and r for h, r in marks)
    return counts


def precision_recall(gold, system, in_class, labelled, sentences=lambda gold_words: True):
    """((right, predicted), (right, gold)); in_class(words, i) classifies word i's arc."""
    counts = [[0, 0], [0, 0]]
    for gold_words, system_words in zip(gold, system, strict=True):
        if not sentences(gold_words):
            continue
        for i, ((_, _, head, label), (_, _, head_s, label_s)) in enumerate(
            zip(gold_words, system_words, strict=True), start=1
        ):
            right = head == head_s and (label == label_s or not labelled)
            for count, words in zip(counts, (system_words, gold_words), strict=True):
                if in_class(words, i):
                    count[0] += right
                    count[1] += 1
    return tuple(map(tuple, counts))


def nonprojective(words, i):
    return not arc_is_projective(heads(words), i)


def sentence_is_projective(words):
    return is_projective(heads(words))


def depth(words, i):
    """Arcs above the head of word i."""
    head = words[i - 1][2]
    return 0 if head == 0 else 1 + depth(words, head)


def pre_post(marks_of_sentences):
    """Nilsson 2009, 4.2.1: ((errors, words) of the first parts, of the second parts)."""
    first, second = "", ""
    for marks in marks_of_sentences:
        end = marks.find("-") + 1 or len(marks)
        first, second = first + marks[:end], second + marks[end:]
    return tuple((part.count("-"), len(part)) for part in (first, second))


def clusters(marks_of_sentences):
    """Nilsson 2009, 4.2.1: {distance to previous error or the sentence's start: (errors, all)}"""
    counts = {}
    for marks in marks_of_sentences:
        for i, mark in enumerate(marks):
            distance = i - marks.rfind("-", 0, i)
            errors, words = counts.get(distance, (0, 0))
            counts[distance] = (errors + (mark == "-"), words + 1)
    return counts


def mcnemar(b, c):
    """Nilsson 2009, 3.2."""
    if b + c > 25:
        z = (abs(b - c) - 1) / math.sqrt(b + c)
        return math.erfc(abs(z) / math.sqrt(2))
    tail = sum(Fraction(math.comb(b + c, k), 2 ** (b + c)) for k in range(min(b, c) + 1))
    return float(min(2 * tail, 1))


def holm(p_values):
    """Reject the smallest at alpha / m, the next at alpha / (m - 1), ...; the least alpha each."""
    adjusted, largest = {}, 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = largest
    return [adjusted[i] for i in range(len(p_values))]


def bootstrap(sentences):
    """Exact {difference: probability} when sentences (right, all, right, all) are drawn again."""
    chances = {}
    for drawn in product(sentences, repeat=len(sentences)):
        a, all_a, b, all_b = map(sum, zip(*drawn, strict=True))
        difference = Fraction(a, all_a) - Fraction(b, all_b)
        chances[difference] = chances.get(difference, 0) + Fraction(1, len(sentences) ** len(drawn))
    return chances


def permutation(words):
    """Exact p when the results (of a, of b) of any words change places; None is outside."""

    def difference(pairs):
        shares = []
        for side in (0, 1):
            inside = [pair[side] for pair in pairs if pair[side] is not None]
            shares.append(Fraction(sum(inside), len(inside)) if inside else Fraction(0))
        return abs(shares[0] - shares[1])

    swaps = list(product((False, True), repeat=len(words)))
    as_extreme = sum(
        difference([pair[::-1] if s else pair for pair, s in zip(words, swap, strict=True)])
        >= difference(words)
        for swap in swaps
    )
    return Fraction(as_extreme, len(swaps))


def proposed_arcs(parses, votes, accumulate):
    """{dependent: {head: (score, labels with the best score, first parser that has the first)}}

    parses[i] is a list of (head, label), votes[i][d - 1] the weight of parser i on word d."""
    arcs = {}
    for d in range(1, len(parses[0]) + 1):
        sums = {}
        for parse, vote in zip(parses, votes, strict=True):
            sums[parse[d - 1]] = sums.get(parse[d - 1], 0) + vote[d - 1]
        arcs[d] = {}
        for head in {head: None for head, _ in sums}:
            own = {label: score for (h, label), score in sums.items() if h == head}
            best = [label for label in own if own[label] == max(own.values())]
            first = next(i for i, p in enumerate(parses) if p[d - 1] == (head, best[0]))
            arcs[d][head] = (sum(own.values()) if accumulate else own[best[0]], best, first)
    return arcs


def best_trees(arcs, single_root=False):
    """All trees of these arcs with the largest score, of those with the fewest roots if asked."""
    trees = [(-1, *t) for t in product(*(arcs[d] for d in arcs)) if is_tree((-1, *t))]
    if single_root:
        fewest = min(tree.count(0) for tree in trees)
        trees = [tree for tree in trees if tree.count(0) == fewest]
    scores = [sum(arcs[d][tree[d]][0] for d in arcs) for tree in trees]
    return [tree for tree, score in zip(trees, scores, strict=True) if score == max(scores)]


def blend(parses, votes, accumulate=False, single_root=False):
    """One sentence by Nilsson 2009, 7.1; ties: the first word with an arc of an earlier parser."""
    arcs = proposed_arcs(parses, votes, accumulate)
    trees = best_trees(arcs, single_root)
    best = min(trees, key=lambda tree: [arcs[d][tree[d]][2] for d in arcs])
    return [(best[d], arcs[d][best[d]][1][0]) for d in arcs]


def best_arborescence(scores, trees, rank):
    """The largest sum of scores[h][d]; ties: the first word with a lower rank, then lower head."""

    def key(tree):
        words = range(1, len(tree))
        total = sum(scores[tree[d]][d] for d in words)
        return -total, [(rank[tree[d]][d], tree[d]) for d in words]

    return min(trees, key=key)

"""Sentences of coordinations and verb groups, written or drawn, as bytes of CoNLL-X."""

from itertools import pairwise

from hypothesis import strategies as st

from nonproj.data.conll import parse_treebank


def sentence(text):
    """Lines `form tag head label`, one for each token."""
    rows = [line.split() for line in text.strip().splitlines()]
    return "".join(
        f"{i}\t{form}\t_\t{tag}\t{tag}\t_\t{head}\t{label}\t_\t_\n"
        for i, (form, tag, head, label) in enumerate(rows, start=1)
    )


def bank(*texts):
    return parse_treebank("".join(sentence(t) + "\n" for t in texts).encode(), name="made.conll")


def trees(treebank):
    """Per sentence the heads and labels of its tokens."""
    labels, bounds = treebank.deprel.strings(), treebank.start.tolist()
    return [(treebank.head[a + 1 : b].tolist(), labels[a + 1 : b]) for a, b in pairwise(bounds)]


# A drawn phrase is (words left of its head, head, words right of it), the words as
# [key, label, key of the head]; a coordination nests phrases, as "A , B and C".


@st.composite
def coordinations(draw):
    """A Prague-style sentence: a verb with nested coordinations, separators before every conjunct.

    Dependents of a conjunction stand right of its last conjunct and carry labels of their own."""
    words = []

    def token(label, head):
        word = [len(words), label, head]
        words.append(word)
        return word

    def phrase(depth, label):
        """The word that represents the phrase; its label still lacks the suffix of conjuncts."""
        if depth == 0 or draw(st.booleans()):
            before = token("Atr", None) if draw(st.booleans()) else None
            head = token(label, None)
            if before:
                before[2] = head[0]
            return head
        count = draw(st.integers(2, 3))
        conjuncts, commas = [phrase(depth - 1, label)], []
        for i in range(1, count):
            if i == count - 1:
                if draw(st.booleans()):
                    commas.append(token("AuxX", None))
                base = token("Coord", None)
            else:
                commas.append(token("AuxX", None))
            conjuncts.append(phrase(depth - 1, label))
        for word in conjuncts:
            word[1] += "_Co"
        shared = [token("Adv", None)] if draw(st.booleans()) else []
        for word in (*conjuncts, *commas, *shared):
            word[2] = base[0]
        return base

    verb = token("Pred", -1)
    for label in draw(st.lists(st.sampled_from(["Sb", "Obj"]), min_size=1, max_size=2)):
        phrase(2, label)[2] = verb[0]
    lines = (f"w N {head + 1} {label}" for _, label, head in words)
    return "\n".join(lines)

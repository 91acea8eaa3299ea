"""Sentences of coordinations and verb groups, written or drawn, as bytes of CoNLL-X."""

from hypothesis import strategies as st

from nonproj.data.conll import parse_treebank
from samples.trees import sentences, treebank


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
    return [([*heads[1:]], labels) for heads, labels in sentences(treebank)]


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


@st.composite
def first_conjuncts(draw):
    """A sentence in the style of UD: nested coordinations whose first conjuncts are heads."""
    words = []

    def token(label, head):
        words.append([label, head])
        return len(words)

    def phrase(depth, label, head):
        mine = [token("det", 0)] if draw(st.booleans()) else []
        first = token(label, head)
        for word in mine:
            words[word - 1][1] = first
        for _ in range(draw(st.integers(0, 2)) if depth else 0):
            between = draw(st.sampled_from([[], ["cc"], ["punct"], ["punct", "cc"]]))
            separators = [token(separator, 0) for separator in between]
            conjunct = phrase(depth - 1, "conj", first)
            for separator in separators:
                words[separator - 1][1] = conjunct
        if draw(st.booleans()):
            token("nmod", first)
        return first

    verb = token("root", 0)
    for label in draw(st.lists(st.sampled_from(["nsubj", "obj"]), min_size=1, max_size=2)):
        phrase(2, label, verb)
    return "\n".join(f"w N {head} {label}" for label, head in words)


def with_first_conjuncts(heads, labels):
    """A Prague-style sentence, heads from index 1 on, with first conjuncts as heads, as in UD."""
    heads, labels = [-1, *heads], ["", *labels]

    def depth(d):
        return 0 if d == 0 else 1 + depth(heads[d])

    bases = [d for d in range(1, len(heads)) if labels[d].startswith("Coord")]
    for base in sorted(bases, key=depth, reverse=True):
        below = [d for d in range(1, len(heads)) if heads[d] == base]
        conjuncts = [d for d in below if labels[d].endswith("_Co")]
        if len(conjuncts) < 2 or not conjuncts[0] < base < conjuncts[-1]:
            continue
        first, *later = conjuncts
        heads[first] = heads[base]
        labels[first] = labels[first][:-3] + labels[base].removeprefix("Coord")
        for d in (*below, base):
            if d in later:
                heads[d], labels[d] = first, "conj"
            elif d != first:
                separates = d == base or (labels[d] == "AuxX" and d not in heads)
                following = [c for c in later if c > d] if separates and d > first else []
                heads[d] = following[0] if following else first
                labels[d] = {base: "cc"}.get(d, "punct" if separates else labels[d])
    return heads[1:], labels[1:]


def universal(prague):
    """A Prague-style treebank with first conjuncts as heads."""
    converted = [with_first_conjuncts(*tree) for tree in trees(prague)]
    return treebank([(-1, *heads) for heads, _ in converted], [labels for _, labels in converted])


def interchanged(text):
    """A drawn Prague-style sentence as Alpino has it, nothing but conjuncts on conjunctions."""
    rows = [line.split() for line in text.strip().splitlines()]
    heads, labels = [0, *(int(row[2]) for row in rows)], ["", *(row[3] for row in rows)]

    def label(d):
        own = labels[d].removesuffix("_Co")
        if own == "Coord":
            return label(next(c for c in range(1, len(heads)) if heads[c] == d))
        return own

    given = {}
    for d in range(1, len(heads)):
        on_a_conjunction = labels[heads[d]].startswith("Coord")
        if labels[d] == "AuxX":
            given[d] = (d - 1, "punct")
        elif labels[d].endswith("_Co"):
            given[d] = (heads[d], "cnj")
        else:
            given[d] = (heads[d] if not on_a_conjunction else d - 1, label(d))
    return "\n".join(f"w N {head} {own}" for head, own in given.values())

"""Small valid files in the three formats, and a second, plain reader for them."""

CONLLU = """\
# sent_id = 1
# text = Él vámonos ya
0.1\t_\t_\tPRON\t_\t_\t_\t_\t2:nsubj\t_
1\tÉl\tél\tPRON\tPP3\tCase=Nom\t4\tnsubj\t4:nsubj\t_
2-3\tvámonos\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
2\tvamos\tir\tVERB\tVM\tMood=Imp\t0\troot\t0:root\t_
3\tnos\tnosotros\tPRON\tPP1\tCase=Acc\t2\tobj\t2:obj\t_
3.1\tx\tx\tX\t_\t_\t_\t_\t_\t_
3.2\ty\ty\tX\t_\t_\t_\t_\t_\t_
4\tya\tya\tADV\tRG\t_\t2\tadvmod:tmp\t2:advmod\t_

# newpar
1\tcông việc\tviệc\tNOUN\tN\t_\t2\tnsubj\t_\t_
2\t#\t#\tSYM\t$\t_\t0\troot\t_\t_
3-4\tdel\t_\t_\t_\t_\t_\t_\t_\t_
3\tde\tde\tADP\tE\t_\t1\tcase\t_\t_
4\tel\tel\tDET\tR\t_\t1\tdet\t_\t_
5\tok\tok\tINTJ\tI\t_\t0\troot\t_\t_

1\tUna\tuno\tDET\tD\t_\t0\troot\t_\t_

"""
CONLLX = """\
1\tHij\thij\tPron\tPron\tper|3\t2\tsu\t_\t_
2\tzag\tzie\tV\tV\ttrans\t0\tROOT\t_\t_
3\thaar\thaar\tPron\tPron\tper|3\t4\tsu\t_\t_
4\tkomen\tkom\tV\tV\tintrans\t2\tvc\t_\t_

1\t#\t_\tPunc\tPunc\t_\t2\tpunct\t_\t_
2\tKijk\tkijk\tV\tV\t_\t0\tROOT\t_\t_
3\t.\t.\tPunc\tPunc\t_\t0\tpunct\t_\t_

"""
CONLL2009 = """\
1\tDogs\tdog\tDOG\tN\tNN\tnum=pl\tnum=sg\t2\t3\tSBJ\tNMOD\t_\t_\tA0\t_
2\tchase\tchase\tCHASE\tV\tVB\tt=pres\tt=past\t0\t0\tROOT\tROOT\tY\tchase.01\t_\t_
3\tcats\tcat\tCAT\tN\tNN\tnum=pl\tnum=sg\t2\t2\tOBJ\tAPPO\tY\tcat.01\tA1\t_

1\tYes\tyes\tYES\tI\tUH\t_\t_\t0\t0\tROOT\tROOT\t_\t_

"""
SAMPLES = {"conllu": CONLLU, "conllx": CONLLX, "conll2009": CONLL2009}
# CoNLL-2009: head and label are gold, the other columns as predicted
COLUMNS = {
    "conllu": {"form": 1, "lemma": 2, "upos": 3, "xpos": 4, "feats": 5, "head": 6, "deprel": 7},
    "conllx": {"form": 1, "lemma": 2, "upos": 3, "xpos": 4, "feats": 5, "head": 6, "deprel": 7},
    "conll2009": {"form": 1, "lemma": 3, "upos": 5, "xpos": 5, "feats": 7, "head": 8, "deprel": 10},
}


def plain_sentences(text: str) -> list[str]:
    """The sentences of a valid file, each with its comments and the empty line after it."""
    return [sentence + "\n\n" for sentence in text.removesuffix("\n\n").split("\n\n")]


def plain_words(sentence: str) -> list[list[str]]:
    rows = [line.split("\t") for line in sentence.strip("\n").split("\n")]
    return [row for row in rows if row[0].isdecimal()]


def plain_columns(text: str, fmt: str) -> dict[str, list[str | None]]:
    """Each column as a list of strings, None where a sentence has its root slot."""
    found: dict[str, list[str | None]] = {name: [] for name in COLUMNS[fmt]}
    for sentence in plain_sentences(text):
        words = plain_words(sentence)
        if not words:  # column names, which a reader skips
            continue
        for name, column in COLUMNS[fmt].items():
            found[name] += [None, *(word[column] for word in words)]
    return found


def assert_holds(treebank, text: str) -> None:
    """The columns in memory are those of the text."""
    expected = plain_columns(text, treebank.format)
    heads = [None if head == -1 else str(head) for head in treebank.head.tolist()]
    assert [None if h is None else h.replace("-2", "_") for h in heads] == expected.pop("head")
    for name, strings in expected.items():
        column = getattr(treebank, name)
        assert column.strings() == strings, name
        assert list(column.values) == list(dict.fromkeys(s for s in strings if s is not None)), name

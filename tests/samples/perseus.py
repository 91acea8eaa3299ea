"""Sentences as Perseus publishes them: whole, with elided words, and with every defect."""

WORD = '<word id="{}" form="{}" lemma="{}" postag="{}" relation="{}" head="{}"/>'
SENTENCE = """
<sentence id="{}" document_id="urn" subdoc="1">{}</sentence>"""


def word(number, form, head, relation, lemma="", postag=""):
    return WORD.format(number, form, lemma, postag, relation, head)


def elided(number, head, relation):
    return word(number, "[0]", head, relation).replace("/>", ' artificial="elliptic"/>')


def text(*sentences):
    body = "".join(SENTENCE.format(i, "".join(words)) for i, words in enumerate(sentences, 1))
    return f'<?xml version="1.0"?>\n<treebank version="2.1">{body}\n</treebank>\n'.encode()


DIVIDED = [
    word(1, "omnis", 2, "ATR", "omnis", "a-s---fn-"),
    word(2, "Gallia", 3, "SBJ", "Gallia", "n-s---fn-"),
    word(3, "divisa", 0, "PRED", "divido", "v-srppfn-"),
    word(4, ".", 0, "AuxK", ".", "u--------"),
]
# Two clauses whose verbs are elided, joined by et; their subjects become ExD_CO, the comma stays.
ELLIPSIS = [
    word(1, "hic", 5, "SBJ"),
    word(2, ",", 5, "AuxX"),
    word(3, "et", 0, "COORD"),
    word(4, "ille", 6, "SBJ"),
    elided(5, 3, "PRED_CO"),
    elided(6, 3, "PRED_CO"),
]
# An elided word below another, and the older notation of a path.
NESTED = [
    elided(1, 0, "PRED"),
    elided(2, 1, "OBJ"),
    word(3, "boni", 2, "ATR"),
    word(4, "et", 2, "COORD"),
    word(5, "mali", 4, "ATR_ExD_OBJ_CO"),
]
BROKEN = {
    "a word without a head": [word(1, "a", "", "PRED")],
    "a head that does not exist": [word(1, "a", 7, "PRED")],
    "a word without a label": [word(1, "a", 0, "nil")],
    "heads in a cycle": [word(1, "a", 2, "ATR"), word(2, "b", 1, "ATR")],
    "words without a unique number": [word(1, "a", 0, "PRED"), word(1, "b", 1, "ATR")],
    "a word without a form": [word(1, "", 0, "PRED")],
    "no words": [],
    "only elided words": [elided(1, 0, "PRED")],
}

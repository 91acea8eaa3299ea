"""The tree browser: a page that draws the trees of a sentence in the reader's browser."""

from collections.abc import Sequence

import numpy as np

from nonproj.data.misc_column import confidence_of, has_confidence
from nonproj.data.treebank import Treebank
from nonproj.drawing.markup import environment
from nonproj.results.confidence import doubtful_sentences
from nonproj.trees.align import require_heads, require_same_text

BrowsedTree = list[list[int]]  # heads, labels and, if known, probabilities in hundredths


def page_of(gold: Treebank, parses: Sequence[Treebank] = ()) -> str:
    """Return an HTML page with gold trees and parses of the same text, or with one treebank."""
    require_same_text(gold, *parses)
    require_heads(gold, *parses)
    names = [treebank.name for treebank in (*parses, gold)]
    heading = ", ".join(names[:-1]) + " against " + gold.name if parses else gold.name
    trees = _content(gold, parses) if parses else _content(None, [gold])
    return environment().get_template("view.html").render(heading=heading, trees=trees)


def _content(gold: Treebank | None, parses: Sequence[Treebank]) -> dict:
    """Return all trees of a text, with the probabilities of arcs that MISC has."""
    sure = [confidence_of(parse) if has_confidence(parse) else None for parse in parses]
    labels: dict[str, int] = {}
    sentences = []
    for s in range(parses[0].n_sentences):
        sentence = browsed_sentence(s, gold, parses, labels)
        a, b = parses[0].start[s : s + 2].tolist()
        for tree, found in zip(sentence["parses"], sure, strict=True):
            tree += [] if found is None else [np.rint(100 * found[a + 1 : b]).astype(int).tolist()]
        sentences.append(sentence)
    parsers = [_parser(parse, found) for parse, found in zip(parses, sure, strict=True)]
    content = {"name": parses[0].name, "parsers": parsers, "sentences": sentences}
    return {"labels": list(labels), "treebanks": [content]}


def _parser(parse: Treebank, probabilities: np.ndarray | None) -> dict:
    """Name a parse; with probabilities, list its sentences, the most doubtful first."""
    if probabilities is None:
        return {"name": parse.name}
    order = [one.sentence - 1 for one in doubtful_sentences(parse, probabilities)]
    return {"name": parse.name, "doubtful": order}


def browsed_sentence(
    sentence: int, gold: Treebank | None, parses: Sequence[Treebank], labels: dict[str, int]
) -> dict:
    """Return a sentence for the browser; `labels` maps labels to positions, and grows."""
    text = parses[0] if gold is None else gold
    return {
        "number": sentence + 1,
        "words": _strings(text.form, text, sentence),
        "tags": _strings(text.upos, text, sentence),
        "gold": None if gold is None else browsed_tree(gold, sentence, labels),
        "parses": [browsed_tree(parse, sentence, labels) for parse in parses],
    }


def browsed_tree(treebank: Treebank, sentence: int, labels: dict[str, int]) -> BrowsedTree:
    """Return the heads and the labels of a sentence; `labels` grows."""
    heads = treebank.heads(sentence)[1:].tolist()
    names = _strings(treebank.deprel, treebank, sentence)
    return [heads, [labels.setdefault(name, len(labels)) for name in names]]


def _strings(column, treebank: Treebank, sentence: int) -> list[str]:
    a, b = treebank.start[sentence : sentence + 2].tolist()
    return [column.values[code] if code >= 0 else "_" for code in column.codes[a + 1 : b].tolist()]

"""Trees for the report's tree browser: the sentences on which parsers differ most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from nonproj.public.drawing import browsed_sentence, browsed_tree
from nonproj.public.treebanks import Treebank, read_treebank, require_same_text
from nonproj.public.trees import nonprojective_arcs
from nonproj.public.variants import variant_named
from studies.store.parse_files import ParseFile

MOST_SENTENCES = 120  # for all treebanks together
MOST_PARSERS = 16
FEWEST_WORDS, MOST_WORDS = 4, 24  # limits for sentences that are easy to read
NONPROJECTIVE_WEIGHT = 4  # weight of words with a non-projective arc


@dataclass(frozen=True)
class Shown:
    """A parser shown in the browser, and its parse."""

    system: str
    parse: ParseFile


def tree_browser(
    treebanks: Mapping[str, tuple[str, str, Sequence[Shown]]], most_of_one: int
) -> dict:
    """Return the content of trees.json for treebanks, each given as split, gold file and parses.

    A tree is a list of heads and a list of labels; a label is given by its position in `labels`."""
    each = min(most_of_one, MOST_SENTENCES // max(len(treebanks), 1))
    labels: dict[str, int] = {}
    content = [
        {"name": name, "split": split} | _treebank(gold, shown[:MOST_PARSERS], each, labels)
        for name, (split, gold, shown) in treebanks.items()
    ]
    return {"labels": list(labels), "treebanks": content}


def _treebank(gold_file: str, shown: Sequence[Shown], each: int, labels: dict[str, int]) -> dict:
    gold = read_treebank(gold_file)
    parses = [item.parse.trees for item in shown]
    for parse in parses:
        require_same_text(gold, parse)
    raw = {i: item.parse.raw for i, item in enumerate(shown) if variant_named(item.system).inverts}
    prepared = [_preparation(item.system) for item in shown]
    transformed = {
        name: variant_named(shown[prepared.index(name)].system).prepare(gold)[1]
        for name in dict.fromkeys(filter(None, prepared))
    }
    chosen = _instructive(gold, parses)[:each]
    return {
        "parsers": [
            {"name": item.system, "preparation": name}
            for item, name in zip(shown, prepared, strict=True)
        ],
        "sentences": [
            browsed_sentence(s, gold, parses, labels)
            | {
                "raw": {i: browsed_tree(parse, s, labels) for i, parse in raw.items()},
                "transformed": {n: browsed_tree(tb, s, labels) for n, tb in transformed.items()},
            }
            for s in chosen
        ],
    }


def _preparation(system: str) -> str:
    """Name a parser's transformation of training trees; "" if none is used or it is learned."""
    variant = variant_named(system)
    return "" if any(step.learns for step in variant.steps) else variant.preparation


def _instructive(gold: Treebank, parses: Sequence[Treebank]) -> list[int]:
    """List the sentences on which parsers disagree, in order of decreasing disagreement.

    Each word contributes r(1 - r), where r is the share of parsers that get the word right; words
    with a non-projective arc have a higher weight. Very short and very long sentences are left out.
    """
    if not parses:
        return []
    right = np.zeros(len(gold.head))
    for parse in parses:
        recoded = parse.deprel.recoded(gold.deprel.values, unknown=-2)
        right += (parse.head == gold.head) & (recoded == gold.deprel.codes)
    share = right / len(parses)
    weight = 1 + (NONPROJECTIVE_WEIGHT - 1) * nonprojective_arcs(gold.start, gold.head)
    told = np.where(gold.is_word, share * (1 - share) * weight, 0.0)
    scores = np.add.reduceat(told, gold.start[:-1])
    length = gold.sentence_length
    fit = np.flatnonzero((length >= FEWEST_WORDS) & (length <= MOST_WORDS) & (scores > 0))
    return fit[np.argsort(-scores[fit], kind="stable")].tolist()

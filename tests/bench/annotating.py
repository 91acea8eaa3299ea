"""How accurate a parser becomes while a treebank is annotated, from forms alone.

`annotating` simulates the loop of docs/annotating.md: in each round, a parser is trained on the
annotated sentences and parses the rest, and the sentences to annotate next are chosen from its
parse. `learning` trains on the first sentences of several treebanks, and draws
docs/learning-curves.svg."""

import random
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
from matplotlib.figure import Figure
from tests.bench.corpora import MIRROR, ROOT

import nonproj
from nonproj.data.treebank import Treebank
from nonproj.drawing import style

VARIANT = "carreras+npa"
ROUNDS = 1000, 2000, 4000, 8000  # annotated words, on which the effort depends
MOST = 1500  # sentences that are ordered by diversity in a round
SEEDS = 1, 2, 3
ANNOTATED = {"Gothic": "ud217-got", "Hungarian": "ud217-hu"}
SIZES = 50, 100, 200, 400, 800  # sentences
FAST = "swap-lazy"  # the parser of the learning curves
CURVES = ANNOTATED | {
    "Greek": "ud217-el",
    "Turkish": "ud217-tr",
    "Vietnamese": "ud217-vi",
    "Latin": "ud217-la",
    "Indonesian": "ud20-id",
    "Portuguese": "ud20-pt",
}
LABEL_DISTANCE = 2.7  # points of LAS between the names at the ends of two curves
PICTURE = ROOT / "docs" / "learning-curves.svg"


def annotating() -> dict:
    """The sentences annotated in each round and the LAS on the test set, as means over seeds."""
    return {
        name: {
            how: _mean([_loop(*sets, choose, seed) for seed in SEEDS])
            for how, choose in CHOICES.items()
        }
        for name, sets in _read(ANNOTATED)
    }


def learning() -> dict:
    """LAS on the test set, by the number of training sentences."""
    curves = {
        name: {n: _las(_trained(train.select(range(n)), FAST), test) for n in SIZES}
        for name, (train, test) in _read(CURVES)
    }
    PICTURE.write_bytes(style.svg_of("learning-curves", lambda: _drawn(curves)))
    return curves


def _read(names: dict[str, str]) -> Iterator[tuple[str, list[Treebank]]]:
    """Fetch treebanks; yield their names with the training set and the test set."""
    with tempfile.TemporaryDirectory() as folder:
        for name, treebank in names.items():
            mirror = str(MIRROR) if MIRROR.exists() else None
            files = nonproj.fetch(treebank, folder, mirror=mirror)
            yield name, [nonproj.read(files[split]) for split in ("train", "test")]


def _trained(treebank: Treebank, variant: str = VARIANT, confidence: bool = False):
    return nonproj.train(variant, treebank, tags="predicted", confidence=confidence, threads=2)


def _las(model, test: Treebank) -> float:
    parse = nonproj.parse(model, test, threads=2, tags="predict")
    found = nonproj.evaluate(test, parse)["las"]
    return round(100 * found.correct / found.total, 2)


def _loop(train: Treebank, test: Treebank, choose, seed: int) -> list[tuple[int, float]]:
    """Annotate until each number of words is reached; return the sentences and the LAS."""
    order = random.Random(seed).sample(range(train.n_sentences), train.n_sentences)
    chosen, found = _until(ROUNDS[0], order, train), []
    for following in (*ROUNDS[1:], 0):
        annotated = train.select(sorted(chosen))
        model = _trained(annotated, confidence=bool(following))
        found.append((annotated.n_sentences, _las(model, test)))
        if following:
            rest = [i for i in order if i not in {*chosen}]
            text = train.select(rest)
            parse = nonproj.parse(model, text, threads=2, tags="predict", confidence=True)
            best = [rest[i] for i in choose(parse, annotated)]
            chosen += _until(following - annotated.n_words, best, train)
    return found


def _until(words: int, sentences: Sequence[int], treebank: Treebank) -> list[int]:
    """Return the first sentences, as many as have this number of words together."""
    lengths = np.cumsum(np.diff(treebank.start)[list(sentences)] - 1)
    return list(sentences[: int(np.searchsorted(lengths, words)) + 1])


def _at_random(parse: Treebank, annotated: Treebank) -> Sequence[int]:
    return range(parse.n_sentences)


def _by_doubt(parse: Treebank, annotated: Treebank) -> Sequence[int]:
    """Order sentences by the share of heads that are expected to be wrong."""
    doubts = _doubts(parse)
    return sorted(doubts, key=lambda sentence: -doubts[sentence])


def _by_doubt_and_diversity(parse: Treebank, annotated: Treebank) -> Sequence[int]:
    """The same, but a word counts less for each time that it is annotated already."""
    seen, doubts, forms = Counter(annotated.form.strings()), _doubts(parse), parse.form.strings()
    words = {i: forms[parse.start[i] + 1 : parse.start[i + 1]] for i in doubts}
    chosen = []
    while doubts and len(chosen) < MOST:
        best = max(doubts, key=lambda i: doubts[i] * _novelty(words[i], seen))
        chosen.append(best)
        seen.update(words[best])
        del doubts[best]
    return chosen


def _doubts(parse: Treebank) -> dict[int, float]:
    found = nonproj.doubtful(parse).sentences
    return {each.sentence - 1: each.expected_errors / each.words for each in found}


def _novelty(words: Sequence[str], seen: Counter) -> float:
    return sum(1 / (1 + seen[word]) for word in words) / len(words)


CHOICES = {
    "at random": _at_random,
    "by doubt": _by_doubt,
    "by doubt and diversity": _by_doubt_and_diversity,
}


def _mean(runs: Sequence[list[tuple[int, float]]]) -> dict[int, list[float]]:
    return {
        n: [round(sum(column) / len(runs), 2) for column in zip(*each, strict=True)]
        for n, each in zip(ROUNDS, zip(*runs, strict=True), strict=True)
    }


def _drawn(curves: dict[str, dict[int, float]]) -> Figure:
    figure, [axes] = style.panels(1, 1, height=4.2)
    ends, last = sorted((curve[SIZES[-1]], name) for name, curve in curves.items()), 0.0
    for number, (end, name) in enumerate(ends):
        colour = style.SERIES[number % len(style.SERIES)]
        axes.plot(*zip(*curves[name].items(), strict=True), "-o", color=colour, markersize=3)
        last = max(end, last + LABEL_DISTANCE)
        axes.annotate(f"  {name}", (SIZES[-1], last), color=colour, va="center")
    axes.set_xscale("log")
    axes.set_xticks(SIZES, [f"{n:,}" for n in SIZES])
    axes.set_xlim(SIZES[0], 1.6 * SIZES[-1])
    axes.set_xlabel("sentences in the training set")
    axes.set_title(f"LAS of {FAST} on the test set, from forms alone")
    axes.grid(axis="y")
    return figure


BENCHES = {"annotating": annotating, "learning": learning}

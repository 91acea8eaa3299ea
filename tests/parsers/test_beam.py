"""Beam search finds the best derivations, and its weights are those of a structured perceptron."""

from collections import Counter
from copy import deepcopy
from itertools import pairwise

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.errors import NonprojError
from nonproj.learners.pairs import find_rows
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.transition import online, structured
from nonproj.parsers.transition.actions import Actions
from nonproj.parsers.transition.beam import FREE, new_beam, new_history, parse_with_beam, search
from nonproj.parsers.transition.loops import (
    default_transition,
    features_of,
    is_forced,
    new_workspaces,
)
from nonproj.parsers.transition.model import Model
from nonproj.parsers.transition.parsing import parse_in_threads
from nonproj.parsers.transition.symbols import max_features
from nonproj.systems.configuration import Configuration, initial, new_configuration
from nonproj.systems.dispatch import apply, is_final, legal, oracle
from nonproj.systems.gold import new_gold, prepare_gold
from samples.treebanks import labelled_score, made_treebank, parse

SYSTEMS = ("arc-standard", "arc-eager", "swap-lazy")


def trained(name, sentences=60, **options):
    return train(variant_named(name), made_treebank(sentences), Training(**options))


class Sentence:
    """Derivations of one sentence in plain Python, with the features of the compiled parser."""

    def __init__(self, model: Model, treebank, s: int):
        self.parser, self.actions = model.linear_parser, model.actions
        self.symbols = model.vocabulary.encode(treebank)
        self.first, end = treebank.start[s : s + 2].tolist()
        self.n = end - self.first - 1
        width = max(1, max_features(model.features.templates, self.symbols))
        self.workspace = new_workspaces(self.parser, width)

    def begin(self) -> Configuration:
        config = new_configuration(self.n)
        initial(config, self.n, self.parser.code.degree, self.parser.code.root_mode)
        return self.forced(config)

    def forced(self, config):
        while (mask := self.mask(config)) and is_forced(mask):
            apply(self.parser.code.system, config, *default_transition(mask, self.actions))
        return config

    def mask(self, config):
        return legal(self.parser.code.system, config)

    def after(self, config, action):
        config = deepcopy(config)
        coarse = self.actions.coarse[action]
        label = coarse if coarse < 0 else self.actions.only[coarse]
        apply(self.parser.code.system, config, self.actions.move[action], label)
        return self.forced(config)

    def allowed(self, config):
        mask = self.mask(config)
        return [a for a, move in enumerate(self.actions.move.tolist()) if mask >> move & 1]

    def features(self, config, table):
        """Return the ids of single features and the rows of pairs."""
        m = features_of(self.parser, self.symbols, config, self.first, self.workspace)
        ids = self.workspace.ids[:m].copy()
        k = find_rows(table, ids, *self.workspace.coarse[:4]) if len(table.words) else 0
        return ids, self.workspace.coarse.rows[:k].copy()

    def gold(self, treebank):
        tree, code = new_gold(self.n), self.parser.code.system
        words = slice(self.first, self.first + self.n + 1)
        prepare_gold(code, tree, treebank.head[words], treebank.deprel.codes[words])
        config, found = new_configuration(self.n), []
        initial(config, self.n, self.parser.code.degree, self.parser.code.root_mode)
        while not is_final(code, config):
            move, label = oracle(code, config, tree)
            if not is_forced(self.mask(config)):
                pairs = zip(self.actions.move, self.actions.coarse, strict=True)
                found.append([*pairs].index((move, label)))
            apply(code, config, move, label)
        return found


def first_words(treebank, n):
    """Return a treebank of the first n words of each sentence, each attached to the word before."""
    blocks = [block.splitlines()[:n] for block in treebank.source.data.decode().split("\n\n")]
    cells = [[line.split("\t") for line in block] for block in blocks if block]
    lines = [["\t".join([*c[:6], str(i), *c[7:]]) for i, c in enumerate(rows)] for rows in cells]
    return parse_treebank("".join("\n".join(rows) + "\n\n" for rows in lines).encode())


def scores_of(sentence, config, scorer):
    ids, rows = sentence.features(config, scorer.table)
    scores = scorer.bias + scorer.single[ids].sum(0, dtype=np.int64)
    return scores + 32 * scorer.pair[rows].sum(0, dtype=np.int64)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_wide_beam_finds_the_best_of_all_derivations(system):
    model = trained(f"{system}-beam2", 30)
    scorer = model.classifier.scorer
    short = first_words(made_treebank(8, seed=3), 2)

    def every(sentence, config, total):
        allowed = sentence.allowed(config)
        if not allowed:
            yield total
        scores = scores_of(sentence, config, scorer) if allowed else ()
        for action in allowed:
            yield from every(sentence, sentence.after(config, action), total + scores[action])

    for s in range(short.n_sentences):
        sentence = Sentence(model, short, s)
        beam, history = new_beam(9000, 2), new_history(9000)
        _, _, generation, size, _ = search(
            sentence.parser, beam, history, sentence.symbols, sentence.first, sentence.n, FREE,
            sentence.workspace,
        )  # fmt: skip
        totals = sorted(every(sentence, sentence.begin(), 0), reverse=True)
        assert size == len(totals)
        np.testing.assert_array_equal(beam.total[generation, :size], totals)


@pytest.mark.parametrize("name", ["arc-standard-beam1+head", "swap-lazy-r2l-beam1"])
def test_a_beam_of_one_derivation_is_greedy(name):
    gold, model = made_treebank(60, seed=2), trained(name)
    symbols = model.vocabulary.encode(gold)
    expected = parse_in_threads(model.linear_parser, gold, symbols, 1)
    for found, wanted in zip(parse_with_beam(model, gold, symbols)[:2], expected, strict=False):
        np.testing.assert_array_equal(found, wanted)


class Perceptron:
    """A structured perceptron over a dictionary of weights, averaged over the sentences seen."""

    def __init__(self, table):
        self.table, self.weights, self.total = table, Counter(), Counter()
        self.now = 1

    def parts(self, sentence, config):
        ids, rows = sentence.features(config, self.table)
        return ["bias", *(("single", i) for i in ids), *(("pair", r) for r in rows)]

    def visit(self, sentence, gold, width):
        beam, t = [(0.0, [], sentence.begin())], 0
        while any(sentence.mask(config) for _, _, config in beam):
            found = []
            for total, done, config in beam:
                if not sentence.mask(config):
                    found.append((total, done, config))
                    continue
                parts = self.parts(sentence, config)
                for action in sentence.allowed(config):
                    score = sum(self.weights[part, action] for part in parts)
                    found.append((total + score, [*done, action], None))
            found.sort(key=lambda item: -item[0])
            beam = [
                (total, done, config or self.replayed(sentence, done))
                for total, done, config in found[:width]
            ]
            t += 1
            if gold[:t] not in [done for _, done, _ in beam]:
                break
        if beam[0][1] != gold:
            self.update(sentence, gold[:t], beam[0][1])
        self.now += 1

    def replayed(self, sentence, done):
        config = sentence.begin()
        for action in done:
            config = sentence.after(config, action)
        return config

    def update(self, sentence, gold, found):
        for done, step in ((gold, 1), (found, -1)):
            config = sentence.begin()
            for action in done:
                for part in self.parts(sentence, config):
                    self.weights[part, action] += step
                    self.total[part, action] += step * self.now
                config = sentence.after(config, action)


@pytest.mark.parametrize("system", SYSTEMS)
def test_weights_are_those_of_a_structured_perceptron(system, monkeypatch):
    blocks = []
    kept = online.rounded
    monkeypatch.setattr(structured, "EPOCHS", 2)
    monkeypatch.setattr(online, "rounded", lambda b, *rest: blocks.extend(b) or kept(b, *rest))
    model = trained(f"{system}-beam3", 25)
    greedy = trained(system, 25)
    _, treebank = model.variant.prepare(made_treebank(25))
    expected = Perceptron(greedy.classifier.scorer.table)
    rng = np.random.default_rng(1)
    for _ in range(2):
        for s in rng.permutation(treebank.n_sentences):
            sentence = Sentence(greedy, treebank, s)
            if gold := sentence.gold(treebank):
                expected.visit(sentence, gold, 3)
            else:
                expected.now += 1
    (block,) = blocks
    averages = {
        key: weight - expected.total[key] / expected.now for key, weight in expected.weights.items()
    }
    assert len(averages) > 100
    for (part, action), average in averages.items():
        found = block.bias if part == "bias" else getattr(block, part[0])[part[1]]
        assert found[action] == pytest.approx(average, abs=1e-3)
    assert np.count_nonzero(block.single) == sum(
        part[0] == "single" and abs(a) > 1e-6 for (part, _), a in averages.items()
    )


def test_a_beam_helps_and_says_how_sure_it_is():
    gold = made_treebank(60, seed=2)
    models = [trained(name, 200) for name in ("arc-eager-beam1+head", "arc-eager-beam8+head")]
    scores = [labelled_score(gold, parse(model, gold)) for model in models]
    assert scores[1] > scores[0] > 0.5
    sure = models[1].certainty(models[1].parse(gold).written)
    assert 0 <= sure.min() < sure.max() <= 1
    assert len({*sure.round(3)}) > 10


def test_the_number_of_threads_changes_nothing(tmp_path):
    files, parses, gold = [], [], made_treebank(40, seed=2)
    for threads in (1, 2):
        model = trained("swap-lazy-r2l-beam4", seed=3, threads=threads)
        model.save(tmp_path / "model.npz")
        files.append((tmp_path / "model.npz").read_bytes())
        parses.append(parse(model, gold, threads).head.tolist())
    assert all(a == b for each in (files, parses) for a, b in pairwise(each))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("arc-eager-beam4+head-split", "choose labels in one decision"),
        ("arc-eager-beam4@mbl", "needs @svm2 or @perceptron"),
        ("arc-eager-beam0", "not known"),
        ("arc-eager-beam100", "not known"),
    ],
)
def test_beams_that_make_no_sense_are_refused(name, message):
    with pytest.raises(NonprojError, match=message):
        variant_named(name)


def test_a_beam_is_part_of_the_projective_baseline():
    assert variant_named("swap-lazy-r2l-beam4").baseline == "arc-standard-r2l-beam4"
    assert variant_named("arc-eager-beam4+head").baseline == "arc-eager-beam4"
    assert variant_named("arc-eager-beam4").trained_as != variant_named("arc-eager").trained_as
    assert isinstance(trained("arc-eager-beam2", 20).actions, Actions)

"""Beam search and exploration: derivations and weights are those of plain perceptrons."""

from collections import Counter
from copy import deepcopy

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.learners.pairs import find_rows
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.transition import online
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
from nonproj.systems.dispatch import apply, costs, is_final, legal, oracle
from nonproj.systems.gold import GOLD_LABEL, new_gold, prepare_gold
from nonproj.systems.moves import N_MOVES, NO_MOVE
from samples.treebanks import labelled_score, made_treebank, parse


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

    def gold_tree(self, treebank):
        tree = new_gold(self.n)
        words = slice(self.first, self.first + self.n + 1)
        system = self.parser.code.system
        prepare_gold(system, tree, treebank.head[words], treebank.deprel.codes[words])
        return tree

    def action(self, move, label):
        """Return the number of an action."""
        pairs = zip(self.actions.move.tolist(), self.actions.coarse.tolist(), strict=True)
        return [*pairs].index((move, label))

    def gold(self, treebank):
        """Return the oracle's actions, without forced moves."""
        tree, code = self.gold_tree(treebank), self.parser.code.system
        config, found = new_configuration(self.n), []
        initial(config, self.n, self.parser.code.degree, self.parser.code.root_mode)
        while not is_final(code, config):
            move, label = oracle(code, config, tree)
            if not is_forced(self.mask(config)):
                found.append(self.action(move, label))
            apply(code, config, move, label)
        return found


class Averaged:
    """A dictionary of weights for (part, action), averaged over steps."""

    def __init__(self, table):
        self.table, self.weights, self.total, self.now = table, Counter(), Counter(), 1

    def parts(self, sentence, config):
        ids, rows = sentence.features(config, self.table)
        return ["bias", *(("single", i) for i in ids), *(("pair", r) for r in rows)]

    def score(self, parts, action):
        return sum(self.weights[part, action] for part in parts)

    def add(self, parts, action, step):
        for part in parts:
            self.weights[part, action] += step
            self.total[part, action] += step * self.now

    @property
    def averages(self):
        pairs = self.weights.items()
        return {key: weight - self.total[key] / self.now for key, weight in pairs}


def require_weights_of(perceptron, name, plain, sentences, monkeypatch):
    """Compare what two epochs teach a parser with what they teach a plain perceptron."""
    blocks, kept = [], online.rounded
    monkeypatch.setattr(online, "EPOCHS", 2)
    monkeypatch.setattr(online, "rounded", lambda b, *rest: blocks.extend(b) or kept(b, *rest))
    text = made_treebank(sentences)
    model, greedy = (train(variant_named(each), text, Training()) for each in (name, plain))
    _, treebank = model.variant.prepare(text)
    expected, rng = perceptron(greedy.classifier.scorer.table), np.random.default_rng(1)
    for epoch in range(2):
        for s in rng.permutation(treebank.n_sentences):
            expected.visit(Sentence(greedy, treebank, s), treebank, epoch)
    (block,) = blocks
    assert len(expected.averages) > 100
    for (part, action), average in expected.averages.items():
        found = block.bias if part == "bias" else getattr(block, part[0])[part[1]]
        assert abs(found[action] - average) < 1e-3
    averages = expected.averages.items()
    singles = sum(part[0] == "single" and abs(a) > 1e-6 for (part, _), a in averages)
    assert (abs(block.single) > 1e-6).sum() == singles


SYSTEMS = ("arc-standard", "arc-eager", "swap-lazy")


def trained(name, sentences=60, **options):
    return train(variant_named(name), made_treebank(sentences), Training(**options))


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
def test_a_beam_of_one_derivation_parses_greedily(name):
    gold, model = made_treebank(60, seed=2), trained(name)
    symbols = model.vocabulary.encode(gold)
    expected = parse_in_threads(model.linear_parser, gold, symbols, 1)
    for found, wanted in zip(parse_with_beam(model, gold, symbols)[:2], expected, strict=False):
        np.testing.assert_array_equal(found, wanted)


class Perceptron(Averaged):
    """A structured perceptron with beam search."""

    def visit(self, sentence, treebank, epoch):
        if gold := sentence.gold(treebank):
            self.learn(sentence, gold, width=3)
        self.now += 1

    def learn(self, sentence, gold, width):
        beam, t = [(0.0, [], sentence.begin())], 0
        while any(sentence.mask(config) for _, _, config in beam):
            found = []
            for total, done, config in beam:
                if not sentence.mask(config):
                    found.append((total, done, config))
                    continue
                parts = self.parts(sentence, config)
                for action in sentence.allowed(config):
                    score = total + self.score(parts, action)
                    found.append((score, [*done, action], None))
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

    def replayed(self, sentence, done):
        config = sentence.begin()
        for action in done:
            config = sentence.after(config, action)
        return config

    def update(self, sentence, gold, found):
        for done, step in ((gold, 1), (found, -1)):
            config = sentence.begin()
            for action in done:
                self.add(self.parts(sentence, config), action, step)
                config = sentence.after(config, action)


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_beam_parser_learns_the_weights_of_a_structured_perceptron(system, monkeypatch):
    require_weights_of(Perceptron, f"{system}-beam3", system, 25, monkeypatch)


def test_a_beam_raises_accuracy_and_gives_certainties():
    gold = made_treebank(60, seed=2)
    models = [trained(name, 200) for name in ("arc-eager-beam1+head", "arc-eager-beam8+head")]
    scores = [labelled_score(gold, parse(model, gold)) for model in models]
    assert scores[1] > scores[0] > 0.5
    sure = models[1].certainty(models[1].parse(gold).written)
    assert 0 <= sure.min() < sure.max() <= 1
    assert len({*sure.round(3)}) > 10


class Greedy(Averaged):
    """A perceptron that sees configurations one after the other."""

    explores = False

    def visit(self, sentence, treebank, epoch):
        follows = self.explores and epoch > 0
        tree, config = sentence.gold_tree(treebank), sentence.begin()
        while allowed := sentence.allowed(config):
            parts = self.parts(sentence, config)
            scores = {action: self.score(parts, action) for action in allowed}
            correct = self.correct(sentence, config, tree, allowed)
            if not correct:
                break
            target, chosen = (max(options, key=scores.get) for options in (correct, allowed))
            if chosen not in correct:
                self.add(parts, target, 1)
                self.add(parts, chosen, -1)
            self.now += 1
            config = sentence.after(config, chosen if follows or chosen in correct else target)

    def correct(self, sentence, config, tree, allowed):
        system = sentence.parser.code.system
        if not self.explores:
            move, label = oracle(system, config, tree)
            return [] if move == NO_MOVE else [sentence.action(move, label)]
        table = np.zeros((N_MOVES, 2), np.int64)
        costs(system, config, tree, table)
        legal = [m for m in range(N_MOVES) if sentence.mask(config) >> m & 1]
        least = min(table[m, 0] for m in legal)
        moves, coarse = sentence.actions.move, sentence.actions.coarse
        return [
            a
            for a in allowed
            if table[moves[a], 0] == least
            and coarse[a] == (tree[d, GOLD_LABEL] if (d := table[moves[a], 1]) else -1)
        ]


class Exploring(Greedy):
    """A perceptron that follows its own moves after the first epoch."""

    explores = True


@pytest.mark.parametrize(
    "name",
    [
        "swap-lazy@online", "arc-eager@explore", "arc-hybrid@explore", "covington-dinf@explore",
        "2-planar@explore", "covington-non-monotonic@explore",
    ],
)  # fmt: skip
def test_online_learners_learn_the_weights_of_a_perceptron(name, monkeypatch):
    kind = Exploring if name.endswith("explore") else Greedy
    require_weights_of(kind, name, name.partition("@")[0], 12, monkeypatch)

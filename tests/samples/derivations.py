"""Derivations in plain Python, for oracles of compiled search and training."""

from collections import Counter
from copy import deepcopy

import numpy as np

from nonproj.learners.pairs import find_rows
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.transition import online
from nonproj.parsers.transition.loops import (
    default_transition,
    features_of,
    is_forced,
    new_workspaces,
)
from nonproj.parsers.transition.model import Model
from nonproj.parsers.transition.symbols import max_features
from nonproj.systems.configuration import Configuration, initial, new_configuration
from nonproj.systems.dispatch import apply, is_final, legal, oracle
from nonproj.systems.gold import new_gold, prepare_gold
from samples.treebanks import made_treebank


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

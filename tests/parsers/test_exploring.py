"""Online learners: their weights are those of a plain perceptron, with and without exploration."""

import numpy as np
import pytest

from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.transition import online
from nonproj.systems.dispatch import costs, oracle
from nonproj.systems.gold import LABEL
from nonproj.systems.moves import N_MOVES, NO_MOVE
from samples.derivations import Averaged, Sentence, require_equal
from samples.treebanks import labelled_score, made_treebank, parse


def trained(name, sentences=60, **options):
    return train(variant_named(name), made_treebank(sentences), Training(**options))


class Greedy(Averaged):
    """A perceptron that sees configurations one after the other."""

    def visit(self, sentence, treebank, explores, follows):
        tree, config = sentence.gold_tree(treebank), sentence.begin()
        while allowed := sentence.allowed(config):
            parts = self.parts(sentence, config)
            scores = {action: self.score(parts, action) for action in allowed}
            correct = self.correct(sentence, config, tree, allowed, explores)
            if not correct:
                break
            target, chosen = (max(options, key=scores.get) for options in (correct, allowed))
            if chosen not in correct:
                self.add(parts, target, 1)
                self.add(parts, chosen, -1)
            self.now += 1
            config = sentence.after(config, chosen if follows or chosen in correct else target)

    def correct(self, sentence, config, tree, allowed, explores):
        system = sentence.parser.code.system
        if not explores:
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
            and coarse[a] == (tree[d, LABEL] if (d := table[moves[a], 1]) else -1)
        ]


@pytest.mark.parametrize(
    "name",
    [
        "swap-lazy@online", "arc-eager@explore", "arc-hybrid@explore", "covington-dinf@explore",
        "2-planar@explore", "covington-non-monotonic@explore",
    ],
)  # fmt: skip
def test_weights_of_online_learners_are_those_of_a_perceptron(name, monkeypatch):
    blocks, kept = [], online.rounded
    monkeypatch.setattr(online, "EPOCHS", 2)
    monkeypatch.setattr(online, "rounded", lambda b, *rest: blocks.extend(b) or kept(b, *rest))
    model = trained(name, 12)
    greedy = trained(name.partition("@")[0], 12)
    _, treebank = model.variant.prepare(made_treebank(12))
    expected, explores = Greedy(greedy.classifier.scorer.table), name.endswith("explore")
    rng = np.random.default_rng(1)
    for epoch in range(2):
        for s in rng.permutation(treebank.n_sentences):
            sentence = Sentence(greedy, treebank, s)
            expected.visit(sentence, treebank, explores, explores and epoch > 0)
    (block,) = blocks
    require_equal(expected.averages, block)


@pytest.mark.parametrize("name", ["arc-eager+head@online", "covington-dinf-r2l@explore"])
def test_online_learners_learn_to_parse(name):
    gold = made_treebank(40, seed=2)
    assert labelled_score(gold, parse(trained(name, 200, seed=3), gold)) > 0.5

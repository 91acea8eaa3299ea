"""Online learners: their weights are those of a plain perceptron, with and without exploration."""

import numpy as np
import pytest

from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.systems.dispatch import costs, oracle
from nonproj.systems.gold import LABEL
from nonproj.systems.moves import N_MOVES, NO_MOVE
from samples.derivations import Averaged, require_weights_of
from samples.treebanks import labelled_score, made_treebank, parse


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
            and coarse[a] == (tree[d, LABEL] if (d := table[moves[a], 1]) else -1)
        ]


class Exploring(Greedy):
    explores = True


@pytest.mark.parametrize(
    "name",
    [
        "swap-lazy@online", "arc-eager@explore", "arc-hybrid@explore", "covington-dinf@explore",
        "2-planar@explore", "covington-non-monotonic@explore",
    ],
)  # fmt: skip
def test_weights_of_online_learners_are_those_of_a_perceptron(name, monkeypatch):
    kind = Exploring if name.endswith("explore") else Greedy
    require_weights_of(kind, name, name.partition("@")[0], 12, monkeypatch)


@pytest.mark.parametrize("name", ["arc-eager+head@online", "covington-dinf-r2l@explore"])
def test_online_learners_learn_to_parse(name):
    gold = made_treebank(40, seed=2)
    model = train(variant_named(name), made_treebank(200), Training(3))
    assert labelled_score(gold, parse(model, gold)) > 0.5

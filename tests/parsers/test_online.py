"""Beam search and exploration: derivations and weights are those of plain perceptrons."""

import numpy as np
import pytest

from nonproj.data.conll import parse_treebank
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.transition.beam import FREE, new_beam, new_history, parse_with_beam, search
from nonproj.parsers.transition.parsing import parse_in_threads
from nonproj.systems.dispatch import costs, oracle
from nonproj.systems.gold import LABEL
from nonproj.systems.moves import N_MOVES, NO_MOVE
from samples.derivations import Averaged, Sentence, require_weights_of
from samples.treebanks import labelled_score, made_treebank, parse

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
def test_a_beam_of_one_derivation_is_greedy(name):
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
def test_weights_of_beams_are_those_of_a_structured_perceptron(system, monkeypatch):
    require_weights_of(Perceptron, f"{system}-beam3", system, 25, monkeypatch)


def test_a_beam_helps_and_says_how_sure_it_is():
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
            and coarse[a] == (tree[d, LABEL] if (d := table[moves[a], 1]) else -1)
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
def test_weights_of_online_learners_are_those_of_a_perceptron(name, monkeypatch):
    kind = Exploring if name.endswith("explore") else Greedy
    require_weights_of(kind, name, name.partition("@")[0], 12, monkeypatch)

"""Parsers with generic transformations: names, files, ranking, blends."""

import numpy as np
import pytest

from nonproj.combination.blending import blend
from nonproj.combination.weights import Weights
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import Training
from nonproj.results.texts import Texts
from nonproj.results.values import Key, Subject, Values
from nonproj.trees.restructuring.label_counts import frequent_labels
from samples.treebanks import made_treebank, same_trees
from studies.store.parse_files import ParseFile
from studies.values.generic_parsers import moved, parse_all, with_move, write_parses
from studies.values.generic_pool import Pool, parses_of, values_of

BASE = "arc-eager+head@perceptron"
NAMES = [
    BASE,
    with_move(BASE, "childswap", "Sb"),
    with_move(BASE, "liftchildren", "Atr"),
    with_move(BASE, "parentswap", "Obj"),
]


def test_the_name_of_a_parser_tells_its_generic_move():
    assert with_move(BASE, "childswap", "nmod:x") == "arc-eager+childswap:nmod:x+head@perceptron"
    assert with_move("arc-eager", "childswap", "a+b") == "arc-eager+childswap:a%2Bb"
    assert [step.name for step in variant_named(NAMES[1]).steps] == ["childswap:Sb", "head"]


@pytest.fixture(scope="module")
def trained():
    whole = made_treebank(60)
    train, heldout, gold = (whole.select(range(*part)) for part in ((0, 40), (40, 50), (50, 60)))
    texts = [heldout, gold]
    return heldout, gold, {name: parse_all(name, train, texts, Training()) for name in NAMES}


@pytest.fixture(scope="module")
def pool(trained):
    return Pool(*trained, Weights.TYPEACC)


def test_plain_parses_keep_generic_moves_and_undo_other_steps(trained):
    _, _, parses = trained
    for inverted, plain in parses[BASE]:
        assert np.array_equal(inverted.head, plain.head)
    for inverted, plain in parses[NAMES[1]]:
        assert any("∗" in label for label in plain.deprel.values)
        assert not any("∗" in label for label in inverted.deprel.values)
        assert not any("↑" in label for label in plain.deprel.values)


def test_written_parses_of_moves_are_read_as_they_were(trained, tmp_path):
    *_, parses = trained
    for name in NAMES:
        write_parses(tmp_path, name, dict(zip(("heldout", "test"), parses[name], strict=True)))
        for pair, target in zip(parses[name], ("heldout", "test"), strict=True):
            file = ParseFile(tmp_path / name / f"{target}.conll")
            assert all(map(same_trees, pair, (file.trees, file.raw)))


def test_a_move_has_a_parser_for_each_frequent_label():
    labels = frequent_labels(made_treebank(60), 3)
    expected = [with_move(BASE, "childswap", label) for label in labels]
    assert moved(BASE, made_treebank(60), "childswap", 3) == expected


def right(gold, parse):
    """Words with head and label, counted word by word."""
    pairs = zip(gold.head, parse.head, gold.deprel.strings(), parse.deprel.strings(), strict=True)
    return sum(h == g and a == b for h, g, a, b in pairs if a is not None)


def test_set_9_ranks_parsers_and_sets_0_and_9_choose_the_best(pool, trained):
    heldout, _, parses = trained
    odd = [d for d in range(10) if d % 2 == 0]  # sentences 9, 19, ... come before 10, 20, ...
    for inverted in (True, False):
        count = [
            right(heldout.select(odd), pair[not inverted].select(odd))
            for pair, _ in parses.values()
        ]
        ranked = pool.ranked(inverted)
        assert sorted(ranked) == [1, 2, 3]
        assert [count[i] for i in ranked] == sorted(count[1:], reverse=True)
    both = [right(heldout, pair.inverted) for pair, _ in parses.values()]
    assert pool.best() == both.index(max(both))


@pytest.mark.parametrize("inverted", [True, False])
def test_votes_of_blends_of_moves_are_weighed_on_set_0(pool, trained, inverted):
    heldout, _, parses = trained
    even = [d for d in range(10) if d % 2]
    chosen = [0, 2, 1]
    weighing, whole = ([parses[NAMES[i]][text][not inverted] for i in chosen] for text in (0, 1))
    sets_0 = [parse.select(even) for parse in weighing]
    expected = blend(whole, "typeacc", heldout.select(even), sets_0)
    assert same_trees(pool.blended(chosen, inverted), expected)


KEY = Key("x", "test", "").under("labels=1")


def asked(pool):
    """The text and the values of a pool."""
    texts = Texts([parses_of(pool, KEY)])
    return texts, Values(values_of(pool, KEY), [texts])


def test_values_of_a_pool_are_counted_word_by_word(pool, trained):
    _, gold, parses = trained
    texts, found = asked(pool)

    def value(system, metric="las", *settings):
        return found.find(KEY.under(*settings)._replace(system=system, metric=metric))

    correct = [right(gold, pair.inverted) for _, pair in parses.values()]
    assert value("base").numerator == correct[0]
    compared = ("of=las", "baseline=base")
    assert value("generic", "n-better", *compared).numerator == sum(c > correct[0] for c in correct)
    assert value("generic", "n-worse", *compared).numerator == sum(c < correct[0] for c in correct)
    assert value("generic", "las", f"parser={NAMES[2]}").numerator == correct[2]
    # All four are blended at the end of every curve, in whatever order.
    ends = [value(f"{order}-inv", "las", "parsers=4").numerator for order in ("asc", "desc")]
    assert ends == [value("base+9-inv").numerator] * 2
    assert value("asc-inv", "las", "parsers=1").numerator == correct[0]
    curve = [value("asc-inv", "las", f"parsers={k}").numerator for k in (1, 2, 3, 4)]
    assert value("asc-inv", "las", "peak").numerator == max(curve)
    assert value("asc-inv", "peak-n-parsers").numerator == curve.index(max(curve)) + 1
    (pairs,) = [text.pairs for text in texts]
    assert pairs == [(Subject("base"), Subject(name)) for name in pool.finalists if name != "base"]


def test_the_base_is_the_best_if_no_move_is_better(trained):
    heldout, gold, parses = trained
    count = {name: right(heldout, pair.inverted) for name, (pair, _) in parses.items()}
    no_better = {name: two for name, two in parses.items() if count[name] <= count[BASE]}
    texts, values = asked(Pool(heldout, gold, no_better, Weights.TYPEACC))
    base, *others = (
        KEY._replace(system=name, metric="las") for name in ("base", "best-inv", "best-noinv")
    )
    for key in (base, *others):
        assert values.find(key).numerator == right(gold, parses[BASE][1].inverted)
    assert [texts.test(base, key).p_mcnemar for key in others] == [1, 1]

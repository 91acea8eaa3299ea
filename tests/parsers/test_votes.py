"""Votes on the next transition: against a plain count of votes, and against single classifiers."""

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nonproj.data.folds import split_folds
from nonproj.errors import NonprojError
from nonproj.learners.interface import Instances
from nonproj.parsers.families import load_model, train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.steps import prepared
from nonproj.parsers.transition.actions import LabelParts, number_actions
from nonproj.parsers.transition.proposals import propose
from nonproj.parsers.voting.committees import Committee, committee_name, committee_named
from nonproj.parsers.voting.family import members_of
from nonproj.parsers.voting.kernel import share_of_votes, winning_members
from nonproj.parsers.voting.model import VotingModel, voting_model
from nonproj.parsers.voting.weights import FULL_VOTE
from nonproj.systems.configuration import MULTIPLE, SINGLE
from nonproj.systems.moves import NO_LABEL, NO_MOVE, NONE
from samples.treebanks import (
    labelled_score,
    made_treebank,
    parse,
    positions,
    reread,
    same_trees,
    saved,
)

N_LABELS = 3


def counted(proposals, mask, weights, tie_breaker):
    """The winning (move, label) of one configuration, None if no proposal is admissible."""
    scores = {}
    for (move, label), weight in zip(proposals, weights, strict=True):
        if move != NO_MOVE and mask >> move & 1:
            scores[move, label] = scores.get((move, label), 0) + weight[label + 1]
    tied = [pair for pair in scores if scores[pair] == max(scores.values())]
    if not tied:
        return None
    return proposals[tie_breaker] if proposals[tie_breaker] in tied else tied[0]


@st.composite
def elections(draw):
    """Few moves, labels and weights, so that there are many ties."""
    members = draw(st.integers(1, 5))
    transition = st.tuples(st.integers(NO_MOVE, 3), st.integers(NO_LABEL, N_LABELS - 1))
    proposals = st.lists(transition, min_size=members, max_size=members)
    rows = st.lists(st.tuples(proposals, st.integers(0, 15)), min_size=1, max_size=8)
    weight = st.lists(st.integers(0, 3), min_size=N_LABELS + 1, max_size=N_LABELS + 1)
    weights = draw(st.lists(weight, min_size=members, max_size=members))
    return draw(rows), weights, draw(st.integers(0, members - 1))


def columns(rows):
    """Moves and labels of all members, one row for each member."""
    return (np.array([[p[i] for p in proposals] for proposals, _ in rows]).T.copy() for i in (0, 1))


@pytest.mark.kernels
@settings(max_examples=300, deadline=None)
@given(elections())
def test_the_winner_of_a_vote_is_that_of_counted_weights(election):
    rows, weights, tie_breaker = election
    masks = np.array([mask for _, mask in rows])
    winners = winning_members(*columns(rows), masks, np.array(weights), tie_breaker).tolist()
    for (proposals, mask), winner in zip(rows, winners, strict=True):
        found = None if winner == NONE else proposals[winner]
        assert found == counted(proposals, mask, weights, tie_breaker)


@cache
def trained(name, sentences=60):
    return train(variant_named(name), made_treebank(sentences))


class Scored:
    """A classifier whose instances say what scores they get."""

    def __init__(self, table):
        self.table = np.array(table, dtype=float)

    def scores(self, instances):
        return self.table[instances.ids]


def distinct(n):
    return Instances(np.arange(n + 1), np.arange(n), np.zeros(n, np.int32), np.full((n, 2), -1))


@pytest.mark.kernels
@settings(max_examples=300, deadline=None)
@given(st.randoms(use_true_random=False))
def test_a_proposal_is_the_best_action_with_the_best_label(rng):
    labels = ("a", "b", "b↑a", "b↑b", "c↑a")
    parts = LabelParts.of(labels, split=True)
    transitions = [(0, NO_LABEL), *((move, label) for move in (1, 2) for label in range(5))]
    known = [pair for pair in transitions if rng.random() < 0.7] or transitions
    moves, arc_labels = (np.array(column) for column in zip(*known, strict=True))
    actions, _ = number_actions(moves, arc_labels, parts, (0, 0))
    n = rng.randint(1, 6)
    coarse, fine = (
        [[rng.randint(0, 2) for _ in range(size)] for _ in range(n)]
        for size in (len(actions.move), parts.n_fine)
    )
    masks = np.array([rng.randint(0, 7) for _ in range(n)])
    found = propose(Scored(coarse), Scored(fine), actions, distinct(n), masks)
    columns = (column.tolist() for column in found)
    for k, (move, label, sure) in enumerate(zip(*columns, strict=True)):
        legal = [a for a, m in enumerate(actions.move.tolist()) if masks[k] >> m & 1]
        if not legal:
            assert (move, label) == (NO_MOVE, NO_LABEL)
            continue
        best = max(legal, key=lambda a: (coarse[k][a], -a))
        assert move == actions.move[best]
        others = [coarse[k][a] for a in legal if actions.move[a] != move]
        lead = coarse[k][best] - max(others) if others else np.inf
        assert sure == pytest.approx(1 / (1 + np.exp(-lead)))
        if actions.coarse[best] == NO_LABEL:
            assert label == NO_LABEL
            continue
        fitting = [i for i in range(5) if parts.coarse[i] == actions.coarse[best]]
        scores = {i: (fine[k][parts.fine[i]], -parts.fine[i]) for i in fitting}
        assert label == max(fitting, key=scores.get)


@settings(max_examples=300, deadline=None)
@given(elections(), st.integers(NO_MOVE, 3))
def test_a_move_has_a_share_of_the_votes(election, chosen):
    rows, weights, _ = election
    found = share_of_votes(*columns(rows), np.array(weights), np.full(len(rows), chosen))
    for share, (proposals, _) in zip(found.tolist(), rows, strict=True):
        votes = [w[label + 1] for (_, label), w in zip(proposals, weights, strict=True)]
        of_move = [v for v, (move, _) in zip(votes, proposals, strict=True) if move == chosen]
        assert share == (sum(of_move) / sum(votes) if sum(votes) else 0.0)


def test_a_committee_of_copies_of_a_parser_parses_like_it():
    gold, alone = made_treebank(30, seed=2), trained("arc-eager+head")
    variant = variant_named("arc-eager+head@tl-eq-svm2-svm1-maxent")
    size = 1 + len(alone.vocabulary.labels)
    for weight in (FULL_VOTE, 0):
        vote = VotingModel(variant, (alone,) * 3, np.full((3, size), weight))
        assert same_trees(parse(vote, gold), parse(alone, gold))


@pytest.mark.parametrize("name", ["arc-eager+head@{}mbl", "covington-dinf-r2l@{}perceptron"])
def test_a_committee_of_one_parser_parses_like_it(name):
    gold = made_treebank(30, seed=2)
    nine_sets, _ = split_folds(made_treebank(60), [0])
    alone = train(variant_named(name.format("")), nine_sets)
    assert same_trees(parse(trained(name.format("tl-typeacc-")), gold), parse(alone, gold))


def test_members_of_a_committee_allow_several_roots_if_any_sentence_has_them():
    """Also of set 0, which the members do not learn from."""
    gold = made_treebank(20)
    chained = positions(gold).astype(np.int32) - 1
    head = chained.copy()
    head[gold.start[9] + 1 : gold.start[10]] = 0
    gold = gold.with_trees(chained, gold.deprel)
    several, variant = gold.with_trees(head, gold.deprel), variant_named("arc-eager@tl-eq-mbl")
    modes = [train(variant, text).members[0].root_mode for text in (gold, several)]
    assert modes == [SINGLE, MULTIPLE]
    with pytest.raises(NonprojError, match="sentence 10 has"):
        train(variant, several, Training(root="single"))


def test_a_committee_parses_unlike_each_of_its_members(tmp_path):
    gold = made_treebank(60, seed=2)
    model = trained("arc-eager+head@tl-eq-svm2-perceptron-mbl", 120)
    parsed = parse(model, gold)
    assert labelled_score(gold, parsed) > 0.5
    assert not any(same_trees(parsed, parse(member, gold)) for member in model.members)
    assert not any("↑" in label for label in parsed.deprel.values)


def test_members_read_from_files_vote_like_those_trained_together(tmp_path):
    """From files: prepared trees, models and parses of what was held out."""
    variant = variant_named("arc-eager+head@tl-typeacc-mbl-perceptron")
    parts = split_folds(made_treebank(60), [0])
    training, heldout = (reread(part, tmp_path / "part.conll") for part in parts)
    ready = reread(prepared(variant.preparation, training), tmp_path / "prepared.conll")
    members, parses = [], []
    for member in members_of(variant):
        train(member, training, prepared=ready).save(tmp_path / "member.npz")
        members.append(load_model(tmp_path / "member.npz"))
        parses.append(reread(parse(members[-1], heldout), tmp_path / "parse.conll"))
    voted = saved(voting_model(variant, members, heldout, parses), tmp_path / "voted.npz")
    assert voted == saved(trained(variant.name), tmp_path / "trained.npz")


def test_weights_of_members_are_shares_of_right_arcs_in_held_out_sentences():
    """Of encoded labels that of the label itself; where it was never written, of all arcs."""
    _, heldout = split_folds(made_treebank(60), [0])
    seen = set()
    for scheme in ("eq", "acc", "typeacc"):
        model = trained(f"arc-eager+head@tl-{scheme}-mbl-perceptron")
        for member, row in zip(model.members, model.weights.tolist(), strict=True):
            parsed = parse(member, heldout)
            arcs = zip(heldout.head, heldout.deprel.strings(), parsed.head, parsed.deprel.strings(),
                       strict=True)  # fmt: skip
            words = [arc for arc in arcs if arc[1] is not None]
            for label, weight in zip([None, *member.vocabulary.labels], row, strict=True):
                plain = label and label.partition("↑")[0]
                of_label = [
                    arc for arc in words if scheme == "typeacc" and arc[3] == plain
                ] or words
                right = sum(arc[:2] == arc[2:] for arc in of_label)
                expected = 1 if scheme == "eq" else right / len(of_label)
                assert weight / FULL_VOTE == pytest.approx(expected, abs=1e-9)
                seen.add((scheme, label != plain, len(of_label) == len(words)))
    assert {("typeacc", True, False), ("typeacc", False, True)} <= seen


def test_members_of_different_trainings_cannot_vote_together():
    variant = variant_named("arc-eager@tl-eq-mbl-perceptron")
    gold = made_treebank(30, seed=2)
    models = [train(member, gold) for member in members_of(variant)]
    parses = [parse(model, gold) for model in models]
    with pytest.raises(NonprojError, match="needs models of arc-eager@mbl, arc-eager@perceptron"):
        voting_model(variant, models[::-1], gold, parses)
    with pytest.raises(NonprojError, match="and a held-out parse of each"):
        voting_model(variant, models, gold, parses[:1])
    other = train(members_of(variant)[1], made_treebank(31, seed=2))
    with pytest.raises(NonprojError, match="cannot vote together"):
        voting_model(variant, [models[0], other], gold, parses)


def test_a_committee_refuses_too_few_sentences_to_hold_out():
    with pytest.raises(NonprojError, match=r"9 sentences are too few to set a tenth aside$"):
        train(variant_named("arc-eager@tl-eq"), made_treebank(9))


@pytest.mark.parametrize(
    ("learner", "expected"),
    [
        ("tl-acc", Committee("acc", ("svm2", "svm1", "maxent", "mbl"))),
        ("tl-eq-mbl", Committee("eq", ("mbl",))),
        ("tl-typeacc-maxent-svm2", Committee("typeacc", ("maxent", "svm2"))),
        ("tl-acc-svm2-libsvm-split-pos-mbl", Committee("acc", ("svm2", "libsvm-split-pos", "mbl"))),
        ("svm2", None),
    ],
)
def test_the_name_of_a_committee_tells_scheme_and_members(learner, expected):
    assert committee_named(learner) == expected
    family = variant_named(f"arc-eager@{learner}").family
    assert family == ("voting" if expected else "transition")
    if expected:
        members = expected.members
        assert committee_name(expected.scheme, expected.members) == learner
        assert expected.tie_breaker == ("svm2" in members and members.index("svm2"))

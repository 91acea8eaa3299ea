"""Probabilities of the arcs of blends: shares of votes, and calibrated ones."""

import numpy as np
import pytest

from nonproj.combination.blending import blend
from nonproj.combination.confidence import confidence_of_blend
from nonproj.data.misc_column import with_confidence
from nonproj.errors import NonprojError
from nonproj.results.values import Key
from samples.treebanks import written
from studies.values.confidence import confidence_values


def text(*heads):
    return written([[("w", head, "x") for head in tree] for tree in heads])


PARSES = [text((2, 0, 2)), text((2, 0, 1)), text((3, 0, 2))]


def test_the_confidence_of_a_blended_arc_is_its_share_of_weighted_votes():
    """The first parser has all heads of the held-out data right, the second and third a half."""
    gold = text((0, 1))
    heldout = [gold, text((2, 0)), text((0, 0))]
    # Votes 1, 0 and 1/2: shares 2/3, 1 and 1 here, 1 and 2/3 of both held-out words, one bin.
    low, high = 2.5 / 3 / 2, 2.5 / 3
    weighted = [low + 2 / 3 * (high - low), high, high]
    for weights, shares in (([], [2 / 3, 1, 2 / 3]), (["acc", gold, heldout], weighted)):
        blended = blend(PARSES, *weights)
        assert blended.head.tolist() == [-1, 2, 0, 2]
        assert confidence_of_blend(blended, PARSES, *weights)[1:] == pytest.approx(shares)


def test_a_vote_counts_as_much_as_its_arc_is_probable():
    sure = [
        with_confidence(parse, np.array(p))
        for parse, p in zip(
            PARSES, ([0, 0.5, 0.9, 0.8], [0, 0.7, 0.6, 1.0], [0, 1, 0.3, 0.1]), strict=True
        )
    ]
    blended = blend(sure)
    assert confidence_of_blend(blended, sure)[1:] == pytest.approx([1.2 / 3, 1.8 / 3, 0.9 / 3])
    some = [*sure[:2], PARSES[2]]
    assert confidence_of_blend(blended, some)[1:] == pytest.approx([2 / 3, 1, 2 / 3])


def test_held_out_words_calibrate_the_shares_of_votes():
    """Of 120 words with two of three votes a third is right, of those with three all."""
    agreed, disputed = (2, 0), (0, 1)
    gold = [agreed] * 120 + [disputed] * 20 + [(2, 0)] * 40
    first = [agreed] * 120 + [disputed] * 60
    third = [agreed] * 120 + [(2, 0)] * 60
    heldout = [text(*first), text(*first), text(*third)]
    found = confidence_of_blend(
        text(agreed, disputed), [text(agreed, t) for t in (disputed, disputed, agreed)],
        "eq", text(*gold), heldout,
    )  # fmt: skip
    assert found[1:3] == pytest.approx(np.full(2, 240.5 / 241))
    assert found[4:] == pytest.approx(np.full(2, 40.5 / 121))


def test_calibration_error_and_errors_found_of_blends_equal_values_by_hand():
    """The probability of every arc is 0.8; 30 of 40 heads are right in dev, 10 of 20 in gold."""

    def parsed(gold):
        chains = text(*[(0, 1)] * gold.n_sentences)
        return with_confidence(chains, np.full(len(chains.head), 0.8))

    dev, gold = text(*[(0, 1)] * 15, *[(2, 0)] * 5), text(*[(0, 1), (2, 0)] * 5)
    names, key = ["a", "b", "c"], Key("made", "test", "")
    parses, of_dev = (dict.fromkeys(names, parsed(each)) for each in (gold, dev))
    blends = {"blend": ("eq", names), "sure": ("confidence", names)}
    values = {v.key: v for v in confidence_values(key, gold, parses, dev, of_dev, blends)}
    assert {k.system for k in values} == {*names, *blends}
    for name, probability in {"a": 0.8, "blend": 30.5 / 41, "sure": 30.5 / 41}.items():
        error = values[key._replace(system=name, metric="calibration-error")]
        found = values[key._replace(system=name, metric="errors-in-doubtful-tenth")]
        expected = round(probability, 2) - 0.5
        assert error.numerator / error.denominator == pytest.approx(expected)
        assert (found.numerator, found.denominator) == (0, 10)  # ties: the order of the text
    alone = {v.key: v for v in confidence_values(key, gold, parses, None, {}, blends)}
    error = alone[key._replace(system="sure", metric="calibration-error")]
    assert error.numerator / error.denominator == pytest.approx(0.8 - 0.5)


def test_weights_by_confidence_let_the_more_confident_parser_decide():
    """Votes are weighted by confidence; labels and heads of the first parser, if it is sure."""
    first, second = text((2, 0, 2)), text((0, 1, 1))
    for own, head in ((0.9, [2, 0, 2]), (0.3, [0, 1, 1])):
        sure = [with_confidence(first, np.full(4, own)), with_confidence(second, np.full(4, 0.6))]
        blended = blend(sure, "confidence")
        assert blended.head[1:].tolist() == head
        shares = confidence_of_blend(blended, sure, "confidence")[1:]
        assert shares == pytest.approx(np.full(3, max(own, 0.6) / 2))
    with pytest.raises(NonprojError, match="no HeadConf in MISC"):
        blend([first, second], "confidence")

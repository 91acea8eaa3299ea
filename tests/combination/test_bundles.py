"""Models of several parsers, whose parses are blended."""

from functools import cache
from unittest.mock import Mock

import numpy as np
import pytest

import nonproj
from nonproj.combination.blending import blend
from nonproj.combination.bundles import bundle
from nonproj.combination.schemes import Weights
from nonproj.combination.weights import weights_of
from nonproj.data.conll import parse_treebank, render
from nonproj.errors import NonprojError
from nonproj.parsers.calibrated import calibrated
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.parsers.model_files import read_archive, write_archive
from nonproj.parsers.progress import parse_in_parts
from nonproj.parsers.roots import Root, roots_of
from nonproj.tagging.columns import TAGGED_COLUMNS
from samples.treebanks import made_treebank, saved, without, written

NAMES = ("arc-standard+head", "eisner", "swap-lazy@perceptron")


@cache
def parser(name, tags="given"):
    return train(variant_named(name), made_treebank(80), Training(tags=tags))


def parsers():
    return [parser(name) for name in NAMES]


def arcs(treebank):
    return treebank.head.tolist(), treebank.deprel.strings()


@pytest.mark.parametrize("accumulate", [False, True])
@pytest.mark.parametrize("weights", Weights)
def test_a_bundle_parses_as_the_blend_of_its_parsers(weights, accumulate, tmp_path):
    text, heldout = (
        parse_treebank(render(made_treebank(30, seed=seed)), "made.conllu") for seed in (2, 3)
    )
    by_confidence = weights is Weights.CONFIDENCE
    members = [calibrated(m, heldout) if by_confidence else m for m in parsers()]
    estimated = () if weights in (Weights.EQ, Weights.CONFIDENCE) else (heldout,)
    bundle(members, weights, *estimated, accumulate=accumulate).save(tmp_path / "b.npz")
    model = nonproj.load(tmp_path / "b.npz")
    parses, held = (
        [m.parse(t, confidence=by_confidence).annotated for m in members] for t in (text, heldout)
    )
    learnt = (heldout, held) if estimated else (None, ())
    expected = arcs(blend(parses, weights, *learnt, accumulate, Root.AUTO))
    assert arcs(model.parse(text, threads=2).treebank) == expected
    assert any(arcs(parse) != expected for parse in parses)
    shown = []
    in_parts = parse_in_parts(model, text, 1, "fill", lambda *now: shown.append(now), 7)
    assert arcs(in_parts) == expected
    shares = [share for _, share in shown]
    assert (shares, shares[0], shares[-1], len(shares)) == (sorted(shares), 0, 1, 8)


@pytest.mark.parametrize(
    ("weights", "winner"), [("eq", "the first"), ("acc", "the parser with the higher held-out LAS")]
)
def test_a_warning_says_that_one_of_two_parsers_wins_every_vote(weights, winner):
    text, heldout = made_treebank(30, seed=2), made_treebank(30, seed=3)
    members = [parser(name) for name in NAMES[1:]]
    held = (heldout, [m.parse(heldout).treebank for m in members]) if weights == "acc" else ()
    parses = [m.parse(text).treebank for m in members]
    scores = [nonproj.evaluate(heldout, parse)["las"].correct for parse in held[1]] if held else [0]
    first = scores.index(max(scores))
    with pytest.warns(UserWarning, match=f"{winner} .*wins every vote; add a third parser, or .*"):
        blended = nonproj.blend(parses, weights, *held)
    assert arcs(blended) == arcs(parses[first])
    with pytest.warns(UserWarning, match=f"weights {weights}, {winner}"):
        model = nonproj.bundle(members, weights, *held[:1])
    assert arcs(model.parse(text).treebank) == arcs(parses[first])


@pytest.mark.parametrize(("n", "weights"), [(1, "eq"), (3, "eq"), (2, "posacc"), (2, "confidence")])
def test_no_warning_is_given_where_no_parser_wins_every_vote(n, weights, recwarn):
    Weights(weights).warn_if_one_decides(n)
    assert not recwarn.list


def test_a_loaded_bundle_is_saved_with_the_same_bytes(tmp_path):
    made = bundle(parsers(), "typeacc", made_treebank(10, seed=3))
    data = saved(made, tmp_path / "a.npz")
    assert saved(nonproj.load(tmp_path / "a.npz"), tmp_path / "b.npz") == data
    parser("eisner").save(tmp_path / "one.npz")
    assert nonproj.load(tmp_path / "one.npz").variant.name == "eisner"


@cache
def with_other_tagger():
    return train(variant_named("eisner"), made_treebank(40, seed=5), Training(tags="predicted"))


def blended_by(parsers, *texts):
    """Blend the parses of texts whose tags stay as they are, by one parser each."""
    found = zip(parsers, texts, strict=True)
    return arcs(blend([m.parse(t, tags="keep").treebank for m, t in found], root=Root.AUTO))


def test_all_parsers_of_a_bundle_read_one_taggers_tags_if_the_text_has_none():
    own, other, untagged = (
        parser("eisner", "predicted"), with_other_tagger(), parser("arc-standard+head")
    )  # fmt: skip
    text = without(made_treebank(30, seed=2), *TAGGED_COLUMNS)
    members = [untagged, other, own]
    model = bundle(members)
    assert {*model.to_fill(text)} == {*own.predicts}
    parsed, tagged = model.parse(text).treebank, other.tag(text)
    assert arcs(parsed) == blended_by(members, *[tagged] * 3)
    assert arcs(parsed) != blended_by(members, tagged, tagged, own.tag(text))
    assert model.tag(text).feats.strings() == tagged.feats.strings() == parsed.feats.strings()
    assert model.lacking(text) == []


def test_a_bundle_made_before_tags_were_shared_parses_as_before(tmp_path):
    own, other = parser("eisner", "predicted"), with_other_tagger()
    text = without(made_treebank(30, seed=2), *TAGGED_COLUMNS)
    bundle([own, other, other]).save(tmp_path / "b.npz")
    content, arrays = read_archive(tmp_path / "b.npz")
    assert content.pop("share-tags") is True
    write_archive(tmp_path / "b.npz", content, arrays)
    parsed = nonproj.load(tmp_path / "b.npz").parse(text).treebank
    texts = own.tag(text), other.tag(text), other.tag(text)
    assert arcs(parsed) == blended_by([own, other, other], *texts)
    assert arcs(parsed) != blended_by([own, other, other], *[own.tag(text)] * 3)
    assert parsed.feats.strings() == own.tag(text).feats.strings()


def test_a_bundle_prefers_tags_of_a_joint_parser_to_those_of_a_tagger():
    text = without(made_treebank(15, seed=2), *TAGGED_COLUMNS)
    tagger = with_other_tagger()
    joint = Mock(spec=["predicts", "tag"], predicts=["upos"], tag=tagger.tag)
    model = bundle([parser("eisner", "predicted"), joint])
    tagged = model.tag(text)
    assert tagged.upos.strings() == tagger.tag(text).upos.strings()
    assert tagged.feats.strings() == parser("eisner", "predicted").tag(text).feats.strings()
    assert tagged.upos.strings() != parser("eisner", "predicted").tag(text).upos.strings()


def test_weights_are_estimated_with_the_tags_that_parsers_will_read():
    heldout = made_treebank(30, seed=3)
    members = parser("eisner", "predicted"), with_other_tagger()
    tagged = members[0].tag(heldout)
    expected = [m.parse(tagged, tags="keep").treebank for m in members]
    assert [*bundle(members, "acc", heldout).votes] == weights_of(Weights.ACC, heldout, expected)


def test_a_bundle_without_a_tagger_cannot_tag():
    text = without(made_treebank(15, seed=2), *TAGGED_COLUMNS)
    untagged = bundle([parser("arc-standard+head")])
    with pytest.raises(NonprojError, match=r"no tagger; train a tagger: .* arc-standard\+head "):
        untagged.tag(text)
    with pytest.raises(NonprojError, match="which the model needs"):
        untagged.require_tags(text)


def test_probabilities_of_arcs_are_calibrated_shares_of_votes(tmp_path):
    text, heldout = made_treebank(20, seed=2), made_treebank(40, seed=3)
    nonproj.calibrate(bundle(parsers()), heldout).save(tmp_path / "c.npz")
    model = nonproj.load(tmp_path / "c.npz")
    parsed = model.parse(text, confidence=True)
    heads = np.stack([m.parse(text).treebank.head for m in parsers()])
    agreed = (heads == parsed.treebank.head).sum(0)[text.is_word]
    sure = parsed.confidence[text.is_word]
    assert {*agreed} == {1, 2, 3} or {*agreed} == {2, 3}
    assert len({*sure}) == len({*agreed})
    assert sure[agreed == 2].max() < sure[agreed == 3].min()


def test_root_auto_is_decided_for_each_sentence_of_a_blend():
    """The sentence with two roots does not let the others have several."""
    one, two = [("a", 0, "r"), ("b", 1, "d")], [("a", 0, "r"), ("b", 0, "r")]
    other = [("a", 2, "d"), ("b", 0, "r")]
    parses = [written([one, two]), written([other, two]), written([other, one])]
    blended = blend(parses, root="auto")
    assert roots_of(blended.start, blended.head).tolist() == [1, 2]


def test_bundles_without_parsers_or_held_out_trees_or_of_bundles_are_refused():
    made = bundle(parsers())
    for wrong in ([], [made]):
        with pytest.raises(NonprojError, match="at least one parser and cannot contain bundles"):
            bundle(wrong)
    with pytest.raises(NonprojError, match="weights acc and held-out trees"):
        bundle(parsers(), "acc")
    with pytest.raises(NonprojError, match="weights eq and held-out trees"):
        bundle(parsers(), heldout=made_treebank(5))
    with pytest.raises(NonprojError, match="cannot parse as eisner"):
        made.applied_as(variant_named("eisner"))
    assert repr(made) == f"<Parser blend of {', '.join(NAMES)}>"


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda file: file["votes"].pop(), "votes of 2 parsers; expected 3"),
        (lambda file: file["votes"][0].update(overall=10**15), "overall"),
        (lambda file: file.update(parsers=[{**file}, *file["parsers"][1:]]), "kind 'bundle'"),
        (
            lambda file: (file["parsers"].pop(), file["votes"].pop()),
            "arrays that belong to no parser",
        ),
    ],
)
def test_a_damaged_file_of_a_bundle_is_refused(edit, message, tmp_path):
    bundle(parsers()).save(tmp_path / "b.npz")
    content, arrays = read_archive(tmp_path / "b.npz")
    edit(content)
    write_archive(tmp_path / "b.npz", content, arrays)
    with pytest.raises(NonprojError, match=message):
        nonproj.load(tmp_path / "b.npz")

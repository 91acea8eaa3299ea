"""Every entry of every registry in every use, and entries from outside the package."""

import json
import re
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pytest

from command_line import python
from conftest import ROOT
from nonproj.cli.variant_names import names_of_parsers
from nonproj.data.conll import write_treebank
from nonproj.errors import NonprojError
from nonproj.learners.registry import LEARNERS
from nonproj.parsers.costs import STARTING, cost_of_training
from nonproj.parsers.families import FAMILIES, load_model, train, variant_named
from nonproj.parsers.graph.training import GraphSettings
from nonproj.parsers.graph.training import train as train_graph
from nonproj.parsers.interface import Training
from nonproj.parsers.model_sharing import train_or_share
from nonproj.parsers.neural.registry import NEURAL_ROWS
from nonproj.parsers.steps import (
    STEPS,
    Entry,
    PseudoProjective,
    Step,
    fit_steps,
    preparation_of,
    prepared,
    restore,
    step_named,
)
from nonproj.parsers.strategies import strategy_of
from nonproj.systems.registry import SYSTEM_ROWS
from nonproj.trees.projectivity import nonprojective_arcs
from nonproj.trees.relabel import column_of
from samples.chain_family import ChainFamily
from samples.constructions import universal
from samples.treebanks import flat, made_treebank, same_trees, saved, written

CLOSING = ("raw", "head", "path", "headpath", "head-cap3", "baseline", "mh4", "mh4-r2l")
CLOSING += ("projective", "1ec")
RESTRUCTURING = ("tau-v", "tau-c", "tau-c-plus-star", "cs", "childswap:Sb", "parentswap:Sb")
RESTRUCTURING += ("liftchildren:Sb", "descendsiblings:Sb", "ps-ud", "tau-c-plus-ud")
RESTRUCTURING += ("tau-c-prague",)
STEP_NAMES = (*CLOSING, *RESTRUCTURING)


@contextmanager
def added(registry, entry):
    registry.append(entry)
    try:
        yield
    finally:
        registry.remove(entry)


def every_name():
    systems = [row.name + ("-d1" if row.takes_degree else "") for row in SYSTEM_ROWS]
    systems += [f"{name}-r2l" for name in systems] + ["eisner", "mst", "carreras", "carreras+npa"]
    systems += [*NEURAL_ROWS, "biaffine-tagged", "mh4-hybrid-upos-lemma"]
    learners = ["", *(f"@{name}" for name in LEARNERS), "@tl-eq", "@tl-typeacc-svm2-mbl"]
    return ["".join(parts) for parts in product(systems, ["", "+raw", "+headpath-cap3"], learners)]


def test_names_of_variants_are_read_without_compiled_code():
    """Those of all variants, be they refused or not, and those in the experiments."""
    code = f"""
import sys
from nonproj.errors import NonprojError
from studies.plan.study.load import load_studies
from nonproj.parsers.families import variant_named
assert load_studies("src/studies/papers")
known = 0
for name in {every_name()}:
    try:
        known += variant_named(name).preparation is not None
    except NonprojError:
        pass
assert known > 100, known
assert not {"numba", "jax"} & sys.modules.keys()
"""
    python(code, cwd=ROOT)


def test_the_tested_names_of_steps_cover_the_table_of_steps():
    for entry in STEPS:
        assert any(re.fullmatch(entry.pattern, name) for name in STEP_NAMES), entry.form


@pytest.mark.parametrize("name", [name for name in STEP_NAMES if name != "raw"])
def test_every_step_transforms_a_treebank_and_restores_it(name):
    treebank = made_treebank(30)
    if name.endswith("-ud"):
        treebank = universal(treebank)
    (step,), changed = fit_steps([step_named(name)], treebank)
    assert np.array_equal(changed.head, prepared(preparation_of([step]), treebank).head)
    assert (changed.head != treebank.head).any()
    assert step.name == name
    if isinstance(step, PseudoProjective):
        assert not nonprojective_arcs(changed.start, changed.head).any()
    marked = any(mark in label for label in changed.deprel.values for mark in "↑↓")
    assert marked == step.marks_labels
    restored = restore((step,), changed)
    assert not any(mark in label for label in restored.deprel.values for mark in "↑↓")
    distance = np.sum(restored.head != treebank.head), np.sum(changed.head != treebank.head)
    assert distance[0] < distance[1] if step.invertible else restored is changed


TRAINED = (  # parsers of every family, and of every way to train in one
    *("arc-standard+head", "arc-eager+head-split", "attardi-r2l", "covington-d1"),
    *("swap-lazy-r2l-beam4", "arc-eager+head@online", "covington-dinf-r2l@explore"),
    *("arc-eager@tl-acc-mbl-perceptron", "mst", "eisner+head", "carreras+npa", "biaffine-upos"),
)


def trained(name, threads=1, seed=7, sentences=30):
    variant, treebank = variant_named(name), made_treebank(sentences)
    how = Training(seed, threads=threads, size="small")
    if variant.family == "graph":
        settings = GraphSettings(iterations=3, bits=16, batch=4)
        return train_graph(variant, treebank, how, settings=settings)
    return train(variant, treebank, how)


@pytest.mark.parametrize("name", TRAINED)
def test_a_parser_is_the_same_on_any_number_of_threads_and_from_its_file(name, tmp_path):
    """Its parses, too, whatever the trees of the text are."""
    model, text, path = trained(name), made_treebank(40, seed=2), tmp_path / "model.npz"
    texts = text, flat(text)
    for threads in (2, 3):
        if model.variant.family != "neural" or threads == 2:
            assert saved(trained(name, threads), path) == saved(model, tmp_path / "one.npz")
    loaded = load_model(path)
    assert loaded.variant == model.variant
    assert saved(loaded, path) == saved(model, tmp_path / "one.npz")
    expected = model.parse(text)
    for threads, given in product((1, 2, 3), texts):
        found = loaded.applied_as(model.variant).parse(given, threads)
        assert found.counts == expected.counts
        assert same_trees(found.treebank, expected.treebank)
    with pytest.raises(NonprojError, match="cannot parse as"):
        loaded.applied_as(variant_named("arc-standard+path"))


def test_the_trained_parsers_cover_every_family():
    assert {variant_named(name).family for name in TRAINED} == {family.name for family in FAMILIES}


@pytest.mark.parametrize("name", ["eisner", "arc-standard@perceptron"])
def test_another_seed_gives_a_parser_other_weights(name):
    one, other = (trained(name, seed=seed).stored.arrays for seed in (1, 2))
    assert any(not np.array_equal(array, other[key]) for key, array in one.items())


@pytest.mark.parametrize("name", ["arc-standard", "carreras", "arc-eager@tl-acc", "biaffine"])
def test_training_without_sentences_is_refused(name):
    with pytest.raises(NonprojError, match=r"no sentence|sentences are too few"):
        trained(name, sentences=0)


@dataclass(frozen=True)
class Frequent(Step):
    """All labels but the most frequent of the training trees, which is learnt, become `rare`."""

    name = "frequent:LABEL"
    learns = invertible = True
    label: str | None = None

    def fit(self, treebank):
        counts = Counter(treebank.deprel.strings())
        del counts[None]
        return replace(self, label=counts.most_common(1)[0][0])

    @property
    def state(self):
        return {"label": self.label} if self.label else None

    def with_state(self, state):
        return replace(self, **state)

    def transform(self, treebank):
        return self._relabelled(treebank, "rare")

    def invert(self, treebank):
        return self._relabelled(treebank, f"not {self.label}")

    def _relabelled(self, treebank, other):
        labels = [v if v == self.label else other for v in treebank.deprel.values]
        return treebank.with_trees(treebank.head, column_of(treebank.deprel.codes, labels))


TOY_STEP = Entry("frequent:LABEL", "frequent:LABEL", lambda _: Frequent())


@pytest.mark.parametrize("end", ["", "+raw", "+head"])
def test_a_step_from_outside_the_package_is_fitted_and_kept_with_the_model(end, tmp_path):
    treebank = made_treebank(20)
    with added(STEPS, TOY_STEP):
        variant = variant_named(f"arc-eager+frequent:LABEL{end}@mbl")
        closing = {"": ["baseline"], "+raw": [], "+head": ["head"]}[end]
        assert variant.preparation == "+".join(["frequent%3ALABEL", *closing])
        assert set(prepared(variant.preparation, treebank).deprel.values) > {"rare"}
        train(variant, treebank).save(tmp_path / "model.npz")
        model = load_model(tmp_path / "model.npz")
        frequent = model.variant.steps[0].label
        assert frequent in treebank.deprel.values
        assert {*model.parse(treebank).treebank.deprel.values} == {frequent, f"not {frequent}"}
        assert model.applied_as(variant).variant.steps == model.variant.steps
        with pytest.raises(NonprojError, match="as the last step"):
            variant_named("arc-eager+head+frequent:LABEL")
    with pytest.raises(NonprojError, match="'frequent:LABEL' is not known"):
        variant_named(variant.name)


def test_a_family_from_outside_the_package_is_used_like_any_other(tmp_path):
    treebank = made_treebank(5)
    with added(FAMILIES, ChainFamily()):
        train(variant_named("chain"), treebank).save(tmp_path / "chain.npz")
        parse = load_model(tmp_path / "chain.npz").parse(treebank)
        assert parse.counts == {"links": 1}
        assert parse.treebank.heads(0).tolist() == list(range(-1, treebank.sentence_length[0]))
        assert "Chains of words" in names_of_parsers()
        assert cost_of_training("chain", 1000) == (STARTING.seconds + 1, STARTING.megabytes + 2)
        assert strategy_of("chain") is None
        with pytest.raises(NonprojError, match="chain accepts at most 50"):
            train(variant_named("chain"), treebank).parse(written([[("w", 0, "x")] * 51]))
        with pytest.raises(NonprojError, match=r"or chain; did you mean chain\?"):
            variant_named("chian")
    with pytest.raises(NonprojError, match="kind 'chain' is not known"):
        load_model(tmp_path / "chain.npz")


def test_a_restructuring_step_learns_and_keeps_the_style_of_a_treebank():
    treebank = universal(made_treebank(20))
    step = step_named("cs").fit(treebank)
    assert step.state == {"style": "ud", "on_first": False}
    again = step_named("cs").with_state(json.loads(json.dumps(step.state)))
    assert np.array_equal(again.transform(treebank).head, step.transform(treebank).head)
    with pytest.raises(NonprojError, match="style: 'praha'"):
        step_named("cs").with_state({"style": "praha"})


@pytest.mark.parametrize("before", ["", "parentswap:nsubj+"])
@pytest.mark.parametrize(("cap", "shared"), [(500, True), (1, False)])
def test_a_capped_variant_shares_the_uncapped_model_if_labels_are_few(
    tmp_path, cap, shared, before
):
    treebank, steps = made_treebank(30), f"{before}head-cap{cap}"
    how = Training(seed=2, tags="given" if before else "predicted")
    files = [tmp_path / name for name in ("capped.conll", "uncapped.conll")]
    for file, names in zip(files, (steps, f"{before}head"), strict=True):
        write_treebank(prepared(names, treebank), file)
    other = train(variant_named(f"arc-standard+{before}head"), treebank, how)
    other.save(tmp_path / "other.npz")
    name = f"arc-standard+{steps}"
    found = train_or_share(name, treebank, files[0], how, [files[1], tmp_path / "other.npz"])
    assert found.variant == variant_named(name).fitted(treebank)
    assert (files[0].read_bytes() == files[1].read_bytes()) == shared
    assert found.parse(treebank).treebank.n_words == treebank.n_words
    alone = train_or_share(name, treebank, files[0], how)
    assert saved(found, tmp_path / "found.npz") == saved(alone, tmp_path / "trained.npz")

"""Model files and checkpoints are data that nobody trusts: what code relies on is checked."""

import copy
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from command_line import python
from fuzz import checkpoints, models
from fuzz.neural import SETTINGS, trainer_of
from nonproj.data.treebank import Column
from nonproj.errors import NonprojError
from nonproj.learners.registry import LEARNERS
from nonproj.parsers.families import FAMILIES, load_model, model_of, variant_named
from nonproj.parsers.model_files import read_archive, write_archive
from nonproj.parsers.neural.checkpoints import Checkpoint
from nonproj.parsers.neural.device import jax
from nonproj.parsers.neural.registry import NEURAL_ROWS


@pytest.fixture(scope="module")
def stored():
    """stored("mst") -> content and arrays of its small model; "tagged": of one with taggers."""
    files = models.model_files()
    return {c.get("variant", c["kind"]): (c, arrays) for _, c, arrays in files}.__getitem__


def put(index, value):
    def edit(array):
        array[index] = value
        return array

    return edit


MBL, TL = "arc-standard+head@mbl", "arc-standard+head@tl-typeacc-svm2-mbl"
WEIGHT = "0/parser/arc"
EDITS = [
    ("mst", "filter.labels", put(0, 2**31 - 1), "'filter.labels': value 2147483647 at"),
    ("mst", "filter.labels", put(-1, -1), "expected 0 or more"),
    ("mst", "filter.begin", put(1, 0), "a pair of tags has no label"),
    ("mst", "filter.begin", put(1, 10**9), "does not rise"),
    ("mst", "places", put(0, 2**30), "expected less than"),
    ("mst", "weights", put(0, np.nan), "not finite"),
    ("mst", "weights", lambda a: a.astype(np.float64), "float64 in 1 dimensions; expected float32"),
    ("mst", "seen", lambda a: a[:-1], "expected 16"),
    ("eisner", "seen", lambda a: a[:, None], "in 2 dimensions; expected uint64 in 1"),
    (MBL, "classifier.votes", put((0, 0), 10**8), "'votes': value 100000000 at"),
    (MBL, "classifier.votes", put((0, 0), -500), "expected 0 or more"),
    (MBL, "classifier.start", put(-1, 10**6), "does not rise from 0"),
    (MBL, "classifier.order", put(0, 1000), "'order'"),
    (MBL, "classifier.rank", lambda a: a[:-1], "dimensions"),
    (TL, "weights", put((0, 0), -1), "expected 0 or more"),
    (TL, "member1.classifier.votes", put((0, 0), -500), "expected 0 or more"),
    ("attardi", "actions.move", put(0, 60), "expected less than 11"),
    ("attardi", "actions.move", put(-1, 0), "ascending order"),
    ("attardi", "actions.coarse", put(0, 1), "for moves that add arcs"),
    ("attardi", "template", put(0, 2**31 - 1), "expected less than"),
    ("attardi", "merges.keys", put(slice(None), 7), "keys in"),
    ("attardi", "merges.keys", lambda a: a[:-1], "merges.ids"),
    ("attardi", "merges.ids", put(slice(None), 10**6), "beyond the"),
    ("attardi", "classifier.single_columns", put(0, 999), "expected less than"),
    ("attardi", "classifier.single_counts", put(0, 999), "the sum is not"),
    ("attardi", "classifier.bias", lambda a: a[:0], "dimensions"),
    ("arc-eager+head@libsvm", "classifier.ids", put(0, 10**6), "expected less than"),
    ("arc-eager+head@libsvm", "classifier.starts", put(1, -1), "does not rise"),
    ("arc-eager+head@libsvm", "classifier.n_support", put(0, 0), "do not match"),
    ("arc-eager+head@libsvm", "classifier.kernel", put(0, np.inf), "not finite"),
    ("tagged", "tagger.upos.tag", put(0, 1000), "tagger of UPOS: array 'tag': value 1000 at"),
    ("tagged", "tagger.feats.begin", put(1, -1), "tagger of FEATS: array 'begin': does not rise"),
    ("tagged", "tagger.lemma.weight", put(0, np.nan), "tagger of LEMMA: array 'weight'"),
    ("tagged", "parser.classifier.bias", lambda a: a[:0], "dimensions"),
    ("mst", "places", lambda _: None, "'places' is missing"),
    ("mst", "extra", lambda a: a, "'extra' is not known"),
    ("tagged", "extra", lambda a: a, "one parser and one tagger"),
    ("tagged", "tagger.extra", lambda a: a, "to no tagger"),
    ("mst-neural", WEIGHT, lambda a: a[:-1], "dimensions"),
    ("mst-neural", WEIGHT, lambda a: a.astype(np.float64), "expected float32"),
    ("mst-neural", WEIGHT, lambda a: a * np.nan, "not finite"),
    ("mst-neural", WEIGHT, lambda a: np.full_like(a, np.inf, np.float16), "not finite"),
]


@pytest.mark.parametrize(("name", "array", "edit", "message"), EDITS)
def test_a_model_with_missing_unknown_or_unusable_arrays_is_refused(
    name, array, edit, message, stored, tmp_path
):
    content, arrays = stored(name)
    changed = arrays | {array: edit(arrays.get(array, np.zeros(1)).copy())}
    kept = {name: array for name, array in changed.items() if array is not None}
    write_archive(tmp_path / "m.npz", content, kept)
    with pytest.raises(NonprojError, match=r"m\.npz: ") as caught:
        load_model(tmp_path / "m.npz")
    assert message in str(caught.value)


TRANSITION = "does not fit a model of kind 'transition'"
HEADERS = [  # model, place in its header, another value there, and what is said of it
    ("attardi", "labels", [], "labels"),
    ("attardi", "labels", ["a\tb"], "cannot be a label"),
    ("attardi", "root-mode", 7, "root-mode: 7"),
    ("attardi", "variant", "mst", f"variant 'mst' {TRANSITION}"),
    ("attardi", "variant", "attardi@svm3", "svm3"),
    ("attardi", "variant", ["attardi"], f"variant ['attardi'] {TRANSITION}"),
    ("attardi", "kind", "voting", "variant 'attardi' does not fit a model of kind 'voting'"),
    ("attardi", "default-labels", [0, 1000], "default labels"),
    ("attardi", "columns", [], "0 columns; expected 5"),
    ("attardi", "steps", {"x": {}}, "states of steps"),
    ("attardi", "features", {"description": "x", "nodes": {"s0": ["colour"]}}, "colour"),
    ("attardi", "surplus", 1, "surplus"),
    ("tagged", "tagger values lemma", ["=\tx"], "is not a lemma rule"),
    ("tagged", "tagger values head", ["1"], "column 'head'; expected upos, xpos, feats, lemma"),
    ("tagged", "tagger values upos", [], "at least 1 item"),
    ("tagged", "tagger kind", "neural", "kind"),
    ("tagged", "parser kind", "tagged", "one parser and one tagger"),
    ("tagged", "parser variant", "mst", f"variant 'mst' {TRANSITION}"),
    ("tagged", "parser", 3, "parser"),
    ("mst-neural", "variant", "mst-neural-lemma", "vocabulary has columns"),
    ("mst-neural", "labels", ["a"], "dimensions"),
    ("mst-neural", "character-rows", 4096, "4096 rows of characters; expected at most 72"),
    ("mst-neural", "settings width", 0, "settings.width: 0"),
    ("mst-neural", "settings width", 256, "settings.width: 256; expected"),
    ("mst-neural", "settings rows", 64, "settings.rows: 64; expected"),
    ("mst-neural", "settings hidden", 9, "dimensions"),
    ("mst-neural", "settings networks", 2, "is missing"),
]


@pytest.mark.parametrize(("name", "path", "value", "message"), HEADERS)
def test_a_model_header_that_training_never_writes_is_refused(name, path, value, message, stored):
    content, arrays = stored(name)
    content = changed = copy.deepcopy(content)
    *through, last = path.split()
    for key in through:
        changed = changed[key]
    changed[last] = value
    with pytest.raises(NonprojError) as caught:
        model_of(content, arrays)
    assert message in str(caught.value)


@pytest.mark.parametrize("sizes", [{"hidden": 4096, "layers": 6}, {"arc": 4096}, {"word": 4096}])
def test_a_neural_model_that_claims_gigabytes_is_refused_without_taking_them(sizes, stored):
    content, arrays = stored("mst-neural")
    claimed = content | {"settings": content["settings"] | sizes}
    tracemalloc.start()
    with pytest.raises(NonprojError, match=r"is missing|dimensions"):
        model_of(claimed, arrays)
    assert tracemalloc.get_traced_memory()[1] < 2e6
    tracemalloc.stop()


PARSED = """
import sys
from nonproj.data.conll import read_treebank
from nonproj.machine import most_memory
from nonproj.parsers.families import load_model
model = load_model(sys.argv[1])
text = read_treebank(sys.argv[2], heads="ignored")
model.known(text), model.lacking(text), model.parse(text)
print(most_memory())
"""


@pytest.mark.parametrize("column", ["form", "lemma"])
def test_parsing_a_long_token_takes_memory_in_proportion_to_its_length(column, stored, tmp_path):
    write_archive(tmp_path / "m.npz", *stored("arc-standard+head"))
    size = 10_000_000
    word = {"form": "a", "lemma": "b"} | {column: size * "x"}
    row = f"1\t{word['form']}\t{word['lemma']}\tX\t_\t_\t0\troot\t_\t_\n\n"
    (tmp_path / "t.conllu").write_text(row)
    done = python(PARSED, tmp_path / "m.npz", tmp_path / "t.conllu")
    assert int(done.stdout) < 20 * size + 250e6


@pytest.mark.parametrize("name", ["attardi", "mst", "biaffine-tagged"])
def test_a_word_with_more_than_100_items_in_feats_is_refused(name, stored):
    content, arrays = stored(name)
    text = models.text()
    many = "|".join(f"A{i}=x" for i in range(101))
    feats = Column.of([many if word else None for word in text.feats.strings()])
    model = model_of(content, arrays)
    with pytest.raises(NonprojError, match="sentence 1 has a word with 101 FEATS items"):
        model.parse(replace(text, feats=feats))


def test_the_fuzzed_models_cover_every_family_learner_and_scorer():
    variants = [variant_named(name) for name in models.VARIANTS]
    assert {variant.family for variant in variants} == {family.name for family in FAMILIES}
    assert {*LEARNERS} <= {variant.learner for variant in variants}
    assert {*NEURAL_ROWS} <= {*models.VARIANTS}


KEY = {"seed": 1}
COUNT, BEST = "moments/0/1/count", "best/0/parser/arc"


@pytest.fixture(scope="module")
def new():
    return trainer_of(checkpoints.NAME).new_state()


@pytest.fixture(scope="module")
def state(new, tmp_path_factory):
    """Path, content and arrays of a state after two epochs, the first of which was the best."""
    checkpoint = Checkpoint(tmp_path_factory.mktemp("state") / "c.npz", KEY, SETTINGS, 20)
    moments = jax.tree.map(lambda array: array + 2, new.moments)
    counts = {"epoch": 2, "best_epoch": 1, "best_score": (9, 7), "decays": 1}
    checkpoint.write(replace(new, moments=moments, **counts))
    return checkpoint.path, *read_archive(checkpoint.path)


def read(new, state, content, arrays):
    """Read a checkpoint with this content and these arrays; ... leaves an entry out."""
    path = state[0].with_name("changed.npz")
    parts = [{k: v for k, v in (whole | changed).items() if v is not ...}
             for whole, changed in zip(state[1:], (content, arrays), strict=True)]  # fmt: skip
    write_archive(path, *parts)
    return Checkpoint(path, KEY, SETTINGS, 20).read(new)


def test_a_checkpoint_with_a_possible_state_is_read(new, state):
    assert read(new, state, {}, {}).best_score == (9, 7)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({"epoch": "x"}, "epoch: 'x'"),
        ({"epoch": -1}, "epoch: -1"),
        ({"epoch": 10**9}, "epoch 1000000000, best epoch 1; expected 1 to 4"),
        ({"epoch": 0, "best-epoch": 0}, "epoch 0"),
        ({"best-epoch": 3}, "epoch 2, best epoch 3"),
        ({"best-score": None}, "best-score"),
        ({"best-score": [7, 9]}, "score .7, 9. of 20 words"),
        ({"best-score": [21, 9]}, "of 20 words"),
        ({"decays": 2}, "2 decays in 2 epochs"),
        ({"decays": 0}, "0 decays in 2 epochs; best epoch 1"),
        ({"more": 1}, "more"),
        ({"key": {"seed": 2}}, "not a checkpoint of training with the same"),
        ({"kind": "neural"}, "not a checkpoint"),
    ],
)
def test_a_checkpoint_with_impossible_counts_is_refused(content, message, new, state):
    with pytest.raises(NonprojError, match=rf"changed\.npz: .*{message}"):
        read(new, state, content, {})


@pytest.mark.parametrize(
    ("name", "edit", "message"),
    [
        (COUNT, lambda a: a - 1, "value 1 at .* expected 2 or more"),
        (COUNT, lambda a: a.astype(np.int64), "expected int32"),
        (BEST, lambda a: a.ravel()[:-1], "dimensions"),
        (BEST, lambda a: a * np.nan, "not finite"),
        (BEST, lambda a: a + 1j, "expected float32"),
        ("more", lambda a: a, "not known"),
    ],
)
def test_a_checkpoint_with_impossible_arrays_is_refused(name, edit, message, new, state):
    array = state[2].get(name, np.zeros(1))
    with pytest.raises(NonprojError, match=rf"changed\.npz: array '{name}'.*{message}"):
        read(new, state, {}, {name: edit(array)})


def test_a_checkpoint_without_one_of_its_parts_is_refused(new, state):
    for name in state[1].keys() - {"kind", "key"}:
        with pytest.raises(NonprojError, match=f"'{name}' is missing"):
            read(new, state, {name: ...}, {})
    with pytest.raises(NonprojError, match=f"'{BEST}' is missing"):
        read(new, state, {}, {BEST: ...})


def test_weights_that_are_not_finite_make_no_model(monkeypatch):
    trainer = trainer_of(checkpoints.NAME)
    first = trainer.new_state()
    broken = replace(first, best=jax.tree.map(lambda a: a * np.nan, first.best), epoch=99)
    monkeypatch.setattr(type(trainer), "new_state", lambda _: broken)
    with pytest.raises(NonprojError, match="values that are not finite"):
        trainer.train(checkpoints.development())


@pytest.mark.parametrize(("fuzz", "cases"), [(models, 100), (checkpoints, 20)])
def test_a_randomly_changed_file_ends_in_one_line_or_in_a_parser(fuzz, cases):
    outcomes = [fuzz.run_case(number) for number in range(10**6, 10**6 + cases)]
    assert {*outcomes} == {"accepted", "refused"}

"""A checkpoint is data that nobody trusts: what no training comes to is refused in a line."""

from dataclasses import replace

import numpy as np
import pytest

from fuzz import checkpoints as fuzz
from fuzz.neural import SETTINGS, trainer_of
from nonproj.errors import NonprojError
from nonproj.parsers.model_files import read_archive, write_archive
from nonproj.parsers.neural.checkpoints import Checkpoint
from nonproj.parsers.neural.device import jax

KEY = {"seed": 1}
COUNT, WEIGHT = "moments/0/1/count", "best/0/parser/arc"


@pytest.fixture(scope="module")
def new():
    return trainer_of(fuzz.NAME).new_state()


@pytest.fixture(scope="module")
def written(new, tmp_path_factory):
    """Path, content and arrays of a state after two epochs, the first of which was the best."""
    checkpoint = Checkpoint(tmp_path_factory.mktemp("state") / "c.npz", KEY, SETTINGS, 20)
    moments = jax.tree.map(lambda array: array + 2, new.moments)
    counts = {"epoch": 2, "best_epoch": 1, "best_score": (9, 7), "decays": 1}
    checkpoint.write(replace(new, moments=moments, **counts))
    return checkpoint.path, *read_archive(checkpoint.path)


def read(new, written, content, arrays):
    path = written[0].with_name("changed.npz")
    write_archive(path, written[1] | content, written[2] | arrays)
    return Checkpoint(path, KEY, SETTINGS, 20).read(new)


def test_a_state_that_training_comes_to_is_read(new, written):
    assert read(new, written, {}, {}).best_score == (9, 7)


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
def test_counts_that_no_training_comes_to_are_refused(content, message, new, written):
    with pytest.raises(NonprojError, match=rf"changed\.npz: .*{message}"):
        read(new, written, content, {})


@pytest.mark.parametrize(
    ("name", "edit", "message"),
    [
        (COUNT, lambda a: a - 1, "value 1 at .* expected 2 or more"),
        (COUNT, lambda a: a.astype(np.int64), "expected int32"),
        (WEIGHT, lambda a: a.ravel()[:-1], "dimensions"),
        (WEIGHT, lambda a: a * np.nan, "not finite"),
        (WEIGHT, lambda a: a + 1j, "expected float32"),
        ("more", lambda a: a, "not known"),
    ],
)
def test_arrays_that_no_training_comes_to_are_refused(name, edit, message, new, written):
    array = written[2].get(name, np.zeros(1))
    with pytest.raises(NonprojError, match=rf"changed\.npz: array '{name}'.*{message}"):
        read(new, written, {}, {name: edit(array)})


def test_missing_parts_of_a_checkpoint_are_named(new, written):
    path, content, arrays = written
    for name in content.keys() - {"kind", "key"}:
        write_archive(path, {k: v for k, v in content.items() if k != name}, arrays)
        with pytest.raises(NonprojError, match=f"'{name}' is missing"):
            Checkpoint(path, KEY, SETTINGS, 20).read(new)
    write_archive(path, content, {k: v for k, v in arrays.items() if k != WEIGHT})
    with pytest.raises(NonprojError, match=f"'{WEIGHT}' is missing"):
        Checkpoint(path, KEY, SETTINGS, 20).read(new)


def test_weights_that_are_not_finite_make_no_model(monkeypatch):
    trainer = trainer_of(fuzz.NAME)
    state = trainer.new_state()
    broken = replace(state, best=jax.tree.map(lambda a: a * np.nan, state.best), epoch=99)
    monkeypatch.setattr(type(trainer), "new_state", lambda _: broken)
    with pytest.raises(NonprojError, match="values that are not finite"):
        trainer.train(fuzz.development())


def test_random_changes_end_in_one_line_or_in_a_parser():
    outcomes = [fuzz.run_case(number) for number in range(10**6, 10**6 + 40)]
    assert {*outcomes} == {"accepted", "refused"}

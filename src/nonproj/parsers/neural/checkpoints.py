"""The state of a training between two epochs, in memory and in a file to go on from."""

from dataclasses import dataclass, replace
from pathlib import Path

import optax

from nonproj.errors import NonprojError
from nonproj.parsers.model_files import read_archive, write_archive
from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.settings import Settings
from nonproj.parsers.neural.weights import flattened, unflattened

KIND = "neural checkpoint"


@dataclass(frozen=True, eq=False)
class State:
    """Weights, their mean over the latest updates, moments of gradients, and the best mean."""

    weights: dict
    moments: tuple
    mean: dict
    best: dict
    epoch: int = 0  # epochs done
    best_epoch: int = 0
    last: tuple[int, int] = (0, 0)  # correct words of the development set
    best_score: tuple[int, int] = (-1, -1)

    @classmethod
    def new(cls, weights: dict, optimizer: optax.GradientTransformation) -> "State":
        weights = jax.tree.map(jnp.asarray, weights)
        return cls(weights, optimizer.init(weights), weights, weights)

    def after_epoch(self, weights: dict, moments: tuple, mean: dict) -> "State":
        return replace(self, weights=weights, moments=moments, mean=mean, epoch=self.epoch + 1)

    def scored(self, score: tuple[int, int] | None) -> "State":
        """With the score of the mean weights; without a development set, the last are the best."""
        if score is not None and score <= self.best_score:
            return replace(self, last=score)
        score = score or (0, 0)
        return replace(self, best=self.mean, best_epoch=self.epoch, best_score=score, last=score)

    def ended(self, settings: Settings) -> bool:
        waited = self.epoch - self.best_epoch
        return self.epoch >= settings.epochs or waited >= settings.patience


def write_state(path: str | Path, state: State, key: dict) -> None:
    content = {
        "kind": KIND,
        "key": key,
        "epoch": state.epoch,
        "best_epoch": state.best_epoch,
        "last": state.last,
        "best_score": state.best_score,
    }
    write_archive(path, content, flattened(_trees(state)))


def read_state(path: str | Path, new: State, key: dict) -> State:
    """The state of a file, a new one where there is no file; NonprojError for another training."""
    if not Path(path).exists():
        return new
    content, arrays = read_archive(path)
    if content.get("kind") != KIND or content.get("key") != key:
        raise NonprojError(f"{path}: not the checkpoint of a training with these options and data")
    trees = jax.tree.map(jnp.asarray, unflattened(arrays, _trees(new)))
    moments = jax.tree.unflatten(jax.tree.structure(new.moments), trees["moments"])
    return State(
        trees["weights"],
        moments,
        trees["mean"],
        trees["best"],
        content["epoch"],
        content["best_epoch"],
        tuple(content["last"]),
        tuple(content["best_score"]),
    )


def _trees(state: State) -> dict:
    moments = jax.tree.leaves(state.moments)
    return {
        "weights": state.weights,
        "moments": moments,
        "mean": state.mean,
        "best": state.best,
    }

"""The state of a training between two epochs, in memory and in a file to go on from."""

from collections.abc import Iterable, Iterator
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
    """For each network: weights, moments of gradients, mean weights over the latest updates, and
    those of the epoch that was best for all together."""

    weights: list[dict]
    moments: list[tuple]
    mean: list[dict]
    best: list[dict]
    epoch: int = 0  # epochs done
    best_epoch: int = 0
    last: tuple[int, int] = (0, 0)  # correct words of the development set: heads, and labels too
    best_score: tuple[int, int] = (-1, -1)
    decays: int = 0  # how often the learning rate was divided
    waiting: int = 0  # epochs since the last decay or the best score

    @classmethod
    def new(cls, weights: list[dict], optimizer: optax.GradientTransformation) -> "State":
        weights = jax.tree.map(jnp.asarray, weights)
        return cls(weights, [optimizer.init(each) for each in weights], weights, weights)

    @property
    def learnt(self) -> Iterator[tuple[dict, tuple, dict]]:
        """(weights, moments, mean weights) of each network."""
        return zip(self.weights, self.moments, self.mean, strict=True)

    def after_epoch(self, learnt: Iterable[tuple[dict, tuple, dict]]) -> "State":
        weights, moments, mean = map(list, zip(*learnt, strict=True))
        return replace(self, weights=weights, moments=moments, mean=mean, epoch=self.epoch + 1)

    def scored(self, score: tuple[int, int] | None, settings: Settings) -> "State":
        """With the score of the mean weights; without a development set, the last are the best."""
        order = (0, 1) if settings.chosen_by == "uas" else (1, 0)
        if score is not None and [score[i] for i in order] <= [self.best_score[i] for i in order]:
            waited = self.waiting + 1
            if waited < settings.patience:
                return replace(self, last=score, waiting=waited)
            return replace(self, last=score, waiting=0, decays=self.decays + 1)
        score = score or (0, 0)
        best = replace(self, best=self.mean, best_epoch=self.epoch, best_score=score, last=score)
        return replace(best, waiting=0)

    def ended(self, settings: Settings) -> bool:
        return self.epoch >= settings.epochs or 0 < settings.decays < self.decays


def write_state(path: str | Path, state: State, key: dict) -> None:
    content = {
        "kind": KIND,
        "key": key,
        "epoch": state.epoch,
        "best_epoch": state.best_epoch,
        "last": state.last,
        "best_score": state.best_score,
        "decays": state.decays,
        "waiting": state.waiting,
    }
    write_archive(path, content, flattened(_trees(state)))


def read_state(path: str | Path, new: State, key: dict) -> State:
    """The state of a file, a new one where there is no file; NonprojError for another training."""
    if not Path(path).exists():
        return new
    content, arrays = read_archive(path)
    if content.get("kind") != KIND or content.get("key") != key:
        raise NonprojError(
            f"{path}: not the checkpoint of a training with these options and data, by this version"
        )
    trees = jax.tree.map(jnp.asarray, unflattened(arrays, _trees(new)))
    moments = jax.tree.unflatten(jax.tree.structure(new.moments), trees["moments"])
    return State(
        **trees | {"moments": moments},
        epoch=content["epoch"],
        best_epoch=content["best_epoch"],
        last=tuple(content["last"]),
        best_score=tuple(content["best_score"]),
        decays=content["decays"],
        waiting=content["waiting"],
    )


def _trees(state: State) -> dict:
    moments = jax.tree.leaves(state.moments)
    return {
        "weights": state.weights,
        "moments": moments,
        "mean": state.mean,
        "best": state.best,
    }

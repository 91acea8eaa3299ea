"""The state of training after an epoch, and checkpoint files from which training can resume."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import optax

from nonproj.data.arrays import Array, check_arrays
from nonproj.data.declared import Declared, as_declared
from nonproj.errors import NonprojError
from nonproj.parsers.model_files import NaturalNumber, read_archive, write_declared
from nonproj.parsers.neural.device import jax, jnp
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.weights import flattened, unflattened

KIND = "neural checkpoint"


@dataclass(frozen=True, eq=False)
class TrainingState:
    """The weights, moments and mean weights of each network, and the weights of the best epoch.

    Mean weights are averaged over the most recent updates. The best weights are the mean weights
    after the best epoch, which is chosen jointly for all networks."""

    weights: list[dict]
    moments: list[tuple]
    mean: list[dict]
    best: list[dict]
    epoch: int = 0  # completed epochs
    best_epoch: int = 0
    best_score: tuple[int, int] = (-1, -1)  # correct heads; correct heads and labels
    decays: int = 0  # how often the learning rate has been divided

    @classmethod
    def new(cls, weights: list[dict], optimizer: optax.GradientTransformation) -> "TrainingState":
        weights = jax.tree.map(jnp.asarray, weights)
        return cls(weights, [optimizer.init(each) for each in weights], weights, weights)

    @property
    def learnt(self) -> Iterator[tuple[dict, tuple, dict]]:
        """An iterator over the (weights, moments, mean weights) of each network."""
        return zip(self.weights, self.moments, self.mean, strict=True)

    @property
    def trees(self) -> dict[str, list]:
        """The parts of the state that are stored as arrays, by name."""
        names = "weights", "moments", "mean", "best"
        return {name: getattr(self, name) for name in names}

    def after_epoch(self, learnt: Iterable[tuple[dict, tuple, dict]]) -> "TrainingState":
        weights, moments, mean = map(list, zip(*learnt, strict=True))
        return replace(self, weights=weights, moments=moments, mean=mean, epoch=self.epoch + 1)

    def scored(self, score: tuple[int, int] | None, settings: NeuralSettings) -> "TrainingState":
        """Return the state after its mean weights were scored on the development set.

        Without a development set, `score` is None, and the latest epoch counts as the best."""
        order = (0, 1) if settings.chosen_by == "uas" else (1, 0)
        if score is None or [score[i] for i in order] > [self.best_score[i] for i in order]:
            score = score or (0, 0)
            return replace(self, best=self.mean, best_epoch=self.epoch, best_score=score)
        waited = self.epoch - self.best_epoch
        return replace(self, decays=self.decays + (waited % settings.patience == 0))

    def ended(self, settings: NeuralSettings) -> bool:
        return self.epoch >= settings.epochs or 0 < settings.decays < self.decays


class CheckpointContent(Declared):
    """The header of a checkpoint file."""

    kind: Literal[KIND]
    key: dict[str, Any]
    epoch: NaturalNumber
    best_epoch: NaturalNumber
    best_score: tuple[NaturalNumber, NaturalNumber]
    decays: NaturalNumber


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint file, from which interrupted training resumes if the file exists."""

    path: str | Path
    key: dict[str, Any]  # training can resume only with an equal key
    settings: NeuralSettings
    dev_words: int  # words in the development set; 0 if there is none

    def write(self, state: TrainingState) -> None:
        counts = state.epoch, state.best_epoch, state.best_score, state.decays
        content = CheckpointContent(KIND, self.key, *counts)
        write_declared(self.path, content, flattened(state.trees))

    def read(self, new: TrainingState) -> TrainingState:
        """Read the state from the file, or return `new` if there is no file.

        Raise NonprojError if the state is invalid or comes from training with a different key."""
        if not Path(self.path).exists():
            return new
        content, arrays = read_archive(self.path)
        if content.get("kind") != KIND or content.get("key") != self.key:
            raise NonprojError(
                f"{self.path}: not a checkpoint of training with the same options, data and "
                "version of nonproj"
            )
        header = as_declared(content, CheckpointContent, str(self.path))
        try:
            self._check_counts(header)
            check_arrays(arrays, _declared(new, header.epoch))
        except NonprojError as error:
            raise NonprojError(f"{self.path}: {error}") from None
        trees = jax.tree.map(jnp.asarray, unflattened(arrays, new.trees))
        counts = header.epoch, header.best_epoch, header.best_score, header.decays
        return TrainingState(
            trees["weights"], trees["moments"], trees["mean"], trees["best"], *counts
        )

    def _check_counts(self, header: CheckpointContent) -> None:
        epoch, best_epoch, patience = header.epoch, header.best_epoch, self.settings.patience
        heads, labels = header.best_score
        if not 1 <= best_epoch <= epoch <= self.settings.epochs:
            raise NonprojError(
                f"epoch {epoch}, best epoch {best_epoch}; expected 1 to {self.settings.epochs}"
            )
        if not labels <= heads <= self.dev_words:
            raise NonprojError(f"score {header.best_score} of {self.dev_words} words")
        if not (epoch - best_epoch) // patience <= header.decays <= (epoch - 1) // patience:
            raise NonprojError(f"{header.decays} decays in {epoch} epochs; best epoch {best_epoch}")


def _declared(new: TrainingState, epochs: int) -> dict[str, Array]:
    """Declare a state's arrays; integers count updates, so they must be at least `epochs`."""
    least = {"i": epochs}
    return {
        path: Array(leaf.dtype.name, np.shape(leaf) or (1,), least=least.get(leaf.dtype.kind))
        for path, leaf in flattened(new.trees).items()
    }

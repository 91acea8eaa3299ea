"""The interface of learners and of their models, which score actions for instances."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from nonproj.errors import NonprojError

SPLIT_COLUMNS = ("cpos", "pos")  # columns of `Instances.split`


@dataclass(frozen=True)
class Instances:
    """Feature vectors of configurations; instance i has the features ids[start[i]:start[i + 1]].

    `template` maps each id to its template. Each FEATS item has its own template, so an instance
    has at most one id per template. `split` holds the coarse and the fine tag of the next token, by
    which a learner may divide its training data (Nilsson 2009, 3.4.1). Tags are codes in the
    parser's vocabulary, or -1 if unknown."""

    start: np.ndarray  # int64[n + 1]
    ids: np.ndarray  # int32
    template: np.ndarray  # int32[n_ids]
    split: np.ndarray  # int32[n, 2], see SPLIT_COLUMNS

    def __len__(self) -> int:
        return len(self.start) - 1

    @property
    def n_ids(self) -> int:
        return len(self.template)

    def tags(self, column: str) -> np.ndarray:
        """Return the tags of the next tokens from one of the columns in SPLIT_COLUMNS."""
        return self.split[:, SPLIT_COLUMNS.index(column)]

    def __getitem__(self, chosen: np.ndarray) -> "Instances":
        """Return the instances that an index array selects, in the order of that array."""
        sizes = np.diff(self.start)[chosen]
        start = np.concatenate([[0], np.cumsum(sizes)])
        source = np.arange(start[-1]) + np.repeat(self.start[:-1][chosen] - start[:-1], sizes)
        return Instances(start, self.ids[source], self.template, self.split[chosen])


class ClassifierModel(Protocol):
    """A trained classifier over actions 0..n_actions-1; higher scores are better."""

    n_actions: int

    def scores(self, instances: Instances) -> np.ndarray:
        """Return scores as float64[n, n_actions]; each row depends only on its own instance."""

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the numeric arrays from which the learner's `from_arrays` restores the model."""


class Learner(Protocol):
    """A method for training classifiers."""

    def fit(
        self, instances: Instances, actions: np.ndarray, n_actions: int, seed: int, threads: int
    ) -> ClassifierModel:
        """Train a classifier; the result depends on the seed but not on the number of threads."""

    def from_arrays(
        self, arrays: dict[str, np.ndarray], n_actions: int, n_ids: int
    ) -> ClassifierModel:
        """Restore a model from its `arrays`; raise NonprojError if they are invalid."""


def check_training_data(instances: Instances, actions: np.ndarray, n_actions: int) -> None:
    """Raise NonprojError if there is nothing to learn from or an action is out of range."""
    if len(instances) != len(actions):
        raise NonprojError(f"{len(instances)} instances but {len(actions)} actions")
    if len(actions) == 0:
        raise NonprojError("there are no training instances")
    if actions.min() < 0 or actions.max() >= n_actions:
        raise NonprojError(f"the largest action is {actions.max()}, expected 0..{n_actions - 1}")

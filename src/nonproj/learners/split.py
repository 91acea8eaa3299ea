"""Split learners: a separate classifier for each coarse or fine tag of the next token.

Nilsson (2009, 3.4.1) divides the training data for support vector machines in this way. Tags with
fewer than `minimum` instances share a classifier. DEVIATION: split-classifiers"""

from dataclasses import dataclass

import numpy as np

from nonproj.data.arrays import Array, check_arrays, named, owned
from nonproj.errors import NonprojError
from nonproj.learners.interface import ClassifierModel, Instances, Learner, check_training_data

RARE = -2  # stands for the tags that share a classifier
UNKNOWN_ACTION = -np.inf  # a score below that of every action that a classifier knows
SPLIT_ARRAYS = {"tags": Array("int64", ("tags",), "tag of each classifier", RARE, distinct=True)}
PART = {"classes": Array("int32", ("classes",), "actions of the part", 0, "actions", distinct=True)}


@dataclass(frozen=True)
class Split:
    """A learner that trains a classifier for each tag in a column of `Instances.split`."""

    learner: Learner
    column: str  # one of SPLIT_COLUMNS
    minimum: int = 1000  # instances

    def fit(self, instances, actions, n_actions, seed, threads, progress=None) -> "SplitModel":
        check_training_data(instances, actions, n_actions)
        tag_of = instances.tags(self.column)
        tags, counts = np.unique(tag_of, return_counts=True)
        frequent = tags[np.argsort(-counts, kind="stable")][: np.sum(counts >= self.minimum)]
        owner = _owners(tag_of, frequent, RARE)
        parts = {}
        for tag in [*frequent.tolist(), *([RARE] if len(frequent) < len(tags) else [])]:
            chosen = np.flatnonzero(owner == tag)
            classes, numbers = np.unique(actions[chosen], return_inverse=True)
            given = instances[chosen], numbers.astype(np.int32), len(classes)
            parts[tag] = TagClassifier(
                classes.astype(np.int32), self.learner.fit(*given, seed, threads)
            )
            if progress is not None:
                progress(len(parts) / (len(frequent) + 1))
        return SplitModel(parts, n_actions, self.column)

    def from_arrays(
        self, arrays: dict[str, np.ndarray], n_actions: int, n_ids: int
    ) -> "SplitModel":
        own = {name: array for name, array in arrays.items() if "." not in name}
        if check_arrays(own, SPLIT_ARRAYS)["tags"] == 0:
            raise NonprojError("array 'tags' is empty: there are no classifiers")
        parts = {
            tag: self._part(owned(f"part{k}", arrays), n_actions, n_ids)
            for k, tag in enumerate(own["tags"].tolist())
        }
        return SplitModel(parts, n_actions, self.column)

    def _part(self, arrays: dict[str, np.ndarray], n_actions: int, n_ids: int) -> "TagClassifier":
        own = {name: array for name, array in arrays.items() if name in PART}
        n_classes = check_arrays(own, PART, actions=n_actions)["classes"]
        if n_classes == 0:
            raise NonprojError("array 'classes' is empty: a classifier has no actions")
        model = self.learner.from_arrays(owned("model", arrays), n_classes, n_ids)
        return TagClassifier(own["classes"], model)


@dataclass(frozen=True)
class TagClassifier:
    """The classifier for one tag, which knows only some of the actions."""

    classes: np.ndarray  # int32: the actions that the classifier knows
    model: ClassifierModel


@dataclass(frozen=True)
class SplitModel:
    """Classifiers by tag, from most to fewest training instances; RARE comes last."""

    parts: dict[int, TagClassifier]
    n_actions: int
    column: str

    def scores(self, instances: Instances) -> np.ndarray:
        """Score each instance with the classifier for its tag.

        For unknown tags, use the classifier for RARE or, if there is none, the one with the most
        training instances."""
        known = [*self.parts]
        fallback = RARE if RARE in known else known[0]
        owner = _owners(instances.tags(self.column), known, fallback)
        scores = np.full((len(instances), self.n_actions), UNKNOWN_ACTION)
        for tag in np.unique(owner).tolist():
            chosen, part = np.flatnonzero(owner == tag), self.parts[tag]
            scores[chosen[:, None], part.classes] = part.model.scores(instances[chosen])
        return scores

    def arrays(self) -> dict[str, np.ndarray]:
        arrays = {"tags": np.array([*self.parts], np.int64)}
        for k, part in enumerate(self.parts.values()):
            content = {"classes": part.classes, **named("model", part.model.arrays())}
            arrays |= named(f"part{k}", content)
        return arrays


def _owners(tags: np.ndarray, known: np.ndarray | list[int], other: int) -> np.ndarray:
    """Return the tag of each instance's classifier; `other` for tags without a classifier."""
    return np.where(np.isin(tags, known), tags, other)

"""Choices of training data for parsers; Nilsson's (2009, 5.2) sets are tenths of the data."""

from enum import StrEnum

from nonproj.public.treebanks import N_SETS, TRAINING_SETS, sets_of


class Regime(StrEnum):
    TRAIN = "train"  # the whole training set
    SETS8 = "sets8"  # sets 1-8 of ten
    CV0 = "cv0"  # sets 1-9, all but set 0
    CV10 = "cv10"  # ten folds, each with all sets but one
    FOLDS = "folds"  # ten folds, or sets 1-8 if the treebank is large
    CURVE = "curve"  # growing parts of sets 1-8
    # The whole training set and the run's target or, if the suite cross-validates or the treebank
    # is jackknifed, ten folds and the part of the training set that each fold leaves out.
    TRAIN_OR_CV10 = "train-or-cv10"

    def settled(self, cross_validate: bool) -> "Regime":
        """Return the choice for `train-or-cv10`, and any other regime unchanged."""
        if self is not Regime.TRAIN_OR_CV10:
            return self
        return Regime.CV10 if cross_validate else Regime.TRAIN

    def trainings(self, large: bool, demo: bool = False) -> list[str]:
        """List the names of the data to train on, for a large or small treebank (see `parses`).

        In a demonstration, a learning curve has only every second point."""
        if self is Regime.CURVE:
            step = 2 if demo else 1
            return [f"sets{k}" for k in range(step, TRAINING_SETS + 1, step)]
        if self is Regime.CV10 or (self is Regime.FOLDS and not large):
            return [f"cv{i}" for i in range(N_SETS)]
        return [f"sets{TRAINING_SETS}" if self is Regime.FOLDS else self.value]

    def table(self, training: str) -> str:
        """Return the name used in tables of scores, which is `cv` for each of ten folds."""
        folds = self in (Regime.FOLDS, Regime.CV10) and training.startswith("cv")
        return "cv" if folds else training


def share_of(training: str) -> float:
    """Return the share of the training set that a training run uses."""
    return 1.0 if training == Regime.TRAIN else len(sets_of(training)[0]) / N_SETS

"""What the parsers of a run learn from; Nilsson's (2009, 5.2) sets are tenths of a training set."""

from enum import StrEnum


class Regime(StrEnum):
    TRAIN = "train"  # the whole training set
    SETS8 = "sets8"  # its sets 1-8 of ten
    CV0 = "cv0"  # its sets 1-9, all but 0
    CV10 = "cv10"  # ten folds of it, each of all sets but one
    FOLDS = "folds"  # ten folds, or sets 1-8 where it is large
    CURVE = "curve"  # growing parts of sets 1-8
    # The whole training set and the target of the run; where the suite cross-validates, ten folds
    # and what each leaves out.
    TRAIN_OR_CV10 = "train-or-cv10"

"""The learner `svm1`: a linear SVM, trained like `svm2` but without pairs.

DEVIATION: svm1"""

from nonproj.learners.interface import SPLIT_COLUMNS
from nonproj.learners.split import Split
from nonproj.learners.svm2.learner import QuadraticSvm, SvmSettings

LEARNER = QuadraticSvm(SvmSettings(quadratic=False, cost=0.1, epochs=20, burn_in=5))
SPLIT_CPOS, SPLIT_POS = (Split(LEARNER, column) for column in SPLIT_COLUMNS)

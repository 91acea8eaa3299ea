"""The papers' learner: LIBSVM's C-SVC with a quadratic kernel, trained one versus one.

scikit-learn's SVC trains the models; this module stores them as arrays and evaluates them."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.svm import SVC

from nonproj.data.arrays import Array, check_arrays, offsets
from nonproj.errors import NonprojError
from nonproj.learners.interface import SPLIT_COLUMNS, Instances, check_training_data
from nonproj.learners.split import Split

KERNEL_BATCH = 64
# LIBSVM recomputes a sparse kernel for every pair of classes, which takes most of its time. Up to
# this number of instances (2 GB), all kernel values are computed once and passed to LIBSVM.
MOST_DENSE = 16_000

LIBSVM_ARRAYS = {
    "kernel": Array("float64", (2,), "gamma and r"),
    "classes": Array("int32", ("classes",), "actions that occur", 0, "actions", distinct=True),
    "starts": offsets("vectors", "items", "features of each support vector", "int32"),
    "ids": Array("int32", ("items",), "features", 0, "ids"),
    "n_support": Array("int64", ("classes",), "support vectors of each class", 0),
    "coefficients": Array("float64", ("others", "vectors"), "in LIBSVM's order"),
    "constants": Array("float64", ("pairs",), "of class pairs (0, 1), (0, 2), ..."),
}


@dataclass(frozen=True)
class LibSvm:
    """The learner `libsvm`; r is 0.4 by default, whereas MaltParser's default is 0."""

    gamma: float = 0.2
    r: float = 0.4
    cost: float = 1.0

    def fit(self, instances, actions, n_actions, seed, threads, progress=None) -> "LibSvmModel":
        check_training_data(instances, actions, n_actions)
        classes = np.unique(actions)
        kernel = n_actions, self.gamma, self.r
        if len(classes) == 1:
            nothing = csr_array((0, instances.n_ids)), np.zeros(1, np.int64), np.zeros((0, 0))
            return LibSvmModel(*kernel, classes, *nothing, np.zeros(0))
        matrix = _matrix(instances)
        svc = self._fitted(matrix, actions)
        coefficients = svc.dual_coef_.toarray() if issparse(svc.dual_coef_) else svc.dual_coef_
        # If there are two classes, scikit-learn reverses LIBSVM's signs; this is undone here.
        sign = -1.0 if len(classes) == 2 else 1.0
        return LibSvmModel(
            *kernel,
            classes,
            matrix[svc.support_],
            svc.n_support_.astype(np.int64),
            sign * np.asarray(coefficients),
            sign * svc.intercept_,
        )

    def _fitted(self, matrix: csr_array, actions: np.ndarray) -> SVC:
        n = matrix.shape[0]
        if n > MOST_DENSE:
            quadratic = {"kernel": "poly", "degree": 2, "gamma": self.gamma, "coef0": self.r}
            return SVC(C=self.cost, cache_size=1000, **quadratic).fit(matrix, actions)
        kernel = np.empty((n, n))
        for first in range(0, n, KERNEL_BATCH):
            rows = slice(first, first + KERNEL_BATCH)
            kernel[rows] = _kernel(matrix[rows], matrix, self.gamma, self.r)
        return SVC(C=self.cost, cache_size=1000, kernel="precomputed").fit(kernel, actions)

    @staticmethod
    def from_arrays(arrays: dict[str, np.ndarray], n_actions: int, n_ids: int) -> "LibSvmModel":
        sizes = check_arrays(arrays, LIBSVM_ARRAYS, actions=n_actions, ids=n_ids)
        n, n_vectors, n_support = sizes["classes"], sizes["vectors"], arrays["n_support"]
        agree = n > 0 and sizes["others"] == n - 1 and sizes["pairs"] == n * (n - 1) // 2
        if not agree or n_support.max() > n_vectors or n_support.sum() != n_vectors:
            raise NonprojError("the numbers of classes, vectors and class pairs do not match")
        ones = np.ones(sizes["items"])
        vectors = csr_array((ones, arrays["ids"], arrays["starts"]), shape=(n_vectors, n_ids))
        parts = (arrays[name] for name in ("n_support", "coefficients", "constants"))
        return LibSvmModel(
            n_actions, *arrays["kernel"].tolist(), arrays["classes"], vectors, *parts
        )


LEARNER = LibSvm()
SPLIT_CPOS, SPLIT_POS = (Split(LEARNER, column) for column in SPLIT_COLUMNS)


@dataclass(frozen=True)
class LibSvmModel:
    """A trained C-SVC: support vectors by class, and LIBSVM's coefficients and constants."""

    n_actions: int
    gamma: float
    r: float
    classes: np.ndarray
    vectors: csr_array
    n_support: np.ndarray
    coefficients: np.ndarray  # [n_classes - 1, n_vectors]
    constants: np.ndarray  # for the pairs (0, 1), (0, 2), ...

    def scores(self, instances: Instances) -> np.ndarray:
        """Return each action's votes; actions that never occurred in training score lowest."""
        scores = np.full((len(instances), self.n_actions), -1.0)
        for first in range(0, len(instances), KERNEL_BATCH):
            rows = np.arange(first, min(first + KERNEL_BATCH, len(instances)))
            scores[rows[:, None], self.classes] = self._votes(_matrix(instances[rows]))
        return scores

    def _votes(self, matrix: csr_array) -> np.ndarray:
        """Return how many pairwise decisions each class wins, as float64[n, n_classes]."""
        n_classes = len(self.classes)
        votes = np.zeros((matrix.shape[0], n_classes))
        if n_classes == 1:
            return votes
        kernel = _kernel(matrix, self.vectors, self.gamma, self.r)
        bounds = np.concatenate([[0], np.cumsum(self.n_support)])
        # The row of a class has a column for each of the other classes.
        sums = [kernel[:, a:b] @ self.coefficients[:, a:b].T for a, b in pairwise(bounds)]
        against = np.stack(sums, axis=1)
        first = 0
        for i in range(n_classes - 1):
            constants = self.constants[first : first + n_classes - 1 - i]
            first += len(constants)
            decisions = against[:, i, i:] + against[:, i + 1 :, i] + constants
            votes[:, i] += (decisions > 0).sum(axis=1)
            votes[:, i + 1 :] += decisions <= 0
        return votes

    def arrays(self) -> dict[str, np.ndarray]:
        return {
            "kernel": np.array([self.gamma, self.r]),
            "classes": self.classes.astype(np.int32),
            "starts": self.vectors.indptr.astype(np.int32),
            "ids": self.vectors.indices.astype(np.int32),
            "n_support": self.n_support,
            "coefficients": self.coefficients,
            "constants": self.constants,
        }


def _kernel(a: csr_array, b: csr_array, gamma: float, r: float) -> np.ndarray:
    return (gamma * (a @ b.T).toarray() + r) ** 2


def _matrix(instances: Instances) -> csr_array:
    shape = (len(instances), instances.n_ids)
    ones = np.ones(len(instances.ids))
    # scikit-learn requires int32 indices.
    return csr_array((ones, instances.ids, instances.start.astype(np.int32)), shape=shape)

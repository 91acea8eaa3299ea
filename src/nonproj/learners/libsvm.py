"""The papers' learner: LIBSVM's C-SVC with a quadratic kernel, one against one.

scikit-learn's SVC trains; the result is stored as arrays and evaluated here. Nilsson (2009,
3.4.1) divides the training data by a coarse or a fine tag of the next token, one classifier for
each value: `libsvm-split-cpos`, `libsvm-split-pos`. Values with fewer than `split_minimum`
instances share one. DEVIATION: split-classifiers"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy.sparse import csr_array, issparse
from sklearn.svm import SVC

from nonproj.data.arrays import Array, check_arrays, named, offsets, owned
from nonproj.errors import NonprojError
from nonproj.learners.interface import SPLITS, Instances, check_training_data

REST = -2
BATCH = 64
# LIBSVM computes a sparse kernel anew for every two classes, which takes most of its time; up to
# so many instances (2 GB) it is given all products, computed once.
MOST_DENSE = 16_000

ARRAYS = {
    "kernel": Array("float64", (2,), "gamma and r"),
    "values": Array("int64", ("machines",), "symbol of each machine", REST, distinct=True),
}
MACHINE = {
    "classes": Array("int32", ("classes",), "its actions", 0, "actions", distinct=True),
    "starts": offsets("vectors", "items", "features of each support vector", "int32"),
    "ids": Array("int32", ("items",), "features", 0, "ids"),
    "n_support": Array("int64", ("classes",), "support vectors of each class", 0),
    "coefficients": Array("float64", ("others", "vectors"), "as LIBSVM orders them"),
    "constants": Array("float64", ("pairs",), "of the pairs of classes (0, 1), (0, 2), ..."),
}


@dataclass(frozen=True)
class LibSvm:
    """The learner `libsvm`; MaltParser's default has r = 0."""

    gamma: float = 0.2
    r: float = 0.4
    cost: float = 1.0
    split: str = ""  # one of SPLITS; empty: one classifier for all
    split_minimum: int = 1000  # instances

    def fit(self, instances, actions, n_actions, seed, threads, progress=None) -> "LibSvmModel":
        check_training_data(instances, actions, n_actions)
        owner = self._owners(instances)
        machines = {}
        for done, value in enumerate(np.unique(owner).tolist(), 1):
            chosen = np.flatnonzero(owner == value)
            machines[value] = self._machine(instances[chosen], actions[chosen])
            if progress is not None:
                progress(done / len(np.unique(owner)))
        return LibSvmModel(machines, n_actions, instances.n_ids, self.gamma, self.r, self.split)

    def _owners(self, instances: Instances) -> np.ndarray:
        """The symbol whose machine each instance trains, REST for symbols that are too rare."""
        symbols = _symbols(instances, self.split)
        values, counts = np.unique(symbols, return_counts=True)
        return np.where(np.isin(symbols, values[counts >= self.split_minimum]), symbols, REST)

    def _machine(self, instances: Instances, actions: np.ndarray) -> "Machine":
        classes = np.unique(actions)
        if len(classes) == 1:
            no_vectors = csr_array((0, instances.n_ids))
            nothing = np.zeros((0, 0))
            return Machine(classes, no_vectors, np.zeros(1, np.int64), nothing, np.zeros(0))
        matrix = _matrix(instances)
        svc = self._fitted(matrix, actions)
        coefficients = svc.dual_coef_.toarray() if issparse(svc.dual_coef_) else svc.dual_coef_
        # scikit-learn turns LIBSVM's signs where there are two classes; one rule for all here.
        sign = -1.0 if len(classes) == 2 else 1.0
        return Machine(
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
        for first in range(0, n, BATCH):
            rows = slice(first, first + BATCH)
            kernel[rows] = _kernel(matrix[rows], matrix, self.gamma, self.r)
        return SVC(C=self.cost, cache_size=1000, kernel="precomputed").fit(kernel, actions)

    def from_arrays(
        self, arrays: dict[str, np.ndarray], n_actions: int, n_ids: int
    ) -> "LibSvmModel":
        own = {name: array for name, array in arrays.items() if "." not in name}
        if check_arrays(own, ARRAYS)["machines"] == 0:
            raise NonprojError("array 'values': there is no machine")
        gamma, r = own["kernel"].tolist()
        machines = {
            value: Machine.from_arrays(owned(f"machine{k}", arrays), n_actions, n_ids)
            for k, value in enumerate(own["values"].tolist())
        }
        return LibSvmModel(machines, n_actions, n_ids, gamma, r, self.split)


LEARNER = LibSvm()
SPLIT_CPOS, SPLIT_POS = (LibSvm(split=split) for split in SPLITS)


@dataclass(frozen=True)
class Machine:
    """One C-SVC: support vectors in order of classes, LIBSVM's coefficients and constants."""

    classes: np.ndarray
    vectors: csr_array
    n_support: np.ndarray
    coefficients: np.ndarray  # [n_classes - 1, n_vectors]
    constants: np.ndarray  # of the pairs (0, 1), (0, 2), ...

    def votes(self, matrix: csr_array, gamma: float, r: float) -> np.ndarray:
        """[n, n_classes]: pairs won. As in LIBSVM, margins break no ties: the first class wins."""
        n_classes = len(self.classes)
        votes = np.zeros((matrix.shape[0], n_classes))
        if n_classes == 1:
            return votes
        kernel = _kernel(matrix, self.vectors, gamma, r)
        bounds = np.concatenate([[0], np.cumsum(self.n_support)])
        # Of each class against the others, in the order of these: as columns 0, 1, ... without it.
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
            "classes": self.classes.astype(np.int32),
            "starts": self.vectors.indptr.astype(np.int32),
            "ids": self.vectors.indices.astype(np.int32),
            "n_support": self.n_support,
            "coefficients": self.coefficients,
            "constants": self.constants,
        }

    @classmethod
    def from_arrays(cls, arrays: dict[str, np.ndarray], n_actions: int, n_ids: int) -> "Machine":
        sizes = check_arrays(arrays, MACHINE, actions=n_actions, ids=n_ids)
        n, n_vectors, n_support = sizes["classes"], sizes["vectors"], arrays["n_support"]
        agree = n > 0 and sizes["others"] == n - 1 and sizes["pairs"] == n * (n - 1) // 2
        if not agree or n_support.max() > n_vectors or n_support.sum() != n_vectors:
            raise NonprojError("classes, vectors and pairs of a support vector machine disagree")
        ones = np.ones(sizes["items"])
        vectors = csr_array((ones, arrays["ids"], arrays["starts"]), shape=(n_vectors, n_ids))
        return cls(
            arrays["classes"], vectors, n_support, arrays["coefficients"], arrays["constants"]
        )


@dataclass(frozen=True)
class LibSvmModel:
    """Machines by the symbol of the next token; REST for symbols without one."""

    machines: dict[int, Machine]
    n_actions: int
    n_ids: int
    gamma: float
    r: float
    split: str = ""  # as in LibSvm

    @property
    def fallback(self) -> int:
        """The machine for symbols without one: REST's, else that with most vectors."""
        size = {value: machine.vectors.shape[0] for value, machine in self.machines.items()}
        return REST if REST in size else max(size, key=lambda value: (size[value], -value))

    def scores(self, instances: Instances) -> np.ndarray:
        """Votes; actions unknown to a machine score worse than all that it knows."""
        scores = np.full((len(instances), self.n_actions), -1.0)
        symbols = _symbols(instances, self.split)
        owner = np.where(np.isin(symbols, list(self.machines)), symbols, self.fallback)
        for value, machine in self.machines.items():
            chosen = np.flatnonzero(owner == value)
            for first in range(0, len(chosen), BATCH):
                rows = chosen[first : first + BATCH]
                votes = machine.votes(_matrix(instances[rows]), self.gamma, self.r)
                scores[rows[:, None], machine.classes[None, :]] = votes
        return scores

    def arrays(self) -> dict[str, np.ndarray]:
        arrays = {
            "kernel": np.array([self.gamma, self.r]),
            "values": np.array(list(self.machines)),
        }
        for k, machine in enumerate(self.machines.values()):
            arrays |= named(f"machine{k}", machine.arrays())
        return arrays


def _symbols(instances: Instances, split: str) -> np.ndarray:
    """The tag of the next token by which instances are divided."""
    return instances.split[:, SPLITS.index(split)] if split else np.full(len(instances), REST)


def _kernel(a: csr_array, b: csr_array, gamma: float, r: float) -> np.ndarray:
    return (gamma * (a @ b.T).toarray() + r) ** 2


def _matrix(instances: Instances) -> csr_array:
    shape = (len(instances), instances.n_ids)
    ones = np.ones(len(instances.ids))
    # scikit-learn requires int32 indices.
    return csr_array((ones, instances.ids, instances.start.astype(np.int32)), shape=shape)

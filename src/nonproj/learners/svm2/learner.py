"""A quadratic-kernel SVM, trained in its explicit feature space.

For binary features, (gamma x.y + r)^2 is a linear kernel over a bias with value r, single features
with value sqrt(gamma^2 + 2 gamma r) and pairs of features with value gamma sqrt(2). Pairs that
occur fewer than `minimum` times are left out, and pairs with small weights are dropped after the
first epochs. With a `minimum` of 1 and a `pair_share` of 1, the kernel is exact. Classes are
trained one-versus-rest by dual coordinate descent (see `nonproj.learners.svm2.descent`).

The learner `libsvm` drops no pairs. DEVIATION: svm2"""

from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import repeat

import numpy as np

from nonproj.learners.interface import SPLIT_COLUMNS, Instances, check_training_data
from nonproj.learners.linear import Block, LinearModel, model_from_arrays, rounded
from nonproj.learners.pairs import PairTable, count_pairs, told_apart
from nonproj.learners.split import Split
from nonproj.learners.svm2.descent import (
    BLOCK,
    FIXED_BIAS,
    NO_LINK,
    BlockWeights,
    Chunk,
    Dual,
    Kernel,
    add_averages,
    chunk_rows,
    visit_chunk,
)

CHUNK = 4096


@dataclass(frozen=True)
class SvmSettings:
    """Settings for the kernel (gamma, r), the SVM (cost, squared_loss) and its training.

    quadratic: if false, the kernel is x.y + 1, with features of value 1 and no pairs. squared_loss:
    train an L2-SVM, whose multipliers have no upper bound. burn_in: how many epochs pass before
    multipliers are averaged; the average generalizes better than the last values. pair_share: the
    share of pairs (but at least `min_pairs`) kept after these epochs, so that weights fit into the
    caches. Keeping a fifth costs 0.0 to 0.3 LAS (measured on folds of five treebanks), but makes
    reading the weights 1.5 times as fast."""

    quadratic: bool = True
    gamma: float = 0.2
    r: float = 0.4
    cost: float = 0.1
    squared_loss: bool = True
    minimum: int = 3
    pair_share: float = 0.2
    min_pairs: int = 1 << 16
    epochs: int = 6
    burn_in: int = 2
    tolerance: float = 0.1

    @property
    def kernel(self) -> Kernel:
        if not self.quadratic:
            return Kernel(1.0, 1.0, 0.0)
        return Kernel(self.r**2, self.gamma**2 + 2 * self.gamma * self.r, 2 * self.gamma**2)

    @property
    def loss(self) -> tuple[float, float]:
        return (np.inf, 0.5 / self.cost) if self.squared_loss else (self.cost, 0.0)


@dataclass(frozen=True)
class Trained:
    """The weights of all classes before rounding, with the keys of the pairs."""

    keys: np.ndarray
    blocks: list[BlockWeights]
    duals: list[Dual]


@dataclass(frozen=True)
class QuadraticSvm:
    """The learner `svm2`, an SVM with a quadratic kernel unless the settings disable it."""

    settings: SvmSettings = SvmSettings()

    def fit(self, instances, actions, n_actions, seed, threads, progress=None) -> LinearModel:
        with ThreadPoolExecutor(threads) as pool:
            # Order classes by frequency, so that rare classes share blocks (see `descent`).
            order = np.argsort(-np.bincount(actions, minlength=n_actions), kind="stable")
            column = np.argsort(order)
            numbered = column[actions]
            trained = train(instances, numbered, n_actions, self.settings, seed, pool, progress)
            blocks = [
                Block(w.bias[0] + np.float32(FIXED_BIAS), w.single, w.pair[: w.n_rows[0]], w.row)
                for w in trained.blocks
            ]
            return rounded(blocks, trained.keys, column, pool)

    from_arrays = staticmethod(model_from_arrays)


LEARNER = QuadraticSvm()
SPLIT_CPOS, SPLIT_POS = (Split(LEARNER, column) for column in SPLIT_COLUMNS)


def train(
    instances: Instances,
    actions: np.ndarray,
    n_actions: int,
    settings: SvmSettings,
    seed: int,
    pool: Executor,
    progress: Callable[[float], None] | None = None,
) -> Trained:
    """Train by dual coordinate descent; `progress` receives the share of completed epochs."""
    check_training_data(instances, actions, n_actions)
    keys = np.zeros(0, np.uint64)
    if settings.quadratic:
        keys = count_pairs(instances.start, instances.ids, settings.minimum, pool)
    descent = _Descent.begin(instances, actions, n_actions, keys, settings, pool)
    rng = np.random.default_rng(seed)
    for epoch in range(settings.epochs):
        worst = descent.epoch(rng.permutation(len(instances)), epoch >= settings.burn_in)
        if epoch + 1 == settings.burn_in:
            descent.prune()
        if progress is not None:
            progress((epoch + 1) / settings.epochs)
        if worst <= settings.tolerance:
            break
    return descent.average(epoch + 1 - settings.burn_in)


@dataclass
class _Descent:
    """The state of the descent during training."""

    instances: Instances
    gold: np.ndarray
    settings: SvmSettings
    keys: np.ndarray
    table: PairTable
    blocks: list[BlockWeights]
    duals: list[Dual]
    shrinking: list[np.ndarray]  # for each block, see `visit_chunk`
    pool: Executor

    @classmethod
    def begin(cls, instances, actions, n_actions, keys, settings, pool) -> "_Descent":
        n, n_blocks = len(instances), -(-n_actions // BLOCK)
        kept, table = told_apart(keys)
        return cls(
            instances,
            actions.astype(np.int32),
            settings,
            keys[kept],
            table,
            [BlockWeights.zeros(instances.n_ids, len(kept)) for _ in range(n_blocks)],
            [_no_multipliers(n) for _ in range(n_blocks)],
            [np.zeros((n, 2), np.uint8) for _ in range(n_blocks)],
            pool,
        )

    def epoch(self, order: np.ndarray, averaged: bool) -> float:
        """Visit all instances in this order; return the largest violation."""
        worst = 0.0
        for first in range(0, len(order), CHUNK):
            chunk = self._chunk(order[first : first + CHUNK])
            worst = max(worst, *self.pool.map(self._visit, range(self.n_blocks), repeat(chunk)))
        if averaged:
            for dual in self.duals:
                dual.total[: dual.size[0]] += dual.alpha[: dual.size[0]]
        return worst

    def prune(self) -> None:
        """Keep only a share of the pairs: those with the largest weights (L2 norm over classes).

        Ties go to the more frequent pair. A pair's weights are sums of multipliers and do not
        depend on other pairs, so the weights that are kept do not change."""
        strength = np.zeros(len(self.keys), np.float32)
        for w in self.blocks:
            met = np.flatnonzero(w.row != NO_LINK)
            rows = w.pair[w.row[met]]
            strength[met] += np.einsum("ij,ij->i", rows, rows)
        order = np.argsort(-strength, kind="stable")
        share = int(np.ceil(self.settings.pair_share * len(order)))
        pairs = np.sort(order[: max(self.settings.min_pairs, share)])
        kept, self.table = told_apart(self.keys[pairs])
        pairs = pairs[kept]
        self.keys = self.keys[pairs]
        for i, weights in enumerate(self.blocks):
            self.blocks[i] = weights.of_pairs(pairs)

    @property
    def n_blocks(self) -> int:
        return len(self.blocks)

    def _chunk(self, chosen: np.ndarray) -> Chunk:
        """Return a chunk of the instances that are active in any block; skip all others."""
        active = np.zeros(len(chosen), bool)
        for block in self.shrinking:
            active |= block[chosen, 0] == 0
        for block in self.shrinking:
            block[chosen[~active], 0] -= 1
        return _rows_of(self.instances, chosen[active], self.table, self.pool)

    def _visit(self, block: int, chunk: Chunk) -> float:
        dual = self.duals[block] = _enlarged(self.duals[block], BLOCK * len(chunk.instances))
        return visit_chunk(
            chunk,
            self.instances.start,
            self.instances.ids,
            self.gold - block * BLOCK,
            self.settings.kernel,
            self.blocks[block],
            dual,
            self.shrinking[block],
            self.settings.loss,
            self.settings.tolerance,
        )

    def average(self, n_epochs: int) -> Trained:
        """Return weights from averaged multipliers, or the last weights if nothing was averaged."""
        if n_epochs <= 0:
            return Trained(self.keys, self.blocks, self.duals)
        for i in range(self.n_blocks):
            self.blocks[i] = BlockWeights.zeros(self.instances.n_ids, len(self.keys))
        has_multiplier = np.zeros(len(self.instances), bool)
        for dual in self.duals:
            has_multiplier |= dual.first != NO_LINK
        support = np.flatnonzero(has_multiplier)
        for first in range(0, len(support), CHUNK):
            chunk = _rows_of(self.instances, support[first : first + CHUNK], self.table, self.pool)
            blocks = range(self.n_blocks)
            list(self.pool.map(self._add, blocks, repeat(chunk), repeat(n_epochs)))
        return Trained(self.keys, self.blocks, self.duals)

    def _add(self, block: int, chunk: Chunk, n_epochs: int) -> None:
        start, ids = self.instances.start, self.instances.ids
        gold, kernel = self.gold - block * BLOCK, self.settings.kernel
        weights, dual = self.blocks[block], self.duals[block]
        add_averages(chunk, start, ids, gold, kernel, weights, dual, n_epochs)


def _rows_of(instances: Instances, chosen: np.ndarray, table: PairTable, pool: Executor) -> Chunk:
    pieces = np.array_split(chosen, 4)
    pieces = [piece for piece in pieces if len(piece)]
    parts = list(
        pool.map(lambda piece: chunk_rows(instances.start, instances.ids, piece, table), pieces)
    )
    if not parts:
        return Chunk(chosen, np.zeros(1, np.int64), np.zeros(0, np.int32))
    sizes = np.concatenate([np.diff(starts) for starts, _ in parts])
    starts = np.concatenate([[0], np.cumsum(sizes)])
    return Chunk(chosen, starts, np.concatenate([rows for _, rows in parts]))


def _no_multipliers(n: int) -> Dual:
    return Dual(
        np.full(n, NO_LINK, np.int32),
        np.zeros((0, 2), np.int32),
        np.zeros(0),
        np.zeros(0),
        np.zeros(1, np.int64),
    )


def _enlarged(dual: Dual, more: int) -> Dual:
    """Return the multipliers with room for `more` new ones."""
    missing = int(dual.size[0]) + more - len(dual.alpha)
    if missing <= 0:
        return dual
    more = max(missing, len(dual.alpha))
    return dual._replace(
        links=np.concatenate([dual.links, np.zeros((more, 2), np.int32)]),
        alpha=np.concatenate([dual.alpha, np.zeros(more)]),
        total=np.concatenate([dual.total, np.zeros(more)]),
    )

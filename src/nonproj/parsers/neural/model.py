"""A trained neural parser, in memory and in a model file."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from nonproj.data.arrays import Array, check_arrays
from nonproj.data.declared import Stored, as_declared
from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.data.retag import retagged
from nonproj.data.treebank import ROOT_CODE, Treebank
from nonproj.errors import NonprojError
from nonproj.learners.calibration import Calibration
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.model_files import Content
from nonproj.parsers.neural.family import NEURAL
from nonproj.parsers.neural.network import Network
from nonproj.parsers.neural.packing import pack
from nonproj.parsers.neural.settings import LayerSize, NeuralSettings
from nonproj.parsers.neural.vocabulary import NeuralVocabulary
from nonproj.parsers.neural.weights import flattened, halved, unflattened
from nonproj.parsers.variants import Variant
from nonproj.systems.configuration import SINGLE
from nonproj.tagging.columns import from_tags
from nonproj.trees.relabel import column_of


class NeuralContent(Content, kw_only=True):
    """The header of a neural parser's model file."""

    settings: NeuralSettings
    vocabulary: NeuralVocabulary
    character_rows: LayerSize


@dataclass(frozen=True, eq=False, repr=False)
class NeuralModel(ParserModel):
    """A trained neural parser."""

    variant: Variant
    root_mode: int
    seed: int
    network: Network
    character_rows: int
    weights: list[dict]  # one dict per network
    calibration: Calibration | None = None

    def predict(
        self, treebank: Treebank, threads: int = 1, fill: Sequence[str] = ()
    ) -> tuple[Treebank, dict[str, int]]:
        network, aims = self.network, self.network.vocabulary.aims
        head, label, *tags = np.full((2 + len(fill), len(treebank.head)), -1, dtype=np.int32)
        tags = dict(zip(fill, tags, strict=True))
        self._in_shards(treebank, threads, network.fill_trees, head, label, tags)
        parsed = treebank.with_trees(head, column_of(label, network.labels))
        filled = {}
        for name, codes in tags.items():
            codes[~treebank.is_word] = ROOT_CODE
            filled[name] = from_tags(treebank, name, column_of(codes, aims[name]))
        return retagged(parsed, filled), {"sentences": treebank.n_sentences}

    def certainty(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        sure = np.zeros(len(parsed.head))
        self._in_shards(parsed, threads, self.network.weigh, parsed.head, sure)
        return sure

    def label_scores(self, parsed: Treebank, threads: int = 1) -> np.ndarray:
        """Return scores [slot, label] of the labels for each word, given the heads of a parse."""
        scores = np.zeros((len(parsed.head), len(self.network.labels)), dtype=np.float32)
        self._in_shards(parsed, threads, self.network.score_labels, parsed.head, scores)
        return scores

    def _in_shards(
        self, treebank: Treebank, threads: int, fill: Callable[..., None], *arrays: Any
    ) -> None:
        """Fill arrays by calling `fill`, a method of the network, on each shard of a text."""
        network = self.network
        text = network.spelled(network.vocabulary.text(treebank))
        longest_first = np.argsort(-treebank.sentence_length, kind="stable").tolist()
        single = self.root_mode == SINGLE

        def work(packed) -> None:
            fill(self.weights, packed, text, single, *arrays)

        with ThreadPoolExecutor(threads) as pool:
            shards = pack(text, longest_first, network.settings, self.character_rows)
            widest_first = sorted(shards, key=lambda packed: -len(packed.shard.slot))
            for _ in pool.map(work, widest_first):
                continue

    @property
    def predicts(self) -> Sequence[str]:
        aims = self.network.vocabulary.aims
        return [name for name, values in aims.items() if values != (UNSPECIFIED,)]

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        return self.network.vocabulary.columns.get(column)

    @property
    def stored(self) -> Stored:
        network = self.network
        content = NeuralContent(
            kind=NEURAL,
            variant=self.variant.name,
            root_mode=self.root_mode,
            seed=self.seed,
            labels=network.labels,
            steps=self.variant.states,
            calibration=self.calibration,
            settings=network.settings,
            vocabulary=network.vocabulary,
            character_rows=self.character_rows,
        )
        arrays = flattened(self.weights)
        return Stored(content, {path: halved(array) for path, array in arrays.items()})


def load(variant: Variant, content: dict, arrays: dict[str, np.ndarray]) -> NeuralModel:
    """Build a model from a file's content; raise NonprojError if the content is invalid."""
    header = as_declared(content, NeuralContent, "header")
    variant, names = variant.with_states(header.steps), set(header.vocabulary.columns)
    if names != {*variant.system.columns}:
        raise NonprojError(f"the vocabulary has columns {sorted(names)}, unlike {variant.name}")
    most = header.settings.width * header.settings.rows + 8  # see `packing`
    if header.character_rows > most:
        raise NonprojError(f"{header.character_rows} rows of characters; expected at most {most}")
    network = Network(variant.system, header.vocabulary, header.labels, header.settings)
    check_weights(network, arrays)
    arrays = {path: array.astype(np.float32, copy=False) for path, array in arrays.items()}
    rest = header.root_mode, header.seed, network, header.character_rows
    weights = unflattened(arrays, network.parameters())
    return NeuralModel(variant, *rest, weights, header.calibration)


def check_weights(network: Network, arrays: Mapping[str, np.ndarray]) -> None:
    """Raise NonprojError if arrays do not have the names, types and shapes of a network's weights.

    Files have weights of 16 bits or, if these are too few, of 32. No memory is allocated for the
    expected weights."""
    half = {path for path, array in arrays.items() if array.dtype == np.float16}
    declared = {
        path: Array("float16" if path in half else "float32", p.shape)
        for path, p in flattened(network.parameters()).items()
    }
    check_arrays(arrays, declared)

"""A trained neural parser: all that parsing needs, in memory and in one file."""

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from nonproj.data.arrays import Array, check_arrays
from nonproj.data.declared import as_declared
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.interface import ParserModel
from nonproj.parsers.model_files import Content, write_declared
from nonproj.parsers.neural.family import NEURAL
from nonproj.parsers.neural.network import Network
from nonproj.parsers.neural.packing import pack
from nonproj.parsers.neural.scorers.tagging import TAGS
from nonproj.parsers.neural.settings import Settings, Size
from nonproj.parsers.neural.vocabulary import Vocabulary
from nonproj.parsers.neural.weights import flattened, unflattened
from nonproj.parsers.variants import Variant
from nonproj.systems.configuration import SINGLE
from nonproj.trees.relabel import column_of


class NeuralContent(Content, kw_only=True):
    """The header of a neural parser."""

    settings: Settings
    vocabulary: Vocabulary
    character_rows: Size


@dataclass(frozen=True, eq=False)
class NeuralModel(ParserModel):
    """A neural parser."""

    variant: Variant
    root_mode: int
    seed: int
    network: Network
    character_rows: int
    weights: list[dict]  # of each network

    def predict(self, treebank: Treebank, threads: int = 1) -> tuple[Treebank, dict[str, int]]:
        head, label = self.trees(treebank, threads)
        parsed = treebank.with_trees(head, column_of(label, self.network.labels))
        return parsed, {"sentences": treebank.n_sentences}

    def trees(self, treebank: Treebank, threads: int = 1) -> tuple[np.ndarray, np.ndarray]:
        """Heads and codes of labels."""
        network = self.network
        text = network.spelled(network.vocabulary.text(treebank))
        head, label = np.full((2, len(treebank.head)), -1, dtype=np.int32)
        longest_first = np.argsort(-treebank.sentence_length, kind="stable").tolist()
        single = self.root_mode == SINGLE

        def work(packed) -> None:
            network.fill_trees(self.weights, packed, text, single, head, label)

        with ThreadPoolExecutor(threads) as pool:
            shards = pack(text, longest_first, network.settings, self.character_rows)
            widest_first = sorted(shards, key=lambda packed: -len(packed.shard.slot))
            for _ in pool.map(work, widest_first):
                continue
        return head, label

    def vocabulary_of(self, column: str) -> Sequence[str] | None:
        return self.network.vocabulary.columns.get(column)

    def save(self, path: str | Path) -> None:
        network = self.network
        content = NeuralContent(
            kind=NEURAL,
            variant=self.variant.name,
            root_mode=self.root_mode,
            seed=self.seed,
            labels=network.labels,
            steps=self.variant.states,
            settings=network.settings,
            vocabulary=network.vocabulary,
            character_rows=self.character_rows,
        )
        write_declared(path, content, flattened(self.weights))


def load(variant: Variant, content: dict, arrays: dict[str, np.ndarray]) -> NeuralModel:
    """Make the model of what a file holds; NonprojError where it could not have been trained."""
    header = as_declared(content, NeuralContent, "header")
    variant, names = variant.with_states(header.steps), set(header.vocabulary.columns)
    if names != {*variant.system.columns, *TAGS}:
        raise NonprojError(f"a vocabulary of {', '.join(sorted(names))} for {variant.name}")
    most = header.settings.width * header.settings.rows + 8  # see `packing`
    if header.character_rows > most:
        raise NonprojError(f"{header.character_rows} rows of characters; expected {most}")
    network = Network(variant.system, header.vocabulary, header.labels, header.settings)
    check_weights(network, arrays)
    rest = header.root_mode, header.seed, network, header.character_rows
    return NeuralModel(variant, *rest, unflattened(arrays, network.parameters()))


def check_weights(network: Network, arrays: Mapping[str, np.ndarray]) -> None:
    """NonprojError where arrays are not the weights of a network. No memory is taken for them."""
    parameters = flattened(network.parameters())
    check_arrays(arrays, {path: Array("float32", p.shape) for path, p in parameters.items()})

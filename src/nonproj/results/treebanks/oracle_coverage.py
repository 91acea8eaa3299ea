"""Oracle coverage of a transition system: how well its oracle can rebuild gold trees.

See Kuhlmann & Nivre (2010), 2.4 and 5.1. The score of a complete oracle is an upper bound for
parsers with that system, but the oracle of `attardi` is not complete (see `Replay.stuck`)."""

from dataclasses import dataclass

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.steps import restore
from nonproj.parsers.variants import Variant
from nonproj.systems.registry import System, system_forms
from nonproj.systems.replay import default_labels, replay
from nonproj.trees.relabel import column_of


@dataclass(frozen=True)
class OracleParse:
    """A treebank that an oracle rebuilt, with the moves used and whether the oracle got stuck."""

    treebank: Treebank
    moves: np.ndarray  # int32[n_sentences, N_MOVES]
    stuck: np.ndarray  # bool: whether the oracle ran out of moves too early


def variant_with_oracle(name: str) -> Variant:
    """Return the variant with this name; raise NonprojError if it has no transition system."""
    variant = variant_named(name)
    if not isinstance(variant.system, System):
        raise NonprojError(
            f"variant {name!r}: a {variant.family}-based parser has no transition oracle; "
            f"expected a transition system: {', '.join(system_forms())}"
        )
    return variant


def oracle_parse(
    treebank: Treebank, variant: Variant, threads: int = 1, chained: bool = False
) -> OracleParse:
    """Transform trees as for training, rebuild them with the oracle, and undo the transformation.

    In Kuhlmann & Nivre (2010), P0 is arc-standard, P1 arc-standard+head, P2 attardi and P3
    swap-lazy. `chained`: see `replay`. DEVIATION: projective-oracle. DEVIATION: attardi-leftovers
    """
    variant, gold = variant.prepare(treebank)
    labels = gold.deprel.codes
    root_label, _ = default_labels(gold.head, labels)
    built = replay(gold.start, gold.head, labels, variant.system, root_label, threads, chained)
    parse = gold.with_trees(built.head, column_of(built.label, gold.deprel.values))
    return OracleParse(restore(variant.steps, parse), built.moves, built.stuck)

"""Theoretical coverage of a transition system: a treebank as its oracle rebuilds it.

Kuhlmann & Nivre (2010), 2.4 and 5.1. Scored against the gold treebank it bounds what a parser of
that system can reach."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.evaluation.measurements import Measurement
from nonproj.evaluation.parse_scores import Part, parse_scores
from nonproj.parsers.graph_variants import GraphVariant
from nonproj.parsers.parser import variant_named
from nonproj.parsers.variants import Variant
from nonproj.systems.moves import Move
from nonproj.systems.registry import KNOWN, MH4, System
from nonproj.systems.replay import default_labels, replay
from nonproj.trees.pproj import Encoding, projectivize
from nonproj.trees.pproj_inverse import deprojectivize
from nonproj.trees.relabel import column_of


@dataclass(frozen=True)
class OracleParse:
    """The rebuilt treebank, and per sentence how it came about."""

    treebank: Treebank
    moves: np.ndarray  # int32[n_sentences, N_MOVES]
    stuck: np.ndarray  # bool: the oracle predicted nothing before the end

    def count(self, *moves: Move) -> int:
        """How often these moves (by default: all) were made."""
        return int(self.moves[:, list(moves)].sum() if moves else self.moves.sum())


def variant_with_oracle(name: str) -> Variant:
    """The variant of a name; NonprojError for a graph-based parser."""
    variant = variant_named(name)
    if isinstance(variant, GraphVariant):
        raise NonprojError(
            f"variant {name!r}: a graph-based parser has no transition oracle; "
            f"expected a transition system: {', '.join(KNOWN)}"
        )
    return variant


def encoding_of(variant: Variant) -> Encoding | None:
    """How the trees of a variant are encoded, None where they stay as they are."""
    return variant.encoding and variant.encoding.encoding


def oracle_parse(
    treebank: Treebank, system: System, encoding: Encoding | None, threads: int = 1
) -> OracleParse:
    """Projectivize with this encoding (None: the trees as they are), run the oracle, undo it.

    P0 is arc-standard with Encoding.BASELINE, P1 with HEAD, P2 attardi and P3 swap-lazy with None.
    MH4's oracle stands for no tree but its own, so trees beyond it must have been replaced by
    derivable ones (Gómez-Rodríguez, Shi & Lee 2018, 4.3); NonprojError names the first."""
    gold = treebank if encoding is None else projectivize(treebank, encoding)
    labels = gold.deprel.codes
    root_label, _ = default_labels(gold.head, labels)
    built = replay(gold.start, gold.head, labels, system, root_label, threads)
    if system.code == MH4 and built.stuck.any():
        sentence = int(np.argmax(built.stuck)) + 1
        raise NonprojError(
            f"{treebank.name}: sentence {sentence}: {system.name} does not derive this tree; "
            f"expected one that it derives"
        )
    parse = gold.with_trees(built.head, column_of(built.label, gold.deprel.values))
    if encoding is not None:
        parse = deprojectivize(parse, encoding)
    return OracleParse(parse, built.moves, built.stuck)


def oracle_scores(
    treebank: Treebank, name: str, split: str, variants: Sequence[str]
) -> list[Measurement]:
    """What the oracles of these variants reach, in the figures that parsers are scored by."""
    parses = {}
    for variant in map(variant_with_oracle, variants):
        rebuilt = oracle_parse(treebank, variant.system, encoding_of(variant))
        took = {"oracle-stuck": int(rebuilt.stuck.sum()), "oracle-moves": rebuilt.count()}
        parses[variant.name] = [Part(treebank, rebuilt.treebank, counts=took)]
    return parse_scores(name, split, "oracle", parses)

"""Treebanks: how they are fetched, made, read, divided and written."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.data.conll import parse_treebank, read_treebank, write_treebank
    from nonproj.data.disjoint import shared_with, without
    from nonproj.data.download.fetch import fetch, is_complete
    from nonproj.data.download.manifest import WHOLE_TEXT, load_manifest
    from nonproj.data.download.sources import fetch_and_divide
    from nonproj.data.folds import N_SETS, TRAINING_SETS, sets_of, split_folds
    from nonproj.data.misc_column import with_confidence
    from nonproj.data.retag import retagged
    from nonproj.data.splits import SPLITS
    from nonproj.data.treebank import Treebank
    from nonproj.results.treebanks.outline import outline
    from nonproj.synthesis import synthesize
    from nonproj.trees.align import require_same_text

__getattr__ = on_demand(__name__)

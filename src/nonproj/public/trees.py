"""Trees: their measures, and how they are rewritten and restored."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.parsers.steps import Restructured, prepared, restore
    from nonproj.results.treebanks.coverage import coverage
    from nonproj.results.treebanks.oracle_coverage import oracle_parse, variant_with_oracle
    from nonproj.results.treebanks.statistics import statistics
    from nonproj.trees.labels import Encoding, parse
    from nonproj.trees.measures import arc_lengths
    from nonproj.trees.projectivity import nonprojective_arcs
    from nonproj.trees.pseudo_projective import Lifting, lift, mark
    from nonproj.trees.pseudo_projective_inverse import Recovery, Search, recover
    from nonproj.trees.restructuring.label_counts import frequent_labels, style_of_treebank
    from nonproj.trees.restructuring.losses import LOSSES, losses
    from nonproj.trees.restructuring.roles import roles
    from nonproj.trees.restructuring.schemes import (
        IN_A_STYLE,
        MOVES,
        schemes_of,
        transformation_named,
    )
    from nonproj.trees.restructuring.styles import DEFAULT_STYLE, evidence, style_named, style_of

__getattr__ = on_demand(__name__)

"""Trees: their measures, and how they are rewritten and restored."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.parsers.steps import Restructured, prepared, restore
    from nonproj.results.treebanks.measures import measures
    from nonproj.results.treebanks.oracle_coverage import oracle_parse, variant_with_oracle
    from nonproj.trees.projectivity import nonprojective_arcs
    from nonproj.trees.restructuring.label_counts import frequent_labels
    from nonproj.trees.restructuring.schemes import IN_A_STYLE, MOVES

__getattr__ = on_demand(__name__)

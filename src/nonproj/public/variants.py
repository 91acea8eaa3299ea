"""Parsers by name: which there are, what they cost, and which suits a treebank."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.costs import Cost
    from nonproj.parsers.code import code_of_variant
    from nonproj.parsers.costs import MEASURING, PARSING, STARTING, cost_of_training
    from nonproj.parsers.families import family_named, reads_tags, variant_named
    from nonproj.parsers.neural.family import NEURAL
    from nonproj.parsers.strategies import strategy_of
    from nonproj.parsers.variants import Variant, parts_of, uncapped
    from nonproj.recommendation.recommend import FIGURES, PAGE, Request, recommend

__getattr__ = on_demand(__name__)

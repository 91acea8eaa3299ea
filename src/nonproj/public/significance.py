"""Tests: whether a difference between two parsers is real."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.results.significance.comparison import Comparison
    from nonproj.results.significance.p_values import SIGNIFICANT
    from nonproj.results.significance.paired_tests import difference_p, holm, margin_p
    from nonproj.results.significance.resampling import rank_correlation

__getattr__ = on_demand(__name__)

"""Scores: what is measured, on which words, in which unit, and how it is printed."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.results import printing
    from nonproj.results.confidence import doubts
    from nonproj.results.formulas import MILLION, Counts, deviation
    from nonproj.results.influence import standard_error
    from nonproj.results.metrics import HIGHER, METRICS, SEEDED_METRICS, require_metric
    from nonproj.results.scores import Attachment, evaluate, standard_errors
    from nonproj.results.settings import require_setting
    from nonproj.results.shared_task import aligned_scores, read_by_scorer
    from nonproj.results.texts import Text, Texts, read_texts, split_setting, write_text
    from nonproj.results.units import OTHER_ANSWER, SAME_ANSWER, UNITS, signed
    from nonproj.results.words import Fold

__getattr__ = on_demand(__name__)

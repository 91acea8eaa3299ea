"""The words that make up coordinations and verb groups (Nilsson 2009, tables 6.1 and 6.5)."""

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.trees.restructuring.schemes import VERB_GROUPS, transformation_named


def roles(treebank: Treebank, style: str) -> dict[str, np.ndarray]:
    """Mark conjuncts, separators between conjuncts, and auxiliaries of main verbs."""
    coordination = transformation_named("tau-c", style).fit(treebank)
    conjuncts, separators = coordination.classes(treebank)
    auxiliaries = transformation_named(VERB_GROUPS, style).classes(treebank)
    return {"conjuncts": conjuncts, "separators": separators, "auxiliaries": auxiliaries}

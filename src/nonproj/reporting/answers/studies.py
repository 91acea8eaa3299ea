"""The answer to the question of a study, in sentences about its own parsers."""

from collections.abc import Iterator

from nonproj.experiments.study.study import Study, Target
from nonproj.reporting.answers.best_family import best_family
from nonproj.reporting.answers.blending import blending
from nonproj.reporting.answers.found import Found, Sentence
from nonproj.reporting.answers.sentences import (
    CLASSES,
    coverage,
    losses,
    most_accurate,
)

HELD_OUT = ("train-cv10", "dev20")  # splits whose parsers did not learn from them


def answer(study: Study, found: Found) -> list[Sentence]:
    """What was found on the question of one study; empty where nothing was."""
    own = found.only(
        (variant, split)
        for run in study.runs
        for split in (HELD_OUT if run.target == Target.HELDOUT else [run.target])
        for variant in run.variants
    )
    parts = [coverage(found)] if _systems(study) & set(CLASSES) else []
    parts += [most_accurate(own), losses(own), best_family(own)]
    if study.combinations:
        parts.append(blending(found, study.combinations))
    return [part for part in parts if part is not None]


def _systems(study: Study) -> set[str]:
    return set(_of_tables(study))


def _of_tables(study: Study) -> Iterator[str]:
    """The systems in the study's tables."""
    for table in study.tables:
        for row in table.rows:
            yield from (table.address_of(row, column).system for column in table.columns)

"""The language of variant names for the help, as the registries have it."""

from nonproj.parsers.families import FAMILIES
from nonproj.parsers.steps import step_forms
from nonproj.parsers.transition.family import TransitionFamily

FORM = "Names of variants: SYSTEM[-OPTION][~FEATURES][+STEP[-OPTION]]..."


def of_parsers() -> str:
    families = (text for family in FAMILIES for text in family.explained())
    return "\n\n".join((f"{FORM}[@LEARNER]", *families, _steps()))


def of_oracles() -> str:
    systems, *_ = TransitionFamily().explained()
    return "\n\n".join((FORM, systems, _steps()))


def _steps() -> str:
    return (
        f"Steps: {', '.join(f'+{form}' for form in step_forms())}. A projective parser without a "
        "step is trained on projectivized trees, with +raw on the trees as they are. -capN keeps "
        "the N most frequent new labels. An encoded label is chosen in one decision; with -split, "
        "which goes after -capN, in two: the label of the original head apart from the rest (+path "
        "has no such part). Of the others, nonproj transform --help tells more; in LABEL, %2B "
        "stands for +."
    )

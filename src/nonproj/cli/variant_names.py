"""Explanations and completions of variant names, generated from the lists of parsers."""

from nonproj.learners.registry import LEARNERS
from nonproj.parsers.families import FAMILIES
from nonproj.parsers.steps import stem, step_forms
from nonproj.parsers.transition.family import TransitionFamily

FORM = "Names of variants: SYSTEM[-OPTION][~FEATURES][+STEP[-OPTION]]..."


def names_of_parsers() -> str:
    families = (text for family in FAMILIES for text in family.explained())
    return "\n\n".join((f"{FORM}[@LEARNER]", *families, _steps()))


def names_with_oracle() -> str:
    systems, *_ = TransitionFamily().explained()
    return "\n\n".join((FORM, systems, _steps()))


def _steps() -> str:
    return (
        f"Steps: {', '.join(f'+{form}' for form in step_forms())}. A projective parser without a "
        "step is trained on projectivized trees; with +raw, it is trained on unchanged trees. "
        "-capN keeps only the N most frequent new labels. -split, written after -capN, chooses an "
        "encoded label in two decisions instead of one; the second is on the label of the original "
        "head (with +path, there is none). nonproj transform --help explains the other steps. "
        "STYLE is the annotation style, detected by default. In LABEL, write + as %2B."
    )


def completed(incomplete: str) -> list[str]:
    """Complete a variant name in the shell: first a system, after + a step, after @ a learner."""
    cut = max(incomplete.rfind("+"), incomplete.rfind("@")) + 1
    forms = {"": [f for family in FAMILIES for f in family.forms()], "+": step_forms()}
    known = forms.get(incomplete[cut - 1 : cut], LEARNERS)
    names = (incomplete[:cut] + stem(form) for form in known)
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


EXPLANATIONS = {"train": names_of_parsers, "coverage": names_with_oracle}

"""Explanations of variant names for the help texts, generated from the lists of parsers."""

FORM = "Names of variants: SYSTEM[-OPTION][~FEATURES][+STEP[-OPTION]]..."


def names_of_parsers() -> str:
    from nonproj.parsers.families import FAMILIES

    families = (text for family in FAMILIES for text in family.explained())
    return "\n\n".join((f"{FORM}[@LEARNER]", *families, _steps()))


def names_with_oracle() -> str:
    from nonproj.parsers.transition.family import TransitionFamily

    systems, *_ = TransitionFamily().explained()
    return "\n\n".join((FORM, systems, _steps()))


def _steps() -> str:
    from nonproj.parsers.steps import step_forms

    return (
        f"Steps: {', '.join(f'+{form}' for form in step_forms())}. A projective parser without a "
        "step is trained on projectivized trees; with +raw, it is trained on unchanged trees. "
        "-capN keeps only the N most frequent new labels. -split, written after -capN, chooses an "
        "encoded label in two decisions instead of one; the second is on the label of the original "
        "head (with +path, there is none). nonproj transform --help explains the other steps. "
        "STYLE is the annotation style, detected by default. In LABEL, write + as %2B."
    )


EXPLANATIONS = {"train": names_of_parsers, "coverage": names_with_oracle}

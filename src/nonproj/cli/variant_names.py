"""The language of variant names (see `parsers.variants`, `parsers.graph_variants`), for the help.

Names come from the registries where importing these costs the start of a command nothing to speak
of; those of graph-based parsers, which bring their decoders, are written here."""

from nonproj.learners.registry import DEFAULT_LEARNER, LEARNERS
from nonproj.parsers.steps import KNOWN_STEPS
from nonproj.parsers.voting.committees import PREFIX, SCHEMES
from nonproj.systems.table import KNOWN

FORM = "Names of variants: SYSTEM[-OPTION][+STEP[-OPTION]]..."
SYSTEMS = f"""Transition systems: {", ".join(KNOWN)}; each also with -r2l, from right to left."""
GRAPH_BASED = """Graph-based parsers: eisner, mst, carreras, carreras+npa, carreras+npa-tT, T being
what a move of the non-projective approximation must gain, 0.3 where nothing is said."""
STEPS = f"""Steps: {", ".join(f"+{step}" for step in KNOWN_STEPS)}. A projective parser without a
step is trained on projectivized trees, with +raw on the trees as they are; -capN keeps the N most
frequent new labels."""
ONE_LEARNER = f"""Learners, of transition systems only: @{DEFAULT_LEARNER} (where nothing is said),
{", ".join(f"@{name}" for name in LEARNERS if name != DEFAULT_LEARNER)}."""
VOTES = f"""Learners that vote on every transition:
{", ".join(f"@{PREFIX}{scheme}" for scheme in SCHEMES)}, or with the members named,
@{PREFIX}acc-svm2-mbl; they are trained on nine tenths, the rest weighs their votes."""

OF_ORACLES = "\n\n".join((FORM, SYSTEMS, STEPS))
OF_PARSERS = "\n\n".join((f"{FORM}[@LEARNER]", SYSTEMS, GRAPH_BASED, STEPS, ONE_LEARNER, VOTES))

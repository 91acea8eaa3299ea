"""What parsers gain that learn coordinations and verb groups in another shape, undone in parses."""

from nonproj.experiments.study.names import is_variant
from nonproj.parsers.families import variant_named
from nonproj.parsers.steps import Restructured
from nonproj.parsers.strategies import Strategy
from nonproj.parsers.variants import parts_of
from nonproj.reporting.answers.differences import differences
from nonproj.reporting.answers.found import Found, Gain, Sentence, by_treebank, doubted


def restructuring(found: Found) -> Sentence | None:
    """How often another annotation helps, and where it helps most."""
    gains = [d for d in differences(found.tests, restructured) if d.treebank in found.names]
    if not gains:
        return None
    better = sum(gain.significant and gain.points > 0 for gain in gains)
    worse = sum(gain.significant and gain.points < 0 for gain in gains)
    several = f"{len(gains)} comparisons" if len(gains) > 1 else "the only comparison"
    text = (
        f"Parsers that learned coordinations or verb groups in another shape, which is undone in "
        f"their parses, gain LAS significantly in {better} and lose it in {worse} of {several} "
        f"with the same parser of the trees as they are. The largest difference on each treebank"
    )
    best = {
        name: max((g for g in gains if g.treebank == name), key=lambda g: g.points)
        for name in found.names
        if any(g.treebank == name for g in gains)
    }
    items = (
        f"{found.names[name]}: {gain.strategy.variant}, {Gain.of(gain)} over "
        f"{gain.strategy.baseline}{doubted(gain.significant, gain.low, gain.high)}"
        for name, gain in best.items()
    )
    gained = {found.names[name]: Gain.of(gain) for name, gain in best.items()}
    return by_treebank("What another annotation brings", text, gained, items)


def restructured(name: str) -> Strategy | None:
    """A parser of constructions in another shape over that of them as annotated; None for others.

    The generic moves of a label change no construction of a kind, and do not count."""
    if not is_variant(name):
        return None
    changing = {step.name for step in variant_named(name).steps if isinstance(step, Restructured)}
    parts = parts_of(name)
    kept = [step for step in parts.steps if ":" in step or step not in changing]
    if kept == parts.steps:
        return None
    return Strategy(name, parts._replace(steps=kept).name, "restructured")

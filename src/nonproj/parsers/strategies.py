"""Strategies for non-projectivity, each next to its twin: the projective parser that it extends."""

import re
from dataclasses import dataclass

from nonproj.parsers.variants import parts_of

STEPS = {
    "head": "pseudo-projective, head",
    "path": "pseudo-projective, path",
    "headpath": "pseudo-projective, head+path",
    "npa": "non-projective approximation",
}
GREEDY_TWIN = "mh3-greedy-neural"  # sees two words, however many the strategy sees
# Systems that build non-projective trees -> their projective twins and what they do.
SYSTEMS = {
    "attardi": ("arc-standard", "Attardi"),
    "swap-eager": ("arc-standard", "swap, eager"),
    "swap-lazy": ("arc-standard", "swap, lazy"),
    "mh4-greedy": ("arc-hybrid", "MH4, greedy"),
    "mh4-two": ("mh3", "MH4, two"),
    "mh4-hybrid": ("mh3", "MH4, hybrid"),
    "1ec-first-order": ("mh3", "1-Endpoint-Crossing, first order"),
    "1ec": ("mh3", "1-Endpoint-Crossing"),
    "mst": ("eisner", "maximum spanning tree"),
    "mst-neural": ("mh3", "maximum spanning tree, neural"),
    "mh4-greedy-neural": (GREEDY_TWIN, "MH4, greedy, neural"),
}
_ENCODED = re.compile(rf"(?P<name>{'|'.join(STEPS)})(-cap(?P<cap>[0-9]+))?(?P<split>-split)?")
# The rest is the direction of a system, or the columns that a neural parser reads.
_SYSTEM = re.compile(
    rf"((?P<system>{'|'.join(sorted(SYSTEMS, key=len, reverse=True))})|"
    r"covington-d(?P<degree>[1-9][0-9]*|inf))(?P<rest>(-.*)?)"
)


@dataclass(frozen=True)
class Strategy:
    """A parser that can build non-projective trees, and its twin, which cannot."""

    variant: str
    twin: str
    label: str


def strategy_of(variant: str) -> Strategy | None:
    """None for a projective parser, and for one whose twin no name says."""
    parts = parts_of(variant)
    encoding = [match for step in parts.steps if (match := _ENCODED.fullmatch(step))]
    if len(encoding) == 1:
        match = encoding[0]
        others = [step for step in parts.steps if step != match[0]]
        cap = f", at most {match['cap']} new labels" if match["cap"] else ""
        split = ", label and lift apart" if match["split"] else ""
        label = STEPS[match["name"]] + cap + split
        return Strategy(variant, parts._replace(steps=others).name, label)
    found = _SYSTEM.fullmatch(parts.system)
    if found is None:
        return None
    if found["degree"]:
        bound = "any degree" if found["degree"] == "inf" else f"degree up to {found['degree']}"
        twin, label = "covington-d0", f"Covington, {bound}"
    else:
        twin, label = SYSTEMS[found["system"]]
    features = None if twin == GREEDY_TWIN else parts.features
    twin = parts._replace(system=twin + found["rest"], features=features)
    return Strategy(variant, twin.name, label)

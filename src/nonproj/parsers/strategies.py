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
    "mh4-greedy-neural": ("mh3-greedy-neural", "MH4, greedy, neural"),
}
_ENCODED = re.compile(rf"(?P<name>{'|'.join(STEPS)})(-cap(?P<cap>[0-9]+))?(?P<split>-split)?")
_COVINGTON = re.compile(r"covington-d([1-9][0-9]*|inf)")


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
    base, reverse = parts.system.removesuffix("-r2l"), parts.system.endswith("-r2l")
    degree = _COVINGTON.fullmatch(base)
    if degree:
        bound = "any degree" if degree[1] == "inf" else f"degree up to {degree[1]}"
        twin, label = "covington-d0", f"Covington, {bound}"
    elif base in SYSTEMS:
        twin, label = SYSTEMS[base]
    else:
        return None
    twin = f"{twin}-r2l" if reverse else twin
    return Strategy(variant, parts._replace(system=twin).name, label)

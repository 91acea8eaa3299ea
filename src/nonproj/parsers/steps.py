"""The table of steps, which transform training trees and, if possible, are undone in parses.

Compiled code is imported only when a step is applied.

`+STEP` in a variant's name stands for a step. To add a step, add a class and an entry in STEPS. A
`closing` step produces trees that the system can learn, and no other step can follow it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Literal
from urllib.parse import quote, unquote

import numpy as np

from nonproj.data.declared import as_declared
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError, did_you_mean
from nonproj.systems.direction import mirror_heads
from nonproj.trees.labels import Encoding
from nonproj.trees.restructuring.label_counts import style_of_treebank
from nonproj.trees.restructuring.schemes import (
    IN_A_STYLE,
    MOVES,
    check_scheme,
    learned_fields,
    transformation_named,
)
from nonproj.trees.restructuring.styles import DEFAULT_STYLE, STYLES

ANY_LENGTH = "arc-standard+head accepts any length"
# The largest number of words for which the nearest tree in a class is found within a minute.
LONGEST_TREE = {"projective": 2500, "mh4": 280, "1ec": 280}


class Step:
    """A transformation of training trees and, if there is one, the inverse applied to parses."""

    name: str
    invertible: ClassVar[bool] = False  # parses have to be transformed back
    marks_labels: ClassVar[bool] = False  # labels are written in the grammar of `trees.labels`
    learns: ClassVar[bool] = False  # the step has to be fitted on the training trees
    splits_labels: ClassVar[bool] = False  # encoded labels are chosen in two decisions
    strategy: ClassVar[str] = ""  # how non-projective trees are built, in words for users

    @property
    def preparation(self) -> str:
        """The part of the step's name that determines its effect on training trees."""
        return self.name

    def fit(self, treebank: Treebank) -> "Step":
        """Return the step fitted on the trees that the preceding steps produced."""
        return self

    @property
    def state(self) -> dict | None:
        """The result of `fit`, as stored in the JSON of the model file."""
        return None

    def transform(self, treebank: Treebank) -> Treebank:
        raise NotImplementedError

    def invert(self, treebank: Treebank) -> Treebank:
        return treebank


@dataclass(frozen=True)
class PseudoProjective(Step):
    """Projectivize trees and encode the lifts in labels; BASELINE encodes nothing.

    With `split`, a separate classifier chooses the original head's label, which is a part of the
    encoded label. Labels encoded by PATH have no such part."""

    encoding: Encoding
    cap: int | None = None
    split: bool = False

    @property
    def name(self) -> str:
        return f"{self.preparation}-split" if self.split else self.preparation

    @property
    def preparation(self) -> str:
        return self.encoding if self.cap is None else f"{self.encoding}-cap{self.cap}"

    @property
    def splits_labels(self) -> bool:
        return self.split and self.encoding is not Encoding.PATH

    @property
    def strategy(self) -> str:
        name = "head+path" if self.encoding is Encoding.HEADPATH else self.encoding
        cap = "" if self.cap is None else f", at most {self.cap} new labels"
        return f"pseudo-projective, {name}{cap}{', label and lift apart' if self.split else ''}"

    @property
    def invertible(self) -> bool:
        return self.encoding is not Encoding.BASELINE

    marks_labels = invertible

    def transform(self, treebank: Treebank) -> Treebank:
        from nonproj.trees.pseudo_projective import projectivize

        return projectivize(treebank, self.encoding, self.cap)

    def invert(self, treebank: Treebank) -> Treebank:
        from nonproj.trees.pseudo_projective_inverse import deprojectivize

        return deprojectivize(treebank, self.encoding)

    def lifted(self, parsed: Treebank) -> np.ndarray:
        """Return, for each slot, whether the label marks the arc as lifted."""
        from nonproj.trees.pseudo_projective_inverse import recover

        return recover(parsed, self.encoding).lifted


@dataclass(frozen=True)
class Restructured(Step):
    """A transformation of constructions such as coordination; see `trees.restructuring`.

    Without a style, the annotation style is detected in the training trees."""

    scheme: str
    style: str | None = None
    learned: dict | None = None  # fields of the transformation, and the style if it is detected

    invertible = True

    def __post_init__(self) -> None:
        if self.style is not None:
            check_scheme(self.scheme, self.style)

    @property
    def name(self) -> str:
        has_style = self.style is not None and self.scheme in IN_A_STYLE
        return f"{self.scheme}-{self.style}" if has_style else self.scheme

    @property
    def learns(self) -> bool:
        return self.style is None or bool(learned_fields(self.scheme, self.style))

    def fit(self, treebank: Treebank) -> "Restructured":
        if not self.learns:
            return self
        learned = {}
        if self.style is None:
            learned = {"style": style_of_treebank(treebank)}
        made = transformation_named(self.scheme, learned.get("style", self.style))
        return replace(self, learned=learned | (made.fit(treebank).state or {}))

    @property
    def state(self) -> dict | None:
        return self.learned

    def with_state(self, state: dict) -> "Restructured":
        declared = self._declared(state)
        if state.keys() != declared.keys():
            raise NonprojError(f"step {self.name!r}: {[*state]}; expected {[*declared]}")
        place = f"step {self.name!r}"
        learned = {name: as_declared(state[name], declared[name], place) for name in state}
        return replace(self, learned=learned)

    def _declared(self, state: dict) -> dict:
        """Return the fields that a state must have, with their types."""
        if self.style is not None:
            return learned_fields(self.scheme, self.style)
        style = as_declared(state.get("style"), Literal[STYLES], f"step {self.name!r}: style")
        check_scheme(self.scheme, style)
        return {"style": str} | learned_fields(self.scheme, style)

    def transform(self, treebank: Treebank) -> Treebank:
        return self._transformation().apply(treebank).treebank

    def invert(self, treebank: Treebank) -> Treebank:
        return self._transformation().undo(treebank).treebank

    def _transformation(self):
        fields = dict(self.learned or {})
        return replace(transformation_named(self.scheme, fields.pop("style", self.style)), **fields)


def _admit(text: str, longest: int, sentence: int, n_words: int) -> None:
    """Raise NonprojError if a sentence is too long for the search for the nearest tree."""
    if n_words > longest:
        raise NonprojError(
            f"{text}: sentence {sentence + 1} has {n_words} words (not counting leaves next to "
            "their heads); the search for the nearest tree that the parser can learn accepts at "
            f"most {longest} words; {ANY_LENGTH}"
        )


@dataclass(frozen=True)
class WithinClass(Step):
    """Replace trees outside a class by the trees in the class that share the most arcs with them.

    Gómez-Rodríguez, Shi & Lee (2018) do not say how they train on trees outside the class, but
    their code makes this replacement. With `right_to_left`, it is the mirrored trees that have to
    be in the class."""

    tree_class: str  # see `decoders.overlap`
    right_to_left: bool = False

    @property
    def name(self) -> str:
        return f"{self.tree_class}-r2l" if self.right_to_left else self.tree_class

    def transform(self, treebank: Treebank) -> Treebank:
        from nonproj.decoders.overlap import TreeClass, maximum_overlap

        turned = partial(mirror_heads, treebank.start) if self.right_to_left else lambda head: head
        tree_class = TreeClass(self.tree_class)
        admit = partial(_admit, treebank.name, LONGEST_TREE[tree_class])
        nearest = maximum_overlap(treebank.start, turned(treebank.head), tree_class, admit)
        return treebank.with_trees(turned(nearest.head), treebank.deprel)


@dataclass(frozen=True)
class Entry:
    """An entry in the table of steps; it covers all steps whose names have the same form."""

    form: str  # as shown in help and messages
    pattern: str
    make: Callable[[re.Match], Step | None]  # None if the name stands for no step
    closing: bool = False
    implied: bool = False  # systems imply the step, and no variant name mentions it


def _encoded_entry(encoding: Encoding) -> Entry:
    return Entry(
        f"{encoding}[-capN][-split]",
        rf"{encoding}(?:-cap([0-9]{{1,6}}))?(-split)?",
        lambda m: PseudoProjective(encoding, int(m[1]) if m[1] else None, m[2] is not None),
        closing=True,
    )


def _styled_entry(form: str, pattern: str) -> Entry:
    return Entry(
        f"{form}[-STYLE]",
        rf"({pattern})(?:-({'|'.join(STYLES)}))?",
        lambda match: Restructured(match[1], match[2]),
    )


def _label_entry(move: str) -> Entry:
    """Return the entry for a move with a LABEL; + and @ in labels must be percent-encoded."""
    return Entry(
        f"{move}:LABEL",
        f"{move}:(.+)",
        lambda match: Restructured(f"{move}:{quote(unquote(match[1]), safe=':')}", DEFAULT_STYLE),
    )


STEPS = [
    Entry("raw", "raw", lambda _: None, closing=True),
    _encoded_entry(Encoding.HEAD),
    _encoded_entry(Encoding.PATH),
    _encoded_entry(Encoding.HEADPATH),
    _styled_entry("tau-v", "tau-v"),
    _styled_entry("tau-c[-plus][-star]", "tau-c(?:-plus)?(?:-star)?"),
    _styled_entry("cs[-plus]", "cs(?:-plus)?"),
    Entry("ps-ud", "ps-ud", lambda _: Restructured("ps", "ud")),
    *map(_label_entry, MOVES),
    Entry(
        "baseline",
        "baseline",
        lambda _: PseudoProjective(Encoding.BASELINE),
        closing=True,
        implied=True,
    ),
    Entry(
        "mh4",
        "(projective|mh4|1ec)(-r2l)?",
        lambda match: WithinClass(match[1], match[2] is not None),
        closing=True,
        implied=True,
    ),
]


def stem(form: str) -> str:
    """Return the prefix shared by all names of a form: "covington-d" for "covington-d{0,1}"."""
    return re.split(r"[\[{, :]", form)[0]


def step_forms() -> tuple[str, ...]:
    """List the forms of the steps that variants can name, as shown in help and messages."""
    return tuple(entry.form for entry in STEPS if not entry.implied)


def step_named(name: str) -> Step | None:
    """Return the step with this name, even if it is an implied step; None for "raw"."""
    return _find(name, STEPS)[1]


def steps_named(system, names: Sequence[str], options: Sequence[str] = ()) -> tuple[Step, ...]:
    """Return the named steps; if none of them is closing, append the system's implied step, if any.

    If a name is unknown, the error also lists the family's `options`, which are written like steps.
    """
    named = [entry for entry in STEPS if not entry.implied]
    found = [_find(name, named, options) for name in names]
    closing = [entry.closing for entry, _ in found]
    if "raw" in names and not system.projective:
        raise NonprojError(
            "the training trees of this system are not projectivized anyway; remove +raw"
        )
    if any(closing[:-1]):
        raise NonprojError("there can be only one encoding (or raw), as the last step")
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise NonprojError(f"step {twice!r} is named twice")
    steps = [step for _, step in found]
    if system.implied_step and not any(closing):
        steps.append(step_named(system.implied_step))
    return tuple(step for step in steps if step is not None)


def _find(name: str, entries: Sequence[Entry], options=()) -> tuple[Entry, Step | None]:
    for entry in entries:
        if match := re.fullmatch(entry.pattern, name):
            return entry, entry.make(match)
    forms = (*step_forms(), *options)
    known = ", ".join(forms) + did_you_mean(name, map(stem, forms))
    raise NonprojError(f"step {name!r} is not known; expected one of {known}")


def restructure(steps: Sequence[Step], treebank: Treebank) -> Treebank:
    """Return the trees after the restructuring steps, which precede all other steps."""
    for step in steps:
        if isinstance(step, Restructured):
            treebank = step.transform(treebank)
    return treebank


def fit_steps(steps: Sequence[Step], treebank: Treebank) -> tuple[tuple[Step, ...], Treebank]:
    """Fit the steps in order on training trees; return the fitted steps and the resulting trees."""
    fitted = []
    for step in steps:
        fitted.append(step.fit(treebank))
        treebank = fitted[-1].transform(treebank)
    return tuple(fitted), treebank


def transformed(steps: Sequence[Step], treebank: Treebank) -> Treebank:
    """Return training trees after steps that are fitted already."""
    for step in steps:
        treebank = step.transform(treebank)
    return treebank


def restore(steps: Sequence[Step], parsed: Treebank) -> Treebank:
    """Undo the steps in a parse, in reverse order."""
    for step in reversed(steps):
        parsed = step.invert(parsed)
    return parsed


def preparation_of(steps: Sequence[Step]) -> str:
    """Return a name for the steps, for use in file names; "" if there are no steps."""
    return "+".join(quote(step.preparation, safe="") for step in steps)


def prepared(preparation: str, treebank: Treebank) -> Treebank:
    """Return training trees after the steps that `preparation` names (see `preparation_of`)."""
    steps = [step_named(unquote(name)) for name in preparation.split("+")]
    return fit_steps(steps, treebank)[1]

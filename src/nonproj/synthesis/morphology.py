"""Inflection: the ending that features select, and the features that a form shows."""

from collections.abc import Mapping
from typing import Annotated, Any

from nonproj.data.declared import Declared, Limits
from nonproj.errors import NonprojError

ANY = "any"  # stands for all other values of a feature


class Inflection(Declared):
    """A tree of endings with one level per feature; `any` stands for all other values."""

    features: Annotated[tuple[str, ...], Limits(min_length=1)]
    endings: Any


class Paradigm:
    """The endings of an inflection, looked up by features.

    If several values of the innermost feature have the same ending (syncretism), FEATS shows all of
    them, because the form does not distinguish them."""

    def __init__(self, place: str, inflection: Inflection):
        self.place = place  # in the profile, for messages
        self.features, self._endings = inflection.features, inflection.endings
        self._known: dict[tuple[str, ...], tuple[str, tuple[str, ...]]] = {}

    def inflect(self, features: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
        """Return the ending, and the features that the ending shows as `name=value` items."""
        cell = tuple(features.get(name, ANY) for name in self.features)
        if cell not in self._known:
            self._known[cell] = self._look_up(cell)
        return self._known[cell]

    def _look_up(self, cell: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        branch: Any = self._endings
        shown: list[str] = []
        for name, value in zip(self.features, cell, strict=True):
            known = value if value in branch else ANY
            if known not in branch:
                raise NonprojError(
                    f"{self.place}: no ending for {name}={value}; expected {', '.join(branch)}"
                )
            if name == self.features[-1] and known != ANY:
                same = [v for v, ending in branch.items() if ending == branch[known]]
                shown.append(f"{name}={'/'.join(same)}")
            elif known != ANY:
                shown.append(f"{name}={known}")
            branch = branch[known]
        return branch, tuple(shown)

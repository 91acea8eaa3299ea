"""Tables and figures of the studies by name: `study/T1` is one.

`study/*` are all that show learned parsers, neither treebanks nor oracles alone; `study/**` are all
without such a distinction."""

from collections.abc import Iterable

from nonproj.errors import NonprojError
from nonproj.evaluation.values import items_of
from nonproj.experiments.study.study import Figure, Study, Table

LEARNED, EVERY = "*", "**"


class Exhibits:
    """The exhibits of some studies; names of other studies stand for nothing."""

    def __init__(self, studies: Iterable[Study]) -> None:
        self._parsers = {
            study.id: {spec.id: _is_learned(spec) for spec in (*study.tables, *study.figures)}
            for study in studies
        }

    def shown(self, name: str) -> list[tuple[str, str]]:
        """The same, but nothing for an exhibit that these studies leave out."""
        study, _, exhibit = name.partition("/")
        left_out = exhibit not in (LEARNED, EVERY, *self._parsers.get(study, ()))
        return [] if left_out else self.named(name)

    def named(self, name: str) -> list[tuple[str, str]]:
        """The exhibits (study, id) of a name; NonprojError where the study has no such one."""
        study, _, exhibit = name.partition("/")
        known = self._parsers.get(study)
        if known is None:
            return []
        if exhibit in (LEARNED, EVERY):
            return [(study, one) for one, learned in known.items() if learned or exhibit == EVERY]
        if exhibit not in known:
            raise NonprojError(f"{name!r}: {study} has no {exhibit!r}, only {', '.join(known)}")
        return [(study, exhibit)]


def _is_learned(exhibit: Table | Figure) -> bool:
    return exhibit.of_parsers and "oracle" not in items_of(exhibit.setting)

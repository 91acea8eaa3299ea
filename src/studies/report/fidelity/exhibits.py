"""Tables and figures of the studies by name, such as `study/T1`.

`study/*` stands for all exhibits that show trained parsers, not just treebanks or oracles;
`study/**` stands for all exhibits."""

from collections.abc import Iterable

from nonproj.public.errors import NonprojError
from studies.plan.study.study import Study

LEARNED, EVERY = "*", "**"


class Exhibits:
    """The exhibits of some studies; names from other studies match nothing."""

    def __init__(self, studies: Iterable[Study]) -> None:
        self._parsers = {
            study.id: {spec.id: spec.of_parsers for spec in (*study.tables, *study.figures)}
            for study in studies
        }

    def shown(self, name: str) -> list[tuple[str, str]]:
        """Return the exhibits (study, id) that a name matches."""
        study, _, exhibit = name.partition("/")
        known = self._parsers.get(study, {})
        if exhibit in (LEARNED, EVERY):
            return [(study, one) for one, learned in known.items() if learned or exhibit == EVERY]
        return [(study, exhibit)] if exhibit in known else []

    def require(self, names: Iterable[str], place: str) -> None:
        """Raise NonprojError for a name of an exhibit that a known study does not have."""
        for name in names:
            study, _, exhibit = name.partition("/")
            known = self._parsers.get(study, {})
            if known and exhibit not in (LEARNED, EVERY, *known):
                only = ", ".join(known)
                raise NonprojError(f"{place} {name!r}: {study} has no {exhibit!r}, only {only}")

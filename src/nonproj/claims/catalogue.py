"""Claims: what papers say (data/published/claims.csv) and how it is computed (one module a study).

Every claim of the former is one of the latter, and the other way round."""

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from fractions import Fraction
from pathlib import Path

from nonproj.claims.relations import ClaimError, Expression, Relation, Term, Treebank
from nonproj.evaluation.significance.table import P_VALUES

Several = tuple[Relation, ...]
Cases = dict[tuple[str, ...], Several]  # by published treebanks
Relations = Relation | Sequence[Relation]
SCOPES = ("each", "pooled", "mean")
ELSEWHERE = ()  # on treebanks that no other case names


@dataclass(frozen=True)
class Claim:
    """A claim of a paper and how it is computed.

    `about`: patterns of the published treebanks it was made of. `cases` are judged on each
    treebank; in the scope `pooled` also on their concatenation, in the scope `mean` on their mean
    only. `across` are relations between treebanks. As many relations may fail as there are
    `exceptions` in the paper's words; `of_those_run`: relations whose values were not measured do
    not count, as long as more are left than may fail."""

    id: str
    paper: str
    source: str  # file and line
    about: tuple[str, ...]
    cases: Cases
    across: Several
    scope: str
    where: Relation | None
    exceptions: int
    of_those_run: bool
    test: str
    level: Fraction
    untestable: str  # why open treebanks, or any, cannot decide it
    undone: str  # what would have to be built first
    proved: str  # how the tests of this project prove it
    note: str

    def is_about(self, published: str) -> bool:
        return any(
            fnmatchcase(published, pattern) or published.startswith(f"{pattern}-")
            for pattern in self.about
        )

    def terms(self) -> Iterator[Term]:
        """The values that its relations name."""
        for relation in (*self.across, *(r for part in self.cases.values() for r in part)):
            yield from relation.terms()

    def relations_for(self, names: Sequence[str]) -> Several:
        """For a treebank that goes by these names; none where the claim says nothing about it."""
        for treebanks, relations in self.cases.items():
            if not treebanks or any(name in treebanks for name in names):
                return relations
        return ()


class Study:
    """The claims of a paper, with `groups` of treebanks as the catalogue calls them."""

    def __init__(self, paper: str, groups: Mapping[str, str] = {}, test: str = "mcnemar") -> None:
        if test not in P_VALUES:
            raise ClaimError(f"{paper}: test {test!r}, expected one of {', '.join(P_VALUES)}")
        self.paper, self.groups, self.test = paper, groups, test
        self.claims: dict[str, Claim] = {}

    def claim(
        self,
        id: str,
        relations: Relations | Mapping = (),
        *,
        scope: str = "each",
        where: Relation | None = None,
        exceptions: int = 0,
        of_those_run: bool = False,
        originals_only: str = "",
        not_testable: str = "",
        not_done: str = "",
        proved: str = "",
        level: float = 0.05,
        note: str = "",
    ) -> None:
        """Add a claim: relations, or what is claimed of which treebanks, ELSEWHERE of all others.

        Relations whose values are those of named treebanks are judged once, the others at every
        site. `originals_only`: why only the treebanks of the paper can decide it. Without
        relations, a claim is not testable at all, not done yet, or proved by the tests."""
        caller = sys._getframe(1)
        source = f"{caller.f_code.co_filename}:{caller.f_lineno}"
        try:
            if id in self.claims:
                raise ClaimError(f"is claimed in {self.claims[id].source}, too")
            cases, across = _cases(relations, where)
            if scope not in SCOPES:
                raise ClaimError(f"scope {scope!r}, expected one of {', '.join(SCOPES)}")
            if len([*filter(None, (not_testable, not_done, proved, cases or across))]) != 1:
                raise ClaimError("expected relations or a reason why there are none")
        except ClaimError as error:
            raise ClaimError(f"{source}: {id}: {error}") from None
        self.claims[id] = Claim(
            id, self.paper, source, (), cases, across, scope, where, exceptions, of_those_run,
            self.test, Fraction(str(level)), not_testable or originals_only, not_done, proved, note,
        )  # fmt: skip

    def about(self, treebanks: str) -> tuple[str, ...]:
        parts = treebanks.split("|")
        return tuple(name for part in parts for name in self.groups.get(part, part).split())


def _cases(relations: Relations | Mapping, where: Relation | None) -> tuple[Cases, Several]:
    """The relations judged at every site, by treebanks, and those between treebanks."""
    if not isinstance(relations, Mapping):
        several = _several(relations)
        across = tuple(r for r in several if any(term.published for term in r.terms()))
        local = tuple(r for r in several if r not in across)
        cases = {ELSEWHERE: local} if local else {}
    else:
        across = ()
        cases = {_names(treebanks): _several(part) for treebanks, part in relations.items()}
    for relation in [where, *(r for part in cases.values() for r in part)]:
        if relation is not None and any(term.published for term in relation.terms()):
            raise ClaimError(f"{relation} names a treebank, where none is expected")
    for relation in across:
        if not all(term.published for term in relation.terms()):
            raise ClaimError(f"{relation} names no treebank for some of its values")
    return cases, across


def _several(relations: Relations) -> Several:
    several = tuple([relations] if isinstance(relations, Expression) else relations)
    for relation in several:
        if not isinstance(relation, Relation):
            raise ClaimError(f"{relation} is no relation")
    return several


def _names(treebanks: Treebank | tuple[Treebank, ...]) -> tuple[str, ...]:
    several = (treebanks,) if isinstance(treebanks, Treebank) else treebanks
    return tuple(treebank.published for treebank in several)


def load_claims(catalogue: Path | str, studies: Iterable[Study]) -> list[Claim]:
    """All claims in the order of the catalogue."""
    with open(catalogue, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    by_paper = {study.paper: study for study in studies}
    listed = {row["id"] for row in rows}
    for claim in (claim for study in by_paper.values() for claim in study.claims.values()):
        if claim.id not in listed:
            raise ClaimError(f"{claim.source}: {claim.id} is not in {catalogue}")
    claims = []
    for number, row in enumerate(rows, 2):
        study = by_paper.get(row["paper"])
        if study is None or row["id"] not in study.claims:
            raise ClaimError(f"{catalogue}:{number}: no study of {row['paper']} has {row['id']}")
        claim = study.claims[row["id"]]
        if row["testable_on_ud"] == "no" and not claim.untestable:
            reason = "open treebanks cannot test it, but the claim does not say why"
            raise ClaimError(f"{claim.source}: {claim.id}: {reason}")
        claims.append(replace(claim, about=study.about(row["treebanks"])))
    return claims

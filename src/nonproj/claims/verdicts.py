"""Verdicts on the papers' claims, computed from the runs. None is written by hand.

A claim about a published treebank is judged on the treebank that stands for it and, under its own
name, on every other treebank at hand. What is not as claimed, but within what chance explains, is
not significant; only what is beyond that contradicts."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass, fields
from enum import StrEnum
from pathlib import Path

from nonproj.claims.catalogue import Claim, Several
from nonproj.claims.relations import AbsentError, Identity, Outcome, Relation, UndefinedError
from nonproj.claims.sites import Results, Site, Together, concatenated, mean
from nonproj.data.rows import write_rows
from nonproj.evaluation.parse_times import PARSING, RESTORING
from nonproj.evaluation.significance.paired_tests import holm
from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values


class Judgement(StrEnum):
    HOLDS = "holds"
    CONTRADICTED = "contradicted"
    NOT_SIGNIFICANT = "not significant"
    BY_CONSTRUCTION = "by construction"  # or by the design of an artificial language, or proved
    NOT_RUN = "not run"  # this suite lacks values
    NOT_DONE = "not done"  # something would have to be built
    NOT_TESTABLE = "not testable"  # open treebanks, or any, cannot decide it


@dataclass(frozen=True)
class Verdict:
    """One claim at one site. `held` of `instances` relations hold, `not_run` had no values;
    `relation` shows them with their values, `p` the p-values in that order, `p_holm` the same
    adjusted for each other, `evidence` the keys of all values used."""

    claim: str
    paper: str
    treebank: str
    stands_for: str
    split: str
    verdict: Judgement
    held: int
    instances: int
    not_run: int
    relation: str
    p: str
    p_holm: str
    evidence: str
    note: str


HEADER = tuple(field.name for field in fields(Verdict))
DECIDED = (
    Judgement.HOLDS,
    Judgement.CONTRADICTED,
    Judgement.NOT_SIGNIFICANT,
    Judgement.BY_CONSTRUCTION,
)
ARTIFICIAL = "artificial"  # origin of a treebank in data/stand-ins.tsv
SECONDS = {PARSING, RESTORING}
CONCATENATION = "concatenation"
MEAN = "mean"
SILENT = "the claim does not speak of this treebank"


def verdicts(
    claims: Iterable[Claim],
    values: Values,
    tests: Tests | None,
    stand_ins: Mapping[str, Mapping[str, str]],
) -> list[Verdict]:
    """In the order of the claims, then of the treebanks in the values.

    `stand_ins` are the rows of data/stand-ins.tsv by treebank."""
    published = {name: row["published"].split("|") for name, row in stand_ins.items()}
    artificial = [name for name, row in stand_ins.items() if row.get("origin") == ARTIFICIAL]
    results = Results(values, tests, published, artificial)
    return [verdict for claim in claims for verdict in _Judge(claim, results).verdicts()]


def about_seconds(claims: Iterable[Claim]) -> list[Claim]:
    """The claims about times, which a report leaves open and `make times` decides."""
    return [claim for claim in claims if {t.metric.metric for t in claim.terms()} & SECONDS]


def write_verdicts(path: Path | str, rows: Iterable[Verdict]) -> None:
    """Write the whole file or none of it."""
    write_rows(path, HEADER, map(astuple, rows))


@dataclass(frozen=True)
class _Judge:
    """Judges one claim at every site."""

    claim: Claim
    results: Results

    def verdicts(self) -> Iterator[Verdict]:
        claim = self.claim
        if not claim.cases and not claim.across:
            yield self._unjudged()
        if claim.cases and claim.scope == "mean":
            averaged = self._about(self.results.treebanks)
            yield self._together(MEAN, averaged, mean) if averaged else self._unjudged()
        elif claim.cases:
            yield from self._each()
        if claim.across:
            yield self._across()

    def _each(self) -> Iterator[Verdict]:
        originals = [name for name in self.results.treebanks if self.claim.is_about(name)]
        if self.claim.untestable and not originals:
            yield self._unjudged()
            return
        treebanks = originals if self.claim.untestable else self.results.treebanks
        rows = [self._at(treebank) for treebank in treebanks]
        yield from rows
        decided = self._about([row.treebank for row in rows if row.verdict in DECIDED])
        if self.claim.scope == "pooled" and len(decided) > 1:
            yield self._together(CONCATENATION, decided, concatenated)

    def _stands_for(self, treebank: str) -> list[str]:
        """The treebanks of the claim whose place this one takes, or which it is."""
        return [name for name in self.results.names(treebank) if self.claim.is_about(name)]

    def _about(self, treebanks: list[str]) -> list[str]:
        """The treebanks of the claim, or all where none of them is among these and all may do."""
        own = [name for name in treebanks if self._stands_for(name)]
        return own or ([] if self.claim.untestable else treebanks)

    def _at(self, treebank: str) -> Verdict:
        relations = self.claim.relations_for(self.results.names(treebank))
        stands_for = "|".join(self._stands_for(treebank))
        return self._judged(self._site((treebank,)), relations, treebank, stands_for)

    def _together(self, name: str, treebanks: list[str], together: Together) -> Verdict:
        site = self._site(tuple(treebanks), together)
        stands_for = dict.fromkeys(n for treebank in treebanks for n in self._stands_for(treebank))
        return self._judged(site, self.claim.relations_for(()), name, "|".join(stands_for))

    def _across(self) -> Verdict:
        named = (term.published for relation in self.claim.across for term in relation.terms())
        published = list(dict.fromkeys(named))
        at_hand = [self.results.at_hand(name) for name in published]
        if self.claim.untestable and at_hand != published:
            return self._unjudged()
        names = "|".join(dict.fromkeys(filter(None, at_hand)))
        return self._judged(self._site(()), self.claim.across, names, "|".join(published))

    def _site(self, treebanks: tuple[str, ...], together: Together = concatenated) -> Site:
        return Site(self.results, treebanks, self.claim.level, self.claim.test, together)

    def _unjudged(self) -> Verdict:
        """Without a site: what the claim says of itself."""
        claim = self.claim
        reasons = {
            Judgement.NOT_TESTABLE: claim.untestable,
            Judgement.NOT_DONE: claim.undone,
            Judgement.BY_CONSTRUCTION: claim.proved,
            Judgement.NOT_RUN: "no treebank is at hand",
        }
        judgement, reason = next(both for both in reasons.items() if both[1])
        nowhere = claim.id, claim.paper, "", "", ""
        return Verdict(*nowhere, judgement, 0, 0, 0, "", "", "", "", reason)

    def _judged(self, site: Site, relations: Several, treebank: str, stands_for: str) -> Verdict:
        claim = self.claim
        found = _Findings(site, claim.where, relations)
        return Verdict(
            claim.id,
            claim.paper,
            treebank,
            stands_for,
            "|".join(site.splits),
            found.judgement(claim),
            found.outcomes.count(Outcome.HOLDS),
            len(relations),
            len(relations) - len(found.outcomes),
            "; ".join(found.texts),
            _written(site.p_values.values()),
            _written(holm([*site.p_values.values()]) if site.p_values else []),
            " ".join(site.used),
            found.note(claim),
        )


def _written(p_values: Iterable[float]) -> str:
    return " ".join(f"{p:.3g}" for p in p_values)


class _Findings:
    """The outcomes of a claim's relations at one site, and what kept others from having one."""

    def __init__(self, site: Site, where: Relation | None, relations: Several) -> None:
        self.site, self.relations = site, relations
        self.outcomes: list[Outcome] = []
        self.texts: list[str] = []
        self._absent: list[str] = []
        self._undefined: list[str] = [] if relations else [SILENT]
        with self._noted():
            conditions = [] if where is None else [where]
            site.choose_splits(t for part in (*relations, *conditions) for t in part.terms())
            for condition in conditions:
                if condition.at(site) is not Outcome.HOLDS:
                    raise UndefinedError(
                        f"does not apply: it is not so that {condition.filled_in(site)}"
                    )
            for relation in relations:
                with self._noted():
                    self.outcomes.append(relation.at(site))
                    self.texts.append(relation.filled_in(site))

    @contextmanager
    def _noted(self) -> Iterator[None]:
        try:
            yield
        except AbsentError as error:
            self._absent.append(str(error))
        except UndefinedError as error:
            self._undefined.append(str(error))

    @property
    def missing(self) -> str:
        """The first thing without which a relation could not be evaluated."""
        reasons = [*(f"missing: {reason}" for reason in self._absent), *self._undefined]
        more = f" (and {len(reasons) - 1} more)" if reasons[1:] else ""
        return f"{reasons[0]}{more}" if reasons else ""

    def note(self, claim: Claim) -> str:
        if not self.relations:
            return SILENT
        return "; ".join(filter(None, (self.missing, claim.note)))

    def judgement(self, claim: Claim) -> Judgement:
        """One relation too many that fails contradicts a claim, whatever else was not run."""
        failed = self.outcomes.count(Outcome.CONTRADICTED)
        short = len(self.outcomes) - self.outcomes.count(Outcome.HOLDS)
        if failed > claim.exceptions:
            return Judgement.CONTRADICTED
        if self._absent and not (claim.of_those_run and len(self.outcomes) > claim.exceptions):
            return Judgement.NOT_RUN
        if self._undefined:
            return Judgement.NOT_TESTABLE
        if short > claim.exceptions:
            return Judgement.NOT_SIGNIFICANT
        return Judgement.BY_CONSTRUCTION if self._by_construction else Judgement.HOLDS

    @property
    def _by_construction(self) -> bool:
        """True of identities, and of treebanks that were designed to be as they are."""
        if all(isinstance(relation, Identity) for relation in self.relations):
            return True
        artificial = self.site.results.artificial
        designed = all(name in artificial for name in self.site.looked_at)
        return designed and self.site.rests_on_facts

"""Verdicts on the papers' claims, computed from the runs. None is written by hand.

A claim about a published treebank is judged on the treebank that stands for it and, under its own
name, on every other treebank at hand."""

import ast
import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, fields
from enum import StrEnum
from pathlib import Path

from nonproj.claims.catalogue import Claim, Relations
from nonproj.claims.language import (
    AbsentError,
    Outcome,
    UndefinedError,
    evaluate,
    filled_in,
    terms,
)
from nonproj.claims.records import Place, Records, concatenated, mean
from nonproj.data.files import atomic_write
from nonproj.evaluation.measurements import Measurement
from nonproj.evaluation.significance.table import PairwiseTest


class Judgement(StrEnum):
    HOLDS = "holds"
    CONTRADICTED = "contradicted"
    NOT_SIGNIFICANT = "not significant"
    NOT_RUN = "not run"
    NOT_TESTABLE = "not testable"


@dataclass(frozen=True)
class Verdict:
    """One claim at one place. `held` of `instances` relations hold; `relation` shows them with
    their figures, `p` the p-values in that order, `evidence` the keys of all measurements used."""

    claim: str
    paper: str
    treebank: str
    stands_for: str
    split: str
    verdict: Judgement
    held: int
    instances: int
    relation: str
    p: str
    evidence: str
    note: str


HEADER = tuple(field.name for field in fields(Verdict))
DECIDED = (Judgement.HOLDS, Judgement.CONTRADICTED, Judgement.NOT_SIGNIFICANT)
CONCATENATION = "concatenation"
MEAN = "mean"


@dataclass(frozen=True)
class Suite:
    """The treebanks at hand and those whose place they take."""

    treebanks: tuple[str, ...]
    published: Mapping[str, tuple[str, ...]]  # in the order of preference

    def names(self, treebank: str) -> tuple[str, ...]:
        """Its own name and those that it stands for."""
        return treebank, *self.published.get(treebank, ())

    def at_hand(self, published: str) -> str | None:
        """The original, otherwise its first stand-in."""
        candidates = [published, *(n for n, names in self.published.items() if published in names)]
        return next((name for name in candidates if name in self.treebanks), None)

    def stands_for(self, claim: Claim, treebank: str) -> tuple[str, ...]:
        """The treebanks of the claim whose place this one takes, or which it is."""
        return tuple(name for name in self.names(treebank) if claim.is_about(name))


def verdicts(
    claims: Iterable[Claim],
    measurements: Iterable[Measurement],
    tests: Iterable[PairwiseTest] | None,
    stand_ins: Mapping[str, Mapping[str, str]],
) -> list[Verdict]:
    """In the order of the claims, then of the treebanks in the measurements.

    `stand_ins` are the rows of data/stand-ins.tsv by treebank. Without `tests` every difference
    counts as significant, and as none where no difference is claimed."""
    records = Records(measurements, tests)
    published = {name: tuple(row["published"].split("|")) for name, row in stand_ins.items()}
    suite = Suite(tuple(records.treebanks), published)
    return [row for claim in claims for row in _Judge(claim, records, suite).rows()]


def write_verdicts(path: Path | str, rows: Iterable[Verdict]) -> None:
    """The whole file or none of it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows(astuple(row) for row in rows)
    atomic_write(Path(path), text.getvalue())


@dataclass(frozen=True)
class _Judge:
    """Judges one claim at every place."""

    claim: Claim
    records: Records
    suite: Suite

    def rows(self) -> Iterator[Verdict]:
        claim = self.claim
        if not claim.cases and not claim.across:
            yield self._without_place(claim.untestable)
        if claim.cases and claim.scope == "mean":
            yield self._together(MEAN, self._averaged(), mean)
        elif claim.cases:
            yield from self._each()
        if claim.across:
            yield self._across()

    def _each(self) -> Iterator[Verdict]:
        if self.claim.untestable and not self._originals():
            yield self._without_place(self.claim.untestable)
            return
        rows = [self._at(treebank) for treebank in self._originals() or self.suite.treebanks]
        yield from rows
        decided = [row.treebank for row in rows if row.verdict in DECIDED]
        if self.claim.scope == "pooled" and len(decided) > 1:
            yield self._together(CONCATENATION, decided, concatenated)

    def _originals(self) -> list[str]:
        """Treebanks of the paper itself, where only these can decide."""
        own = [name for name in self.suite.treebanks if self.claim.is_about(name)]
        return own if self.claim.untestable else []

    def _averaged(self) -> list[str]:
        """The treebanks of the claim, or all where none of them is at hand."""
        about = [name for name in self.suite.treebanks if self.suite.stands_for(self.claim, name)]
        return about or list(self.suite.treebanks)

    def _at(self, treebank: str) -> Verdict:
        relations = self.claim.relations_for(self.suite.names(treebank))
        stands_for = "|".join(self.suite.stands_for(self.claim, treebank))
        return self._judged(self._place((treebank,)), relations, treebank, stands_for)

    def _together(self, name: str, treebanks: list[str], together: Callable) -> Verdict:
        place = self._place(tuple(treebanks), together)
        return self._judged(place, self.claim.relations_for(()), name, "|".join(treebanks))

    def _across(self) -> Verdict:
        relations = self.claim.across
        place = self._place(())
        named = [place.vocabulary.treebank(term) for r in relations for term in terms(r)]
        published = list(dict.fromkeys(named))
        at_hand = [self.suite.at_hand(name) for name in published]
        if self.claim.untestable and at_hand != published:
            return self._without_place(self.claim.untestable)
        names = "|".join(dict.fromkeys(filter(None, at_hand)))
        return self._judged(place, relations, names, "|".join(published))

    def _place(self, treebanks: tuple[str, ...], together: Callable = concatenated) -> Place:
        claim = self.claim
        return Place(
            self.records,
            claim.vocabulary,
            treebanks,
            self.suite.at_hand,
            claim.level,
            claim.test,
            together,
        )

    def _without_place(self, reason: str) -> Verdict:
        verdict = Judgement.NOT_TESTABLE
        return Verdict(
            self.claim.id, self.claim.paper, "", "", "", verdict, 0, 0, "", "", "", reason
        )

    def _judged(
        self, place: Place, relations: Relations, treebank: str, stands_for: str
    ) -> Verdict:
        found = _Findings(place, self.claim.where, relations)
        return Verdict(
            self.claim.id,
            self.claim.paper,
            treebank,
            stands_for,
            "|".join(place.splits),
            found.judgement(self.claim),
            found.outcomes.count(Outcome.HOLDS),
            len(found.outcomes) if self.claim.of_those_run else len(relations),
            "; ".join(found.texts),
            " ".join(f"{p:.3g}" for p in place.p_values.values()),
            " ".join(place.used),
            "; ".join(filter(None, (found.missing, self.claim.note))),
        )


class _Findings:
    """The relations of a claim evaluated at one place."""

    def __init__(self, place: Place, where: ast.expr | None, relations: Relations) -> None:
        self.outcomes: list[Outcome] = []
        self.texts: list[str] = []
        self._place = place
        self._absent: list[str] = []
        self._undefined: list[str] = [] if relations else ["the claim says nothing about it"]
        if self._applies(where, relations):
            for relation in relations:
                self._evaluate(relation)

    def _applies(self, where: ast.expr | None, relations: Relations) -> bool:
        parts = [*relations, *filter(None, [where])]
        try:
            self._place.choose_splits(term for part in parts for term in terms(part))
            if where is None or evaluate(where, self._place) is Outcome.HOLDS:
                return True
            self._undefined.append(f"it is not so that {filled_in(where, self._place)}")
        except AbsentError as error:
            self._absent.append(str(error))
        except UndefinedError as error:
            self._undefined.append(str(error))
        return False

    def _evaluate(self, relation: ast.expr) -> None:
        try:
            self.outcomes.append(evaluate(relation, self._place))
            self.texts.append(filled_in(relation, self._place))
        except AbsentError as error:
            self._absent.append(str(error))
        except UndefinedError as error:
            self._undefined.append(str(error))

    @property
    def missing(self) -> str:
        """The first thing without which a relation could not be evaluated."""
        reasons = self._absent + self._undefined
        more = f" (and {len(reasons) - 1} more)" if reasons[1:] else ""
        return f"missing: {reasons[0]}{more}" if reasons else ""

    def judgement(self, claim: Claim) -> Judgement:
        """One relation too many that fails contradicts a claim, whatever else was not run."""
        failed = self.outcomes.count(Outcome.CONTRADICTED)
        short = len(self.outcomes) - self.outcomes.count(Outcome.HOLDS)
        if failed > claim.exceptions:
            return Judgement.CONTRADICTED
        if self._absent and not (claim.of_those_run and self.outcomes):
            return Judgement.NOT_RUN
        if self._undefined:
            return Judgement.NOT_TESTABLE
        return Judgement.HOLDS if short <= claim.exceptions else Judgement.NOT_SIGNIFICANT

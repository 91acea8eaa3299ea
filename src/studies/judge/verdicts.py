"""Verdicts on the papers' claims, all computed from the runs and none written by hand.

A claim about a published treebank is judged on the treebank's stand-in, and separately on every
other available treebank, which decides only claims that the paper makes in general. A claim that
contrasts particular treebanks, or gives numbers for them, is judged only on those.

A difference confirms or contradicts a claim if it is significant (p < 0.05). Facts about trees,
transformations and oracles have no sampling error, so any difference decides, however small. A
difference that is not significant is only "as claimed" or "against the claim"."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from enum import StrEnum
from fractions import Fraction
from pathlib import Path

from nonproj.public.errors import NonprojError
from nonproj.public.files import read_rows, write_rows
from nonproj.public.values import Key, Value, Values
from studies.judge.catalogue import FEWEST_AVERAGED, Claim, ClaimKind
from studies.judge.chance import is_of_trees, sampling_variance
from studies.judge.evidence import EvidenceRow
from studies.judge.quantities import AbsentError, ClaimError, Decision, Relation, UndefinedError
from studies.judge.sites import Results, Site
from studies.plan.treebanks.config import original_of
from studies.values.tests import Tests


class Judgement(StrEnum):
    CONFIRMED = "confirmed"
    AS_CLAIMED = "as claimed"
    AGAINST = "against the claim"
    CONTRADICTED = "contradicted"
    BY_CONSTRUCTION = "by construction"  # or by design of an artificial language, or by proof
    NOT_TESTABLE = "not testable"  # no open treebank, or no treebank at all, can decide it
    NOT_RUN = "not run"  # this suite lacks values


@dataclass(frozen=True)
class Verdict:
    """The verdict on one claim at one site.

    The claim consists of `instances` relations, of which `held` are as claimed and `not_run` could
    not be judged. `relation` shows the judged relations as text, `comparisons` one by one, and `p`
    their p-values. `evidence` holds the keys of the values used. `basis` is EXACT if none of these
    values has a sampling error, and TESTED otherwise."""

    claim: str
    paper: str
    treebank: str = ""
    stands_for: str = ""
    verdict: Judgement = Judgement.NOT_RUN
    held: int = 0
    instances: int = 0
    not_run: int = 0
    relation: str = ""
    p: str = ""
    comparisons: Sequence[EvidenceRow] = ()
    evidence: Sequence[Key] = ()
    note: str = ""
    basis: str = ""


VERDICT_COLUMNS = tuple(field.name for field in fields(Verdict))
PARSED = {  # columns that are not text
    "verdict": Judgement, "held": int, "instances": int, "not_run": int,
    "evidence": lambda text: [*map(Key.of, json.loads(text))],
    "comparisons": lambda text: [EvidenceRow.read(*row) for row in json.loads(text)],
}  # fmt: skip
JUDGED = {decision: Judgement[decision.name] for decision in Decision}
DECIDED = (*JUDGED.values(), Judgement.BY_CONSTRUCTION)
ARTIFICIAL = "artificial"  # an origin in data/stand-ins.tsv
MEAN = "mean"
EXACT, TESTED = "exact", "tested"
SILENT = "the claim is not about this treebank"


def verdicts(
    claims: Iterable[Claim],
    values: Values,
    tests: Tests | None,
    stand_ins: Mapping[str, Mapping[str, str]],
) -> list[Verdict]:
    """Judge the claims in the given order, each on the treebanks in the order of the values.

    `stand_ins` maps each treebank to its row in data/stand-ins.tsv."""
    published = {name: row["published"].split("|") for name, row in stand_ins.items()}
    artificial = [name for name, row in stand_ins.items() if row.get("origin") == ARTIFICIAL]
    results = Results(values, tests, published, artificial)
    return [verdict for claim in claims for verdict in _Judge(claim, results).verdicts()]


def write_verdicts(path: Path | str, rows: Iterable[Verdict]) -> None:
    """Write verdicts, with JSON for all that is not text; a failure leaves no partial file."""
    texts = (replace(row, evidence=[key.texts for key in row.evidence]) for row in rows)
    write_rows(path, VERDICT_COLUMNS, ([_text(field) for field in astuple(row)] for row in texts))


def _text(field: object) -> object:
    if isinstance(field, str | int):
        return field
    return json.dumps(field, ensure_ascii=False, separators=(",", ":"))


def read_verdicts(path: Path | str) -> Iterator[Verdict]:
    for line, row in read_rows(path, VERDICT_COLUMNS):
        texts = dict(zip(VERDICT_COLUMNS, row, strict=True))
        try:
            parsed = {name: parse(texts[name]) for name, parse in PARSED.items()}
        except ValueError as error:
            raise NonprojError(f"{path}:{line}: {error}") from None
        yield Verdict(**texts | parsed)


@dataclass(frozen=True)
class _Judge:
    """A claim and the results on which it is judged, site by site."""

    claim: Claim
    results: Results

    def verdicts(self) -> Iterator[Verdict]:
        claim = self.claim
        if not (claim.each or claim.across):
            yield self._unjudged()
        if claim.each and claim.scope == "mean":
            yield self._mean()
        elif claim.each:
            yield from self._each()
        if claim.across:
            yield self._across()

    def _each(self) -> Iterator[Verdict]:
        claim, treebanks = self.claim, self.results.treebanks
        if claim.untestable:
            treebanks = [name for name in treebanks if claim.is_about(name)]
        if not self._deciding(treebanks):
            yield self._unjudged()
        rows = [self._judged([name], name) for name in treebanks]
        yield from rows
        complete = (
            r for r in rows if r.verdict in DECIDED and (claim.of_those_run or not r.not_run)
        )
        decided = self._deciding([row.treebank for row in complete])
        if claim.scope == "joint" and decided:
            yield self._together(decided)

    def _mean(self) -> Verdict:
        """Judge the mean over the treebanks that have all values; if there are none, say why."""
        treebanks = self._deciding(self.results.treebanks)
        if not treebanks:
            return self._unjudged()
        site = Site(self.results, treebanks, self.claim.test)
        _relations(self.claim, self.claim.each, site)
        return self._together(site.complete or treebanks)

    def _together(self, treebanks: list[str]) -> Verdict:
        """Judge the mean over these treebanks, each in one version, if it is of enough texts.

        Each text of the paper has the same weight, which its stand-ins share. A treebank counts as
        the first of the claim's texts that it is or replaces."""
        versions = {original_of(name): name for name in reversed(treebanks)}
        treebanks = [name for name in treebanks if name in versions.values()]
        texts = {name: next(iter(self._stands_for(name)), name) for name in treebanks}
        sizes = Counter(texts.values())
        weights = {name: Fraction(1, len(sizes) * sizes[texts[name]]) for name in treebanks}
        few = self.claim.kind is ClaimKind.AVERAGE and len(sizes) < FEWEST_AVERAGED
        absent = f"{len(sizes)} of the {FEWEST_AVERAGED} texts of an average" if few else ""
        return self._judged(treebanks, MEAN, absent=absent, weights=weights)

    def _across(self) -> Verdict:
        """Judge a claim that compares treebanks, if each of them or a stand-in is available."""
        published = self.claim.treebanks
        ours = {name: self.results.at_hand(name) for name in published}
        if self.claim.untestable and any(name != own for name, own in ours.items()):
            return self._unjudged()
        if irreplaceable := [name for name in published if not self.results.may_have(name)]:
            note = f"needs {irreplaceable[0]}, which no open treebank replaces"
            return replace(self._unjudged(), verdict=Judgement.NOT_TESTABLE, note=note)
        lacking = [f"no available treebank replaces {name}" for name in ours if not ours[name]]
        at_hand = [*dict.fromkeys(filter(None, ours.values()))]
        absent = lacking[0] if lacking else ""
        found = self._judged(at_hand, "|".join(at_hand), self.claim.across, absent=absent)
        return replace(found, stands_for="|".join(published))

    def _stands_for(self, treebank: str) -> list[str]:
        """List those of the claim's treebanks that this treebank is itself or replaces."""
        return [name for name in self.results.names(treebank) if self.claim.is_about(name)]

    def _deciding(self, treebanks: list[str]) -> list[str]:
        """List the treebanks that decide: all, or those that the claim is about."""
        if self.claim.kind is ClaimKind.GENERAL:
            return treebanks
        return [name for name in treebanks if self._stands_for(name)]

    def _unjudged(self) -> Verdict:
        """Return the verdict on a claim that is not judged on any values."""
        claim = self.claim
        is_open = (
            claim.kind is ClaimKind.GENERAL
            or any(map(self.results.may_have, claim.about))
            or any(map(claim.is_about, self.results.open))
        )
        reasons = {
            Judgement.NOT_TESTABLE: claim.untestable
            or ("" if is_open or claim.proved else "no open treebank replaces the paper's"),
            Judgement.BY_CONSTRUCTION: claim.proved,
            Judgement.NOT_RUN: "no treebank is available",
        }
        judgement, reason = next(both for both in reasons.items() if both[1])
        return Verdict(claim.id, claim.paper, verdict=judgement, note=reason)

    def _judged(
        self, treebanks: list[str], name: str, judge: Callable | None = None, **options
    ) -> Verdict:
        """Return the verdict on the claim at a site; `options` are fields of Site."""
        claim = self.claim
        site = Site(self.results, treebanks, claim.test, retrained=claim.retrained, **options)
        condition, relations = _relations(claim, judge or claim.each, site)
        if any((choice := site.best_choice()).values()):
            site = replace(site, choice=choice)
            condition, relations = _relations(claim, judge or claim.each, site)
        instances, missing = len(relations), [] if relations else [UndefinedError(SILENT)]
        if condition.missing or condition.decision < Decision.AS_CLAIMED:
            reason = UndefinedError(f"does not apply, because this is false: {condition.text}")
            missing, relations = [] if condition.missing else [reason], []
        looked_up = [condition, *relations]
        missing += [relation.missing for relation in looked_up if relation.missing]
        found = [relation for relation in relations if not relation.missing]
        evidence = dict.fromkeys(v for r in looked_up for lookup in r.values for v in lookup)
        p_values = {pair: p for r in looked_up for pair, p in r.p_values.items()}.values()
        stands_for = dict.fromkeys(n for treebank in treebanks for n in self._stands_for(treebank))
        return Verdict(
            claim.id,
            claim.paper,
            name,
            "|".join(stands_for),
            self._judgement(found, missing, evidence),
            sum(relation.decision >= Decision.AS_CLAIMED for relation in found),
            instances,
            instances - len(found),
            "; ".join(relation.text for relation in found),
            " ".join(f"{p:.6g}" for p in p_values),  # rounded, none becomes 0.05
            [EvidenceRow.of(one) for relation in found for one in relation.comparisons],
            [value.key for value in evidence],
            _note(missing, claim.note) if instances else SILENT,
            _basis(evidence) if found else "",
        )

    def _judgement(
        self, found: Sequence[Relation], missing: Sequence[AbsentError], evidence: Collection[Value]
    ) -> Judgement:
        """Judge by the worst relation that is left once the permitted exceptions are set aside."""
        claim, decisions = self.claim, sorted(relation.decision for relation in found)
        undefined = [reason for reason in missing if isinstance(reason, UndefinedError)]
        counted = decisions[claim.exceptions :]
        if counted and counted[0] is Decision.CONTRADICTED:
            return Judgement.CONTRADICTED
        if len(missing) > len(undefined) and not (claim.of_those_run and counted):
            return Judgement.NOT_RUN
        if undefined:
            return Judgement.NOT_TESTABLE
        decision = counted[0] if counted else Decision.CONFIRMED
        artificial = self.results.artificial
        designed = all(v.key.treebank in artificial and is_of_trees(v) for v in evidence)
        if decision >= Decision.AS_CLAIMED and (claim.identity or designed):
            return Judgement.BY_CONSTRUCTION
        return JUDGED[decision]


def _relations(claim: Claim, judge: Callable, site: Site) -> tuple[Relation, list[Relation]]:
    """Return the claim's condition and relations at a site."""
    condition = claim.where(site) if claim.where else Relation(Decision.CONFIRMED)
    found = judge(site)
    relations = found if isinstance(found, list) else [found]
    for relation in relations:
        if not isinstance(relation, Relation):
            raise ClaimError(f"{claim.id}: {relation!r} is not a relation")
    return condition, relations


def _basis(evidence: Iterable[Value]) -> str:
    return TESTED if any(map(sampling_variance, evidence)) else EXACT


def _note(missing: Iterable[AbsentError], note: str) -> str:
    """Describe the first missing value, and add the claim's note."""
    undefined = [str(r) for r in missing if isinstance(r, UndefinedError)]
    absent = [f"not run: {r}" for r in missing if not isinstance(r, UndefinedError)]
    reasons = [*dict.fromkeys(absent + undefined)]
    more = f" (and {len(reasons) - 1} more)" if reasons[1:] else ""
    return "; ".join(filter(None, ("".join(reasons[:1]) + more, note)))

"""The ledger of claims: every claim of a paper in its words, with its verdict on each treebank."""

import csv
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nonproj.claims.verdicts import CONCATENATION, HEADER, MEAN, Judgement, Verdict
from nonproj.data.rows import read_rows
from nonproj.evaluation.values import items_of
from nonproj.experiments.study.study import Study
from nonproj.fidelity.departures import Departure

JUDGED = {Judgement.HOLDS, Judgement.CONTRADICTED, Judgement.NOT_SIGNIFICANT}
TEXTS = ("id", "paper", "section", "claim", "significance", "treebanks")  # of the catalogue
ANY = "any"  # treebanks of a claim that speaks of no particular ones
TOGETHER = "several"  # site of claims about more than one treebank


@dataclass(frozen=True)
class Exhibit:
    """A table or a figure of the page."""

    study: str
    id: str
    title: str


@dataclass(frozen=True)
class Judged:
    """The verdict on a claim at one site, named for people, and what it rests on."""

    site: str
    verdict: Verdict
    exhibits: tuple[Exhibit, ...]

    def site_key(self, sites: Mapping[str, str]) -> str:
        """The treebank, or TOGETHER."""
        return self.verdict.treebank if self.verdict.treebank in sites else TOGETHER


@dataclass(frozen=True)
class Claim:
    """A claim of a paper; `text` is what the paper says, in a sentence."""

    id: str
    paper: str
    section: str
    text: str
    significance: str
    treebanks: str
    judged: tuple[Judged, ...]

    @property
    def verdicts(self) -> list[str]:
        """Each verdict once, in the order of `Judgement`."""
        found = {str(j.verdict.verdict) for j in self.judged}
        return [str(judgement) for judgement in Judgement if str(judgement) in found]

    @property
    def contradicted(self) -> list[Judged]:
        return [j for j in self.judged if j.verdict.verdict == Judgement.CONTRADICTED]

    @property
    def stand_ins(self) -> dict[str, list[str]]:
        """Treebanks that contradict it, for people, and those of the paper that each stands for."""
        pairs = {j.site: (j.verdict.treebank, j.verdict.stands_for) for j in self.contradicted}
        return {
            site: originals.split("|")
            for site, (treebank, originals) in pairs.items()
            if originals and treebank not in originals.split("|") and not _several(treebank)
        }

    def differing(
        self, departures: Mapping[tuple[str, str], Sequence[Departure]]
    ) -> list[Departure]:
        """The departures that touch the exhibits which contradict it; `departures` by exhibit."""
        exhibits = [(e.study, e.id) for j in self.contradicted for e in j.exhibits]
        touched = {d.id: d for exhibit in exhibits for d in departures.get(exhibit, ())}
        return list(touched.values())

    @property
    def _bearing(self) -> list[Verdict]:
        """On treebanks that it speaks of, or on those in their place."""
        anywhere = self.treebanks == ANY
        found = [j.verdict for j in self.judged if j.verdict.stands_for or anywhere]
        return [verdict for verdict in found if verdict.verdict in JUDGED]

    @property
    def judged_once(self) -> bool:
        """On one such treebank alone."""
        return len(self._bearing) == 1 and not _several(self._bearing[0].treebank)

    @property
    def fell(self) -> bool:
        """Contradicted on a treebank that it speaks of or one in its place, and upheld on none."""
        found = {verdict.verdict for verdict in self._bearing}
        return Judgement.CONTRADICTED in found and Judgement.HOLDS not in found


@dataclass(frozen=True)
class Ledger:
    """The claims of the studies of a report, and the treebanks that they were judged on."""

    claims: tuple[Claim, ...]
    sites: Mapping[str, str]  # treebank -> its name for people, and TOGETHER

    def of(self, study: str) -> list[Claim]:
        return [claim for claim in self.claims if claim.paper == study]

    @property
    def judgements(self) -> list[str]:
        """The verdicts that occur."""
        found = {verdict for claim in self.claims for verdict in claim.verdicts}
        return [str(judgement) for judgement in Judgement if str(judgement) in found]

    @property
    def every_judgement(self) -> list[str]:
        return [str(judgement) for judgement in Judgement]

    def counts(self, study: str, site: str | None = None) -> Counter[str]:
        """Verdicts on the claims of a study, at one site or at all."""
        return Counter(
            str(j.verdict.verdict)
            for claim in self.of(study)
            for j in claim.judged
            if site is None or j.site_key(self.sites) == site
        )

    @property
    def fallen(self) -> list[Claim]:
        return [claim for claim in self.claims if claim.fell]

    @property
    def upheld(self) -> list[Claim]:
        """Claims that hold wherever they were judged."""
        return [claim for claim in self.claims if JUDGED & {*claim.verdicts} == {Judgement.HOLDS}]

    @property
    def open(self) -> list[Claim]:
        """Claims that were judged nowhere."""
        settled = JUDGED | {Judgement.BY_CONSTRUCTION}
        return [claim for claim in self.claims if not settled & {*claim.verdicts}]

    @property
    def constructed(self) -> list[Claim]:
        """Claims that cannot but hold wherever they were judged."""
        return [
            claim
            for claim in self.claims
            if Judgement.BY_CONSTRUCTION in claim.verdicts and not JUDGED & {*claim.verdicts}
        ]


def read_ledger(
    catalogue: Path | str,
    verdicts: Path | str,
    studies: Sequence[Study],
    names: Mapping[str, str],
) -> Ledger:
    """The claims of the studies that the catalogue lists; `names` are the treebanks' for people."""
    rows: dict[str, list[Verdict]] = {}
    for _, row in read_rows(verdicts, HEADER):
        verdict = Verdict(*row)
        rows.setdefault(verdict.claim, []).append(verdict)
    index = _exhibits(studies)
    claims = []
    with open(catalogue, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["paper"] in {study.id for study in studies}:
                judged = tuple(_judged(v, names, index) for v in rows.get(row["id"], ()))
                claims.append(Claim(*(row[name] for name in TEXTS), judged))
    return Ledger(tuple(claims), {**names, TOGETHER: "Several together"})


def _several(treebank: str) -> bool:
    """Of a verdict: several treebanks, or all together."""
    return "|" in treebank or treebank in (CONCATENATION, MEAN)


def _names(verdict: Verdict) -> list[str]:
    """The treebanks, or how several are taken together."""
    return verdict.treebank.split("|") if verdict.treebank else []


def _judged(verdict: Verdict, names: Mapping[str, str], index: Mapping) -> Judged:
    site = ", ".join(names.get(name, name) for name in _names(verdict))
    found = [e for key in _keys(verdict.evidence) for e in index.get(key, ())]
    own = [e for e in found if e.study == verdict.paper] or found
    return Judged(site or "Any treebank", verdict, tuple(dict.fromkeys(own)))


def _keys(evidence: str) -> Iterator[tuple]:
    """The keys of values as `Verdict.evidence` holds them, without their treebanks."""
    for text in evidence.split():
        _, system, rest = text.split(",", 2)
        setting, split, metric = rest.rsplit(",", 2)
        yield system, items_of(setting), split, metric


def _exhibits(studies: Sequence[Study]) -> dict[tuple, list[Exhibit]]:
    """Tables and figures by the keys of the values that they show."""
    index: dict[tuple, list[Exhibit]] = {}
    for study in studies:
        for spec in study.tables:
            shown = {spec.address_of(row, column) for row in spec.rows for column in spec.columns}
            exhibit = Exhibit(study.id, spec.id, spec.title)
            for address in shown:
                for split in address.splits:
                    key = (address.system, address.setting, split, address.metric)
                    index.setdefault(key, []).append(exhibit)
    return index

"""The ledger of claims: every claim in the papers, with a verdict for each treebank."""

import csv
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nonproj.public.values import Key
from studies.judge.catalogue import ClaimKind
from studies.judge.verdicts import EXACT, JUDGED, MEAN, TESTED, Judgement, Verdict
from studies.plan.study.study import Study, TableSpec

if TYPE_CHECKING:
    from studies.papers.deviations import Deviation

# What a claim is if a single treebank decides that it is confirmed or contradicted.
FIRM = {
    Judgement.CONFIRMED: Judgement.AS_CLAIMED,
    Judgement.CONTRADICTED: Judgement.AGAINST,
}
RISING = [*JUDGED.values(), Judgement.BY_CONSTRUCTION]  # from contradicted to confirmed
# Columns of the catalogue.
TEXTS = ("id", "paper", "section", "claim", "significance", "kind", "follows", "sentence")
TOGETHER = "several"  # the site for verdicts on more than one treebank
MOST_LISTED = 4  # largest number of treebanks to list by name


@dataclass(frozen=True)
class Judged:
    """A verdict on a claim at one site, with the printed name of the site and related tables.

    `treebanks` are the printed names of the treebanks that provided values."""

    site: str
    verdict: Verdict
    exhibits: tuple[TableSpec, ...]
    treebanks: tuple[str, ...] = ()

    @property
    def together(self) -> bool:
        """True if the claim is judged on several treebanks treated as one."""
        return self.verdict.treebank == MEAN

    @property
    def several(self) -> bool:
        """True if the claim is judged on several treebanks."""
        return "|" in self.verdict.treebank or self.together

    def site_key(self, sites: Mapping[str, str]) -> str:
        """Return the verdict's treebank if it is one of the `sites`, and otherwise TOGETHER."""
        return self.verdict.treebank if self.verdict.treebank in sites else TOGETHER


@dataclass(frozen=True)
class PaperClaim:
    """A claim of a paper; `text` is the claim in one sentence, and `sentence` the paper's own.

    A claim that follows from another is not counted; `follows` is the other claim."""

    id: str
    paper: str
    section: str
    text: str
    significance: str
    kind: ClaimKind
    follows: str
    sentence: str
    judged: tuple[Judged, ...]

    @property
    def verdicts(self) -> list[Judgement]:
        """The different verdicts on the claim, in the order of `Judgement`."""
        return _ordered(j.verdict.verdict for j in self.judged)

    @property
    def contradictions(self) -> list[Judged]:
        return [j for j in self.judged if j.verdict.verdict is Judgement.CONTRADICTED]

    @property
    def plainest_contradiction(self) -> Judged:
        """The contradiction with the shortest relation, preferably one that was tested."""
        return min(self.contradictions, key=lambda j: (not j.verdict.p, len(j.verdict.relation)))

    @property
    def stand_ins(self) -> dict[str, list[str]]:
        """For each stand-in that contradicts the claim, the paper's treebanks that it replaces."""
        found = {j.site: j.verdict for j in self.contradictions if not j.several}
        originals = {site: verdict.stands_for.split("|") for site, verdict in found.items()}
        return {
            site: names
            for site, names in originals.items()
            if names != [""] and found[site].treebank not in names
        }

    def differing(
        self, deviations: Mapping[tuple[str, str], Sequence["Deviation"]]
    ) -> list["Deviation"]:
        """Return the deviations that affect the exhibits on which the contradictions are based.

        `deviations` maps exhibits (tables and figures) to the deviations that affect them."""
        touched = {
            d.id: d
            for judged in self.contradictions
            for exhibit in judged.exhibits
            for d in deviations.get((exhibit.study, exhibit.id), ())
            if not d.only or judged.several or judged.verdict.treebank in d.only
        }
        return list(touched.values())

    @property
    def relevant(self) -> list[Judged]:
        """The verdicts on what the claim is about.

        These are the verdict on an average, the verdicts on all treebanks, if the claim is general,
        or those on the treebanks that it is about."""
        if together := [j for j in self.judged if j.together]:
            return together
        general = self.kind == ClaimKind.GENERAL
        return [j for j in self.judged if general or j.verdict.stands_for or not j.verdict.treebank]

    @property
    def deciding(self) -> list[Judged]:
        """The relevant verdicts that decide something."""
        return [j for j in self.relevant if j.verdict.verdict in RISING]

    @property
    def outcome(self) -> Judgement:
        """The median of the deciding verdicts.

        A claim is confirmed or contradicted only if no single treebank decides this."""
        if not self.deciding:
            found = _ordered(j.verdict.verdict for j in self.relevant)
            return found[0] if found else Judgement.NOT_RUN
        middle = median(j.verdict.verdict for j in self.deciding)
        return FIRM[middle] if middle in FIRM and self.hinges_on else middle

    @property
    def hinges_on(self) -> list[str]:
        """The treebanks without which the median of the deciding verdicts would be another."""
        verdicts = [j.verdict.verdict for j in self.deciding]
        if any(j.together or not j.verdict.treebank for j in self.deciding):
            return []
        others = [verdicts[:i] + verdicts[i + 1 :] for i in range(len(verdicts))]
        return [
            one.site
            for one, rest in zip(self.deciding, others, strict=True)
            if not rest or median(rest) is not median(verdicts)
        ]

    @property
    def basis(self) -> str:
        """TESTED if a deciding value has a sampling error, otherwise EXACT; "" if undecided."""
        found = {j.verdict.basis for j in self.deciding}
        return TESTED if TESTED in found else EXACT if EXACT in found else ""

    @property
    def decided_by(self) -> str:
        """The treebanks that decide the outcome, or the reason why no treebank does."""
        of_outcome = (j.verdict for j in self.relevant if j.verdict.verdict is self.outcome)
        names = [*dict.fromkeys(name for j in self.deciding for name in j.treebanks)]
        if not names:
            note = next((verdict.note for verdict in of_outcome), "")
            return note.partition("; ")[0] if self.outcome is Judgement.NOT_RUN else note
        listed = "; ".join(names) if len(names) <= MOST_LISTED else f"{len(names)} treebanks"
        return listed + (" together" if self.deciding[0].together else "")


@dataclass(frozen=True)
class Ledger:
    """The claims of a report's studies, and the treebanks on which the claims were judged."""

    claims: tuple[PaperClaim, ...]
    sites: Mapping[str, str]  # treebank or TOGETHER -> its printed name

    def of(self, study: str) -> list[PaperClaim]:
        return [claim for claim in self.claims if claim.paper == study]

    def counted(self, study: str = "") -> list[PaperClaim]:
        """Return the claims, of one study or of all, that do not follow from others."""
        return [c for c in self.claims if not c.follows and study in ("", c.paper)]

    def tally(self, study: str) -> list[str]:
        """Count the outcomes of a study's claims: "6 confirmed", and so on."""
        found = Counter(claim.outcome for claim in self.counted(study))
        return [f"{found[outcome]} {outcome}" for outcome in _ordered(found)]

    @property
    def contradicted(self) -> list[PaperClaim]:
        """The contradicted claims: tested claims first, and shorter claims before longer ones."""
        found = [c for c in self.claims if c.outcome is Judgement.CONTRADICTED]
        return sorted(found, key=lambda c: (not c.plainest_contradiction.verdict.p, len(c.text)))

    @property
    def in_part(self) -> list[str]:
        """The studies of whose testable claims more than half were not run on any treebank."""
        found = {claim.paper: [] for claim in self.claims}
        for claim in self.claims:
            if claim.outcome is not Judgement.NOT_TESTABLE:
                found[claim.paper].append(claim.outcome is Judgement.NOT_RUN)
        return [study for study, not_run in found.items() if 2 * sum(not_run) > len(not_run)]

    @property
    def judgements(self) -> list[Judgement]:
        """The different verdicts on the claims, in the order of `Judgement`."""
        return _ordered(verdict for claim in self.claims for verdict in claim.verdicts)

    def counts(self, study: str, site: str | None = None) -> Counter[str]:
        """Count the verdicts on a study's claims, at one site or, by default, at all sites."""
        return Counter(
            j.verdict.verdict
            for claim in self.of(study)
            for j in claim.judged
            if site is None or j.site_key(self.sites) == site
        )


def ledger_of(
    catalogues: Iterable[Path | str],
    verdicts: Iterable[Verdict],
    studies: Sequence[Study],
    names: Mapping[str, str],
) -> Ledger:
    """Return the claims of these studies from the papers' catalogues, with their verdicts.

    `names` maps treebanks to their printed names."""
    found: dict[str, list[Verdict]] = {}
    for verdict in verdicts:
        found.setdefault(verdict.claim, []).append(verdict)
    index, papers = _exhibits(studies), {study.id for study in studies}
    rows = [row for path in catalogues for row in _rows(path) if row["paper"] in papers]
    claims = (
        PaperClaim(
            *(row[name] for name in TEXTS),
            tuple(_judged(verdict, names, index) for verdict in found.get(row["id"], ())),
        )
        for row in rows
    )
    return Ledger(tuple(claims), {**names, TOGETHER: "Several together"})


def median(verdicts: Iterable[Judgement]) -> Judgement:
    """Return the verdict in the middle.

    If two different verdicts are in the middle, the less favourable one counts, but never as a
    contradiction. A claim is confirmed or contradicted only by more than half of the treebanks."""
    decided = sorted(map(RISING.index, verdicts))
    low, high = decided[(len(decided) - 1) // 2], decided[len(decided) // 2]
    return RISING[max(low, RISING.index(Judgement.AGAINST)) if low < high else low]


def _rows(catalogue: Path | str) -> list[dict[str, str]]:
    with open(catalogue, encoding="utf-8", newline="") as file:
        return [*csv.DictReader(file)]


def _ordered(found: Iterable[Judgement]) -> list[Judgement]:
    occurring = {*found}
    return [judgement for judgement in Judgement if judgement in occurring]


def _judged(verdict: Verdict, names: Mapping[str, str], index: Mapping) -> Judged:
    treebanks = verdict.treebank.split("|") if verdict.treebank else ["Any treebank"]
    found = [e for key in verdict.evidence for e in index.get(key._replace(treebank=""), ())]
    own = [e for e in found if e.study == verdict.paper] or found
    site = ", ".join(names.get(name, name) for name in treebanks)
    used = dict.fromkeys(names.get(key.treebank, key.treebank) for key in verdict.evidence)
    return Judged(site, verdict, tuple({(e.study, e.id): e for e in own}.values()), (*used,))


def _exhibits(studies: Sequence[Study]) -> dict[Key, list[TableSpec]]:
    """Map keys without a treebank to the tables that show their values."""
    index: dict[Key, list[TableSpec]] = {}
    for study in studies:
        for spec in study.tables:
            shown = {spec.address_of(row, column) for row in spec.rows for column in spec.columns}
            for address in shown:
                for key in address.keys(""):
                    index.setdefault(key, []).append(spec)
    return index

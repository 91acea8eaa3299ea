"""The claims of all papers, paper by paper, each in the order of its catalogue (claims.csv)."""

import csv
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from studies.judge.catalogue import Claim, ClaimKind, Paper
from studies.judge.quantities import ClaimError
from studies.papers.bjorkelund_kuhn_2012 import claims as bjorkelund_kuhn_2012
from studies.papers.gomez_rodriguez_2018 import claims as gomez_rodriguez_2018
from studies.papers.kuhlmann_nivre_2010 import claims as kuhlmann_nivre_2010
from studies.papers.nilsson_2009 import claims_combination as nilsson_2009_combination
from studies.papers.nilsson_2009 import claims_transformations as nilsson_2009_transformations
from studies.papers.nivre_2007 import claims as nivre_2007
from studies.plan.study.load import folder_of

MODULES = (
    bjorkelund_kuhn_2012, kuhlmann_nivre_2010, gomez_rodriguez_2018, nivre_2007,
    nilsson_2009_transformations, nilsson_2009_combination,
)  # fmt: skip
PAPERS_BY_ID = {module.paper.id: module.paper for module in MODULES}


def catalogues(papers: Path | str) -> list[Path]:
    """List the files with the claims of each paper, given the folder of all papers."""
    return [Path(papers, folder_of(id), "claims.csv") for id in PAPERS_BY_ID]


def all_claims(catalogues: Iterable[Path | str]) -> list[Claim]:
    return [
        claim
        for catalogue, paper in zip(catalogues, PAPERS_BY_ID.values(), strict=True)
        for claim in load_claims(catalogue, [paper])
    ]


def load_claims(catalogue: Path | str, papers: Iterable[Paper]) -> list[Claim]:
    """Return the claims from the studies' modules; check that the catalogue has the same claims."""
    made = {
        (paper.id, id): (paper, claim) for paper in papers for id, claim in paper.claims.items()
    }
    claims = []
    with open(catalogue, encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 2):
            place = f"{catalogue}:{number}: {row['id']}"
            paper, claim = made.pop((row["paper"], row["id"]), (None, None))
            if claim is None:
                raise ClaimError(f"{place}: no module of {row['paper']} computes it")
            if row["kind"] not in [*ClaimKind]:
                raise ClaimError(f"{place}: kind {row['kind']!r}, expected {', '.join(ClaimKind)}")
            if not claim.not_testable and row["kind"] in (ClaimKind.PRELIMINARY, ClaimKind.VAGUE):
                raise ClaimError(f"{place}: its module does not say why it cannot be tested")
            about = paper.treebanks_of(row["treebanks"])
            claims.append(replace(claim, about=about, kind=ClaimKind(row["kind"])))
    if made:
        raise ClaimError(f"{catalogue}: lacks {', '.join(id for _, id in made)}")
    return claims

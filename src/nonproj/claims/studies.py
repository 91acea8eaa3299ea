"""The claims of all studies, in the order of the catalogue."""

import csv
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from nonproj.claims import (
    bjorkelund_kuhn_2012,
    gomez_rodriguez_2018,
    kuhlmann_nivre_2010,
    nilsson_2009_combination,
    nilsson_2009_transformations,
    nivre_2007,
)
from nonproj.claims.catalogue import Claim, Paper
from nonproj.claims.quantities import ClaimError

MODULES = (
    bjorkelund_kuhn_2012, gomez_rodriguez_2018, kuhlmann_nivre_2010,
    nilsson_2009_transformations, nilsson_2009_combination, nivre_2007,
)  # fmt: skip


def all_claims(catalogue: Path | str) -> list[Claim]:
    return load_claims(catalogue, {module.paper.id: module.paper for module in MODULES}.values())


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
            if row["testable_on_ud"] == "no" and not claim.untestable:
                raise ClaimError(f"{place}: not testable on UD, but its module does not say why")
            claims.append(replace(claim, about=paper.treebanks_of(row["treebanks"])))
    if made:
        raise ClaimError(f"{catalogue}: lacks {', '.join(id for _, id in made)}")
    return claims

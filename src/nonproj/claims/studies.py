"""The studies whose claims are judged."""

from pathlib import Path

from nonproj.claims import (
    bjorkelund_kuhn_2012,
    gomez_rodriguez_2018,
    kuhlmann_nivre_2010,
    nilsson_2009_combination,
    nilsson_2009_transformations,
    nivre_2007,
)
from nonproj.claims.catalogue import Claim, load_claims
from nonproj.claims.relations import name_all

MODULES = (
    bjorkelund_kuhn_2012, gomez_rodriguez_2018, kuhlmann_nivre_2010,
    nilsson_2009_transformations, nilsson_2009_combination, nivre_2007,
)  # fmt: skip
for module in MODULES:
    name_all(vars(module))


def all_claims(catalogue: Path | str) -> list[Claim]:
    return load_claims(catalogue, [module.study for module in MODULES])

"""The systems that claims name exist, or are marked as what does not exist yet."""

import csv
from dataclasses import dataclass, field

import pytest

from inventions import is_variant
from nonproj.decoders.overlap import TreeClass
from nonproj.results.treebanks.distortion import SYSTEMS as ENCODINGS
from nonproj.results.values import Subject
from oracles.published_claims import CLAIMS, ROOT
from studies.judge.verdicts import verdicts
from studies.papers.claims import MODULES
from studies.plan.study.load import PAPERS, PUBLISHED_FILE, folder_of
from studies.plan.study.names import BLENDS, GENERIC, PRINTED, TREES

# What claims call by another name than the tables of their paper.
PRINTED_AS = {
    **{d: f"covington-{d}" for d in ("d0", "d1", "d2", "dinf")},
    "mcdonald": "mcdonald-2006", "nivre": "nivre-2006",
    "two": "mh4-two", "hybrid": "mh4-hybrid", "endpoint": "1ec",
    "t0": "p0", "tH": "pH", "tP": "pP", "tHP": "pHP",
    "tcs": "tc-star", "tcp": "tc-plus", "tcps": "tc-plus-star", "tvtc": "tv.tc",
    "ttc": "tc", "ttcs": "tc-star", "ttcp": "tc-plus", "ttcps": "tc-plus-star", "ttv": "tv",
    "eisnerHP": "pHP", "cs": "tc;style=cs",
    "malt": "maltparser", "npa": "mstparser", "lth": "lth-parser", "ilp": "ilp-parser",
    "eagerR": "arc-eager-r2l", "standardL": "arc-standard-l2r", "standardR": "arc-standard-r2l",
    "covingtonL": "covington-l2r", "covingtonR": "covington-r2l",
    "nineInv": "base+9-inv", "nineNoInv": "base+9-noinv",
} | {
    f"{level}{short}{classifiers}": f"{level}-{weights}"
    for level in ("tl", "gl")
    for short, weights in (("Eq", "eq"), ("Acc", "acc"), ("Type", "typeacc"))
    for classifiers in ("", "S", "A")
}  # fmt: skip
# Systems that no table of theirs has under a name of its own.
OURS = {
    "bjorkelund_kuhn_2012": {"t0", "tHP"},  # are measured without a parser
    "gomez_rodriguez_2018": {"greedy_3"},  # is printed as a setting
    "nilsson_2009.claims_transformations": {"joined", "eisner", "mst", "mst_tc", "mst_tv"},
    "nilsson_2009.claims_combination": {"mst"},
}


@dataclass
class Asked:
    """Values and tests that are not there, and which were asked for."""

    treebanks: list[str]
    systems: set[str] = field(default_factory=set)

    def find(self, *keys):
        self.systems.update(key.system for key in keys)


def test_every_system_marked_as_no_variant_is_named_by_a_claim():
    """What is a variant by now, and what no claim names, needs no mark."""
    assert not [name for name in TREES + GENERIC + BLENDS + PRINTED if is_variant(name)]
    asked = Asked([name for module in MODULES for name in vars(module).values() if _treebank(name)])
    verdicts(CLAIMS, asked, None, {})
    shown_only = {"ensemble"}  # in table T5
    assert {*TREES, *GENERIC, *BLENDS, *PRINTED} - asked.systems == shown_only


def _place(module) -> str:
    """The name of a paper's module, without what all these names have in common."""
    return module.__name__.removeprefix("studies.papers.").removesuffix(".claims")


def _treebank(name) -> bool:
    return isinstance(name, str) and name.startswith(("conll0", "ud20-"))


def test_systems_marked_as_no_variants_are_trees_blends_or_printed(studies):
    capped = "headpath30"
    assert {*TREES} <= {"gold", capped, *(c.value for c in TreeClass), *ENCODINGS}
    blends = {blend.system for study in studies for run in study.runs for blend in run.blends}
    assert {*BLENDS} <= blends
    assert {*PRINTED} <= {row["system"] for module in MODULES for row in _rows(module.paper.id)}


@pytest.mark.parametrize("module", MODULES, ids=lambda module: _place(module))
def test_claims_call_systems_as_the_tables_of_their_paper_do(module):
    """A name that a paper's tables have for a variant of ours is the same variant in its claims."""
    variants: dict[str, set[str]] = {}
    for row in _rows(module.paper.id):
        for name in (row["system"], _printed_name(row)):
            variants.setdefault(_plain(name), set()).add(row["system"])
    ours = OURS.get(_place(module), set())
    claimed = {name: s.name for name, s in vars(module).items() if isinstance(s, Subject)}
    assert ours <= claimed.keys()
    for name in claimed.keys() - ours:
        called = {_plain(name), _plain(PRINTED_AS.get(name, name))}
        known = set().union(*(variants.get(plain, ()) for plain in called))
        assert claimed[name] in known, f"{name} is {claimed[name]}, in the tables {known}"


def _rows(paper: str) -> list[dict[str, str]]:
    with open(
        ROOT / PAPERS / folder_of(paper) / PUBLISHED_FILE, encoding="utf-8", newline=""
    ) as file:
        return list(csv.DictReader(file))


def _printed_name(row: dict[str, str]) -> str:
    """The paper's name of the system, with the style of coordination."""
    names = row["printed_as"].split(";")
    return ";".join(n for n in names if n != "heldout20" and not n.startswith("baseline="))


def _plain(name: str) -> str:
    return name.replace("-", "").replace("_", "").lower()

"""Claims as data.

data/published/claims.csv says what the papers claim, workflow/claims/<study>.yaml how a claim is
computed. Every claim of the former has an entry in the latter, and the other way round."""

import ast
import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from fractions import Fraction
from itertools import product
from pathlib import Path

import jsonschema
import yaml

from nonproj.claims.language import RESERVED, ClaimError, bind, parse, terms
from nonproj.claims.records import Figure, Vocabulary
from nonproj.evaluation.significance.table import P_VALUES

Relations = tuple[ast.expr, ...]


@dataclass(frozen=True)
class Case:
    """What is claimed of some treebanks; without names, of all that no other case names."""

    treebanks: tuple[str, ...]
    relations: Relations


@dataclass(frozen=True)
class Claim:
    """A claim of a paper and how it is computed.

    `about`: patterns of the published treebanks it was made of. `cases` are judged on each
    treebank; in the scope `pooled` also on their concatenation, in the scope `mean` on their mean
    only. `across` are relations between treebanks. As many relations may fail as there are
    `exceptions` in the paper's words; `of_those_run`: relations whose figures were not measured do
    not count, as long as there is one."""

    id: str
    paper: str
    about: tuple[str, ...]
    vocabulary: Vocabulary
    cases: tuple[Case, ...]
    across: Relations = ()
    scope: str = "each"
    where: ast.expr | None = None
    exceptions: int = 0
    of_those_run: bool = False
    test: str = "mcnemar"
    level: Fraction = Fraction(1, 20)
    untestable: str = ""  # why open treebanks, or any, cannot decide it
    note: str = ""

    def is_about(self, published: str) -> bool:
        return any(
            fnmatchcase(published, pattern) or published.startswith(f"{pattern}-")
            for pattern in self.about
        )

    def relations_for(self, names: Sequence[str]) -> Relations:
        """Of a treebank that goes by these names; none where the claim says nothing about it."""
        for case in self.cases:
            if not case.treebanks or any(name in case.treebanks for name in names):
                return case.relations
        return ()


def load_claims(folder: Path | str, catalogue: Path | str, schema: Path | str) -> list[Claim]:
    """All claims in the order of the catalogue."""
    entries = {}
    for path in sorted(Path(folder).glob("*.yaml")):
        content = _validated(path, Path(schema))
        for name, entry in content["claims"].items():
            if name in entries:
                raise ClaimError(f"{path}: {name} is there twice")
            entries[name] = path, content, entry
    claims = []
    for row in _rows(catalogue):
        if row["id"] not in entries:
            raise ClaimError(f"{catalogue}: {row['id']} has no entry in {folder}")
        path, content, entry = entries.pop(row["id"])
        try:
            claims.append(_claim(row, content, entry))
        except ClaimError as error:
            raise ClaimError(f"{path}: {row['id']}: {error}") from None
    if entries:
        raise ClaimError(f"{catalogue}: no claim is called {next(iter(entries))!r}")
    return claims


def _rows(catalogue: Path | str) -> list[dict[str, str]]:
    with open(catalogue, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _validated(path: Path, schema: Path) -> dict:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except yaml.YAMLError as error:
        raise ClaimError(f"{path}: {' '.join(str(error).split())}") from None
    validator = jsonschema.Draft202012Validator(yaml.safe_load(schema.read_text(encoding="utf-8")))
    error = jsonschema.exceptions.best_match(validator.iter_errors(content))
    if error is not None:
        raise ClaimError(f"{path}: {error.json_path}: {error.message}")
    if content["study"] != path.stem:
        raise ClaimError(f"{path}: study {content['study']!r}, expected {path.stem!r}")
    return content


def _claim(row: Mapping[str, str], content: dict, entry: dict) -> Claim:
    if row["paper"] != content["study"]:
        raise ClaimError(f"the claim is of {row['paper']}, not of {content['study']}")
    untestable = entry.get("not-testable", entry.get("originals-only", ""))
    if row["testable_on_ud"] == "no" and not untestable:
        raise ClaimError("open treebanks cannot test it, but the entry does not say why")
    vocabulary = _vocabulary(content, entry)
    claim = Claim(
        id=row["id"],
        paper=row["paper"],
        about=_about(row["treebanks"], content.get("groups", {})),
        vocabulary=vocabulary,
        cases=tuple(_cases(entry, vocabulary)),
        across=tuple(_relations(entry["across"], entry, vocabulary)) if "across" in entry else (),
        scope=entry.get("scope", "each"),
        where=parse(entry["where"]) if "where" in entry else None,
        exceptions=entry.get("exceptions", 0),
        of_those_run=entry.get("of-those-run", False),
        test=entry.get("test", content.get("test", "mcnemar")),
        level=Fraction(str(entry.get("level", "0.05"))),
        untestable=untestable,
        note=entry.get("note", ""),
    )
    _check(claim)
    return claim


def _about(treebanks: str, groups: Mapping[str, list[str]]) -> tuple[str, ...]:
    return tuple(name for part in treebanks.split("|") for name in groups.get(part, [part]))


def _vocabulary(content: dict, entry: dict) -> Vocabulary:
    """Of the study; a claim may have figures of its own."""
    figures = content.get("figures", {}) | entry.get("figures", {})
    systems = {
        name: _figure(value if isinstance(value, dict) else {"system": value})
        for name, value in content.get("systems", {}).items()
    }
    vocabulary = Vocabulary(
        systems,
        {name: _figure(value) for name, value in figures.items()},
        content.get("treebanks", {}),
    )
    names = [*vocabulary.systems, *vocabulary.figures, *vocabulary.treebanks, *RESERVED]
    twice = [name for position, name in enumerate(names) if name in names[:position]]
    if twice:
        raise ClaimError(f"{twice[0]!r} means two things")
    return vocabulary


def _figure(parts: Mapping[str, str]) -> Figure:
    return Figure(**parts)


def _cases(entry: dict, vocabulary: Vocabulary) -> Iterator[Case]:
    for case in entry.get("cases", [entry] if "relation" in entry else []):
        named = case.get("of", [])
        unknown = [name for name in named if name not in vocabulary.treebanks]
        if unknown:
            raise ClaimError(f"no treebank is called {unknown[0]!r}")
        treebanks = tuple(vocabulary.treebanks[name] for name in named)
        yield Case(treebanks, tuple(_relations(case["relation"], entry | case, vocabulary)))


def _relations(
    given: str | list[str], entry: Mapping, vocabulary: Vocabulary
) -> Iterator[ast.expr]:
    """Each one as often as its loops say; what comes out the same is taken once."""
    bindings = list(_bindings(entry.get("foreach", {}), vocabulary))
    texts = [given] if isinstance(given, str) else given
    bound = [bind(relation, names) for relation in map(parse, texts) for names in bindings]
    yield from {ast.unparse(relation): relation for relation in bound}.values()


def _bindings(loops: Mapping[str, list[str]], vocabulary: Vocabulary) -> Iterator[dict[str, str]]:
    """Every combination of values; variables of one loop, separated by blanks, go together."""
    variables = [tuple(key.split()) for key in loops]
    known = (*vocabulary.systems, *vocabulary.figures, *vocabulary.treebanks, *RESERVED)
    for name in (name for names in variables for name in names):
        if name in known:
            raise ClaimError(f"the loop variable {name!r} means something else, too")
    for values in product(*loops.values()):
        binding = {}
        for names, value in zip(variables, values, strict=True):
            parts = value.split()
            if len(parts) != len(names):
                raise ClaimError(f"{value!r} has not one name for each of {', '.join(names)}")
            binding |= zip(names, parts, strict=True)
        yield binding


def _check(claim: Claim) -> None:
    """Every term has a meaning, and names a treebank in relations across them only."""
    if claim.test not in P_VALUES:
        raise ClaimError(f"test {claim.test!r}, expected one of {', '.join(P_VALUES)}")
    local = [relation for case in claim.cases for relation in case.relations]
    for across, relations in (
        (False, [*local, *filter(None, [claim.where])]),
        (True, claim.across),
    ):
        for term in (term for relation in relations for term in terms(relation)):
            claim.vocabulary.figure(term)
            if (claim.vocabulary.treebank(term) is not None) != across:
                raise ClaimError(f"{term}: expected {'a' if across else 'no'} treebank")

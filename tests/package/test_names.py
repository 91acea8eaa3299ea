"""Classes and constants that two modules define.

Names of the studies, `drawing` and `results` have no second meaning elsewhere in both packages,
except those in SHARED and INTERFACES; modules of papers do not count. In all other folders, two
modules may define a name if other modules import it from one of them at most; ENGINES lists the
exceptions."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import nonproj
import studies

PACKAGES = [Path(package.__file__).parent for package in (nonproj, studies)]
# Folders whose names no other module has
UNIQUE = (
    *("nonproj.drawing", "nonproj.results"),
    *(f"studies.{name}" for name in ("judge", "tables", "figures", "report", "values")),
)
PAPERS = "papers/*_20*/*.py"  # where constants are in the terms of a paper
INTERFACES = {"ARRAYS", "HEADER", "LEARNER"}  # what each file, each learner declares of itself
# What the terms of two fields have in common
SHARED = {
    "Table": "an experiment file, a report",
    "Text": "words of parses, input of a network",
    "Values": "results, values of a feature",
}
# Names that other modules, mostly of the same folder, import from more than one module
ENGINES = {
    "CONJUNCT", "CONJUNCTION", "COUNTS", "CROSSED", "Chart", "HEAD", "LABEL",
    "NONE", "NO_PART", "N_KINDS", "N_PAIR", "N_TRIPLE", "OUTSIDE", "ROWS", "SEPARATOR", "SHIFT",
    "SIBLING", "SPLITS", "SWAPPED", "UNKNOWN", "Address", "Generic", "Move",
    "SCHEMES", "Scorer", "Search", "Settings", "Size", "State", "Vocabulary", "Weights",
}  # fmt: skip


def modules():
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            name = ".".join(path.relative_to(package.parent).with_suffix("").parts)
            yield name, path, ast.parse(path.read_text())


def names_of(node) -> list[str]:
    """The classes and the constants that a statement of a module defines."""
    if isinstance(node, ast.ClassDef):
        return [node.name]
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return []
    found = [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
    return [name for name in found if name[0].isupper()]


@pytest.fixture(scope="module")
def names():
    """Names that several modules define, with these modules; and who is imported from where."""
    defined, imported = defaultdict(set), defaultdict(set)
    for module, path, tree in modules():
        for name in (name for node in tree.body for name in names_of(node)):
            if not path.match(PAPERS):
                defined[name].add(module)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    imported[alias.name].add(node.module or "")
    several = {name: homes for name, homes in defined.items() if len(homes) > 1}
    return several, imported


def of_reports(several) -> set[str]:
    return {name for name, homes in several.items() if any(map(is_of_report, homes))}


def is_of_report(module) -> bool:
    return module.startswith(UNIQUE)


def test_names_of_studies_drawing_and_results_are_defined_nowhere_else(names):
    several, _ = names
    assert of_reports(several) - INTERFACES == SHARED.keys()


def test_names_imported_from_two_modules_are_listed(names):
    several, imported = names
    met = {name for name, homes in several.items() if len(homes & imported[name]) > 1}
    assert met - of_reports(several) - INTERFACES == ENGINES

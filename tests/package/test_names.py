"""Classes and constants have one meaning: no two modules of both packages define the same name.

Modules of papers do not count, because their constants are in the terms of their paper. What each
module of a kind must declare under the same name, so that a registry finds it there, is read from
the registry."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

import nonproj
import studies
from nonproj.learners.registry import LEARNER_ROWS

PACKAGES = [Path(package.__file__).parent for package in (nonproj, studies)]
PAPERS = "papers/*_20*/*.py"
DECLARED_ALIKE = {
    name: {row.module for row in LEARNER_ROWS.values() if row.attribute == name}
    for name in {row.attribute for row in LEARNER_ROWS.values()}
}


def names_of(node) -> list[str]:
    """The classes, constants and types that a statement of a module defines."""
    if isinstance(node, ast.ClassDef):
        return [node.name]
    targets = getattr(node, "targets", [getattr(node, "target", None)])
    if not isinstance(node, ast.Assign | ast.AnnAssign):
        return []
    inside = [n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
    assigned = [n.id for n in inside if isinstance(n.ctx, ast.Store)]
    return [name for name in assigned if name[0].isupper()]


def modules_by_name(packages) -> dict[str, set[str]]:
    """Map each class, constant and type to the modules that define it."""
    modules = defaultdict(set)
    for package in packages:
        for path in sorted(package.rglob("*.py")):
            if path.match(PAPERS):
                continue
            module = ".".join(path.relative_to(package.parent).with_suffix("").parts)
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                for name in names_of(node):
                    modules[name].add(module.removesuffix(".__init__"))
    return modules


@pytest.fixture(scope="module")
def modules():
    return modules_by_name(PACKAGES)


def test_no_two_modules_define_a_class_or_constant_of_the_same_name(modules):
    several = {name: homes for name, homes in modules.items() if len(homes) > 1}
    clashes = {name: homes - DECLARED_ALIKE.get(name, set()) for name, homes in several.items()}
    assert {name: homes for name, homes in clashes.items() if homes} == {}


def test_a_learner_declares_the_names_that_its_registry_row_gives(modules):
    for name, homes in DECLARED_ALIKE.items():
        assert homes <= modules[name], name


def test_modules_by_name_finds_one_name_defined_in_two_modules(tmp_path):
    (tmp_path / "a.py").write_text("class Row: pass\nONE, TWO = range(2)\n")
    (tmp_path / "b.py").write_text("Row = tuple[int, int]\nTWO: int = 2\ntwo = 2\n")
    several = {name for name, homes in modules_by_name([tmp_path]).items() if len(homes) > 1}
    assert several == {"Row", "TWO"}

"""One name, one meaning: classes and constants that two modules define."""

import ast
from collections import defaultdict
from pathlib import Path

import nonproj

PACKAGE = Path(nonproj.__file__).parent
UNIQUE = ("claims", "reporting", "results")  # whose names no other module has
PAPERS = "claims/*_20*.py"  # where constants are in the terms of a paper
INTERFACES = {"ARRAYS", "HEADER", "LEARNER"}  # what each file, each learner declares of itself
# What the terms of two fields have in common
SHARED = {
    "Table": "an experiment file, a report",
    "Text": "words of parses, input of a network",
    "Value": "a result, a drawn value",
    "Values": "results, values of a feature",
}
# Constants and classes of engines that are imported within their own folder
ENGINES = {
    "ARCS", "SCORES", "CONJUNCT", "CONJUNCTION", "COUNTS", "CROSSED", "Chart", "HEAD", "LABEL",
    "NONE", "NO_PART", "N_KINDS", "N_PAIR", "N_TRIPLE", "OUTSIDE", "ROWS", "SEPARATOR", "SHIFT",
    "SIBLING", "SPLITS", "SWAPPED", "UNKNOWN", "Address", "Coordination", "Features", "Generic",
    "Move", "Part", "Profile", "SCHEMES", "Scorer", "Search", "Settings", "Size", "State",
    "Vocabulary", "Weights",
}  # fmt: skip


def modules():
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
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


def test_one_name_has_one_meaning():
    defined, imported = defaultdict(set), defaultdict(set)
    for module, path, tree in modules():
        for name in (name for node in tree.body for name in names_of(node)):
            if not path.match(PAPERS):
                defined[name].add(module)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nonproj."):
                for alias in node.names:
                    imported[alias.name].add(node.module.removeprefix("nonproj."))
    several = {name: homes for name, homes in defined.items() if len(homes) > 1}
    ours = {n for n, homes in several.items() if any(h.startswith(UNIQUE) for h in homes)}
    met = {name for name, homes in several.items() if len(homes & imported[name]) > 1}
    assert ours - INTERFACES == SHARED.keys()
    assert met - ours - INTERFACES <= ENGINES

"""The reproduction takes from the library only the names that `nonproj.public` lists."""

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

import nonproj
from committed import ROOT
from nonproj.public import definitions

MODULES = sorted(path.stem for path in Path(nonproj.__file__).parent.glob("public/[!_]*.py"))
IMPORT = re.compile(r"^ *(?:from [\w.]+ import (?:\([^)]*\)|[^\n]*)|import [^\n]*)", re.MULTILINE)


def names_of(module):
    return definitions(f"nonproj.public.{module}")


def statements(path):
    """The imports in a Python file; in a file of Snakemake, those that start a line."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        text = "\n".join(each.strip() for each in IMPORT.findall(text))
    nodes = ast.walk(ast.parse(text))
    return [node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]


def imports_of(node):
    if isinstance(node, ast.Import):
        return [(alias.name, None) for alias in node.names]
    return [(str(node.module), alias.name) for alias in node.names]


@pytest.fixture(scope="module")
def imported():
    """What the reproduction imports from the library: (file, module, name); without name: None."""
    folders = ROOT / "src" / "studies", ROOT / "workflow"
    files = [ROOT / "Snakefile", *(p for f in folders for p in f.rglob("*") if p.is_file())]
    files = [p for p in files if p.suffix in (".py", ".smk") or p.name == "Snakefile"]
    nodes = [(path.name, node) for path in files for node in statements(path)]
    found = [(name, *each) for name, node in nodes for each in imports_of(node)]
    return [each for each in found if each[1].split(".")[0] == "nonproj"]


def test_the_reproduction_imports_only_public_names(imported):
    """Except for fingerprints, which follow a public name to its module."""
    other = {each for each in imported if each[2] not in definitions(each[1])}
    known = [("nonproj", None), ("nonproj.public", "Definition"), ("nonproj.public", "definitions")]
    assert other == {("fingerprint.py", *each) for each in known}
    assert len(imported) > 300


def test_the_reproduction_uses_every_public_name_of_at_most_12_modules(imported):
    used = {(module, name) for _, module, name in imported}
    listed = {(f"nonproj.public.{module}", name) for module in MODULES for name in names_of(module)}
    assert listed - used == set()
    assert len(MODULES) <= 12
    names = [name for _, name in listed]
    assert len({*names}) == len(names)


@pytest.mark.parametrize("module", MODULES)
def test_a_public_name_is_imported_from_where_it_is_defined(module):
    public = import_module(f"nonproj.public.{module}")
    for name, (home, original) in names_of(module).items():
        defined = __import__(home, fromlist=[original])
        assert getattr(public, name) is getattr(defined, original)
    with pytest.raises(AttributeError, match=f"'nonproj.public.{module}' has no attribute 'none'"):
        public.none  # noqa: B018


def test_python_md_lists_all_public_names():
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `nonproj\.public\.(\w+)` \| [^|]+ \| (.+) \|$", page, re.MULTILINE)
    listed = {module: re.findall(r"`(\w+)`", names) for module, names in rows}
    assert listed == {module: sorted(names_of(module)) for module in MODULES}

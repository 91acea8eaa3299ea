"""Code fingerprints: hashes over a script or module and everything that it imports.

Snakemake misses changes in imported modules. Comments and docstrings are ignored. Imports inside
functions are followed, and so are module names in strings ("nonproj.a.b"). The hash for `a.py`
includes the tables named after it: `a.yaml` or `a/*.yaml` in the same folder."""

import ast
import hashlib
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import nonproj
from nonproj.public import Definition, definitions
from nonproj.public.errors import NonprojError

LIBRARY, STUDIES = Path(nonproj.__file__).parent, Path(__file__).parent
# Packages, each with the folder that the paths of its files are relative to in hashes.
PACKAGES = {LIBRARY: LIBRARY, STUDIES: STUDIES.parent}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def fingerprint(*sources: str | Path, choosers: Collection[str] = (), tables: bool = True) -> str:
    """Hash the import closure of scripts (paths) and modules (names), by default with tables."""
    files = closure(sources, choosers)
    parts = [(path, _source(path).meaning) for path in files]
    if tables:
        parts += [(table, _text(table)) for path in files for table in _tables(path)]
    return _digest(parts)


def closure(sources: Iterable[str | Path], choosers: Collection[str] = ()) -> list[Path]:
    """Return a sorted list of `sources` and of all files of packages that running them may load.

    `choosers` are modules that import other modules on demand. These imports are not followed, so
    `sources` must name the modules that are actually used."""
    shut = {path for name in choosers for path in _files(name)}
    found: set[Path] = set()
    waiting = [path for source in sources for path in _files(source)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            source = _source(path)
            waiting += source.imported
            if path not in shut and path.name != "__init__.py":  # except packages
                waiting += source.on_demand
    return sorted(found)


def _digest(parts: Iterable[tuple[Path, str]]) -> str:
    """Hash the contents of files and their relative paths; absolute paths differ by machine."""
    digest = hashlib.sha256()
    for path, content in parts:
        roots = (root for package, root in PACKAGES.items() if path.is_relative_to(package))
        place = next((path.relative_to(root) for root in roots), path.name)
        digest.update(f"{place}\0{content}\0".encode())
    return digest.hexdigest()[:16]


@cache
def _tables(path: Path) -> list[Path]:
    """List the YAML files named after a module."""
    return sorted([*path.parent.glob(f"{path.stem}.yaml"), *path.with_suffix("").glob("*.yaml")])


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


class SourceFile(NamedTuple):
    meaning: str  # the syntax tree without docstrings
    imported: frozenset[Path]  # files of the packages
    on_demand: frozenset[Path]  # files imported inside functions or named in strings


@cache
def _source(path: Path) -> SourceFile:
    """Parse a Python file."""
    text = _text(path)
    tree = ast.parse(text)
    statements = [tree, *_statements(tree)]
    for node in statements:
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False):
            del node.body[0]
    at_top = {name for node in tree.body for name in _imported(node)}
    anywhere = {name for node in statements for name in _imported(node)}
    if '"nonproj.' in text or '"studies.' in text:  # rare, and walking the tree is slow
        strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        anywhere |= {string for string in strings if isinstance(string, str)}
    return SourceFile(ast.dump(tree), _files_of(at_top), _files_of(anywhere - at_top))


def _statements(block: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a block and its nested blocks, skipping `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(block):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield node
            yield from _statements(node)


def _imported(node: ast.AST) -> list[str]:
    """List the modules that a statement imports, and the names imported from these modules.

    A name of `nonproj.public` is followed to the module that defines it."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module, names = str(node.module), [alias.name for alias in node.names]
        found = [definitions(module).get(name, Definition(module, name)) for name in names]
        return [text for each in found for text in (each.module, f"{each.module}.{each.name}")]
    return []


def _files_of(names: Iterable[str]) -> frozenset[Path]:
    return frozenset(file for name in names for file in _files(name))


@cache
def _files(source: str | Path) -> frozenset[Path]:
    """Return the file of a script, or those of a module and its parents, except the package itself.

    The package's `__init__` only names public functions. Unknown modules have no file."""
    if isinstance(source, Path):
        return frozenset([source])
    if source not in _modules():
        return frozenset()
    parts = source.split(".")
    names = [".".join(parts[:n]) for n in range(2, len(parts) + 1)]
    if lacking := [name for name in names if name not in _modules()]:
        raise NonprojError(f"{lacking[0]}: the folder has no __init__.py")
    return frozenset(map(_modules().get, names))


@cache
def _modules() -> dict[str, Path]:
    """Map module names to files."""
    found = {}
    for package in PACKAGES:
        for path in package.rglob("*.py"):
            parts = path.relative_to(package.parent).with_suffix("").parts
            found[".".join(parts[:-1] if path.name == "__init__.py" else parts)] = path
    return found

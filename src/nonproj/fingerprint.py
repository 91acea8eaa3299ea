"""Fingerprints of code: hashes over all direct and indirect imports of a script or module.

Snakemake misses a change in an imported module, and numba's `cache=True` misses a change in a
*called* kernel of another file. Comments and docstrings do not count. Imports inside functions do,
and so do modules that a string names ("nonproj.a.b"). A module includes the tables of its name:
`a.yaml`, or `a/*.yaml`, beside `a.py`."""

import ast
import hashlib
import os
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parent
# Folders without compiled functions, and without anything that these are made of.
WITHOUT_KERNELS = (
    *("claims", "cli", "experiments", "fidelity", "recommendation", "reporting", "synthesis"),
)
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@cache
def fingerprint(*sources: str | Path, choosers: Collection[str] = (), tables: bool = True) -> str:
    """Hash the import closure of scripts (paths) and modules (names), with its tables or not."""
    files = closure(sources, choosers)
    parts = [(path, _source(path).meaning) for path in files]
    if tables:
        parts += [(table, _text(table)) for path in files for table in _tables(path)]
    return _digest(parts)


def closure(sources: Iterable[str | Path], choosers: Collection[str] = ()) -> list[Path]:
    """List the files of the package that running `sources` may load, and `sources`, sorted.

    `choosers` are modules that import others on demand; of these, only modules that `sources` name
    are followed."""
    shut = {path for name in choosers for path in _files(name)}
    found: set[Path] = set()
    waiting = [path for source in sources for path in _files(source)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            source = _source(path)
            waiting += source.imported
            if path not in shut and path.name != "__init__.py":  # which offers, but needs none
                waiting += source.on_demand
    return sorted(found)


def use_kernel_cache() -> None:
    """Keep the kernels of this process and its children in a folder for the state of the sources.

    Call it before numba is imported. An existing NUMBA_CACHE_DIR is respected. numba does not
    distinguish kernels with bounds checks from those without; the folder does."""
    if "NUMBA_CACHE_DIR" not in os.environ:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0" else ""
        folder = home / "nonproj" / "numba" / (kernel_fingerprint() + checked)
        os.environ["NUMBA_CACHE_DIR"] = str(folder)


def kernel_fingerprint() -> str:
    """Hash the text of all modules that compiled functions may be made of."""
    return _digest((path, _text(path)) for path in kernel_files())


def kernel_files() -> list[Path]:
    """List the modules in folders that hold compiled functions, sorted."""
    folders = (f for f in PACKAGE.iterdir() if f.is_dir() and f.name not in WITHOUT_KERNELS)
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def _digest(parts: Iterable[tuple[Path, str]]) -> str:
    """Hash files by their places in the package, the same on every machine, and their content."""
    digest = hashlib.sha256()
    for path, content in parts:
        place = path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else path.name
        digest.update(f"{place}\0{content}\0".encode())
    return digest.hexdigest()[:16]


@cache
def _tables(path: Path) -> list[Path]:
    """List the data files named after a module."""
    return sorted([*path.parent.glob(f"{path.stem}.yaml"), *path.with_suffix("").glob("*.yaml")])


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


class Source(NamedTuple):
    meaning: str  # the syntax tree without docstrings
    imported: frozenset[Path]  # files of the package
    on_demand: frozenset[Path]  # files that are imported in functions or named by strings


@cache
def _source(path: Path) -> Source:
    """Parse a file of Python."""
    text = _text(path)
    tree = ast.parse(text)
    statements = [tree, *_statements(tree)]
    for node in statements:
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False):
            del node.body[0]
    at_top = {name for node in tree.body for name in _imported(node)}
    anywhere = {name for node in statements for name in _imported(node)}
    if '"nonproj.' in text:  # few files name modules by strings, and a walk takes long
        strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        anywhere |= {string for string in strings if isinstance(string, str)}
    return Source(ast.dump(tree), _files_of(at_top), _files_of(anywhere - at_top))


def _statements(block: ast.AST) -> Iterator[ast.AST]:
    """Walk the statements of a block and of the blocks in it, except those for type checkers."""
    for node in ast.iter_child_nodes(block):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield node
            yield from _statements(node)


def _imported(node: ast.AST) -> list[str]:
    """List the modules that a statement imports, and the names it imports from them."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def _files_of(names: Iterable[str]) -> frozenset[Path]:
    return frozenset(file for name in names for file in _files(name))


@cache
def _files(source: str | Path) -> frozenset[Path]:
    """List a script, or a module with its packages; nothing if there is no such module."""
    if isinstance(source, Path):
        return frozenset([source])
    if source not in _modules():
        return frozenset()
    parts = source.split(".")
    return frozenset(_modules()[".".join(parts[:n])] for n in range(1, len(parts) + 1))


@cache
def _modules() -> dict[str, Path]:
    """Map all modules to their files."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = ["nonproj", *path.relative_to(PACKAGE).with_suffix("").parts]
        found[".".join(parts[:-1] if path.name == "__init__.py" else parts)] = path
    return found

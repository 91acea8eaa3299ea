"""Code fingerprints: hashes over a script or module and everything that it imports.

Snakemake misses changes in imported modules, and numba's `cache=True` misses changes in kernels
that are *called* from another file. Comments and docstrings are ignored. Imports inside functions
are followed, and so are module names in strings ("nonproj.a.b"). The hash for `a.py` includes the
tables named after it: `a.yaml` or `a/*.yaml` in the same folder."""

import ast
import hashlib
import os
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parent
# Folders with neither compiled functions nor code that compiled functions use.
WITHOUT_KERNELS = (
    "claims", "cli", "drawing", "experiments", "fidelity", "recommendation", "reporting",
)  # fmt: skip
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
    """Return a sorted list of `sources` and of all package files that running them may load.

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


def use_kernel_cache() -> None:
    """Cache the kernels of this process and its children in a folder specific to this source code.

    Call this function before importing numba. An existing NUMBA_CACHE_DIR is kept. Kernels with and
    without bounds checks get different folders, because numba does not distinguish them.
    """
    if "NUMBA_CACHE_DIR" not in os.environ:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0" else ""
        folder = home / "nonproj" / "numba" / (kernel_fingerprint() + checked)
        os.environ["NUMBA_CACHE_DIR"] = str(folder)


def kernel_fingerprint() -> str:
    """Hash the text of all modules that may contain compiled functions or code that they use."""
    return _digest((path, _text(path)) for path in kernel_files())


def kernel_files() -> list[Path]:
    """Return a sorted list of the modules in all folders that may contain compiled functions."""
    folders = (f for f in PACKAGE.iterdir() if f.is_dir() and f.name not in WITHOUT_KERNELS)
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def _digest(parts: Iterable[tuple[Path, str]]) -> str:
    """Hash the contents of files and their relative paths; absolute paths differ by machine."""
    digest = hashlib.sha256()
    for path, content in parts:
        place = path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else path.name
        digest.update(f"{place}\0{content}\0".encode())
    return digest.hexdigest()[:16]


@cache
def _tables(path: Path) -> list[Path]:
    """List the YAML files named after a module."""
    return sorted([*path.parent.glob(f"{path.stem}.yaml"), *path.with_suffix("").glob("*.yaml")])


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


class Source(NamedTuple):
    meaning: str  # the syntax tree without docstrings
    imported: frozenset[Path]  # files of the package
    on_demand: frozenset[Path]  # files imported inside functions or named in strings


@cache
def _source(path: Path) -> Source:
    """Parse a Python file."""
    text = _text(path)
    tree = ast.parse(text)
    statements = [tree, *_statements(tree)]
    for node in statements:
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False):
            del node.body[0]
    at_top = {name for node in tree.body for name in _imported(node)}
    anywhere = {name for node in statements for name in _imported(node)}
    if '"nonproj.' in text:  # only few files name modules in strings, and walking the tree is slow
        strings = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        anywhere |= {string for string in strings if isinstance(string, str)}
    return Source(ast.dump(tree), _files_of(at_top), _files_of(anywhere - at_top))


def _statements(block: ast.AST) -> Iterator[ast.AST]:
    """Yield the statements in a block and its nested blocks, skipping `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(block):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, (ast.stmt, ast.excepthandler, ast.match_case)):
            yield node
            yield from _statements(node)


def _imported(node: ast.AST) -> list[str]:
    """List the modules that a statement imports, and the names imported from these modules."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)]
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
    return frozenset(_modules()[".".join(parts[:n])] for n in range(2, len(parts) + 1))


@cache
def _modules() -> dict[str, Path]:
    """Map module names to files."""
    found = {}
    for path in PACKAGE.rglob("*.py"):
        parts = ["nonproj", *path.relative_to(PACKAGE).with_suffix("").parts]
        found[".".join(parts[:-1] if path.name == "__init__.py" else parts)] = path
    return found

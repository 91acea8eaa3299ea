"""Fingerprints of code: hashes over all that a script or module imports, directly or not.

Snakemake misses a change in an imported module, and numba's `cache=True` misses a change in a
*called* kernel of another file. Imports are found by pattern: parsing every module would delay
`import nonproj`. Imports inside functions count, and so do modules that a string names
("nonproj.a.b"); imports for type checkers do not. A module brings the tables that bear its name:
`a.yaml`, or `a/*.yaml`, beside `a.py`."""

import hashlib
import os
import re
from collections.abc import Collection, Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent
_FOR_TYPES = re.compile(r"^if TYPE_CHECKING:\n(?:[ \t]+.*\n|\n)*", re.MULTILINE)
_IMPORT = re.compile(
    r"^([ \t]*)(?:from (nonproj[\w.]*) import (\([^)]*\)|.*)|import (nonproj[\w.]*))", re.MULTILINE
)
_NAMED = re.compile(r"""["'](nonproj(?:\.\w+)+)["']""")


@cache
def fingerprint(*sources: str | Path, choosers: Collection[str] = (), tables: bool = True) -> str:
    """Hash of the import closure of scripts (paths) and modules (names), with its tables or not."""
    files = closure(sources, choosers)
    if tables:
        files += [table for path in files for table in _tables(path)]
    return _digest(files)


def closure(
    sources: Iterable[str | Path], choosers: Collection[str] = (), deferred: bool = True
) -> list[Path]:
    """The files of the package that running `sources` may load, and those of `sources`, sorted.

    `choosers` are modules that import others on demand, of which `sources` name those that are
    wanted. Without `deferred`, all imports on demand are left out."""
    shut = {path for name in choosers for path in _files(name)}
    found: set[Path] = set()
    waiting = [path for source in sources for path in _files(source)]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            at_top, on_demand = _imports(path)
            chooses = path in shut or path.name == "__init__.py"  # which offers, but needs none
            waiting += at_top if chooses or not deferred else at_top | on_demand
    return sorted(found)


def use_compiled_kernel_cache() -> None:
    """Keep compiled kernels per state of their sources; an existing NUMBA_CACHE_DIR is respected.

    numba does not tell kernels with bounds checks from those without; the folder does."""
    if "NUMBA_CACHE_DIR" not in os.environ:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        checked = "-checked" if os.environ.get("NUMBA_BOUNDSCHECK", "0") != "0" else ""
        folder = home / "nonproj" / "numba" / (kernel_fingerprint() + checked)
        os.environ["NUMBA_CACHE_DIR"] = str(folder)


def kernel_fingerprint() -> str:
    """Hash of the modules with compiled functions and of those that they import at the top."""
    names = [name for name, path in _modules().items() if "\nfrom numba" in _text(path)]
    return _digest(closure(names, deferred=False))


def _digest(paths: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        name = _name_in_package(path) or path.name
        digest.update(f"{name}\0{_text(path)}\0".encode())
    return digest.hexdigest()[:16]


@cache
def _tables(path: Path) -> list[Path]:
    """The data files that bear the name of a module."""
    return sorted([*path.parent.glob(f"{path.stem}.yaml"), *path.with_suffix("").glob("*.yaml")])


def _name_in_package(path: Path) -> str:
    """The same wherever the package is; "" for other files."""
    name = str(path)
    return name.removeprefix(str(PACKAGE)) if name.startswith(str(PACKAGE)) else ""


@cache
def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _imports(path: Path) -> tuple[frozenset[Path], frozenset[Path]]:
    """The files of the package that a file imports at the top, and those on demand."""
    text = _FOR_TYPES.sub("", _text(path))
    found: tuple[set[Path], set[Path]] = set(), set()
    for indent, source, names, module in _IMPORT.findall(text):
        imported = found[bool(indent)]
        imported |= _files(source or module)
        for name in re.findall(r"\w+(?: as \w+)?", re.sub("#.*", "", names)):
            imported |= _files(f"{source}.{name.split()[0]}")
    for name in _NAMED.findall(text):
        found[1].update(_files(name))
    return frozenset(found[0]), frozenset(found[1])


@cache
def _files(source: str | Path) -> frozenset[Path]:
    """A script, or a module with the packages around it; nothing where there is no such module."""
    if isinstance(source, Path):
        return frozenset([source])
    if source not in _modules():
        return frozenset()
    parts = source.split(".")
    return frozenset(_modules()[".".join(parts[:n])] for n in range(1, len(parts) + 1))


@cache
def _modules() -> dict[str, Path]:
    """The files of all modules by their names."""
    found = {}
    for folder, _, names in os.walk(PACKAGE):
        package = ".".join(["nonproj", *Path(folder).relative_to(PACKAGE).parts])
        for name in names:
            if name.endswith(".py"):
                module = package if name == "__init__.py" else f"{package}.{name[:-3]}"
                found[module] = Path(folder, name)
    return found

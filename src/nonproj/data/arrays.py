"""Declarations of the arrays in a file; they document the file format and are used to check files.

Compiled code trusts its arguments, but files may be damaged. Once an array has passed
`check_arrays`, its type, its dimensions and the range of its values are as declared."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import BinaryIO

import numpy as np
from numpy.lib import format as npy

from nonproj.errors import NonprojError

# Larger numbers are useless as weights, and their sums could overflow.
LARGEST_FLOAT = 1e15
LONGEST_HEADER = 256  # the limit for .npy headers, which numpy evaluates as Python literals

Bound = int | str  # a number, or the name of a size
Sizes = dict[str, int]


@dataclass(frozen=True)
class Array:
    """The declaration of an array in a file; a size may be a name, and `n+1` means size n plus 1.

    Integers are at least `least` and less than `below`. If `least` or `below` is a tuple, it has
    one entry per column. Floating-point numbers are finite."""

    dtype: str
    shape: tuple[Bound, ...]
    meaning: str = ""
    least: Bound | tuple[Bound, ...] | None = None
    below: Bound | tuple[Bound, ...] | None = None
    offsets_into: str | None = None  # values never decrease, start at 0 and end at this size
    distinct: bool = False


def npy_header(stream: BinaryIO) -> tuple[tuple[int, ...], bool, np.dtype]:
    """Return an array's shape, whether it is in column-major order, and its type; read no data."""
    if npy.read_magic(stream) != (1, 0):
        raise ValueError("an unsupported .npy version")
    return npy.read_array_header_1_0(stream, max_header_size=LONGEST_HEADER)


def offsets(rows: str, into: str, meaning: str, dtype: str = "int64") -> Array:
    """Declare offsets: items offsets[i]..offsets[i + 1] - 1 of `into` belong to row i of `rows`."""
    return Array(dtype, (f"{rows}+1",), meaning, offsets_into=into)


def named(owner: str, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Prefix the name of each array with the name of the part that the array belongs to."""
    return {f"{owner}.{name}": array for name, array in arrays.items()}


def owned(owner: str, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays of one part without the prefix; the inverse of `named`."""
    prefix = f"{owner}."
    return {k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)}


def check_arrays(
    arrays: Mapping[str, np.ndarray], declared: Mapping[str, Array], **sizes: int
) -> Sizes:
    """Check arrays against their declarations; return the sizes by name, or raise NonprojError."""
    if different := declared.keys() ^ arrays.keys():
        name = min(different)
        raise NonprojError(f"array {name!r} is {'missing' if name in declared else 'not known'}")
    for check in (_wrong_shape, _wrong_values):
        for name, array in declared.items():
            if wrong := check(arrays[name], array, sizes):
                raise NonprojError(f"array {name!r}: {wrong}")
    return sizes


def _wrong_shape(array: np.ndarray, declared: Array, sizes: Sizes) -> str:
    """Describe a wrong type or shape, or return ""; record each named size when it first occurs."""
    if array.dtype.str != np.dtype(declared.dtype).str or array.ndim != len(declared.shape):
        found = f"{array.dtype} in {array.ndim} dimensions"
        return f"{found}; expected {declared.dtype} in {len(declared.shape)}"
    for found, dimension in zip(array.shape, declared.shape, strict=True):
        size, plus, _ = str(dimension).partition("+")
        if isinstance(dimension, str) and found >= bool(plus):
            sizes.setdefault(size, found - bool(plus))
        if found != (expected := _bound(dimension, sizes)):
            return f"dimensions {array.shape}; expected {expected} ({dimension}) instead of {found}"
    return ""


def _bound(bound: Bound, sizes: Sizes) -> int:
    if isinstance(bound, int):
        return bound
    size, plus, _ = bound.partition("+")
    return sizes.get(size, 0) + bool(plus)


def _wrong_values(array: np.ndarray, declared: Array, sizes: Sizes) -> str:
    """Describe what is wrong with the values; return "" if nothing is wrong."""
    if array.dtype.kind == "f":
        largest = min(LARGEST_FLOAT, float(np.finfo(array.dtype).max))
        sound = bool((np.abs(array) <= largest).all())
        return "" if sound else f"values that are not finite or exceed {largest:g}"
    if into := declared.offsets_into:
        last = sizes[into]
        rises = array[0] == 0 and array[-1] == last and (array[1:] >= array[:-1]).all()
        return "" if rises else f"does not rise from 0 to {last} ({into})"
    if declared.distinct and len(np.unique(array)) < array.size:
        return "a value occurs twice"
    for bound, wrong, words in (
        (declared.least, np.less, "expected {} or more"),
        (declared.below, np.greater_equal, "expected less than {}"),
    ):
        columns = bound if isinstance(bound, tuple) else (bound,)
        limits = [_bound(each, sizes) for each in columns if each is not None]
        if limits and (outside := wrong(array, limits)).any():
            place = np.unravel_index(int(outside.argmax()), array.shape)
            limit = limits[place[-1] if len(limits) > 1 else 0]
            return f"value {array[place]} at {tuple(map(int, place))}; {words.format(limit)}"
    return ""

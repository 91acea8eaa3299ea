"""Declarations of the arrays of a file, which document its format and check its content.

Compiled code trusts its arguments, files are not to be trusted. What a declaration promises of an
array (type, dimensions, range of values) holds for every array that has passed `check_arrays`."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from nonproj.errors import NonprojError

# Larger numbers have no use as weights, and their sums could overflow.
LARGEST_FLOAT = 1e15

Bound = int | str  # a number, or a size by its name
Sizes = dict[str, int]


@dataclass(frozen=True)
class Array:
    """An array of a file. Sizes have names, `n+1` is one more than the size n.

    Integers are `least` or more and less than `below`; where these are tuples, they have an entry
    for each column. Floating-point numbers are finite."""

    dtype: str
    shape: tuple[Bound, ...]
    meaning: str = ""
    least: Bound | tuple[Bound, ...] | None = None
    below: Bound | tuple[Bound, ...] | None = None
    offsets_into: str | None = None  # values never fall, begin with 0 and end with this size
    distinct: bool = False


def offsets(rows: str, into: str, meaning: str, dtype: str = "int64") -> Array:
    """Declare offsets: row i of `rows` has the items offsets[i]..offsets[i + 1] - 1 of `into`."""
    return Array(dtype, (f"{rows}+1",), meaning, offsets_into=into)


def named(owner: str, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Name the arrays of one part within the whole."""
    return {f"{owner}.{name}": array for name, array in arrays.items()}


def owned(owner: str, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
    """Return the arrays of one part under their own names; the inverse of `named`."""
    prefix = f"{owner}."
    return {k.removeprefix(prefix): v for k, v in arrays.items() if k.startswith(prefix)}


def check_arrays(
    arrays: Mapping[str, np.ndarray], declared: Mapping[str, Array], **sizes: int
) -> Sizes:
    """Return the sizes by name; raise NonprojError if an array is not as declared."""
    if different := declared.keys() ^ arrays.keys():
        name = min(different)
        raise NonprojError(f"array {name!r} is {'missing' if name in declared else 'not known'}")
    for check in (_wrong_shape, _wrong_values):
        for name, array in declared.items():
            if wrong := check(arrays[name], array, sizes):
                raise NonprojError(f"array {name!r}: {wrong}")
    return sizes


def _wrong_shape(array: np.ndarray, declared: Array, sizes: Sizes) -> str:
    """Describe a wrong type or shape, "" if both are right; record sizes met for the first time."""
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
    """Describe what is wrong with the values, "" if nothing is."""
    if array.dtype.kind == "f":
        sound = bool((np.abs(array) <= LARGEST_FLOAT).all())
        return "" if sound else f"values that are not finite or beyond {LARGEST_FLOAT:g}"
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

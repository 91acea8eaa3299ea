"""Random changes of arrays, of JSON and of bytes."""

import copy

import numpy as np

from nonproj.errors import NonprojError

EDGES = (0, 1, -1, -2, 2, 3, 15, 16, 17, 60, 255, 300, 2**15, 2**16, 10**8, 2**31 - 1, -(2**31))
ODD_FLOATS = (0.0, -1.0, 1e-300, 1e14, 1e30, float("nan"), float("inf"), -float("inf"))
ODD_JSON = (
    *(None, True, False, 0, -1, 1, 2, 7, 2**31, 2**64, 10**30, 1.5, float("nan")),
    *("", "x", "\t", "a\nb", "\ud800", "arc-eager", "mst", "svm2"),
    *([], [0], ["x"], {}, {"x": 1}, [[]]),
)
OTHER_TYPES = (
    *("int8", "int16", "int32", "int64", "uint8"),
    *("uint64", "float32", "float64", ">i4", "S3"),
)


def refusal(error: NonprojError) -> str:
    """The outcome of a case that was refused; AssertionError for several lines."""
    if len(str(error).splitlines()) > 1:
        raise AssertionError("more than one line") from error
    return "refused"


def edited_arrays(rng: np.random.Generator, arrays: dict, others: list[dict]) -> dict:
    """The arrays with one to three changes."""
    arrays = dict(arrays)
    for _ in range(rng.integers(1, 4)):
        name = _any(rng, sorted(arrays))
        if name is None:
            break
        kind = rng.integers(20)
        if kind == 0:
            del arrays[name]
        elif kind == 1:
            arrays[_any(rng, sorted(arrays)) + _any(rng, ("", ".x", "0"))] = arrays[name]
        elif kind == 2:
            other = others[rng.integers(len(others))]
            arrays[name] = other[_any(rng, sorted(other))]
        elif kind == 3:
            other_type = _any(rng, OTHER_TYPES)
            if arrays[name].dtype.kind != "S":  # text that became so here may be no number of it
                with np.errstate(all="ignore"):
                    arrays[name] = arrays[name].astype(other_type)
        elif kind < 8:
            arrays[name] = _reshaped(rng, arrays[name])
        else:
            arrays[name] = _revalued(rng, arrays[name])
    return arrays


def _any(rng: np.random.Generator, values):
    return values[rng.integers(len(values))] if len(values) else None


def _reshaped(rng: np.random.Generator, array: np.ndarray) -> np.ndarray:
    changes = (
        lambda a: a[: rng.integers(len(a) + 1)] if a.ndim else a.reshape(1),
        lambda a: a[:-1] if a.ndim else a,
        lambda a: np.concatenate([a, a[-1:]]) if a.ndim else a,
        lambda a: a[:0] if a.ndim else a,
        lambda a: a[..., None],
        lambda a: a.reshape(-1),
        lambda a: a.T,
        lambda a: np.array(a.flat[0]) if a.size else np.array(0),
    )
    return np.ascontiguousarray(_any(rng, changes)(array))


def _revalued(rng: np.random.Generator, array: np.ndarray) -> np.ndarray:
    array = np.array(array)
    if array.size == 0:
        return array
    flat = array.reshape(-1)
    value = _value_for(rng, flat)
    kind = rng.integers(6)
    if kind == 0:
        flat[:] = value
    elif kind == 1:
        rng.shuffle(flat)
    elif kind == 2:
        flat[rng.integers(len(flat)) :] = value
    elif kind == 3 and array.ndim == 2:
        array[:, rng.integers(array.shape[1])] = value
    else:
        flat[rng.integers(len(flat), size=rng.integers(1, 4))] = value
    return array


def _value_for(rng: np.random.Generator, flat: np.ndarray):
    """An edge of the type, of the array's values or of its size."""
    if flat.dtype.kind == "f":
        with np.errstate(all="ignore"):
            return np.array(_any(rng, ODD_FLOATS)).astype(flat.dtype)
    if flat.dtype.kind not in "iu":
        return flat[0]
    near = (int(flat.max()), int(flat.max()) + 1, int(flat.min()) - 1, len(flat), len(flat) - 1)
    return np.array(int(_any(rng, (*EDGES, *near))) % 2**64, np.uint64).astype(flat.dtype)


def edited_json(rng: np.random.Generator, content: dict) -> dict:
    """The content with one value changed, removed or added, anywhere in it."""
    content = copy.deepcopy(content)
    inside = content
    while True:
        keys = sorted(inside) if isinstance(inside, dict) else list(range(len(inside)))
        key = _any(rng, keys)
        if key is None or not isinstance(inside[key], dict | list) or rng.integers(3) == 0:
            break
        inside = inside[key]
    if key is None or rng.integers(8) == 0:
        added = copy.deepcopy(_any(rng, ODD_JSON))
        inside.append(added) if isinstance(inside, list) else inside.setdefault("x", added)
    elif rng.integers(6) == 0:
        del inside[key]
    elif isinstance(inside[key], int) and rng.integers(2):
        inside[key] = int(_any(rng, EDGES))
    else:
        inside[key] = copy.deepcopy(_any(rng, ODD_JSON))
    return content


def edited_bytes(rng: np.random.Generator, data: bytes) -> bytes:
    """The bytes with some flipped, cut, doubled or overwritten."""
    data = bytearray(data)
    for _ in range(rng.integers(1, 4)):
        a, b = sorted(rng.integers(len(data) + 1, size=2).tolist())
        kind = rng.integers(5)
        if kind == 0:
            del data[a : min(b, a + 64)]
        elif kind == 1:
            data[a:a] = data[a : min(b, a + 64)]
        elif kind == 2:
            data[a : a + 4] = rng.integers(256, size=4, dtype=np.uint8).tobytes()
        elif kind == 3 and rng.integers(4) == 0:
            del data[a:]
        elif data:
            data[min(a, len(data) - 1)] ^= 1 << int(rng.integers(8))
    return bytes(data)


def spliced(rng: np.random.Generator, data: bytes, signs: tuple, lengths: tuple) -> bytes:
    """The bytes with up to three signs put in, each in the place of so many bytes."""
    for _ in range(rng.integers(4)):
        place, length = rng.integers(len(data) + 1), lengths[rng.integers(len(lengths))]
        data = data[:place] + signs[rng.integers(len(signs))] + data[place + length :]
    return edited_bytes(rng, data) if rng.integers(8) == 0 else data

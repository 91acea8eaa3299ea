"""Arrays are as declared, or the error names the array, what was found and what was expected."""

import numpy as np
import pytest

from nonproj.data.arrays import Array, check_arrays, offsets
from nonproj.errors import NonprojError

DECLARED = {
    "starts": offsets("rows", "items", "items of each row"),
    "items": Array("int32", ("items", 2), "node and count", (0, 1), ("nodes", 100)),
    "names": Array("uint8", ("nodes",), "their kinds", below=4, distinct=True),
    "weights": Array("float32", ("nodes", 3), "of the kinds"),
}
ARRAYS = {
    "starts": np.array([0, 2, 2, 3]),
    "items": np.array([[0, 1], [2, 99], [1, 5]], np.int32),
    "names": np.array([3, 0, 1], np.uint8),
    "weights": np.zeros((3, 3), np.float32),
}


def test_check_arrays_returns_the_sizes_of_declared_arrays():
    assert check_arrays(ARRAYS, DECLARED, nodes=3) == {"rows": 3, "items": 3, "nodes": 3}


@pytest.mark.parametrize(
    ("name", "array", "message"),
    [
        ("starts", np.array([0, 2, 1, 3]), "'starts': does not rise from 0 to 3"),
        ("starts", np.array([0, 2]), "does not rise from 0 to 3"),
        ("starts", np.zeros(0, np.int64), r"expected 1 \(rows\+1\) instead of 0"),
        ("items", np.zeros((3, 3), np.int32), r"expected 2 \(2\) instead of 3"),
        ("items", np.array([[0, 1], [3, 1], [0, 1]], np.int32), r"value 3 at \(1, 0\); .* than 3"),
        ("items", np.array([[0, 1], [0, 0], [0, 1]], np.int32), r"value 0 at \(1, 1\); .* 1 or mo"),
        ("items", np.array([[0, 1], [0, 100], [0, 1]], np.int32), r"at \(1, 1\); .* less than 100"),
        ("names", np.array([3, 3, 1], np.uint8), "occurs twice"),
        ("names", np.array([3, 0], np.uint8), r"expected 3 \(nodes\) instead of 2"),
        ("weights", np.full((3, 3), np.inf, np.float32), "not finite"),
        ("weights", np.full((3, 3), 1e30, np.float32), "or exceed"),
        ("weights", np.zeros((3, 3)), "float64 in 2 dimensions; expected float32 in 2"),
    ],
)
def test_arrays_that_are_not_as_declared_are_refused(name, array, message):
    with pytest.raises(NonprojError, match=message):
        check_arrays(ARRAYS | {name: array}, DECLARED, nodes=3)

"""The set of features that training has met."""

import numpy as np
import pytest

from nonproj.parsers.graph.seen import keep_seen, mark_seen, none_seen

pytestmark = pytest.mark.kernels

BITS = 7
TABLE = np.zeros(1 << BITS, np.float32)  # looked at by the processor only


def test_features_that_were_marked_are_kept_in_order():
    rng = np.random.default_rng(1)
    seen, known = none_seen(BITS), set()
    for _ in range(4):
        update = rng.integers(0, 1 << BITS, 20).astype(np.uint64)
        mark_seen(seen, update)
        known.update(update[::2].tolist())  # the others are weights of labels
        places = rng.integers(0, 1 << BITS, 200).astype(np.uint64)
        expected = [place for place in places.tolist() if place in known]
        count = keep_seen(seen, TABLE, places)
        assert places[:count].tolist() == expected
    assert 0 < len(known) < 1 << BITS

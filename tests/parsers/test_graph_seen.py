"""The set of features that training has met."""

import numpy as np
import pytest

from nonproj.parsers.graph.seen import keep_seen, mark_seen, none_seen

pytestmark = pytest.mark.kernels

BITS = 10
TABLE = np.zeros(1 << BITS, np.float32)  # looked at by the processor only


def test_what_was_marked_is_kept_in_order():
    rng = np.random.default_rng(1)
    seen, known = none_seen(BITS), set()
    for _ in range(30):
        update = rng.integers(0, 1 << BITS, 20).astype(np.uint64)
        mark_seen(seen, update)
        known.update(update[::2].tolist())  # the others are weights of labels
        places = rng.integers(0, 1 << BITS, 200).astype(np.uint64)
        expected = [place for place in places.tolist() if place in known]
        count = keep_seen(seen, TABLE, places)
        assert places[:count].tolist() == expected
    assert 0 < len(known) < 1 << BITS


def test_nothing_is_kept_at_first_and_the_last_place_has_a_bit():
    seen = none_seen(BITS)
    last = np.array([(1 << BITS) - 1, 0], np.uint64)
    assert keep_seen(seen, TABLE, last.copy()) == 0
    mark_seen(seen, last)
    assert keep_seen(seen, TABLE, last.copy()) == 1

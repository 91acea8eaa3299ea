"""docs"""

import numpy as np

from nonproj.decoders.one_endpoint.deduction import IS_SCORE, NUMBER
from nonproj.decoders.one_endpoint.deduction_chart import Chart, fill, trace
from nonproj.decoders.scores import checked_scores, require_tree

HEAD, GRANDPARENT, SIBLING, CROSSED = range(4)


def decode(scores: np.ndarray) -> np.ndarray:
    heads = np.full(scores.shape[1], -1, dtype=np.int32)
    size = len(heads)
    if size > 1:
        chart = Chart.empty(size)
        crossed = checked_scores(scores[CROSSED])
        chart.array("HEAD")[:, :-1] = checked_scores(scores[HEAD])
        chart.array("SIBLING")[:, :-1] = scores[SIBLING]
        chart.array("GRAND")[:, :-1] = scores[GRANDPARENT].T
        chart.array("GRAND")[:, -1] = 0.0
        chart.array("FROM")[:, :-1] = crossed
        chart.array("INTO")[:, :-1] = crossed.T
        tri = chart.array("TRI")
        tri[np.arange(size), np.arange(size)] = 0.0
        rows = chart.rows
        fill(chart.cells, chart.places, rows.how, size)
        require_tree(tri[0, size - 1, size], "1-Endpoint-Crossing")
        goal = (NUMBER["TRI", 0], 0, size - 1, size)
        trace(chart.cells, chart.places, rows.how, rows.array, rows.nodes, rows.arc, IS_SCORE, goal, heads)
    return heads

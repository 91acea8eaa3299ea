"""The table of neural parsers, by name: a scorer and its decoder in each row."""

from dataclasses import dataclass

from nonproj.costs import Cost

USUAL = Cost(60, 30)
TAGGING = Cost(26, 50)


@dataclass(frozen=True)
class NeuralRow:
    """The properties of a scorer and its decoder; see `ParserSystem`.

    Costs assume networks as large as in the papers and about a hundred passes over the training
    data, although training may stop earlier."""

    step: str = ""  # the step that brings training trees into the searched class
    cost: Cost = USUAL
    projective: bool = False
    positions: tuple[str, ...] = ()  # sets of words that a greedy parser can see, the default first
    baseline: str = ""
    strategy: str = ""
    longest: int | None = None
    timed: bool = False
    learns_by_word: bool = False
    codec: str = ""  # the codec, if trees are predicted as tags


def _tagging(codec: str, strategy: str) -> NeuralRow:
    """Return the kind of a tagging parser that can build non-projective trees."""
    rest = {"baseline": "tagging-hexa", "longest": 5000}
    return NeuralRow(cost=TAGGING, strategy=strategy, codec=codec, **rest)


NEURAL_ROWS = {
    "biaffine": NeuralRow(cost=Cost(16, 50), longest=1000, learns_by_word=True),
    "mst-neural": NeuralRow(baseline="mh3", strategy="maximum spanning tree, neural", longest=5000),
    "mh3": NeuralRow("projective", projective=True, longest=330),
    "mh4-two": NeuralRow("mh4", Cost(90, 40), baseline="mh3", strategy="MH4, two", longest=280),
    "mh4-hybrid": NeuralRow(
        "mh4", Cost(90, 40), baseline="mh3", strategy="MH4, hybrid", longest=280
    ),
    "1ec": NeuralRow(
        "1ec", Cost(140, 80), baseline="mh3", strategy="1-Endpoint-Crossing", longest=180
    ),
    "1ec-first-order": NeuralRow(
        "1ec",
        Cost(140, 80),
        baseline="mh3",
        strategy="1-Endpoint-Crossing, first order",
        longest=180,
    ),
    "mh3-greedy-neural": NeuralRow(
        "projective", projective=True, positions=("s0-b0",), longest=5000
    ),
    "mh4-greedy-neural": NeuralRow(
        "mh4",
        positions=("s2-s1-s0-b0", "s1-s0-b0", "s0-b0"),
        baseline="mh3-greedy-neural",
        strategy="MH4, greedy, neural",
    ),
    "tagging-hexa": NeuralRow("projective", TAGGING, projective=True, longest=5000, codec="hexa"),
    "tagging-hierarchy": NeuralRow(
        "projective", TAGGING, projective=True, longest=5000, codec="hierarchy"
    ),
    "tagging-1planar": _tagging("1planar", "tagging, one plane"),
    "tagging-2planar": _tagging("2planar", "tagging, two planes"),
    "tagging-7bit": _tagging("7bit", "tagging, seven bits"),
}

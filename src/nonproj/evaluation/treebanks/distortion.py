"""What pseudo-projective transformation costs before any parser is trained.

Round trips (Nilsson 2009, T5.3), lifts (T5.4), label counts (T5.5) and the labels that a cap
keeps (claim BK20 of Björkelund & Kuhn 2012)."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.evaluation.measurements import Measurement
from nonproj.trees.labels import Encoding, parse
from nonproj.trees.projectivity import nonprojective_arcs
from nonproj.trees.pseudo_projective import Lifting, lift, mark
from nonproj.trees.pseudo_projective_inverse import deprojectivize

# The names of Nilsson (2009) for the encodings.
SYSTEMS = {
    "p0": Encoding.BASELINE,
    "pH": Encoding.HEAD,
    "pP": Encoding.PATH,
    "pHP": Encoding.HEADPATH,
}
CAP = 30  # Björkelund & Kuhn (2012), section 2


def distortion(treebank: Treebank, name: str, split: str) -> list[Measurement]:
    """Every figure of a treebank under the four encodings, as counts."""
    lifting = lift(treebank.start, treebank.head)
    figure = partial(Measurement, name, split)
    return [
        *_round_trips(treebank, lifting, figure),
        *_lifts(lifting, figure),
        *_labels(treebank, lifting, figure),
    ]


def _round_trips(treebank: Treebank, lifting: Lifting, figure) -> Iterator[Measurement]:
    nonprojective = nonprojective_arcs(treebank.start, treebank.head)
    for system, encoding in SYSTEMS.items():
        encoded = treebank.with_trees(lifting.head, mark(treebank, lifting, encoding))
        correct = deprojectivize(encoded, encoding).head == treebank.head
        for setting, mask in (("all", treebank.is_word), ("nonproj", nonprojective)):
            recovered, arcs = int(correct[mask].sum()), int(mask.sum())
            yield figure(system, f"arcs={setting}", "uas", "percent", recovered, arcs)


def _lifts(lifting: Lifting, figure) -> Iterator[Measurement]:
    lifts = lifting.lifts[lifting.lifted]
    for setting, count in (
        ("lifts=1", np.sum(lifts == 1)),
        ("lifts=2", np.sum(lifts == 2)),
        ("lifts=3", np.sum(lifts == 3)),
        ("lifts=>3", np.sum(lifts > 3)),
    ):
        yield figure("gold", setting, "n-lifts", "percent", int(count), len(lifts))


def _labels(treebank: Treebank, lifting: Lifting, figure) -> Iterator[Measurement]:
    for system, encoding in SYSTEMS.items():
        used = np.unique(mark(treebank, lifting, encoding).codes[treebank.is_word])
        yield figure(system, "", "n-labels", "count", len(used), 1)
    capped = mark(treebank, lifting, Encoding.HEADPATH, cap=CAP)
    used = np.unique(capped.codes[treebank.is_word])
    labels = [parse(capped.values[code]) for code in used]
    lifted = sum(label.lifted for label in labels)
    path_only = sum(label.on_path and not label.lifted for label in labels)
    system = f"headpath{CAP}"
    yield figure(system, "new-labels=path-only", "n-labels", "count", path_only, 1)
    yield figure(system, "new-labels=lifted", "n-labels", "count", lifted, 1)

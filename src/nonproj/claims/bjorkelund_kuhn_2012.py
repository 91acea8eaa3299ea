# ruff: noqa: N816 (names as in the paper)
"""Björkelund & Kuhn (2012): encodings over a second-order parser, with and without a cap of 30 new
labels, against non-projective approximation (NPA)."""

from nonproj.claims.catalogue import Study
from nonproj.claims.relations import (
    Metric,
    System,
    between,
    highest,
    identity,
    lowest,
    significant,
    tied,
)

study = Study("bjorkelund-kuhn-2012", {"any": ""}, test="t")
claim = study.claim

baseline, npa = System("carreras"), System("carreras+npa")
path, head, headpath = ENCODED = [
    System(f"carreras+{encoding}") for encoding in ("path", "head", "headpath")
]
path30, head30, headpath30 = CAPPED = [
    System(f"carreras+{encoding}-cap30") for encoding in ("path", "head", "headpath")
]
t0, tH, tP, tHP = map(System, ("p0", "pH", "pP", "pHP"))  # transformations without a parser

# Ten folds of the training set, as in the paper, or train and development set.
DEV = "train-cv10|dev"
las, lem = Metric("las", DEV), Metric("lem", DEV)
precision = Metric("precision", DEV, "arcs=nonproj", "labelled")
recall = Metric("recall", DEV, "arcs=nonproj", "labelled")
nonproj = Metric("n-nonproj-arcs", DEV)
gold_nonproj = Metric("n-nonproj-arcs", "train|dev", system="gold")
n_labels = Metric("n-labels", "train")
path_only = Metric("n-labels", "train", "new-labels=path-only", system="headpath30")


def best(metric: Metric):
    return highest(metric(path), metric(head), metric(headpath))


def changed(metric: Metric, *pairs: tuple[System, System]):
    """How much the cap changes."""
    first, *others = (abs(metric(capped) - metric(encoded)) for capped, encoded in pairs)
    return sum(others, start=first)


claim(
    "BK01",
    [significant(las(npa) > las(s)) for s in ENCODED],
    level=0.001,
    note="at 0.001 as in the paper, which tests on ten folds of its training data",
)
claim(
    "BK02",
    between(0.15, las(npa) - best(las), 0.35),
    note="about 0.25: within 0.1, a tolerance of ours",
)
claim("BK03", lem(npa) - best(lem) > las(npa) - best(las))
claim(
    "BK04",
    [significant(las(npa) > las(path)), tied(las(npa), las(head)), tied(las(npa), las(headpath))],
)
claim(
    "BK05",
    [significant(las(s) > las(baseline)) for s in (npa, head, headpath, path)],
    note="at 0.05, the level of the path encoding; the paper has 0.001 for the others",
)
claim("BK06", [significant(las(s) > las(baseline)) for s in (*ENCODED, *CAPPED, npa)])
claim("BK07", recall(npa) > highest(*map(recall, (*ENCODED, *CAPPED))))
claim(
    "BK08", [abs(nonproj(npa) - gold_nonproj()) < abs(nonproj(s) - gold_nonproj()) for s in ENCODED]
)
claim(
    "BK09",
    precision(npa) >= lowest(precision(head), precision(headpath)) - 2,
    note="the tolerance of 2 points is ours; the paper speaks of all three, though on English"
    " precision falls from 60.55 to 49.46",
)
claim("BK10", [nonproj(s) < gold_nonproj() for s in ENCODED])
GROUPS = "without and with the cap; the same parsers where no more labels are new than it admits"
claim(
    "BK11",
    [nonproj(p) < lowest(nonproj(h), nonproj(hp)) for p, h, hp in (ENCODED, CAPPED)],
    note=GROUPS,
)
claim(
    "BK12",
    [precision(p) > highest(precision(h), precision(hp)) for p, h, hp in (ENCODED, CAPPED)],
    note=GROUPS,
)
claim(
    "BK13",
    [recall(p) < lowest(recall(h), recall(hp)) for p, h, hp in (ENCODED, CAPPED)],
    exceptions=1,
    note="almost always: one of the two groups may differ",
)
claim("BK14", recall(headpath) > highest(recall(head), recall(path)))
claim(
    "BK15",
    recall(headpath30) < recall(head30),
    where=changed(recall, (head30, head), (headpath30, headpath)) > 0,
    note="only where the cap changes anything, as in BK17 and BK18",
)
claim(
    "BK16",
    (las(path) < lowest(las(head), las(headpath)))
    & (best(las) - lowest(las(path), las(head), las(headpath)) <= 0.25),
    note="very little: 0.25 points, a tolerance of ours",
)
cap_matters = changed(las, *zip(CAPPED, ENCODED, strict=True)) > 0
claim(
    "BK17",
    (las(head30) >= highest(las(path30), las(headpath30)))
    & (las(headpath) - las(headpath30) >= las(head) - las(head30)),
    where=cap_matters,
)
claim(
    "BK18",
    [
        (las(path30) <= las(path)) & tied(las(path30), las(path)),
        (las(head30) <= las(head)) & tied(las(head30), las(head)),
        significant(las(headpath30) < las(headpath)),
    ],
    where=cap_matters,
    note="equal where an encoding has no more new labels than the cap; tests at 0.05 (the paper"
    " has p < 0.001 and p < 0.01 for headpath, and says of no other that it is significant)",
)
more_labels_than_the_cap = n_labels(tHP) - n_labels(t0) > 30

claim(
    "BK19",
    not_testable="is about seconds of training and parsing, which differ from run to run; "
    "timings.tsv has those of training, `make times` those of parsing",
)
claim(
    "BK20",
    path_only() > 0,
    where=more_labels_than_the_cap,
    note="that some are; how many of the 30 is in table BK20",
)
claim(
    "BK21",
    [
        identity(n_labels(tH) <= n_labels(t0) * (n_labels(t0) + 1)),
        identity(n_labels(tP) <= 4 * n_labels(t0)),
        identity(n_labels(tHP) <= 2 * n_labels(t0) * (n_labels(t0) + 1)),
    ],
)

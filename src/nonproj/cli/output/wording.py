"""Printed names of scores and statistics; --json prints their keys instead."""

# Rows under each heading: the (system, metric, setting) of a value, and the value's printed name.
# Gap degree 0 and degree 0 have no rows, because they mean projective.
STATISTICS = {
    "Size": {
        ("gold", "n-sentences", ""): "Sentences",
        ("gold", "n-tokens", ""): "Words",
        ("gold", "tokens-per-sentence", ""): "Words per sentence",
        ("gold", "max-sentence-length", ""): "Longest sentence",
    },
    "Annotation": {
        ("gold", "n-labels", ""): "Dependency labels",
        ("gold", "n-cpos", ""): "Coarse parts of speech",
        ("gold", "n-pos", ""): "Fine parts of speech",
        ("gold", "n-feats", ""): "Morphological features",
        ("gold", "has-lemma", ""): "Has lemmas",
    },
    "Non-projectivity": {
        ("gold", "n-nonproj-arcs", ""): "Non-projective arcs",
        ("gold", "pct-nonproj-arcs", ""): "Non-projective arcs, % of arcs",
        ("gold", "pct-nonproj-sentences", ""): "Non-projective sentences, %",
        ("gold", "mean-arc-length", "arcs=all"): "Mean length of an arc",
        ("gold", "mean-arc-length", "arcs=proj"): "… of a projective arc",
        ("gold", "mean-arc-length", "arcs=nonproj"): "… of a non-projective arc",
        ("gold", "pct-multiroot-sentences", ""): "Sentences with several roots, %",
    },
    "Crossings of arcs between words": {
        ("gold", "n-crossings", ""): "Crossings",
        ("gold", "expected-crossings", ""): "… expected in a random order",
        ("gold", "z-of-crossings", ""): "… z against a random order",
    },
    "Sentences within a class of trees, %": {
        ("projective", "coverage", "level=sentence"): "Projective",
        ("gold", "coverage", "planar"): "Planar",
        ("gold", "coverage", "2-planar"): "2-planar",
        ("gold", "coverage", "well-nested"): "Well-nested",
        ("gold", "coverage", "max-degree=1"): "Degree at most 1",
        ("gold", "coverage", "max-degree=2"): "Degree at most 2",
        ("gold", "coverage", "max-degree=3"): "Degree at most 3",
        ("gold", "coverage", "max-gap-degree=1"): "Gap degree at most 1",
        ("1ec", "coverage", "level=sentence"): "1-Endpoint-Crossing (1EC)",
        ("mh4", "coverage", "level=sentence"): "Multi-headed with 4 heads (MH4)",
    },
}
COVERAGES = {"sentence": "Sentences", "edge": "Edges"}
CLASSES_OF_ARCS = {
    "arcs=proj;sentences=all": "Projective arcs",
    "arcs=nonproj;sentences=all": "Non-projective arcs",
    "arcs=proj;sentences=projective": "Projective arcs in projective sentences",
    "arcs=nonproj;sentences=projective": "Non-projective arcs in projective sentences",
    "arcs=proj;sentences=nonprojective": "Projective arcs in non-projective sentences",
    "arcs=nonproj;sentences=nonprojective": "Non-projective arcs in non-projective sentences",
}
SHARED_TASK_MEASURES = {
    "tokens": "Tokens",
    "sentences": "Sentences",
    "words": "Words",
    "upos": "UPOS",
    "xpos": "XPOS",
    "ufeats": "FEATS (universal)",
    "alltags": "UPOS, XPOS and FEATS",
    "lemmas": "LEMMA",
    "uas": "Unlabelled attachment (UAS)",
    "las": "Labelled attachment (LAS)",
    "clas": "… of content words (CLAS)",
    "mlas": "… with tags (MLAS)",
    "blex": "… with lemmas (BLEX)",
}


def titles() -> dict[str, str]:
    """Return the printed names of the metrics that `evaluate` counts."""
    from nonproj.results.metrics import EVALUATED, METRICS

    return {metric: METRICS[metric].title for metric in EVALUATED}

"""Names of graph-based parsers."""

import pytest

from nonproj.errors import NonprojError
from nonproj.parsers.families import variant_named
from nonproj.parsers.graph.family import CARRERAS, EISNER, GRAPH, MST


@pytest.mark.parametrize(
    ("name", "code", "npa", "preparation"),
    [
        ("eisner", EISNER, False, "baseline"),
        ("mst", MST, False, ""),
        ("carreras", CARRERAS, False, "baseline"),
        ("carreras+npa", CARRERAS, True, ""),
        ("carreras+head", CARRERAS, False, "head"),
        ("carreras+path", CARRERAS, False, "path"),
        ("carreras+headpath", CARRERAS, False, "headpath"),
        ("carreras+headpath-cap30", CARRERAS, False, "headpath-cap30"),
        ("eisner+head", EISNER, False, "head"),
        ("carreras+raw", CARRERAS, False, ""),
    ],
)
def test_known_names(name, code, npa, preparation):
    variant = variant_named(name)
    assert (variant.name, variant.system.code, variant.system.npa) == (name, code, npa)
    assert variant.preparation == preparation
    assert variant.family == GRAPH


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mst+npa", "only carreras"),
        ("carreras+npa+npa-t1", "and only once"),
        ("carreras+npa-t", "'npa-t' is not known"),
        ("carreras+npa-t-1", "'npa-t-1' is not known"),
        ("mst+head", "needs no projective trees"),
        ("carreras+npa+head", "needs no projective trees"),
        ("carreras+haed", r"'haed' is not known; .* after carreras npa\[-tT\]"),
        ("carreras+head+path", "one encoding"),
        ("carreras@svm", "the learner of carreras is passive-aggressive; remove @svm"),
    ],
)
def test_other_names_are_refused(name, message):
    with pytest.raises(NonprojError, match=message):
        variant_named(name)


@pytest.mark.parametrize("name", ["arc-egaer+head", "carrera+npa", "", "+head", "@svm2"])
def test_a_system_of_neither_kind_is_answered_with_both(name):
    with pytest.raises(NonprojError, match=r"one of arc-standard, .* or eisner, mst, carr"):
        variant_named(name)


@pytest.mark.parametrize(
    ("name", "threshold"),
    [("carreras+npa", 0.3), ("carreras+npa-t0", 0.0), ("carreras+npa-t1.5", 1.5)],
)
def test_thresholds(name, threshold):
    system = variant_named(name).system
    assert (system.npa, system.threshold) == (True, threshold)

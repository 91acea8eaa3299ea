"""A treebank's non-projectivity, and the LAS that oracles reach without any training."""

import pandas as pd

from nonproj.data.treebank import Treebank
from nonproj.results.printing import number_in
from nonproj.results.scores import evaluate
from nonproj.results.treebanks.oracle_coverage import oracle_parse, variant_with_oracle
from nonproj.results.treebanks.statistics import statistics
from nonproj.results.values import text_of

MEASURE_TITLES = {  # by metric and setting
    ("n-sentences", ""): "Sentences",
    ("n-tokens", ""): "Words",
    ("pct-nonproj-arcs", ""): "Non-projective arcs, %",
    ("pct-nonproj-sentences", ""): "Non-projective sentences, %",
    ("mean-arc-length", "arcs=nonproj"): "Mean length of non-projective arcs, words",
    ("coverage", "1-endpoint-crossing"): "1-Endpoint-Crossing sentences, %",
}
ORACLES = ("arc-standard", "arc-standard+head", "attardi", "swap-lazy")


def profile_of(treebank: Treebank) -> pd.DataFrame:
    """Return rows with a `title` and a `value`, which is None if there is nothing to count."""
    known = {
        (value.key.metric, text_of(value.key.setting)): number_in(value, value.unit)
        for value in statistics(treebank, treebank.name, "all")
    }
    rows = []
    for key, title in MEASURE_TITLES.items():
        number, kind = known[key], int if key[0].startswith("n-") else float
        rows.append((title, None if number is None else kind(number)))
    for name in ORACLES:
        rebuilt = oracle_parse(treebank, variant_with_oracle(name)).treebank
        las = evaluate(treebank, rebuilt)["las"]
        rows.append((f"Highest possible LAS of {name}, %", 100 * las.correct / las.total))
    return pd.DataFrame(rows, columns=["title", "value"], dtype=object)

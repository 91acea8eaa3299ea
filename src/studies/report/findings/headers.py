"""Headers of columns; LAS is printed with a parser's name, and `points` with an interval."""

import pandas as pd

DIFFERENCE_HEADERS = {"points": "Difference, 95 %", "p_t": "p", "p": "p, Holm"}
STRATEGIES = {"las": "Strategy", "other_las": "Projective baseline", **DIFFERENCE_HEADERS}
GAIN_HEADERS = {"nonprojective": "Non-proj., %", **STRATEGIES, "las": "Highest-scoring strategy"}
CONVERSIONS = {"las": "With conversion", "other_las": "Without", **DIFFERENCE_HEADERS}
BLEND_HEADERS = {"las": "Blend", "other_las": "Best single parser", **DIFFERENCE_HEADERS}
PUBLISHED_HEADERS = {"las": "Our best LAS", "published": "Published", "difference": "Difference"}


def of_families(table: pd.DataFrame) -> dict[str, str]:
    """Return the headers for a table of `families`, with one header for each family."""
    names = [name for name in table if f"{name} parser" in table]
    return {name: name.capitalize() for name in names} | DIFFERENCE_HEADERS

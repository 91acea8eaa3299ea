"""What `stats` prints: the values and the non-projective arcs of treebanks."""

from pathlib import Path
from typing import Any

from nonproj import api
from nonproj.cli.output.tables import distinct_names
from nonproj.cli.output.wording import STATISTICS
from nonproj.data.conll import warn_of_telling_tags
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.option_types import FormatChoice, TagsChoice
from nonproj.results.option_names import Grouping
from nonproj.results.printing import YES_NO, number_in, printed
from nonproj.results.treebanks.crossings import relations
from nonproj.results.treebanks.description import description
from nonproj.results.values import Value, text_of

Described = dict[str, tuple[Treebank, list[Value]]]


def described(
    paths: list[Path], format: FormatChoice | None, tags: TagsChoice
) -> tuple[Described, list[str]]:
    """Return each readable treebank with its values, and the errors for the other files."""
    found, failures = {}, []
    for path in paths:
        try:
            treebank = api.read(path, format, tags=tags)
        except NonprojError as error:
            failures.extend(error.args)
            continue
        warn_of_telling_tags(treebank)
        found[str(path)] = treebank, description(treebank)
    return found, failures


def groups_of(found: Described, by: Grouping, examples: int) -> dict[str, list[dict[str, Any]]]:
    """Return the groups of non-projective arcs in each treebank, with example sentences."""
    return {name: relations(treebank, by, examples) for name, (treebank, _) in found.items()}


def measures_of(found: Described) -> list[tuple[str, ...]]:
    """Return the header and the rows of the table of measures, with a column for each treebank."""
    columns = [
        {(v.key.system, v.key.metric, text_of(v.key.setting)): v for v in values}
        for _, values in found.values()
    ]
    rows = [("", *distinct_names(list(found)))]
    for heading, words in STATISTICS.items():
        rows.append((heading, *[""] * len(columns)))
        for key, name in words.items():
            rows.append((f"  {name}", *(_printed(column[key]) for column in columns)))
    return rows


def _printed(value: Value) -> str:
    """Format a value in its unit, or as a dash if nothing was counted."""
    number = number_in(value, value.unit)
    if number is None:
        return "–"
    if value.unit == "boolean":
        return YES_NO[str(number)]
    return f"{int(number):,}" if value.unit == "count" else printed(number, 2)

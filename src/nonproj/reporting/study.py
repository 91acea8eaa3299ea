"""All tables and figures of one study, by the names of their files."""

from collections.abc import Sequence

from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values
from nonproj.experiments.published import PublishedValue
from nonproj.experiments.study import Study
from nonproj.experiments.suite import SuiteTreebank
from nonproj.reporting.figures.draw import draw
from nonproj.reporting.tables.build import build
from nonproj.reporting.tables.export import to_csv, to_latex, to_markdown


def documents(
    study: Study,
    values: Values,
    tests: Tests,
    published: Sequence[PublishedValue],
    treebanks: Sequence[SuiteTreebank],
) -> dict[str, str | bytes]:
    """STUDY-TABLE.{csv,md,tex,json} and STUDY-FIGURE.svg."""
    found: dict[str, str | bytes] = {}
    for spec in study.tables:
        table, name = build(spec, values, published, treebanks), f"{study.id}-{spec.id}"
        found[f"{name}.csv"] = to_csv(table)
        found[f"{name}.md"] = to_markdown(table)
        found[f"{name}.tex"] = to_latex(table)
        found[f"{name}.json"] = table.to_json()
    for spec in study.figures:
        found[f"{study.id}-{spec.id}.svg"] = draw(spec, values, treebanks, tests)
    return found

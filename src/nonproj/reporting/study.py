"""All tables and figures of one study, by the names of their files."""

from collections.abc import Mapping, Sequence

from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values
from nonproj.experiments.study.published import PublishedValue
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import SuiteTreebank
from nonproj.fidelity.departures import Departure
from nonproj.reporting.figures.draw import draw
from nonproj.reporting.tables.build import build
from nonproj.reporting.tables.export import to_csv, to_latex, to_markdown
from nonproj.reporting.winners import with_winners


def documents(
    study: Study,
    values: Values,
    tests: Tests,
    published: Sequence[PublishedValue],
    treebanks: Sequence[SuiteTreebank],
    departures: Mapping[tuple[str, str], Sequence[Departure]],
) -> dict[str, str | bytes]:
    """STUDY-TABLE.{csv,md,tex,json} and STUDY-FIGURE.svg."""
    found: dict[str, str | bytes] = {}
    study = with_winners(study, values)
    for spec in study.tables:
        name, touching = f"{study.id}-{spec.id}", departures.get((study.id, spec.id), ())
        table = build(spec, values, published, treebanks, [one.id for one in touching], tests)
        found[f"{name}.csv"] = to_csv(table)
        found[f"{name}.md"] = to_markdown(table)
        found[f"{name}.tex"] = to_latex(table)
        found[f"{name}.json"] = table.to_json()
    for spec in study.figures:
        found[f"{study.id}-{spec.id}.svg"] = draw(spec, values, treebanks, tests)
    return found

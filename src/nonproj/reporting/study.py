"""All tables and figures of one study."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from nonproj.evaluation.significance.table import Tests
from nonproj.evaluation.values import Values
from nonproj.experiments.study.published import PublishedValue
from nonproj.experiments.study.study import Study
from nonproj.experiments.treebanks.suite import SuiteTreebank
from nonproj.reporting.figures.draw import draw
from nonproj.reporting.tables.build import Table, build
from nonproj.reporting.winners import with_winners

if TYPE_CHECKING:
    from nonproj.fidelity.departures import Departure


def tables_of(
    study: Study,
    values: Values,
    tests: Tests,
    published: Sequence[PublishedValue],
    treebanks: Sequence[SuiteTreebank],
    departures: Mapping[tuple[str, str], Sequence["Departure"]] = {},
) -> list[Table]:
    """Build the tables in the order of the study; of the published values, its own count."""
    tables, printed = [], [value for value in published if value.paper == study.id]
    for spec in with_winners(study, values).tables:
        touching = [departure.id for departure in departures.get((study.id, spec.id), ())]
        tables.append(build(spec, values, printed, treebanks, touching, tests))
    return tables


def figures_of(
    study: Study, values: Values, tests: Tests, treebanks: Sequence[SuiteTreebank]
) -> dict[tuple[str, str], bytes]:
    """Draw the figures as SVG, by study and id."""
    specs = with_winners(study, values).figures
    return {(study.id, spec.id): draw(spec, values, treebanks, tests) for spec in specs}

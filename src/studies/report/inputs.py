"""Inputs for the tables, figures and page of a suite, read from the suite's files."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from nonproj.results.values import Values, read_values
from studies.plan.study.load import load
from studies.plan.study.published import PublishedValue, read_published
from studies.plan.study.study import Study
from studies.plan.treebanks.suite import Suite
from studies.report.study import figures_of, tables_of
from studies.tables.build import Table
from studies.values.tests import Tests, read_tests


@dataclass(frozen=True)
class SuiteInputs:
    """The studies, values and tests of a suite, and the values that the papers print."""

    studies: Sequence[Study]
    suite: Suite
    values: Values
    tests: Tests
    published: Sequence[PublishedValue]

    @classmethod
    def read(cls, files: Mapping) -> "SuiteInputs":
        """Read a suite's files from a rule's input."""
        return cls(
            [*map(load, files.studies)],
            Suite.read(files.suite),
            read_values(*files.measurements),
            read_tests(files.tests),
            read_published(*files.get("published", ())),
        )

    @cached_property
    def tables(self) -> list[Table]:
        printed = self.values, self.tests, self.published, self.suite.treebanks
        return [table for study in self.studies for table in tables_of(study, *printed)]

    @property
    def figures(self) -> list[bytes]:
        """The figures of all studies as SVG."""
        shown = self.values, self.tests, self.suite.treebanks
        return [svg for study in self.studies for svg in figures_of(study, *shown).values()]

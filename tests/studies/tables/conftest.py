"""Tables beside the printed values."""

import pytest

from nonproj.results.values import Values
from studies.tables import build as tables


@pytest.fixture(scope="session")
def build(published):
    """build(spec, values, treebanks) -> the table."""

    def build(spec, values=(), treebanks=(), tests=None):
        return tables.build(spec, Values(values), published[spec.study], treebanks, tests)

    return build

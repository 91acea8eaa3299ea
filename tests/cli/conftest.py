"""Fixtures of the tests of the command line."""

import pytest

from command_line import TREES


@pytest.fixture
def treebank(tmp_path):
    path = tmp_path / "trees.conll"
    path.write_text(TREES)
    return path

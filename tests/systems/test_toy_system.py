"""A system of another package: its module, its feature model and one row."""

import os
import subprocess
import sys

from conftest import ROOT

FEATURES = """
description: the form of the next token
nodes:
  b0: [form]
"""
PROGRAM = """
import sys
from nonproj.systems.moves import Move
from nonproj.systems.registry import SYSTEM_ROWS, TransitionRow

toy = TransitionRow("toy", "samples.toy_system", (Move.RIGHT_ARC,), ends_with_buffer=True,
                    features=sys.argv[1])
SYSTEM_ROWS.append(toy)
assert "numba" not in sys.modules
from nonproj.results.treebanks.oracle_coverage import oracle_parse
from nonproj.parsers.families import load_model, train, variant_named
from samples.treebanks import written

text = written([[("a", 0, "x"), ("b", 0, "y")], [("b", 0, "y")], [("a", 0, "x"), ("a", 0, "x")]])
model = train(variant_named("toy-r2l@mbl"), text)
model.save(sys.argv[2])
parsed = load_model(sys.argv[2]).parse(text).treebank
assert parsed.head.tolist() == text.head.tolist()
assert parsed.deprel.strings() == text.deprel.strings()
rebuilt = oracle_parse(text, variant_named("toy"))
assert rebuilt.treebank.head.tolist() == text.head.tolist()
assert rebuilt.moves[:, Move.RIGHT_ARC].sum() == text.n_words
"""


def test_a_system_from_outside_the_package_is_used_as_those_in_it(tmp_path):
    """Interpreted, as compiling all that calls a system takes a minute."""
    features = tmp_path / "toy.yaml"
    features.write_text(FEATURES)
    environment = os.environ | {
        "NUMBA_DISABLE_JIT": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")]),
    }
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, features, tmp_path / "toy.npz"],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert done.returncode == 0, done.stderr

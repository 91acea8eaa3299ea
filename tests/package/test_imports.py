"""What an import loads and changes: help needs no numpy, programs keep their own settings."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HEAVY = ("numpy", "numba", "scipy", "pandas", "sklearn", "matplotlib", "snakemake", "jax")


def test_the_page_on_architecture_lists_the_layers_in_the_order_of_the_contract():
    root = Path(__file__).parents[2]
    contracts = tomllib.loads((root / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = " | ".join(contracts["contracts"][0]["layers"]).replace("nonproj.", "").split(" | ")
    page = " ".join((root / "docs/architecture.md").read_text().split())
    listed = page.partition("imports only the ones before it:")[2].partition("(the commands")[0]
    named = re.findall(r"`([a-z]+)`", listed)
    engines = {"learners", "systems", "decoders", "codecs"}  # one layer
    assert [n for n in named if n not in engines] == [n for n in layers[::-1] if n not in engines]
    assert engines <= {*named}


@pytest.mark.parametrize("module", ["nonproj", "nonproj.cli"])
def test_start_up_imports_nothing_heavy(module):
    code = f"import sys, {module}; print(*sys.modules.keys() & set({HEAVY}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


IMPORTING = """
import os
from pathlib import Path
before = dict(os.environ)
NONPROJ_FIRST
from numba import config, njit
settings = {name: value for name, value in vars(config).items() if name.isupper()}
import nonproj
assert nonproj.parse and nonproj.read
assert dict(os.environ) == before
assert {name: value for name, value in vars(config).items() if name.isupper()} == settings

@njit(cache=True)
def twice(x):
    return 2 * x

twice(1)
assert [path.suffix for path in Path(__file__).parent.glob("__pycache__/*.nbi")] == [".nbi"]
"""


@pytest.mark.parametrize("order", ["numba first", "nonproj first"])
def test_importing_the_package_changes_nothing_of_a_program(tmp_path, order):
    """Kernels of the program's own are kept where numba keeps them."""
    program = tmp_path / "program.py"
    first = "import nonproj" if order == "nonproj first" else ""
    program.write_text(IMPORTING.replace("NONPROJ_FIRST", first))
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA", "NONPROJ"))}
    environment |= {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    done = subprocess.run(
        [sys.executable, program], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "cache").exists()

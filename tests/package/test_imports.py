"""What an import loads and changes: help needs no numpy, programs keep their own settings."""

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import nonproj
from command_line import python

HEAVY = ("numpy", "numba", "scipy", "pandas", "sklearn", "matplotlib", "snakemake", "jax")
GOLD = Path(__file__).parents[1] / "data" / "golden" / "gold.conllx"
# What a program does with GOLD and a model, and how many modules of the package it may load.
USES = {
    "nonproj.read(gold)": 30,
    "nonproj.parse(nonproj.load(model), nonproj.read(gold))": 112,
    "run(['parse', '--model', model, gold, '-o', os.devnull])": 118,
    "nonproj.train('arc-standard+head', nonproj.read(gold))": 112,
    "nonproj.evaluate(nonproj.read(gold), nonproj.read(gold))": 54,
}
PROGRAM = """
import os, sys
import nonproj
model, gold = sys.argv[1:]
def run(arguments):
    from nonproj.cli import run
    assert run(arguments) == 0
USE
print(*(name for name in sys.modules if name.partition(".")[0] == "nonproj"))
"""
INNER_IMPORTS = 20  # imports inside functions of api and cli, of modules that load slowly


@pytest.mark.parametrize(
    "code",
    [
        "import nonproj",
        "from nonproj.public import drawing, parsers, scores, trees, values, variants",
        "from nonproj.cli import run; run(['--help'])",
        "from nonproj.cli import run; run(['parse', '--help'])",
    ],
)
def test_import_and_help_load_no_heavy_library(code):
    code += f"; import sys; print(*sys.modules.keys() & set({HEAVY}), file=sys.stderr)"
    assert python(code).stderr.split() == []


@pytest.fixture(scope="module")
def modules_of(tmp_path_factory):
    """modules_of(use) -> the modules of the package that a program loads."""
    model = tmp_path_factory.mktemp("models") / "model.npz"
    nonproj.train("arc-standard+head", nonproj.read(GOLD)).save(model)

    def modules_of(use):
        return python(PROGRAM.replace("USE", use), model, GOLD).stdout.split()

    return modules_of


@pytest.mark.parametrize("use", USES)
def test_a_function_loads_the_modules_that_it_needs(modules_of, use):
    """A single parser parses without the code of bundles and scores."""
    loaded = modules_of(use)
    assert "nonproj.data.treebank" in loaded
    assert len(loaded) <= USES[use], loaded
    folders = {name.split(".")[1] for name in loaded if "." in name}
    unneeded = {"combination", "results", "drawing", "recommendation"} & folders
    assert unneeded == set() or "parse" not in use


def test_the_library_names_no_module_of_the_studies():
    texts = {p: p.read_text() for p in Path(nonproj.__file__).parent.rglob("*.py")}
    assert [str(p) for p, text in texts.items() if re.search(r"\bstudies\.\w", text)] == []
    assert len(texts) > 250


def imports_inside_functions(path):
    tree = ast.parse(path.read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = (node for function in functions for node in ast.walk(function))
    return {(path, n.lineno) for n in inside if isinstance(n, ast.Import | ast.ImportFrom)}


def test_few_imports_of_api_and_cli_are_inside_functions():
    package = Path(nonproj.__file__).parent
    files = [*(package / "api").rglob("*.py"), *(package / "cli").rglob("*.py")]
    assert 0 < len(set.union(*map(imports_inside_functions, files))) <= INNER_IMPORTS


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
def test_importing_the_package_leaves_settings_and_kernels_of_a_program_alone(tmp_path, order):
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

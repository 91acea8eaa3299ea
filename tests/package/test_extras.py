"""What each installation can do: the core without the libraries of the extras."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from nonproj.errors import NonprojError
from nonproj.extras import LIBRARIES, extras, needing
from nonproj.parsers.model_files import write_archive

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MODULES = {library: module for module, library in LIBRARIES.items()} | {"pyyaml": "yaml"}
NEURAL, WORKFLOW = ('pip install "nonproj[neural]"', 'pip install "nonproj[workflow]"')
PROFILE = ROOT / "data" / "embedded" / "short-frequent.yaml"

# Each command, and its last line where it is refused
COMMANDS = {
    f"synthesize {PROFILE} --sentences 40 -o gold": "",
    "check gold": "",
    "stats gold": "",
    "coverage gold --variants swap-lazy": "",
    "coverage gold --classes 1ec": "",
    "draw gold --sentence 1 -o gold.svg": "",
    "projectivize gold -o projective": "",
    "transform gold --scheme c-all -o moved": "",
    "train --variant arc-standard+head@perceptron gold --dev gold -o head.npz": "",
    "parse --model head.npz gold -o head": "",
    "train --variant eisner gold -o eisner.npz": "",
    "parse --model eisner.npz gold -o eisner": "",
    "evaluate gold head": "",
    "compare gold head eisner --json": "",
    "blend head eisner head -o blend": "",
    "fetch ud20-gof": "unknown treebank 'ud20-gof'; did you mean ud20-got?",
    f"claims {ROOT}/reports/published/coverage": "",
    "train --variant biaffine gold -o no": f"biaffine needs optax: {NEURAL}",
    "parse --model biaffine.npz gold": f"biaffine.npz: biaffine needs optax: {NEURAL}",
    "train --variant swap-lazy@maxent gold -o no": f"swap-lazy@maxent needs scipy: {WORKFLOW}",
    "recommend gold": f"recommend needs pandas: {WORKFLOW}",
    f"table {ROOT}/reports/published/ud20 T5.2": f"table needs matplotlib: {WORKFLOW}",
}
RUN = """
import builtins, json, sys
blocked, commands = map(json.loads, sys.argv[1:])
sys.modules.update(dict.fromkeys(blocked))
imported, original = set(), builtins.__import__

def watched(name, namespace=None, *rest):
    if str((namespace or {}).get("__name__")).startswith("nonproj"):
        imported.add(name.partition(".")[0])
    return original(name, namespace, *rest)

builtins.__import__ = watched
from nonproj import read, to_conllu
from nonproj.cli import run
for command in commands:
    print("status of:", command, file=sys.stderr)
    print(run(command.split()), file=sys.stderr)
to_conllu(read("gold"))
third_party = imported - sys.stdlib_module_names - {"nonproj"}
open("imported.json", "w").write(json.dumps(sorted(third_party)))
"""


def declared(requirements):
    return {re.match(r"[\w.-]+", requirement)[0] for requirement in requirements}


def modules_of(libraries):
    return {MODULES.get(library, library) for library in libraries}


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """Run all commands where the libraries of extras cannot be imported."""
    folder = tmp_path_factory.mktemp("core")
    write_archive(folder / "biaffine.npz", {"kind": "neural", "variant": "biaffine"}, {})
    blocked = modules_of(name for name, extra in extras().items() if extra)
    words = json.dumps(sorted(blocked)), json.dumps([*COMMANDS])
    done = subprocess.run(
        [sys.executable, "-c", RUN, *words], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stderr, set(json.loads((folder / "imported.json").read_text()))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works_or_names_the_extra_that_it_needs(core, command):
    said = core[0].partition(f"status of: {command}\n")[2].partition("status of: ")[0]
    *lines, status = said.splitlines()
    assert status == ("2" if COMMANDS[command] else "0"), said
    if COMMANDS[command]:
        assert lines == [f"nonproj: {COMMANDS[command]}"]


def test_the_core_imports_the_libraries_that_it_declares(core):
    assert core[1] == modules_of(declared(PROJECT["dependencies"]))


def test_every_library_that_the_package_imports_is_declared():
    pattern = r"^\s*(?:from|import) (\w+)"
    files = (ROOT / "src").rglob("*.py")
    found = {m for file in files for m in re.findall(pattern, file.read_text(), re.MULTILINE)}
    found -= {*sys.stdlib_module_names, "nonproj", "snakemake"}
    assert found == modules_of(extras()) - {"snakemake"}


def test_the_installed_package_has_the_extras_of_the_project():
    """After a change of pyproject.toml, `make install` writes them anew."""
    expected = dict.fromkeys(declared(PROJECT["dependencies"]), "")
    for extra in ("neural", "workflow"):
        expected |= dict.fromkeys(declared(PROJECT["optional-dependencies"][extra]), extra)
    assert extras() == expected


def test_a_missing_library_is_named_with_its_command():
    with pytest.raises(NonprojError) as caught, needing("swap-lazy@libsvm"):
        raise ModuleNotFoundError(name="sklearn.svm")
    assert str(caught.value) == f"swap-lazy@libsvm needs scikit-learn: {WORKFLOW}"


@pytest.mark.parametrize("name", ["numpy.random", "nonproj.nothing", "no_library", None])
def test_what_no_extra_installs_is_an_error_of_python(name):
    with pytest.raises(ModuleNotFoundError), needing("parse"):
        raise ModuleNotFoundError(name=name)

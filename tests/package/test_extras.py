"""What each installation can do: the core without the libraries of the extras."""

import json
import re
import shutil
import sys

import pytest

from command_line import python
from conftest import ROOT
from nonproj.errors import NonprojError
from nonproj.optional_libraries import LIBRARIES, extras, needing
from nonproj.parsers.model_files import write_archive
from release import project

PROJECT = project()
OF_RAW = {"ufal": "ufal.udpipe"}
OF_CORE = {"yaml": "pyyaml", "llvmlite": "numba", "urllib3": "requests"}  # which bring them
NEURAL, WORKFLOW = ('pip install "nonproj[neural]"', 'pip install "nonproj[workflow]"')
GOLD = ROOT / "tests" / "data" / "golden" / "gold.conllx"

# Each command, and its last line where it is refused
COMMANDS = {
    "check gold": "",
    "stats gold": "",
    "coverage gold --variants swap-lazy": "",
    "draw gold --sentence 1 -o gold.svg": "",
    "view gold -o gold.html": f"view needs jinja2: {WORKFLOW}",
    "projectivize gold --encoding head -o projective": "",
    "transform gold --scheme tau-c -o moved": "",
    "train --variant arc-standard+head@perceptron gold --dev gold -o head.npz": "",
    "parse --model head.npz gold -o head": "",
    "train --variant eisner gold -o eisner.npz": "",
    "parse --model eisner.npz gold -o eisner": "",
    "train --variant mst --confidence gold -o no": f"confidence of mst needs scipy: {WORKFLOW}",
    "train --variant swap-lazy --tags predicted gold -o tagged.npz": "",
    "parse --model tagged.npz gold -o tagged": "",
    "evaluate gold head": "",
    "compare gold head eisner --json": "",
    "blend head eisner head -o blend": "",
    "fetch conll07-basqu": "unknown treebank 'conll07-basqu'; did you mean conll07-basque?",
    "train --variant biaffine gold -o no": f"biaffine needs optax: {NEURAL}",
    "parse --model biaffine.npz gold": f"biaffine.npz: biaffine needs jax: {NEURAL}",
    "train --variant swap-lazy@maxent gold -o no": f"swap-lazy@maxent needs scipy: {WORKFLOW}",
    "train --variant mst --text --tags predicted gold -o no": (
        'splitting text needs ufal.udpipe: pip install "nonproj[raw]"'
    ),
    "evaluate two.conllu one.conllu": (
        'scoring text that is split differently needs udtools: pip install "nonproj[raw]"'
    ),
    "recommend gold": f"recommend needs pandas: {WORKFLOW}",
}
RUN = """
import builtins, json, sys
blocked, commands = map(json.loads, sys.argv[1:])
sys.modules.update(dict.fromkeys(blocked))
imported, original = set(), builtins.__import__

def watched(name, namespace=None, *rest, **named):
    module = original(name, namespace, *rest, **named)
    if str((namespace or {}).get("__name__")).startswith("nonproj"):
        imported.add(name.partition(".")[0])
    return module

builtins.__import__ = watched
from nonproj import read, stats, to_conllu
from nonproj.cli import run
for command in commands:
    print("status of:", command, file=sys.stderr)
    print(run(command.split()), file=sys.stderr)
to_conllu(read("gold"))
stats(read("gold"), by="deprel")
third_party = imported - sys.stdlib_module_names - {"nonproj"}
open("imported.json", "w").write(json.dumps(sorted(third_party)))
"""


def declared(requirements):
    return {re.match(r"[\w.-]+", requirement)[0] for requirement in requirements}


def libraries_of(modules):
    return {(LIBRARIES | OF_CORE | OF_RAW).get(module, module) for module in modules}


def imports_of_package():
    """The modules that a line of the package imports and that are not of Python."""
    pattern = re.compile(r"^ *(?:from (\w+)[\w.]* import|import (\w+))", re.MULTILINE)
    texts = (file.read_text() for file in (ROOT / "src").rglob("*.py"))
    found = {match[1] or match[2] for text in texts for match in pattern.finditer(text)}
    return found - {*sys.stdlib_module_names, "nonproj", "studies"}


@pytest.fixture(scope="module")
def core(tmp_path_factory):
    """Run all commands where the libraries of extras cannot be imported."""
    folder = tmp_path_factory.mktemp("core")
    shutil.copy(GOLD, folder / "gold")
    write_archive(folder / "biaffine.npz", {"kind": "neural", "variant": "biaffine"}, {})
    for name, sizes in {"one": [2], "two": [1, 1]}.items():  # the text "aa" as sentences
        rows = ["".join(f"{i + 1}\ta\t_\t_\t_\t_\t{i}\td\t_\t_\n" for i in range(n)) for n in sizes]
        (folder / f"{name}.conllu").write_text("".join(f"{row}\n" for row in rows))
    blocked = {m for m in imports_of_package() if extras().get(*libraries_of({m}))}
    words = json.dumps(sorted(blocked)), json.dumps([*COMMANDS])
    said = python(RUN, *words, cwd=folder).stderr
    return said, set(json.loads((folder / "imported.json").read_text()))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works_or_names_the_extra_that_it_needs(core, command):
    said = core[0].partition(f"status of: {command}\n")[2].partition("status of: ")[0]
    *lines, status = said.splitlines()
    assert status == ("2" if COMMANDS[command] else "0"), said
    if COMMANDS[command]:
        assert lines == [f"nonproj: {COMMANDS[command]}"]


def test_the_core_imports_the_libraries_that_it_declares(core):
    windows = {"psutil"}
    assert libraries_of(core[1]) == declared(PROJECT["dependencies"]) - windows


def test_every_imported_library_is_declared_and_its_extra_installed():
    """After a change of pyproject.toml, `make install` writes the extras anew."""
    of_groups = {"typst"}  # of the article
    assert libraries_of(imports_of_package()) - of_groups | {"snakemake"} == extras().keys()
    expected = dict.fromkeys(declared(PROJECT["dependencies"]), "")
    for extra in ("neural", "workflow", "raw"):
        expected |= dict.fromkeys(declared(PROJECT["optional-dependencies"][extra]), extra)
    assert extras() == expected


def test_a_missing_library_is_named_with_its_command_if_an_extra_installs_it():
    with pytest.raises(NonprojError) as caught, needing("swap-lazy@libsvm"):
        raise ModuleNotFoundError(name="sklearn.svm")
    assert str(caught.value) == f"swap-lazy@libsvm needs scikit-learn: {WORKFLOW}"
    for name in ("numpy.random", "nonproj.nothing", "no_library", None):
        with pytest.raises(ModuleNotFoundError), needing("parse"):
            raise ModuleNotFoundError(name=name)

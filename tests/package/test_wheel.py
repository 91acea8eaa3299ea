"""The package as a user installs it: built, installed elsewhere, run outside the checkout."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
OFFLINE = ("--no-deps", "--no-index")
BUILD = "import setuptools.build_meta as build, sys; build.build_sdist(sys.argv[1])"


def succeed(*command, **options):
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Where a wheel, built from the source distribution, is installed."""
    folder = tmp_path_factory.mktemp("package")
    sources, site = folder / "sources", folder / "site"
    unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", sources / "src", ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    succeed(sys.executable, "-c", BUILD, folder, cwd=sources)
    archives = folder.glob("*.tar.gz")
    succeed(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "-w", folder, *archives)
    succeed(*PIP, "install", *OFFLINE, "--target", site, *folder.glob("*.whl"))
    return site


def test_the_wheel_has_all_files_of_the_package(site):
    def files(folder):
        paths = (folder / "nonproj").rglob("*")
        return {p.relative_to(folder) for p in paths if p.is_file() and p.suffix != ".pyc"}

    assert files(site) == {p for p in files(ROOT / "src") if p.suffix not in (".nbi", ".nbc")}


def test_the_wheel_works_outside_the_checkout(site, tmp_path):
    own = {"PYTHONPATH": str(site), "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}

    def run(*arguments):
        return succeed(site / "bin" / "nonproj", *arguments, cwd=tmp_path, env=os.environ | own)

    assert "mirror" in run("fetch", "--help")
    shutil.copy(ROOT / "tests" / "data" / "golden" / "gold.conllx", tmp_path / "trees.conll")
    assert "Sentences" in run("stats", "trees.conll")
    run("train", "--variant", "swap-lazy@perceptron", "trees.conll", "-o", "model.npz")
    parse = run("parse", "--model", "model.npz", "trees.conll", "-o", "-")
    assert parse.count("\n\n") == 40
    options = ("--strategies", "arc-standard", "-o", "found")
    advised = run("recommend", "trees.conll", *options)
    assert "nonproj train --variant arc-standard" in advised


def test_the_build_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]
    locked = (ROOT / "envs" / "requirements.txt").read_text()
    for requirement in project["build-system"]["requires"]:
        assert f"\n{requirement} \\\n    --hash=sha256:" in locked

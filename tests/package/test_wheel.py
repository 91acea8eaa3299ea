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
def run(tmp_path_factory):
    """Run the program of a wheel, built from the source distribution, in a folder of its own."""
    folder = tmp_path_factory.mktemp("package")
    sources, site, work = folder / "sources", folder / "site", folder / "work"
    unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
    shutil.copytree(ROOT / "src", sources / "src", ignore=unwanted)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    succeed(sys.executable, "-c", BUILD, folder, cwd=sources)
    archives = folder.glob("*.tar.gz")
    succeed(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "-w", folder, *archives)
    succeed(*PIP, "install", *OFFLINE, "--target", site, *folder.glob("*.whl"))
    work.mkdir()
    own = {"PYTHONPATH": str(site), "NUMBA_CACHE_DIR": str(folder / "kernels")}

    def run(*arguments):
        return succeed(site / "bin" / "nonproj", *arguments, cwd=work, env=os.environ | own)

    return run


def test_the_wheel_works_outside_the_checkout(run):
    assert "synthesize" in run("--help")
    assert "mirror" in run("fetch", "--help")
    profile = ROOT / "data" / "embedded" / "cross-serial.yaml"
    run("synthesize", profile, "--sentences", 30, "-o", "trees.conll")
    assert "Sentences" in run("stats", "trees.conll")
    run("train", "--variant", "swap-lazy@perceptron", "trees.conll", "-o", "model.npz")
    parse = run("parse", "--model", "model.npz", "trees.conll", "-o", "-")
    assert parse.count("\n\n") == 30
    options = ("--strategies", "arc-standard", "-o", "found")
    advised = run("recommend", "trees.conll", *options)
    assert "nonproj train --variant arc-standard" in advised


def test_the_build_is_locked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]
    locked = (ROOT / "envs" / "requirements.txt").read_text()
    for requirement in project["build-system"]["requires"]:
        assert f"\n{requirement} \\\n    --hash=sha256:" in locked

"""The package as a user installs it: built, installed elsewhere, run outside the checkout."""

import os
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path, PurePath

import pytest

from conftest import ROOT
from release import write_sources

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
OFFLINE = ("--no-deps", "--no-index")
SEEN = (".nbi", ".nbc", ".pyc")  # files that running the packages leaves beside the modules
BUILD = "import setuptools.build_meta as build, sys; build.build_sdist(sys.argv[1])"


def succeed(*command, **options):
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory):
    """The files of a release, of which the two distributions are built."""
    sources = tmp_path_factory.mktemp("package") / "sources"
    write_sources(sources)
    return sources


@pytest.fixture(scope="module")
def site(sources):
    """Where a wheel, built from the source distribution, is installed."""
    folder, site = sources.parent, sources.parent / "site"
    succeed(sys.executable, "-c", BUILD, folder, cwd=sources)
    archives = folder.glob("*.tar.gz")
    succeed(*PIP, "wheel", *OFFLINE, "--no-build-isolation", "-w", folder, *archives)
    succeed(*PIP, "install", *OFFLINE, "--target", site, *folder.glob("*.whl"))
    return site


@pytest.fixture(scope="module")
def studies(sources):
    """Where a wheel of the reproduction is installed, which has a distribution of its own."""
    built, site = sources.parent / "studies", sources.parent / "site-of-studies"
    options = *OFFLINE, "--no-build-isolation", "-w", built
    for _ in range(2):  # the second time beside what the first left
        succeed(*PIP, "wheel", *options, sources / "src" / "studies")
    succeed(*PIP, "install", *OFFLINE, "--target", site, *built.glob("*.whl"))
    return site


def files(folder, package):
    paths = (p for p in (folder / package).rglob("*") if p.is_file() and p.suffix not in SEEN)
    return {p.relative_to(folder).as_posix() for p in paths}


def test_each_wheel_has_all_files_of_its_package_and_none_of_the_other(site, studies):
    assert files(site, "nonproj") == files(ROOT / "src", "nonproj")
    expected = files(ROOT / "src", "studies") - {"studies/pyproject.toml"}
    assert files(studies, "studies") == expected
    assert not (site / "studies").exists()
    assert not (studies / "nonproj").exists()


def test_the_source_distribution_has_tests_and_documents(site):
    with tarfile.open(next(site.parent.glob("*.tar.gz"))) as archive:
        found = {part for name in archive.getnames() for part in PurePath(name).parts[1:2]}
    assert found >= {"src", "tests", "docs", "data", "workflow", "envs", "Makefile", "CHANGELOG.md"}


def test_the_studies_work_outside_the_checkout(site, studies, tmp_path):
    own = {"PYTHONPATH": os.pathsep.join([str(site), str(studies)])}
    code = (
        "import studies; from studies.report import markup\n"
        "from studies.papers.deviations import load_deviations\n"
        "assert len(load_deviations()) > 50; print(studies.__file__)\n"
        "assert markup.report_environment().get_template('study.html')"
    )
    said = succeed(sys.executable, "-c", code, cwd=tmp_path, env=os.environ | own)
    assert Path(said.strip()).is_relative_to(studies)


def test_the_wheel_works_outside_the_checkout(site, tmp_path):
    own = {"PYTHONPATH": str(site), "NUMBA_CACHE_DIR": str(tmp_path / "kernels")}

    def run(*arguments):
        return succeed(site / "bin" / "nonproj", *arguments, cwd=tmp_path, env=os.environ | own)

    assert "mirror" in run("fetch", "--help")
    shutil.copy(ROOT / "tests" / "data" / "golden" / "gold.conllx", tmp_path / "trees.conll")
    assert "Sentences" in run("stats", "trees.conll")
    run("train", "--variant", "arc-standard", "trees.conll", "-o", "model.npz")
    parse = run("parse", "--model", "model.npz", "trees.conll", "-o", "-")
    assert parse.count("\n\n") == 40
    options = ("--strategies", "arc-standard", "-o", "found")
    advised = run("recommend", "trees.conll", *options)
    assert "nonproj train --variant arc-standard" in advised


def test_both_packages_build_with_locked_requirements_of_one_version():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    studies = tomllib.loads((ROOT / "src/studies/pyproject.toml").read_text())
    assert studies["build-system"] == project["build-system"]
    version = project["project"]["version"]
    assert studies["project"]["dependencies"] == [f"nonproj[workflow]=={version}"]
    assert project["dependency-groups"]["build"] == project["build-system"]["requires"]
    locked = (ROOT / "envs" / "requirements.txt").read_text()
    for requirement in project["build-system"]["requires"]:
        assert f"\n{requirement} \\\n    --hash=sha256:" in locked

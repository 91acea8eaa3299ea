"""What a release says of itself: one version, one address, links that lead somewhere."""

import re
import subprocess
import tomllib

import nonproj
from conftest import ROOT
from release import project, with_addresses, write_sources

README = (ROOT / "README.md").read_text(encoding="utf-8")
ADDRESS, VERSION = project()["urls"]["Source"], project()["version"]


def test_all_files_of_a_release_state_the_same_version():
    """In both pyproject.toml, __init__.py, CITATION.cff and CHANGELOG.md."""
    studies = tomllib.loads((ROOT / "src/studies/pyproject.toml").read_text(encoding="utf-8"))
    assert studies["project"]["version"] == VERSION
    assert nonproj.__version__ == VERSION
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    [day] = re.findall(r"^date-released: (\S+)$", citation, re.MULTILINE)
    assert f"\nversion: {VERSION}\n" in citation
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.*)$", changes, re.MULTILINE)[0] == f"{VERSION} ({day})"


def test_the_addresses_of_the_project_are_in_pyproject_toml_alone():
    for address in (ADDRESS, project()["authors"][0]["email"]):
        command = "git", "grep", "--count", "--fixed-strings", address
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        assert found.stdout.splitlines() == ["pyproject.toml:1"]


def test_links_of_the_readme_become_absolute_for_a_package_index():
    text = with_addresses(README, "https://host/owner/name", "9.8")
    links = re.findall(r"\]\((.*?)\)", text)
    assert len(links) == len(re.findall(r"\]\(", README)) > 20
    assert all(link.startswith(("https://", "#")) for link in links)
    assert "https://host/owner/name/blob/v9.8/docs/treebank.md" in links
    assert "https://host/owner/name/raw/v9.8/docs/report.png" in links
    assert with_addresses(text, "https://other", "1") == text


def test_a_release_has_all_files_and_both_distributions_have_address_and_licence(tmp_path):
    write_sources(tmp_path)
    assert (tmp_path / "tests/release.py").exists()
    assert (tmp_path / "docs/index.md").exists()
    studies = tomllib.loads((tmp_path / "src/studies/pyproject.toml").read_text("utf-8"))
    assert studies["project"]["urls"] == project()["urls"]
    assert (tmp_path / "src/studies/LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert f"\nrepository-code: {ADDRESS}\n" in (tmp_path / "CITATION.cff").read_text("utf-8")

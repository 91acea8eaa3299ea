"""The sources of a release: the files that Git tracks, with absolute addresses.

python -m tests.release dist/sources

Pages of an index show the README outside the repository, so that its links lead to the address in
pyproject.toml, and there to the tag of the version."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)\s]+)(?=\))")  # to a file of the repository
PICTURE = (".svg", ".png")


def project() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def with_addresses(text: str, address: str, version: str) -> str:
    """Return a Markdown text whose links to files of the repository are absolute."""

    def absolute(link: re.Match) -> str:
        kind = "raw" if link[1].endswith(PICTURE) else "blob"
        return f"{address}/{kind}/v{version}/{link[1]}"

    return LINK.sub(absolute, text)


def write_sources(folder: Path) -> None:
    """Copy the project; the distribution of the studies gets the address and the licence, too."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in names.stdout.decode().rstrip("\0").split("\0"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    address, version = project()["urls"]["Source"], project()["version"]
    readme = folder / "README.md"
    readme.write_text(with_addresses(readme.read_text("utf-8"), address, version), "utf-8")
    with open(folder / "CITATION.cff", "a", encoding="utf-8") as citation:
        citation.write(f"repository-code: {address}\n")
    with open(folder / "src/studies/pyproject.toml", "a", encoding="utf-8") as studies:
        studies.write(f'\n[project.urls]\nSource = "{address}"\n')
    if "example.org" in address:
        print("Before you publish: set the addresses in pyproject.toml", file=sys.stderr)
    shutil.copy(ROOT / "LICENSE", folder / "src/studies")
    (folder / "MANIFEST.in").write_text("graft .\n")  # tests and documents, too


if __name__ == "__main__":
    write_sources(Path(sys.argv[1]))

"""Loader for the folders of studies, each with a `study.yaml`: tables, figures and runs as data.

A folder is called after its study, `nivre_2007` after `nivre-2007`. Beside `study.yaml` it has the
printed values, `published.csv`, and a paper's claims, `claims.csv` and `claims.py`. The module
`study` declares and explains the fields of `study.yaml`."""

from collections.abc import Iterable
from pathlib import Path

from nonproj.public.errors import NonprojError
from nonproj.public.files import read_declared
from studies.plan.study.study import Study

PAPERS = "src/studies/papers"  # the folder of all studies, in the project
STUDY, PUBLISHED_FILE = "study.yaml", "published.csv"


def folder_of(study: str) -> str:
    """Return the name of a study's folder."""
    return study.replace("-", "_")


def load_studies(folder: Path | str, names: Iterable[str] | None = None) -> list[Study]:
    """Load the named studies in a folder or, without names, all studies of papers."""
    folder = Path(folder)
    if names is None:
        return [study for study in load_all(folder) if study.of_a_paper]
    return [load(folder / folder_of(name) / STUDY) for name in names]


def load_all(folder: Path | str) -> list[Study]:
    """Load all studies in a folder, also those that are not of a paper."""
    return [*map(load, sorted(Path(folder).glob(f"*/{STUDY}")))]


def load(path: Path | str) -> Study:
    """Load a study from its `study.yaml`."""
    path = Path(path)
    own = path.parent.name
    if not path.is_file():
        others = sorted(file.parent.name for file in path.parents[1].glob(f"*/{STUDY}"))
        known = ", ".join(name.replace("_", "-") for name in others) or "none"
        raise NonprojError(f"{path}: no such study; there are {known}")
    study = read_declared(path, Study).completed
    if folder_of(study.id) != own:
        raise NonprojError(f"{path}: study {study.id!r}, expected {own.replace('_', '-')!r}")
    return study


def published_labels(studies: Iterable[Study]) -> dict[str, str]:
    """Return the printed names of all treebanks that the papers used."""
    return {name: label for study in studies for name, label in study.labels.items()}

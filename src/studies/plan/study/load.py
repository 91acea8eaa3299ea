"""Loader for experiment files, which hold the tables and figures of a study as data.

To add a table, edit workflow/experiments/<study>.yaml; the module `study` declares and explains the
fields of the file."""

from collections.abc import Iterable
from pathlib import Path

from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError
from studies.plan.study.study import Study


def load_studies(folder: Path | str, names: Iterable[str] | None = None) -> list[Study]:
    """Load the named studies in a folder or, without names, all studies of papers."""
    folder = Path(folder)
    if names is None:
        return [study for study in load_all(folder) if study.of_a_paper]
    return [load(folder / f"{name}.yaml") for name in names]


def load_all(folder: Path | str) -> list[Study]:
    """Load all studies in a folder, also those that are not of a paper."""
    return [*map(load, sorted(Path(folder).glob("*.yaml")))]


def load(path: Path | str) -> Study:
    """Load the study in an experiment file."""
    path = Path(path)
    if not path.is_file():
        others = ", ".join(sorted(file.stem for file in path.parent.glob("*.yaml")))
        raise NonprojError(f"{path}: no such experiment file; there are {others or 'none'}")
    study = read_declared(path, Study).completed
    if study.id != path.stem:
        raise NonprojError(f"{path}: study {study.id!r}, expected {path.stem!r}")
    return study


def published_labels(studies: Iterable[Study]) -> dict[str, str]:
    """Return the printed names of all treebanks that the papers used."""
    return {name: label for study in studies for name, label in study.labels.items()}

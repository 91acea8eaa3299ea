"""Fixtures that many tests share."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from nonproj.fingerprint import use_kernel_cache
from sixth_study import EXPERIMENT, PUBLISHED

use_kernel_cache()
ROOT = Path(__file__).parent.parent
# No test fails because the machine is busy.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
KERNELS = {"decoders", "systems", "trees"}  # folders whose tests run again with bounds checks


def pytest_collection_modifyitems(items):
    for item in items:
        if KERNELS & set(item.path.relative_to(ROOT).parts):
            item.add_marker(pytest.mark.kernels)


@pytest.fixture(scope="session")
def mirror() -> Path:
    """A folder with real treebanks laid out as HOST/PATH of their URLs; skips without one."""
    place = Path(os.environ.get("NONPROJ_MIRROR") or ROOT.parent / "shared" / "mirror")
    if not place.is_dir():
        pytest.skip(f"no treebank mirror at {place}; set NONPROJ_MIRROR to one")
    return place


@pytest.fixture(scope="session")
def real_treebank(mirror):
    """real_treebank("got", "train") -> a UD 2.0 treebank read through the mirror."""
    from nonproj.data.conll import read_treebank

    folders = {
        "got": "UD_Gothic-PROIEL",
        "hu": "UD_Hungarian-Szeged",
        "el": "UD_Greek-GDT",
        "tr": "UD_Turkish-IMST",
        "pt": "UD_Portuguese-Bosque",
        "en": "UD_English-EWT",
        "vi": "UD_Vietnamese-VTB",
        "id": "UD_Indonesian-GSD",
    }

    def read(code: str, split: str):
        release = "r2.0-test" if split == "test" else "r2.0"
        host = mirror / "raw.githubusercontent.com" / "UniversalDependencies"
        return read_treebank(host / folders[code] / release / f"{code}-ud-{split}.conllu")

    return read


@pytest.fixture(scope="session")
def studies():
    """The five studies by their keys in order."""
    from nonproj.experiments.study.load import load_studies

    return load_studies(ROOT / "workflow" / "experiments")


@pytest.fixture(scope="session")
def study(studies):
    """study("nivre-2007") -> the study of that key."""
    return {study.id: study for study in studies}.__getitem__


@pytest.fixture(scope="session")
def published(studies):
    """The printed values of each study."""
    from nonproj.experiments.study.published import read_published

    folder = ROOT / "data" / "published"
    return {study.id: read_published(folder / f"{study.id}.csv") for study in studies}


@pytest.fixture
def project_of_six(tmp_path) -> Path:
    """A folder with the experiments of six studies and what the sixth, aaa-2026, printed."""
    shutil.copytree(ROOT / "workflow" / "experiments", tmp_path / "experiments")
    (tmp_path / "experiments" / "aaa-2026.yaml").write_text(EXPERIMENT)
    (tmp_path / "aaa-2026.csv").write_text(PUBLISHED)
    return tmp_path

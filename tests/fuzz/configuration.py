"""Configurations and experiments with random changes: refused in a line that names the place."""

from functools import cache
from pathlib import Path

import numpy as np

from fuzz.mutations import edited_json
from nonproj.data.declared import as_declared
from nonproj.data.yaml_files import read_yaml
from nonproj.errors import NonprojError
from studies.plan.study.load import PAPERS, load_studies
from studies.plan.treebanks.config import Config
from studies.plan.treebanks.sources import Sources

ROOT = Path(__file__).parents[2]


@cache
def config() -> dict:
    return read_yaml(ROOT / "config.yaml")


def prepare() -> None:
    load_studies(ROOT / PAPERS)


def run_case(number: int) -> str:
    rng = np.random.default_rng(number)
    changed = config()
    for _ in range(rng.integers(1, 4)):
        changed = edited_json(rng, changed)
    try:
        as_declared(changed, Config, "config")
        sources = Sources(changed, ROOT)
        for name in sources.public:
            sources.pins(name)
    except NonprojError as error:
        if len(str(error).splitlines()) > 1:
            raise AssertionError("more than one line") from error
        return "refused"
    return "accepted"

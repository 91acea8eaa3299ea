"""The treebanks that speed is measured on: UD 2.0 through the mirror, else artificial ones."""

import os
import tempfile
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
MIRROR = Path(os.environ.get("NONPROJ_MIRROR") or ROOT.parent / "shared" / "mirror")
UD = MIRROR / "raw.githubusercontent.com" / "UniversalDependencies"
REAL = {
    "portuguese": UD / "UD_Portuguese-Bosque/r2.0/pt-ud-train.conllu",
    "english": UD / "UD_English-EWT/r2.0/en-ud-train.conllu",
    "gothic": UD / "UD_Gothic-PROIEL/r2.0/got-ud-train.conllu",
    "hungarian": UD / "UD_Hungarian-Szeged/r2.0/hu-ud-train.conllu",
    "hungarian-dev": UD / "UD_Hungarian-Szeged/r2.0/hu-ud-dev.conllu",
}
# As many sentences of an artificial language, and their seeds.
STAND_INS = {
    "portuguese": (8331, 1),
    "english": (12543, 2),
    "gothic": (3387, 3),
    "hungarian": (910, 4),
    "hungarian-dev": (441, 5),
}


@cache
def corpus(name: str) -> Path:
    """The file of a corpus; without a mirror artificial sentences, as many."""
    if REAL[name].exists():
        return REAL[name]
    from nonproj.synthesis import synthesize

    path = Path(tempfile.gettempdir()) / f"nonproj-bench-{name}.conll"
    path.write_bytes(synthesize(ROOT / "data/embedded/short-frequent.yaml", *STAND_INS[name]))
    return path


def described() -> dict[str, str]:
    return {name: corpus(name).name for name in REAL}

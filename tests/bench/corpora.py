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
# Profiles with about the same share of non-projective arcs, and as many sentences.
STAND_INS = {
    "portuguese": ("long-frequent", 8331, 1),
    "english": ("rare-long", 12543, 1),
    "gothic": ("short-frequent", 3387, 1),
    "hungarian": ("cross-serial", 910, 1),
    "hungarian-dev": ("cross-serial", 441, 2),
}


@cache
def corpus(name: str) -> Path:
    """The file of a corpus; without a mirror an artificial language of the same size."""
    if REAL[name].exists():
        return REAL[name]
    from nonproj.synthesis import load_profile, synthesize

    profile, sentences, seed = STAND_INS[name]
    path = Path(tempfile.gettempdir()) / f"nonproj-bench-{name}.conll"
    path.write_bytes(
        synthesize(load_profile(ROOT / "data/embedded" / f"{profile}.yaml"), sentences, seed)
    )
    return path


def described() -> dict[str, str]:
    return {name: corpus(name).name for name in REAL}

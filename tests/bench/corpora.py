"""The treebanks that speed is measured on: UD 2.0 through the mirror, else artificial ones."""

import os
import tempfile
from functools import cache
from pathlib import Path

from nonproj.synthesis import synthesize

ROOT = Path(__file__).parents[2]
MIRROR = Path(os.environ.get("NONPROJ_MIRROR") or ROOT.parent / "shared" / "mirror")
UD = MIRROR / "raw.githubusercontent.com" / "UniversalDependencies"
# A file, and the sentences and the seed of an artificial language that stands in for it.
CORPORA = {
    "portuguese": ("UD_Portuguese-Bosque/r2.0/pt-ud-train.conllu", 8331, 1),
    "english": ("UD_English-EWT/r2.0/en-ud-train.conllu", 12543, 2),
    "gothic": ("UD_Gothic-PROIEL/r2.0/got-ud-train.conllu", 3387, 3),
    "hungarian": ("UD_Hungarian-Szeged/r2.0/hu-ud-train.conllu", 910, 4),
    "hungarian-dev": ("UD_Hungarian-Szeged/r2.0/hu-ud-dev.conllu", 441, 5),
}


@cache
def corpus(name: str) -> Path:
    """The file of a corpus; without a mirror artificial sentences, as many."""
    file, *stand_in = CORPORA[name]
    if (UD / file).exists():
        return UD / file
    path = Path(tempfile.gettempdir()) / f"nonproj-bench-{name}.conll"
    path.write_bytes(synthesize(ROOT / "data/embedded/short-frequent.yaml", *stand_in))
    return path


def described() -> dict[str, str]:
    return {name: corpus(name).name for name in CORPORA}

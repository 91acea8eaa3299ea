"""Train models of public treebanks, as far as their licences allow passing models on.

    python -m studies.store.models biaffine ud20-vi ud20-hu

Without treebanks, models of all are trained. A model reads words and predicts tags. It is saved in
reports/models, where `models.csv` lists its licence, hash, size and scores on the test set. A model
that is listed is not trained again."""

import csv
import hashlib
import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from subprocess import PIPE

from nonproj.public.errors import NonprojError, one_of
from nonproj.public.files import write_rows
from nonproj.public.treebanks import load_manifest
from studies.store.storing import treebanks_of_licence

DOWNLOADED, MODELS = Path("data/raw"), Path("reports/models")
ABOUT_MODEL = "model", "licence", "cite", "sha256", "bytes", "words", "las", "uas"


def make_models(variant: str, treebanks: Sequence[str]) -> None:
    """Train the models that are not listed yet."""
    manifest = load_manifest()
    parts = manifest.first_parts
    allowed = sorted(filter(manifest.has_train_and_test, treebanks_of_licence(storable=True)))
    for name in treebanks:
        one_of(allowed, name, "treebank of which models may be passed on:")
    path = MODELS / "models.csv"
    rows = [*csv.reader(path.read_text("utf-8").splitlines())][1:] if path.exists() else []
    for name in treebanks or allowed:
        file = f"{name}-{variant}.npz"
        if file not in [row[0] for row in rows]:
            scores = made(variant, name, MODELS / file)
            data, words = (MODELS / file).read_bytes(), scores["las"]["total"]
            facts = parts[name].licence, parts[name].citation, hashlib.sha256(data).hexdigest()
            shares = (f"{100 * scores[metric]['correct'] / words:.2f}" for metric in ("las", "uas"))
            rows.append([file, *facts, str(len(data)), str(words), *shares])
            write_rows(path, ABOUT_MODEL, sorted(rows))


def made(variant: str, treebank: str, model: Path) -> dict[str, dict[str, int]]:
    """Train a model, and return its scores on the test set, of which it predicts all tags."""
    model.parent.mkdir(parents=True, exist_ok=True)
    _run("fetch", treebank, "--folder", DOWNLOADED)
    train, dev, test = (
        DOWNLOADED / treebank / f"{split}.conll" for split in ("train", "dev", "test")
    )
    tuned = ("--dev", dev) if dev.exists() else ()
    _run("train", "--variant", variant, "--tags", "predicted", train, *tuned, "-o", model)
    parsed = _run("parse", "--model", model, "--tags", "predict", test, stdout=PIPE)
    return json.loads(_run("evaluate", test, "-", "--json", stdout=PIPE, input=parsed))


def _run(*arguments: str | Path, **streams: int | str) -> str:
    """Print a command and run it; end if it fails, because it has said why."""
    words = [*map(str, arguments)]
    print(shlex.join(["nonproj", *words]), flush=True)
    command = [sys.executable, "-m", "nonproj", *words]
    done = subprocess.run(command, check=False, encoding="utf-8", **streams)
    return done.stdout if done.returncode == 0 else sys.exit(done.returncode)


if __name__ == "__main__":
    try:
        make_models(sys.argv[1], sys.argv[2:])
    except NonprojError as error:
        sys.exit(f"Error: {error}")

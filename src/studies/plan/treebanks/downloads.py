"""The download log: which files of a treebank were fetched, and which are not available."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from nonproj.public.errors import NonprojError, NotAvailableError
from nonproj.public.treebanks import (
    WHOLE_TEXT,
    fetch,
    fetch_and_divide,
    is_complete,
    load_manifest,
    outline,
)

LOG = "download.json"


def fetch_all(treebank: str, folder: Path, mirror: str | None, skip_missing: bool) -> dict:
    """Fetch every split into `folder`, or make splits from fetched sources; return the log.

    A file with wrong content always raises an error; a file that is not available raises an error
    unless `skip_missing`."""
    manifest, log = load_manifest(), {"treebank": treebank, "splits": {}, "missing": {}}
    if manifest.sources(treebank):
        with _noted(log["missing"], WHOLE_TEXT, skip_missing):
            files, left_out = fetch_and_divide(treebank, folder, mirror)
            log["splits"] = {split: str(path) for split, path in files.items()}
            log["hashes"] = {split: hash_of(path) for split, path in files.items()}
            log["left_out"] = left_out
        return log
    for split in manifest.splits(treebank):
        path = folder / f"{split}.conll"
        with _noted(log["missing"], split, skip_missing):
            fetch(treebank, split, path, mirror)
            log["splits"][split] = str(path)
    return log


@contextmanager
def _noted(missing: dict[str, str], split: str, skip_missing: bool) -> Iterator[None]:
    """Record and print why a split is not available, or raise the error."""
    try:
        yield
    except NotAvailableError as error:
        if not skip_missing:
            raise
        print(error)
        missing[split] = str(error)


def hash_of(path: Path) -> str:
    return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


def availability(logs: Iterable[str], local: Mapping[str, Mapping[str, str | None]]) -> dict:
    """Return each treebank's splits, reasons for missing splits, size and coordination style.

    `local` holds the files of treebanks that are not fetched; a file is None if it is generated
    later."""
    files: dict[str, Mapping[str, str | None]] = {}
    missing, left_out = {}, {}
    for path in logs:
        log = _read(Path(path))
        left_out[log["treebank"]] = log.get("left_out", "")
        files[log["treebank"]] = {split: str(file_of(path, split)) for split in log["splits"]}
        missing[log["treebank"]] = log["missing"]
    files |= local
    return {
        name: {
            "splits": list(splits),
            "missing": missing.get(name, {}),
            "left_out": left_out.get(name, ""),
            **outline(splits.get("train"))._asdict(),
        }
        for name, splits in files.items()
    }


def why_missing(missing: Mapping[str, str]) -> str:
    """Say briefly why splits are not available; the log of the job lists all addresses."""
    splits: dict[str, list[str]] = {}
    for split, message in missing.items():
        splits.setdefault(message.rpartition(", ")[2].rpartition("found ")[2], []).append(split)
    return "; ".join(f"{', '.join(names)}: {cause}" for cause, names in splits.items())


def _read(log: Path) -> dict:
    try:
        return json.loads(log.read_text(encoding="utf-8"))
    except ValueError:
        raise NonprojError(f"{log}: damaged; delete it to fetch the treebank again") from None


def file_of(source: str | Path, split: str) -> Path:
    """Return the file of a split: the verified file that a log names, or `source` itself."""
    source = Path(source)
    if source.name != LOG:
        return source
    log = _read(source)
    path = Path(log["splits"][split])
    if "hashes" in log:
        complete = path.is_file() and hash_of(path) == log["hashes"][split]
    else:
        complete = is_complete(path, load_manifest().parts_of(log["treebank"], split))
    if not complete:
        raise NonprojError(
            f"{path}: removed or changed since it was fetched; delete {source} to fetch it again"
        )
    return path

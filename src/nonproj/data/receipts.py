"""What was fetched of a treebank and what cannot be had, as the workflow keeps it."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from nonproj.data.download import NotAvailableError, fetch
from nonproj.data.manifest import load_manifest

RECEIPT = "receipt.json"


def fetch_all(treebank: str, folder: Path, mirror: str | None, skip_missing: bool) -> dict:
    """Fetch every split into `folder`; the receipt says which splits are there, else why not.

    Without `skip_missing` the first split that cannot be had raises; wrong content always does."""
    splits: dict[str, str] = {}
    missing: dict[str, str] = {}
    for split in load_manifest().splits(treebank):
        path = folder / f"{split}.conll"
        try:
            fetch(treebank, split, path, mirror)
            splits[split] = str(path)
        except NotAvailableError as error:
            if not skip_missing:
                raise
            print(error)
            missing[split] = str(error)
    return {"treebank": treebank, "splits": splits, "missing": missing}


def availability(receipts: Iterable[str], local: Mapping[str, list[str]]) -> dict:
    """Splits that can be had and reasons for those that cannot, of every treebank of a suite."""
    read = [json.loads(Path(path).read_text(encoding="utf-8")) for path in receipts]
    found = {r["treebank"]: {"splits": list(r["splits"]), "missing": r["missing"]} for r in read}
    return found | {name: {"splits": splits, "missing": {}} for name, splits in local.items()}


def file_of(source: str | Path, split: str) -> Path:
    """The file of a split: the one that a receipt names, or `source` itself."""
    source = Path(source)
    if source.name != RECEIPT:
        return source
    return Path(json.loads(source.read_text(encoding="utf-8"))["splits"][split])

"""Where treebanks come from: artificial languages, the manifest, or the user's files."""

import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from nonproj.public.errors import NonprojError, one_of
from nonproj.public.files import as_declared
from nonproj.public.treebanks import SPLITS, load_manifest
from studies.plan.treebanks.config import JACKKNIFED, SuiteConfig, original_of
from studies.plan.treebanks.downloads import availability

EMBEDDED, PUBLIC, OWN = "embedded", "public", "own"
# Public treebanks from whose training sets the test sentences are removed. (The training set is
# a published development set.) DEVIATION: shared-sentences
DISJOINT = ("ittb-prague",)
# Public treebanks without fine tags here, because the tags reveal the syntactic function.
# DEVIATION: fine-tags
WITHOUT_XPOS = ("ud20-pt",)
# Public treebanks with two splits that together form a paper's training set.
# DEVIATION: basque-split
HALVED = ("conll07-basque",)
USUAL_LENGTH = 15  # words per sentence of artificial languages


class Size(NamedTuple):
    """The size of a training set."""

    words: int
    sentences: int


def grammar_of(treebank: str) -> str:
    """Return the path of an artificial language's grammar."""
    return f"data/embedded/{treebank}.yaml"


class Sources:
    """The treebanks in a validated configuration (config.yaml)."""

    def __init__(self, config: Mapping, root: Path):
        self.config, self.root = config, root
        self.manifest = load_manifest()
        grammars = (root / "data" / "embedded").glob("*.yaml")
        self.names = {
            EMBEDDED: sorted(path.stem for path in grammars),
            PUBLIC: list(self.manifest.treebanks),
            OWN: list(config["treebanks"]),
        }
        suite = config["suites"][one_of(config["suites"], config["suite"], "config: suite:")]
        self.suite = as_declared(suite, SuiteConfig, f"config: suites.{config['suite']}")
        names = self.suite.treebanks or config["treebanks"]
        if not names:
            raise NonprojError(
                f"config: suites.{config['suite']}: no treebank; name yours under `treebanks`, "
                "such as {mine: {train: FILE, dev: FILE}}"
            )
        self.treebanks = {name: self._kind(name) for name in names}

    def _kind(self, treebank: str) -> str:
        original = original_of(treebank)
        kinds = [kind for kind, names in self.names.items() if original in names]
        if not kinds:
            known = ", ".join(sorted(name for names in self.names.values() for name in names))
            raise NonprojError(
                f"config: suites: {self.config['suite']}: treebank {treebank!r} is unknown; "
                f"name its files under `treebanks`, or use one of {known}"
            )
        if len(kinds) > 1:
            raise NonprojError(f"config: treebanks: {treebank!r} is the name of another treebank")
        return kinds[0]

    @property
    def mirror(self) -> str | None:
        return os.environ.get("NONPROJ_MIRROR") or self.config["mirror"]

    def pins(self, treebank: str) -> list[str]:
        """List the manifest's lines about a treebank."""
        return [str(part) for part in self.manifest.parts if part.treebank == treebank]

    @property
    def public(self) -> list[str]:
        """The suite's treebanks that have to be fetched."""
        return list(self._originals(PUBLIC))

    @property
    def public_names(self) -> list[str]:
        """The suite's public treebanks, with the suffixes of their names."""
        return [name for name, kind in self.treebanks.items() if kind == PUBLIC]

    def _originals(self, *kinds: str) -> dict[str, str]:
        """Return the suite's treebanks of these kinds, named without suffixes for their tags."""
        treebanks = self.treebanks.items()
        return {original_of(name): kind for name, kind in treebanks if kind in kinds}

    @property
    def local_splits(self) -> dict[str, dict[str, str | None]]:
        """The splits of treebanks that are not fetched, each with its file; None if generated."""
        generated = dict.fromkeys(SPLITS)
        own = self.config["treebanks"]
        return {
            name: {split: own[name][split] for split in SPLITS if split in own[name]}
            if kind == OWN
            else generated
            for name, kind in self._originals(EMBEDDED, OWN).items()
        }

    @property
    def own_files(self) -> dict[tuple[str, str], str]:
        """The user's files, by treebank and split."""
        return {
            (name, split): file
            for name in self._originals(OWN)
            for split, file in self.local_splits[name].items()
        }

    def require_own_files(self) -> None:
        """Raise NonprojError if one of the user's files is missing, even if results exist."""
        suite, own = f"config: suites.{self.config['suite']}", self.config["treebanks"]
        missing = [
            f"{suite}: {name}: treebanks.{original_of(name)} has no train"
            for name, kind in self.treebanks.items()
            if kind == OWN and name != original_of(name) and "train" not in own[original_of(name)]
        ]
        missing += [
            f"config: treebanks.{name}.{split}: no such file: {file}"
            for (name, split), file in self.own_files.items()
            if not Path(file).is_file()
        ]
        if missing:
            raise NonprojError(*missing)

    def require_one_text(self) -> None:
        """Raise NonprojError if texts or tags of the suite's treebanks depend on the seed."""
        drawn = [*self._originals(EMBEDDED), *(n for n in self.treebanks if n.endswith(JACKKNIFED))]
        if drawn:
            raise NonprojError(
                f"config: suites.{self.config['suite']}: {', '.join(dict.fromkeys(drawn))}: made "
                "anew from each seed, so scores for several seeds would come from different texts"
            )

    @property
    def grammars(self) -> list[str]:
        """The grammars of the suite's artificial languages."""
        return [grammar_of(name) for name in self._originals(EMBEDDED)]

    def pattern(self, *kinds: str) -> str:
        """Return a regular expression that matches the names of all treebanks of these kinds."""
        names = [re.escape(name) for kind in kinds for name in self.names[kind]]
        return "|".join(names) or "(?!)"  # (?!) matches nothing

    def file(self, treebank: str, split: str) -> str:
        """Return the source of a checked treebank: the user's file or a download log."""
        if treebank in self.names[PUBLIC]:
            return f"data/raw/{treebank}/download.json"
        return self.config["treebanks"][treebank][split]

    def seed_of(self, split: str) -> int:
        """Return the seed for a split; each split of an artificial language has its own seed."""
        return len(SPLITS) * self.config["seed"] + SPLITS.index(split)

    def found(self, path: str | Path | None) -> dict[str, dict]:
        """Return the availability of the suite's treebanks, in the suite's order.

        `path`: the file in which the workflow recorded the availability; None if nothing has to be
        fetched."""
        if path:
            found = json.loads(Path(path).read_text(encoding="utf-8"))
        else:
            found = availability([], self.local_splits)
        return {name: found[original_of(name)] for name in self.treebanks}

    def sizes(self, path: str | Path | None) -> dict[str, Size]:
        """Return the sizes of training sets, including artificial languages not yet generated."""
        made = self.config["embedded"]["train"]
        found = self.found(path)
        return {
            name: Size(made * USUAL_LENGTH, made)
            if kind == EMBEDDED
            else Size(found[name]["words"], found[name]["sentences"])
            for name, kind in self.treebanks.items()
        }

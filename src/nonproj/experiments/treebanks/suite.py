"""The treebanks of a report and the circumstances of its run, as suite.json holds them."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class TreebankFile:
    split: str
    hash: str  # with the name of the algorithm, such as sha256:9f...
    sentences: int | None = None


@dataclass(frozen=True)
class SuiteTreebank:
    name: str
    label: str = ""  # for people; the name where empty
    licence: str = ""
    citation: str = ""
    url: str = ""
    stands_for: str = ""  # the published treebank whose place it takes
    files: tuple[TreebankFile, ...] = ()
    available: bool = True
    reason: str = ""  # why it is not available

    @property
    def title(self) -> str:
        return self.label or self.name

    @classmethod
    def of(cls, content: Mapping) -> "SuiteTreebank":
        files = tuple(TreebankFile(**file) for file in content.get("files", ()))
        return cls(**{**content, "files": files})


@dataclass(frozen=True)
class Suite:
    name: str
    title: str
    treebanks: tuple[SuiteTreebank, ...]

    @property
    def names(self) -> dict[str, str]:
        """The treebanks' names for people, in the order of the suite."""
        return {treebank.name: treebank.title for treebank in self.treebanks}

    @classmethod
    def of(cls, content: Mapping) -> "Suite":
        """Build the suite that a JSON file describes; unknown keys raise a TypeError."""
        treebanks = tuple(SuiteTreebank.of(treebank) for treebank in content["treebanks"])
        return cls(content["name"], content["title"], treebanks)


@dataclass(frozen=True)
class Provenance:
    """What has to be the same for the report to come out the same, byte by byte.

    Times differ between runs: they are in files of their own, of which this holds the names."""

    commit: str
    seed: int
    versions: Mapping[str, str]
    links: Mapping[str, str]  # label -> address relative to the report
    note: str = ""  # how the suite was run, as far as no program knows it

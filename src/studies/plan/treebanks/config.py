"""Types for config.yaml, which says what to compute; comments in the file explain its keys."""

from typing import Annotated, Literal

from pydantic import Field

from nonproj.public.files import Declared, Name, whole

Natural = Annotated[int, Field(ge=0)]
Sentences = Annotated[int, Field(ge=1)]
NameList = Annotated[tuple[Name, ...], Field(min_length=1)]
Folder = Annotated[str, whole("[A-Za-z0-9_-]+")]
# Levels of suites and runs; each includes the ones before it. `oracles` trains no parser.
RUN_LEVELS = ("oracles", "demo", "core", "all")


class Own(Declared):
    """The files of one of the user's treebanks, by split."""

    train: str = ""
    dev: str = ""
    test: str = ""

    def __post_init__(self) -> None:
        if not (self.train or self.dev or self.test):
            raise ValueError("no file; expected train, dev or test")
        for path in (self.train, self.dev, self.test):
            if "{" in path or "}" in path:
                raise ValueError(f"{path!r}: braces stand for wildcards; use a link without them")


class Peer(Declared):
    """The commands with which another program trains and parses, for comparison.

    `treebanks`: the treebanks that it parses; empty: all treebanks of the suite. `about`: the name,
    version and licence of the program, for the log and the store."""

    train: Name
    parse: Name
    treebanks: tuple[Name, ...] = ()
    about: str = ""


class SuiteConfig(Declared, dashed=False):
    """The settings of one report."""

    title: str
    missing: Literal["fail", "skip"] = "fail"
    ten_folds_below: Natural = 0
    treebanks: NameList = ()  # the user's treebanks if none is named
    cross_validate: bool = False
    shown: Natural = 40
    level: Literal[RUN_LEVELS] = "all"
    studies: NameList | None = None
    recommend: Natural = 0
    neural: Literal["none", "small", "paper"] = "none"
    note: str = ""

    def __post_init__(self) -> None:
        for names in (self.treebanks, self.studies or ()):
            if len({*names}) < len(names):
                raise ValueError(f"{', '.join(names)}: a name occurs twice")


class Embedded(Declared):
    """The number of sentences in each split of an artificial language."""

    train: Sentences
    dev: Sentences
    test: Sentences


# NAME-jackknifed is the treebank NAME with predicted tags (see nonproj.tagging.jackknife). Parsers
# of NAME-forms read only its forms and predict tags themselves (see nonproj.parsers.tagged).
JACKKNIFED, FROM_FORMS = "-jackknifed", "-forms"


def original_of(treebank: str) -> str:
    """Return the name of a treebank without the suffix that describes its tags."""
    return treebank.removesuffix(JACKKNIFED).removesuffix(FROM_FORMS)


class Config(Declared):
    suite: str
    seed: Natural
    mirror: str | None
    parses: Literal["stored", "train"]
    suites: dict[Folder, SuiteConfig]
    embedded: Embedded
    treebanks: dict[Annotated[str, whole("[A-Za-z0-9][A-Za-z0-9_-]*")], Own]
    peers: dict[Annotated[str, whole("[A-Za-z0-9_+@-]+")], Peer]  # or one of our parsers

    def __post_init__(self) -> None:
        for name in self.treebanks:
            if name != original_of(name):
                raise ValueError(
                    f"treebanks: {name!r}: {JACKKNIFED} and {FROM_FORMS} stand for predicted tags"
                )

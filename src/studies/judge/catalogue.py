"""Classes for claims and measures, used by the modules that define each paper's claims."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fnmatch import fnmatchcase

from nonproj.public.scores import require_metric, require_setting
from nonproj.public.values import Key, Subject, text_of
from studies.judge.quantities import ClaimError
from studies.plan.study.names import require_systems

SEEDS = ("seeds=5", "seeds=3", "")  # means over several seeds, or one seed, in order of preference
MOST_SPLITS = 2  # alternative splits of a measure
ALTERNATIVES = max(len(SEEDS), MOST_SPLITS)
FEWEST_AVERAGED = 3  # texts of an average


class ClaimKind(StrEnum):
    """What the sentence is about that states a claim; it decides on which treebanks it is tested.

    docs/reproduction.md gives the rule."""

    GENERAL = "general"  # a cause, a trend or a property, of any text
    TEXTS = "texts"  # the paper's texts, all or some, one by one
    AVERAGE = "average"  # the average or the concatenation of a set of texts
    CONTRAST = "contrast"  # differences between the paper's texts
    NUMBER = "number"  # numbers of the paper's texts
    SHARED_TASK = "shared task"  # other programs, on the test sets of a shared task
    PRELIMINARY = "preliminary"  # experiments of which no conditions are stated
    VAGUE = "vague"  # a measure that is not stated, or an amount that is not defined
    PROOF = "proof"  # a theorem, or a single tree


# Why only the paper's own texts can decide a claim.
ONLY_ORIGINALS = {
    ClaimKind.CONTRAST: "contrasts particular treebanks, which other treebanks cannot replace",
    ClaimKind.NUMBER: "gives numbers that hold only for the treebanks of the paper",
    ClaimKind.SHARED_TASK: "compares with other programs on the test sets of a shared task",
}


def system(name: str) -> Subject:
    """Return a system by name, such as "tl-eq;classifiers=all4"; raise if it is unknown."""
    subject = Subject.of(name)
    require_systems([subject.name])
    return subject


class Measure:
    """A metric on a split under a setting, for any system or for a single one.

    Alternative splits at the same position in two measures belong together. A `seeded` measure is
    the mean over seeds if there are several."""

    def __init__(
        self, metric: str, split: str, *items: str, of: str = "", seeded: bool = False
    ) -> None:
        self.metric, self.splits, self.items = metric, split.split("|"), frozenset(items)
        self.seeded = seeded
        self.system = system(of) if of else None
        require_metric(metric)
        require_setting(items)
        if len(self.splits) > MOST_SPLITS:
            raise ClaimError(f"{metric}: {split}: more than {MOST_SPLITS} splits")

    def key(self, treebank: str, subject: Subject, choice: int) -> Key:
        """Return the key for alternative `choice`, or for the last split if there are fewer."""
        split = self.splits[min(choice, len(self.splits) - 1)]
        items = self.items | subject.items
        if self.seeded and SEEDS[choice]:
            items |= {SEEDS[choice]}
        return Key(treebank, split, subject.name, items, self.metric)

    def __str__(self) -> str:
        return f"{self.metric}[{text_of(self.items)}]" if self.items else self.metric


@dataclass(frozen=True)
class Claim:
    """A paper's claim and how the verdict on the claim is computed.

    `kind` says what its sentence is about, and `about` on which published treebanks. `each` gives
    the claim's relations at a site. Each treebank is a site; the scope `joint` adds the mean over
    the treebanks, and with the scope `mean`, this is the only site. `across` gives the relations
    between `treebanks`. At most `exceptions` relations may fail, as the paper's wording allows.
    `of_those_run`: relations whose values were not measured do not count, provided that more
    relations remain than may fail. `identity`: the claim holds by construction. `retrained`:
    keys of scores over several seeds; a difference between parsers decides the claim only if it is
    at least two standard deviations over these seeds."""

    id: str
    paper: str
    test: str
    each: Callable | None = None
    across: Callable | None = None
    treebanks: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # patterns of the published treebanks that the claim is about
    scope: str = "each"
    where: Callable | None = None  # the condition under which the claim applies
    exceptions: int = 0
    of_those_run: bool = False
    identity: bool = False
    retrained: Sequence[Key] = ()
    not_testable: str = ""  # why no treebank can decide the claim
    proved: str = ""  # how this project's tests prove the claim
    note: str = ""
    kind: ClaimKind = ClaimKind.TEXTS

    def __post_init__(self) -> None:
        ways = self.each or self.across, self.not_testable, self.proved
        if len([*filter(None, ways)]) != 1:
            raise ClaimError(f"{self.id}: expected relations or a reason why there are none")
        if self.scope not in ("each", "joint", "mean"):
            raise ClaimError(f"{self.id}: scope {self.scope!r}, expected each, joint or mean")

    @property
    def untestable(self) -> str:
        """The reason why open treebanks, or any treebanks, cannot decide the claim."""
        return self.not_testable or ONLY_ORIGINALS.get(self.kind, "")

    def is_about(self, published: str) -> bool:
        return any(
            fnmatchcase(published, pattern) or published.startswith(f"{pattern}-")
            for pattern in self.about
        )


@dataclass(frozen=True)
class Paper:
    """A paper's claims; `groups` lists the treebanks of each group that the catalogue names."""

    id: str
    groups: Mapping[str, str] = field(default_factory=dict)
    test: str = "mcnemar"
    claims: dict[str, Claim] = field(default_factory=dict)

    def claim(self, id: str, each: Callable | None = None, **options) -> None:
        """Add a claim; `options` are the fields of Claim."""
        if id in self.claims:
            raise ClaimError(f"{id} is claimed twice")
        self.claims[id] = Claim(id, self.id, self.test, each, **options)

    def treebanks_of(self, names: str) -> tuple[str, ...]:
        parts = names.split("|")
        return tuple(name for part in parts for name in self.groups.get(part, part).split())

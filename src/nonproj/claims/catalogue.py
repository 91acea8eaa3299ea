"""Claims, measures and systems, as the modules of the papers define them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from nonproj.claims.quantities import ClaimError
from nonproj.experiments.study.names import check_system
from nonproj.results.metrics import require_metric, require_setting
from nonproj.results.values import Key, Subject, text_of

SEEDS = ("seeds=5", "seeds=3", "")  # means over so many, or one; in the order of preference
MOST_SPLITS = 2  # alternatives of a measure
ALTERNATIVES = max(len(SEEDS), MOST_SPLITS)
OWN_SIZES = "gives sizes, which belong to the treebanks of the paper"


def system(name: str) -> Subject:
    """Return the system of a name such as "tl-eq;classifiers=all4"; refuse an unknown one."""
    subject = Subject.of(name)
    check_system(subject.name)
    return subject


class Measure:
    """A metric under a split and a setting, perhaps of one system only.

    Of alternative splits, those at one position belong together. A `seeded` measure is the mean
    over seeds if there are several."""

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
        """Return the key under the split of that choice; the last one stands for all others."""
        split = self.splits[min(choice, len(self.splits) - 1)]
        items = self.items | subject.items
        if self.seeded and SEEDS[choice]:
            items |= {SEEDS[choice]}
        return Key(treebank, split, subject.name, items, self.metric)

    def __str__(self) -> str:
        return f"{self.metric}[{text_of(self.items)}]" if self.items else self.metric


@dataclass(frozen=True)
class Claim:
    """A claim of a paper and how it is computed.

    `each` gives its relations at a site: at each treebank; in the scope `pooled` also at their
    concatenation, in the scope `mean` at their mean only. `across` gives those between `treebanks`.
    As many relations may fail as the paper admits `exceptions`; `of_those_run`: relations whose
    values were not measured do not count, as long as more are left than may fail. `identity`: it
    holds by construction. `seconds`: `make times` decides it."""

    id: str
    paper: str
    test: str
    each: Callable | None = None
    across: Callable | None = None
    treebanks: tuple[str, ...] = ()
    about: tuple[str, ...] = ()  # patterns of the published treebanks it was made of
    scope: str = "each"
    where: Callable | None = None  # the relation without which it says nothing
    exceptions: int = 0
    of_those_run: bool = False
    identity: bool = False
    seconds: bool = False
    originals_only: str = ""  # why only the treebanks of the paper can decide it
    not_testable: str = ""  # why no treebank can
    proved: str = ""  # how the tests of this project prove it
    note: str = ""

    def __post_init__(self) -> None:
        ways = self.each or self.across, self.not_testable, self.proved
        if len([*filter(None, ways)]) != 1:
            raise ClaimError(f"{self.id}: expected relations or a reason why there are none")
        if self.scope not in ("each", "pooled", "mean"):
            raise ClaimError(f"{self.id}: scope {self.scope!r}, expected each, pooled or mean")

    @property
    def untestable(self) -> str:
        """The reason why open treebanks, or any treebanks, cannot decide it."""
        return self.not_testable or self.originals_only

    def is_about(self, published: str) -> bool:
        return any(
            fnmatchcase(published, pattern) or published.startswith(f"{pattern}-")
            for pattern in self.about
        )


@dataclass(frozen=True)
class Paper:
    """The claims of a paper, with `groups` of treebanks as named in the catalogue."""

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

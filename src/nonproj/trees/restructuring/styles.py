"""Annotation styles: the roles that labels and tags play, read from `styles/*.yaml`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from nonproj.data.declared import Declared
from nonproj.errors import one_of

STYLE_FILES = Path(__file__).parent / "styles"
STYLES = tuple(sorted(path.stem for path in STYLE_FILES.glob("*.yaml")))
DEFAULT_STYLE, PLAIN_STYLE = "prague", "prague-plain"


class CoordinationStyle(Declared):
    """A style in which the conjunction is the head of its conjuncts.

    Without a conjunct suffix, dependents that share a label or a tag are assumed to be conjuncts if
    there are some on both sides of the conjunction."""

    conjunctions: tuple[str, ...]
    separators: tuple[str, ...]
    stand_ins: tuple[str, ...] = ()
    transparent: tuple[str, ...] = ()
    suffixless: tuple[str, ...] = ()
    lifted: tuple[str, ...] = ()
    conjunct_suffix: str = ""
    other_suffixes: tuple[str, ...] = ()
    interchanged: str = ""  # conjunct label to exchange with the conjunction's label, as in Alpino

    def split(self, label: str) -> tuple[str, bool]:
        """Return the label without the conjunct suffix, and whether it had that suffix."""
        suffix = self.conjunct_suffix
        if suffix and label.endswith(suffix) and label != suffix:
            return label.removesuffix(suffix), True
        return label, False

    def core(self, label: str) -> str:
        """Return the label without any suffix."""
        for suffix in filter(None, (self.conjunct_suffix, *self.other_suffixes)):
            label = label.removesuffix(suffix) or label
        return label


class FirstConjunctStyle(Declared):
    """A style in which the first conjunct heads the others, which have labels in `conjuncts`."""

    conjuncts: tuple[str, ...]
    conjunctions: tuple[str, ...]
    separators: tuple[str, ...]


class VerbGroupStyle(Declared):
    auxiliaries: tuple[str, ...]
    verb_tags: tuple[str, ...]
    preferred: tuple[str, ...] = ()


class StyleFile(Declared):
    """The sections of a style file: verb groups, and one of two kinds of coordination."""

    verb_groups: VerbGroupStyle
    coordination: CoordinationStyle | None = None
    first_conjunct: FirstConjunctStyle | None = None


@dataclass(frozen=True)
class Style:
    name: str
    coordination: CoordinationStyle | FirstConjunctStyle = field(repr=False)
    verb_groups: VerbGroupStyle = field(repr=False)

    @property
    def has_first_conjuncts(self) -> bool:
        """True if the head of a coordination is its first conjunct, not its conjunction."""
        return isinstance(self.coordination, FirstConjunctStyle)

    def shows(self, label: str) -> bool:
        """Check whether a label indicates a coordination in this style.

        If first conjuncts are heads, the labels of the other conjuncts indicate coordinations.
        Otherwise, the labels of conjunctions do."""
        if isinstance(self.coordination, FirstConjunctStyle):
            return label.partition(":")[0] in self.coordination.conjuncts
        return self.coordination.core(label) in self.coordination.conjunctions


def style_of(labels: Mapping[str, int]) -> str:
    """Return the style with the most coordination labels (see `evidence`), given label counts.

    If that style has a conjunct suffix but no label ends in it, return the plain style instead. If
    there is no coordination, return the default style."""

    found = max((DEFAULT_STYLE, *STYLES), key=lambda name: evidence(name, labels))
    suffix = getattr(style_named(found).coordination, "conjunct_suffix", "")
    if evidence(found, labels) and suffix and not any(label.endswith(suffix) for label in labels):
        return PLAIN_STYLE
    return found


def evidence(name: str, labels: Mapping[str, int]) -> int:
    """Count the words whose label indicates a coordination in a style, given label counts."""
    return sum(n for label, n in labels.items() if style_named(name).shows(label))


@cache
def style_named(name: str) -> Style:
    one_of(STYLES, name, "style")
    from nonproj.data.yaml_files import read_declared

    file = read_declared(STYLE_FILES / f"{name}.yaml", StyleFile)
    return Style(name, file.coordination or file.first_conjunct, file.verb_groups)

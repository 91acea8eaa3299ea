"""The grammar of an artificial language: phrases with slots, coordination, movements, noise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nonproj.synthesis.streams import Choice

HEAD = "head"  # the field of a phrase's own head
INHERIT = "inherit"  # the label of a slot that hands on the function of its phrase
COORDINATION = "coordination"  # the name under which movements know a coordinated phrase
MEMBER_SUFFIX = "_Co"


@dataclass(frozen=True)
class Slot:
    """One kind of dependent of a phrase: its label, its phrase, how often, and where."""

    label: str
    phrase: Choice[str]
    field: Choice[str]
    rate: float
    again: float  # chance of one more after each
    fades: bool  # rarer in deeper phrases?
    frames: tuple[str, ...]  # only with heads used in one of these frames; empty: any
    features: Mapping[str, str]
    kinds: Choice[str] | None
    agrees: tuple[str, ...]  # features copied from the head
    controls: tuple[str, ...]  # features copied to the head
    sets: Mapping[str, str]  # features that the head gets if the slot is filled
    governed: bool  # is its word chosen by the head's own preference?
    shared: float  # chance that conjuncts share one such dependent

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Slot":
        return cls(
            label=raw["label"],
            phrase=_choice(raw["phrase"]),
            field=_choice(raw["field"]),
            rate=raw.get("rate", 1.0),
            again=raw.get("again", 0.0),
            fades="rate" in raw and not raw.get("core", False),
            frames=tuple(raw.get("frames", ())),
            features=raw.get("features", {}),
            kinds=_choice(raw["kinds"]) if "kinds" in raw else None,
            agrees=tuple(raw.get("agrees", ())),
            controls=tuple(raw.get("controls", ())),
            sets=raw.get("sets", {}),
            governed=raw.get("governed", False),
            shared=raw.get("shared", 0.0),
        )


@dataclass(frozen=True)
class Topic:
    """The one dependent that is put into a field which no movement has filled."""

    field: str
    rate: float
    weights: Mapping[str, float]


@dataclass(frozen=True)
class Phrase:
    """A head and its slots; `label` replaces the function on heads such as prepositions.

    `place` is the field where such a phrase stands whatever slot it fills, as clitics do."""

    head: str | None
    label: str | None
    place: str | None
    features: Mapping[str, str]
    draws: Mapping[str, Choice[str]]
    fields: Mapping[str, int]
    second: str | None  # the field that cannot open the phrase
    topic: Topic | None
    slots: tuple[Slot, ...]

    @classmethod
    def of(cls, raw: Mapping[str, Any], groups: Mapping[str, list]) -> "Phrase":
        slots: list[Mapping[str, Any]] = []
        for entry in raw.get("slots", ()):
            slots += groups[entry] if isinstance(entry, str) else [entry]
        return cls(
            head=raw.get("head"),
            label=raw.get("label"),
            place=raw.get("place"),
            features=raw.get("features", {}),
            draws={name: Choice(weights) for name, weights in raw.get("draws", {}).items()},
            fields={name: place for place, name in enumerate(raw["fields"])},
            second=raw.get("second"),
            topic=Topic(**raw["topic"]) if "topic" in raw else None,
            slots=tuple(Slot.of(slot) for slot in slots),
        )


@dataclass(frozen=True)
class Coordination:
    """Prague style: the conjunction heads conjuncts, separating commas and shared dependents."""

    FIELDS = ("before", "first", HEAD, "last", "after")

    word: str
    rates: Mapping[str, float]
    again: float  # chance of one more conjunct
    nested: float  # chance that a conjunct is itself a coordination
    correlative: str  # the phrase of a word such as "both" that announces the conjunction
    announced: float  # how often it does
    features: Mapping[str, str]  # of the whole, where its phrase draws them

    @property
    def phrase(self) -> Phrase:
        """How the words of a coordination are ordered."""
        fields = {name: place for place, name in enumerate(self.FIELDS)}
        return Phrase(self.word, None, None, {}, {}, fields, None, None, ())


@dataclass(frozen=True)
class Movement:
    """A phrase leaves its head, crosses phrases that let it through, lands in a field of a host."""

    name: str
    moves: tuple[str, ...]
    labels: tuple[str, ...]  # functions that move; empty: all
    through: tuple[str, ...]
    into: tuple[str, ...]
    field: str
    rate: float

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Movement":
        lists = {key: tuple(raw.get(key, ())) for key in ("moves", "labels", "through", "into")}
        return cls(name=raw["name"], field=raw["field"], rate=raw["rate"], **lists)


@dataclass(frozen=True)
class Grammar:
    start: Choice[str]
    phrases: Mapping[str, Phrase]
    coordination: Coordination
    movements: tuple[Movement, ...]
    comma: str  # the phrase of a comma
    shortest: int
    longest: int
    fading: float  # factor on the rate of an optional dependent, per level of depth
    confusions: Mapping[str, Choice[str]]  # labels that annotators confuse

    @classmethod
    def of(cls, raw: Mapping[str, Any]) -> "Grammar":
        coordination = Coordination(**raw["coordination"])
        groups = raw.get("slot-groups", {})
        phrases = {name: Phrase.of(phrase, groups) for name, phrase in raw["phrases"].items()}
        return cls(
            start=_choice(raw["start"]),
            phrases={**phrases, COORDINATION: coordination.phrase},
            coordination=coordination,
            movements=tuple(Movement.of(movement) for movement in raw["movements"]),
            comma=raw["comma"],
            shortest=raw["length"]["least"],
            longest=raw["length"]["most"],
            fading=raw["fading"],
            confusions=_confusions(raw["noise"]["labels"]),
        )


def _choice(raw: str | Mapping[str, float]) -> Choice[str]:
    return Choice({raw: 1.0} if isinstance(raw, str) else raw)


def _confusions(raw: Mapping[str, Mapping[str, float]]) -> dict[str, Choice[str]]:
    """Rates of wrong labels per label; what is left of 1 keeps the label."""
    return {
        label: Choice({label: 1.0 - sum(wrong.values()), **wrong}) for label, wrong in raw.items()
    }

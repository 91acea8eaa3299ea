"""The grammar of an artificial language: phrases with slots, coordination, movements and noise.

The fields of the classes are the keys in profile files (data/embedded/*.yaml)."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Annotated, ClassVar, Self

from nonproj.data.declared import Declared, Limits, Name, Pattern
from nonproj.synthesis.streams import Choice, Id

HEAD = "head"  # the field of a phrase's own head
INHERIT = "inherit"  # the label of a slot that has the same function as its phrase
COORDINATION = "coordination"  # the name by which movements refer to a coordinated phrase
MEMBER_SUFFIX = "_Co"

Rate = Annotated[float, Limits(ge=0, le=1)]
Chance = Annotated[float, Limits(ge=0, le=0.9)]  # the chance of one more, drawn repeatedly
Ids = Annotated[tuple[Id, ...], Limits(min_length=1)]
Feature = Annotated[str, Pattern("[a-z]+")]
Features = dict[Feature, Annotated[str, Pattern("[a-z0-9]+")]]
Label = Annotated[str, Pattern("inherit|[A-Z][A-Za-z]*")]
Visible = Annotated[str, Pattern(r"\S+")]  # text that a cell of a CoNLL file can contain


class Slot(Declared):
    """A kind of dependent: its label, its phrase, its frequency and its position."""

    label: Label  # the function of the dependent; `inherit`: the function of the phrase
    phrase: Choice
    field: Choice
    rate: Rate | None = None  # if left out, the dependent is obligatory
    again: Chance = 0.0  # chance of one more dependent after each
    core: bool = False  # whether the rate is the same in deeper phrases
    frames: tuple[Id, ...] = ()  # the head must have one of these frames; if empty, any frame
    features: Features = field(default_factory=dict)  # given to the dependent
    kinds: Choice | None = None  # semantic classes of the dependent
    agrees: tuple[str, ...] = ()  # features copied from the head
    controls: tuple[str, ...] = ()  # features copied to the head
    sets: Features = field(default_factory=dict)  # given to the head if the slot is filled
    governed: bool = False  # whether the head prefers certain words in this slot
    shared: Rate = 0.0  # chance that conjuncts share one such dependent

    def rate_at(self, depth: int, fading: float) -> float:
        """Return the probability that the slot is filled at a given depth of the tree."""
        if self.rate is None:
            return 1.0
        return self.rate if self.core else self.rate * fading**depth


class Topic(Declared):
    """A rule that moves one dependent, the topic, to the given field if this field is empty."""

    field: Id
    rate: Rate
    weights: dict[str, Annotated[float, Limits(gt=0, le=1000)]]  # by function


class Phrase(Declared):
    """A head and its slots; `label`, if given, is used as the head's label (say, AuxP)."""

    fields: Ids  # fields from left to right; the field of the head is `head`
    head: Id | None = None  # the word class of the head; None for a sentence
    label: Label | None = None
    place: Id | None = None  # the field of the phrase in any slot, e.g. for clitics
    features: Features = field(default_factory=dict)
    draws: dict[Feature, Choice] = field(default_factory=dict)  # features drawn for each phrase
    second: Id | None = None  # a field that cannot be the first in the phrase
    topic: Topic | None = None
    slots: tuple[Slot | Id, ...] = ()  # a name refers to a group of slots

    @cached_property
    def order(self) -> dict[str, int]:
        """The position of each field, counted from left to right."""
        return {name: place for place, name in enumerate(self.fields)}

    def expanded(self, groups: Mapping[str, tuple[Slot, ...]]) -> Iterator[tuple[str, Slot]]:
        """List every slot, including the slots in groups, with its key in the profile."""
        for index, entry in enumerate(self.slots):
            if isinstance(entry, Slot):
                yield f"slots.{index}", entry
            else:
                yield from ((f"slots.{index} ({entry})", slot) for slot in groups[entry])


class Coordination(Declared):
    """Prague-style coordination: the conjunction heads conjuncts, commas and shared dependents."""

    FIELDS: ClassVar = ("before", "first", HEAD, "last", "after")

    word: Id
    rates: dict[Id, Rate]  # how often each phrase is coordinated
    again: Chance  # chance of one more conjunct
    nested: Chance  # chance that a conjunct is itself a coordination
    correlative: Id  # the phrase of a word such as "both" that announces the conjunction
    announced: Rate  # how often the conjunction has such a word
    features: Features  # features of the whole coordination, if its conjuncts draw them

    @property
    def phrase(self) -> Phrase:
        """A phrase that gives the order of the words in a coordination."""
        return Phrase(self.FIELDS, self.word)


class Movement(Declared):
    """A rule by which a phrase leaves its head, crosses other phrases, and lands in a host."""

    name: Name
    moves: Ids  # phrases
    through: Ids  # phrases that may be left
    into: Ids  # the nearest of these is the host
    field: Id  # the field of the host
    rate: Rate
    labels: tuple[str, ...] = ()  # functions that move; if empty, all of them


class Length(Declared):
    """The shortest and the longest sentence, in words."""

    least: Annotated[int, Limits(ge=1)]
    most: Annotated[int, Limits(ge=1)]


class Noise(Declared):
    """How often annotators and speakers break the rules."""

    frame: Rate  # how often a word is used outside its own frame
    government: Rate  # how often the preferences of a head are ignored
    labels: dict[str, dict[Visible, Rate]]  # label -> wrong label -> how often it is written


class Grammar(Declared, kw_only=True):
    """A grammar from which sentences are derived."""

    length: Length
    fading: Rate  # multiplies the rate of an optional dependent once per level of depth
    noise: Noise
    coordination: Coordination
    movements: tuple[Movement, ...]  # in the order in which a phrase tries them
    start: Choice  # the phrase of a whole sentence
    comma: Id  # the phrase of a comma
    phrases: dict[Id, Phrase]
    slot_groups: dict[Id, tuple[Slot, ...]] = field(default_factory=dict)  # used by name

    @property
    def completed(self) -> Self:
        """The grammar with its slot groups expanded and coordination added to its phrases."""
        phrases = {
            name: replace(phrase, slots=tuple(s for _, s in phrase.expanded(self.slot_groups)))
            for name, phrase in self.phrases.items()
        }
        return replace(self, phrases=phrases | {COORDINATION: self.coordination.phrase})

    @cached_property
    def confusions(self) -> dict[str, Choice]:
        """For each label, a choice between the label itself and wrong labels at their rates."""
        wrong = self.noise.labels.items()
        return {name: Choice({name: 1.0 - sum(rates.values()), **rates}) for name, rates in wrong}

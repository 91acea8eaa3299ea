"""What a schema cannot say: names that a profile uses but does not define, contradictions."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import Any

from nonproj.synthesis.grammar import COORDINATION, HEAD

Raw = Mapping[str, Any]


@dataclass(frozen=True)
class Problem:
    key: str
    value: Any
    expected: str

    def __str__(self) -> str:
        shown = repr(self.value)
        shown = shown if len(shown) <= 60 else shown[:57] + "..."
        return f"{self.key}: {shown}; expected {self.expected}"


def inconsistencies(raw: Raw) -> Iterator[Problem]:
    """All problems of a profile that fits the schema."""
    length = raw["length"]
    if length["least"] > length["most"]:
        yield Problem("length.least", length["least"], f"at most {length['most']}")
    for label, wrong in raw["noise"]["labels"].items():
        if sum(wrong.values()) > 1:
            yield Problem(f"noise.labels.{label}", wrong, "rates that sum to at most 1")
    phrases = raw["phrases"]
    headless = [name for name, phrase in phrases.items() if "head" not in phrase]
    yield from _unknown("start", _names(raw["start"]), headless)
    yield from _unknown("comma", [raw["comma"]], phrases)
    yield from _unknown("coordination.word", [raw["coordination"]["word"]], raw["words"])
    correlative = raw["coordination"]["correlative"]
    yield from _unknown("coordination.correlative", [correlative], phrases)
    yield from _unknown("coordination.rates", raw["coordination"]["rates"], phrases)
    for name in raw["words"]:
        yield from _word(name, raw)
    for name in phrases:
        yield from _phrase(name, raw)
    for index in range(len(raw["movements"])):
        yield from _movement(index, raw)


def _unknown(key: str, names: Collection[str], known: Collection[str]) -> Iterator[Problem]:
    for name in names:
        if name not in known:
            yield Problem(key, name, f"one of {', '.join(known)}")


def _names(raw: str | Raw) -> Collection[str]:
    return [raw] if isinstance(raw, str) else list(raw)


def _word(name: str, raw: Raw) -> Iterator[Problem]:
    word, place = raw["words"][name], f"words.{name}"
    own = [*word.get("defaults", {}), *word.get("inherent", {})]
    template = [part[1] for part in Formatter().parse(word.get("fine-tag", "")) if part[1]]
    yield from _unknown(f"{place}.fine-tag", template, own)
    yield from _unknown(f"{place}.shows", word.get("shows", ()), own)
    if ("forms" in word) == ("size" in word):
        yield Problem(place, word.get("size"), "either size or forms")
    if "governs" in word:
        free = [other for other, entry in raw["words"].items() if "governs" not in entry]
        yield from _unknown(f"{place}.governs.word", [word["governs"]["word"]], free)
    if "inflection" in word:
        depth = len(word["inflection"]["features"])
        yield from _endings(f"{place}.inflection.endings", word["inflection"]["endings"], depth)


def _endings(key: str, endings: str | Raw, depth: int) -> Iterator[Problem]:
    if isinstance(endings, str) != (depth == 0):
        yield Problem(key, endings, "an ending" if depth == 0 else "endings by feature value")
    elif depth:
        for value, branch in endings.items():
            yield from _endings(f"{key}.{value}", branch, depth - 1)


def _phrase(name: str, raw: Raw) -> Iterator[Problem]:
    phrase, place = raw["phrases"][name], f"phrases.{name}"
    if "head" in phrase:
        yield from _unknown(f"{place}.head", [phrase["head"]], raw["words"])
        yield from _unknown(f"{place}.fields", [HEAD], phrase["fields"])
    for key in ("second", "topic"):
        field = phrase.get(key, HEAD)
        names = [field if isinstance(field, str) else field["field"]]
        yield from _unknown(f"{place}.{key}", names, [*phrase["fields"], HEAD])
    groups = raw.get("slot-groups", {})
    for index, entry in enumerate(phrase.get("slots", ())):
        if not isinstance(entry, str):
            yield from _slot(f"{place}.slots.{index}", entry, phrase, raw)
        elif entry not in groups:
            yield from _unknown(f"{place}.slots.{index}", [entry], groups)
        else:
            for slot in groups[entry]:
                yield from _slot(f"{place}.slots.{index} ({entry})", slot, phrase, raw)


def _slot(place: str, slot: Raw, phrase: Raw, raw: Raw) -> Iterator[Problem]:
    headed = [name for name, entry in raw["phrases"].items() if "head" in entry]
    unknown = [*_unknown(f"{place}.phrase", _names(slot["phrase"]), headed)]
    yield from unknown
    yield from _unknown(f"{place}.field", _names(slot["field"]), phrase["fields"])
    head = raw["words"].get(phrase.get("head"), {})
    yield from _unknown(f"{place}.frames", slot.get("frames", ()), head.get("frames", ()))
    for filler in () if unknown else _names(slot["phrase"]):
        target = raw["phrases"][filler]
        word = raw["words"].get(target.get("head"), {})
        if "place" in target:
            yield from _unknown(f"{place}.phrase.place", [target["place"]], phrase["fields"])
        if "kinds" in word:
            yield from _unknown(f"{place}.kinds", slot.get("kinds", ()), word["kinds"])
        carried = [*word.get("defaults", {}), *word.get("inherent", {}), *target.get("draws", {})]
        yield from _unknown(f"{place}.controls", slot.get("controls", ()), carried)


def _movement(index: int, raw: Raw) -> Iterator[Problem]:
    movement, place = raw["movements"][index], f"movements.{index}"
    for key in ("moves", "through"):
        yield from _unknown(f"{place}.{key}", movement[key], [*raw["phrases"], COORDINATION])
    yield from _unknown(f"{place}.into", movement["into"], raw["phrases"])
    for host in movement["into"]:
        fields = raw["phrases"].get(host, {}).get("fields", [movement["field"]])
        yield from _unknown(f"{place}.field (in {host})", [movement["field"]], fields)

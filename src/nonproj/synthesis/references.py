"""The declaration of a profile, and checks that find undefined names and contradictions in it."""

from collections.abc import Collection, Iterator
from string import Formatter
from typing import Annotated, Any

from nonproj.data.declared import Limits, Name, problem
from nonproj.synthesis.grammar import COORDINATION, HEAD, Grammar, Movement, Phrase, Slot
from nonproj.synthesis.lexicon import Sounds, Word
from nonproj.synthesis.streams import Id


class Declaration(Grammar, kw_only=True):
    """A profile as declared in its file; `inconsistencies` checks that all names are defined."""

    title: Name
    description: Name
    lexicon_seed: Annotated[int, Limits(ge=0)]  # for words, frequencies and preferences
    sounds: Sounds
    words: dict[Id, Word]  # the word classes


def inconsistencies(profile: Declaration) -> Iterator[str]:
    """Yield one line for each undefined name and each contradiction in a profile."""
    length, phrases, words = profile.length, profile.phrases, profile.words
    if length.least > length.most:
        yield problem("length.least", length.least, f"at most {length.most}")
    for label, wrong in profile.noise.labels.items():
        if sum(wrong.values()) > 1:
            yield problem(f"noise.labels.{label}", wrong, "rates that sum to at most 1")
    coordination = profile.coordination
    headless = [name for name, phrase in phrases.items() if phrase.head is None]
    yield from _unknown("start", profile.start.values, headless)
    yield from _unknown("comma", [profile.comma], phrases)
    yield from _unknown("coordination.word", [coordination.word], words)
    yield from _unknown("coordination.correlative", [coordination.correlative], phrases)
    yield from _unknown("coordination.rates", coordination.rates, phrases)
    for name, word in words.items():
        yield from _word(f"words.{name}", word, profile)
    for name, phrase in phrases.items():
        yield from _phrase(f"phrases.{name}", phrase, profile)
    for index, movement in enumerate(profile.movements):
        yield from _movement(f"movements.{index}", movement, profile)


def _unknown(key: str, names: Collection[str], known: Collection[str]) -> Iterator[str]:
    for name in names:
        if name not in known:
            yield problem(key, name, f"one of {', '.join(known)}")


def _word(key: str, word: Word, profile: Declaration) -> Iterator[str]:
    template = [part[1] for part in Formatter().parse(word.fine_tag or "") if part[1]]
    yield from _unknown(f"{key}.fine-tag", template, word.features)
    yield from _unknown(f"{key}.shows", word.shows, word.features)
    if bool(word.forms) == bool(word.size):
        yield problem(key, word.size, "either size or forms")
    if word.governs:
        free = [name for name, other in profile.words.items() if not other.governs]
        yield from _unknown(f"{key}.governs.word", [word.governs.word], free)
    if word.inflection:
        depth = len(word.inflection.features)
        yield from _endings(f"{key}.inflection.endings", word.inflection.endings, depth)


def _endings(key: str, endings: Any, depth: int) -> Iterator[str]:
    if not isinstance(endings, dict if depth else str) or endings == {}:
        yield problem(key, endings, "endings by feature value" if depth else "an ending")
    elif depth:
        for value, branch in endings.items():
            yield from _endings(f"{key}.{value}", branch, depth - 1)


def _phrase(key: str, phrase: Phrase, profile: Declaration) -> Iterator[str]:
    if phrase.head is not None:
        yield from _unknown(f"{key}.head", [phrase.head], profile.words)
        yield from _unknown(f"{key}.fields", [HEAD], phrase.fields)
    fields = {"second": phrase.second, "topic": phrase.topic and phrase.topic.field}
    for name, field in fields.items():
        yield from _unknown(f"{key}.{name}", [field or HEAD], [*phrase.fields, HEAD])
    groups = [slot for slot in phrase.slots if not isinstance(slot, Slot)]
    unknown = [*_unknown(f"{key}.slots", groups, profile.slot_groups)]
    yield from unknown
    for place, slot in () if unknown else phrase.expanded(profile.slot_groups):
        yield from _slot(f"{key}.{place}", slot, phrase, profile)


def _slot(key: str, slot: Slot, phrase: Phrase, profile: Declaration) -> Iterator[str]:
    headed = [name for name, other in profile.phrases.items() if other.head is not None]
    unknown = [*_unknown(f"{key}.phrase", slot.phrase.values, headed)]
    yield from unknown
    yield from _unknown(f"{key}.field", slot.field.values, phrase.fields)
    head = profile.words.get(phrase.head)
    frames = head.frames if head else None
    yield from _unknown(f"{key}.frames", slot.frames, frames or ())
    for filler in () if unknown else slot.phrase.values:
        target = profile.phrases[filler]
        if target.place is not None:
            yield from _unknown(f"{key}.phrase.place", [target.place], phrase.fields)
        word = profile.words.get(target.head)
        if word and word.kinds and slot.kinds:
            yield from _unknown(f"{key}.kinds", slot.kinds.values, word.kinds)
        carried = [*(word.features if word else ()), *target.draws]
        yield from _unknown(f"{key}.controls", slot.controls, carried)


def _movement(key: str, movement: Movement, profile: Declaration) -> Iterator[str]:
    phrases = profile.phrases
    yield from _unknown(f"{key}.moves", movement.moves, [*phrases, COORDINATION])
    yield from _unknown(f"{key}.through", movement.through, [*phrases, COORDINATION])
    yield from _unknown(f"{key}.into", movement.into, phrases)
    for host in movement.into:
        if host in phrases:
            place = f"{key}.field (in {host})"
            yield from _unknown(place, [movement.field], phrases[host].fields)

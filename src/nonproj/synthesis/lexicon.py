"""Artificial words: stems from syllables, Zipfian frequencies, lexical preferences."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from nonproj.errors import NonprojError
from nonproj.synthesis.morphology import Paradigm
from nonproj.synthesis.streams import Choice, Stream


@dataclass(frozen=True, eq=False)
class Lexeme:
    """One word of the dictionary; `governs` are the words it prefers as heads of its phrases."""

    word_class: "WordClass"
    stem: str
    lemma: str
    kind: str | None
    frame: str | None
    features: Mapping[str, str]
    governs: "Choice[Lexeme] | None"


class WordClass:
    """The lexemes of one class with a common tag and inflection."""

    def __init__(self, name: str, raw: Mapping[str, Any], noise: Mapping[str, Any]):
        self.name = name
        self.tag: str = raw["tag"]
        self.fine_tag: str = raw.get("fine-tag", raw["tag"])
        self.shows: tuple[str, ...] = tuple(raw.get("shows", ()))
        self.defaults: Mapping[str, str] = raw.get("defaults", {})
        self._kinds: tuple[str, ...] = tuple(raw.get("kinds", ()))
        self._citation: Mapping[str, str] = raw.get("citation", {})
        place = f"words.{name}.inflection.endings"
        self.paradigm = Paradigm(place, **raw["inflection"]) if "inflection" in raw else None
        self.frames = Choice(raw["frames"]) if "frames" in raw else None
        self.frame_noise: float = noise["frame"]
        self.government_noise: float = noise["government"]

    def citation_ending(self, inherent: Mapping[str, str]) -> str:
        """What turns a stem into a lemma."""
        if not self.paradigm:
            return ""
        return self.paradigm.inflect({**self.defaults, **inherent, **self._citation})[0]

    def stock(self, lexemes: list[Lexeme], frequencies: list[float]) -> None:
        """Fill the class; frequency decreases with the place in the list."""
        by_kind: dict[str | None, dict[Lexeme, float]] = {}
        for lexeme, frequency in zip(lexemes, frequencies, strict=True):
            by_kind.setdefault(lexeme.kind, {})[lexeme] = frequency
        for kind in self._kinds:
            if kind not in by_kind:
                raise NonprojError(
                    f"words.{self.name}.size: {len(lexemes)}; expected more words, "
                    f"for none is of the kind {kind!r}"
                )
        self._of_kind = {kind: Choice(weights) for kind, weights in by_kind.items()}
        self.any = Choice(dict(zip(lexemes, frequencies, strict=True)))

    def draw(self, stream: Stream, kinds: Choice[str] | None, governor: Lexeme | None) -> Lexeme:
        """A lexeme that the governor prefers, or one of a kind, or any."""
        if governor and governor.governs and not stream.chance(self.government_noise):
            return governor.governs.draw(stream)
        if kinds and self._kinds:
            return self._of_kind[kinds.draw(stream)].draw(stream)
        return self.any.draw(stream)

    def draw_frame(self, lexeme: Lexeme, stream: Stream) -> str | None:
        """The lexeme's own frame, except that any word is sometimes used like another."""
        if self.frames and stream.chance(self.frame_noise):
            return self.frames.draw(stream)
        return lexeme.frame


def build_lexicon(raw: Mapping[str, Any]) -> dict[str, WordClass]:
    """All word classes of a profile; depends on the profile alone, through its lexicon-seed."""
    words = raw["words"]
    lexicon: dict[str, WordClass] = {}
    for name in sorted(words, key=lambda name: "governs" in words[name]):
        stream = Stream(raw["lexicon-seed"], "lexicon", name)
        lexicon[name] = WordClass(name, words[name], raw["noise"])
        coin = Coin(raw["sounds"], words[name], stream)
        frequencies = _zipf(words[name], coin.size)
        lexemes = _lexemes(words[name], lexicon, name, coin, frequencies, stream)
        lexicon[name].stock(lexemes, frequencies)
    return lexicon


def _zipf(raw: Mapping[str, Any], size: int) -> list[float]:
    """Zipf–Mandelbrot frequencies 1 / (rank + shift) ** exponent, in units of 1 / Choice.UNIT.

    Rounding removes a last digit of the power that may differ between platforms."""
    law = raw.get("zipf", {"exponent": 1.0, "shift": 0.0})
    powers = ((rank + law["shift"]) ** -law["exponent"] for rank in range(1, size + 1))
    return [round(power * Choice.UNIT) / Choice.UNIT for power in powers]


def _lexemes(
    raw: Mapping[str, Any],
    lexicon: Mapping[str, WordClass],
    name: str,
    coin: "Coin",
    frequencies: list[float],
    stream: Stream,
) -> list[Lexeme]:
    kinds = Choice(raw["kinds"]) if "kinds" in raw else None
    inherent = {feature: Choice(weights) for feature, weights in raw.get("inherent", {}).items()}
    frames = _apportion(raw["frames"], frequencies) if "frames" in raw else [None] * coin.size
    lexemes = []
    for frame in frames:
        features = {feature: values.draw(stream) for feature, values in inherent.items()}
        stem = coin.stem()
        lexeme = Lexeme(
            word_class=lexicon[name],
            stem=stem,
            lemma=stem + lexicon[name].citation_ending(features),
            kind=kinds.draw(stream) if kinds else None,
            frame=frame,
            features=features,
            governs=_preferences(raw["governs"], lexicon, stream) if "governs" in raw else None,
        )
        lexemes.append(lexeme)
    return lexemes


def _apportion(weights: Mapping[str, float], frequencies: list[float]) -> list[str]:
    """A frame per lexeme such that the tokens, not the types, are shared out by the weights.

    Each lexeme gets the frame that has received the smallest part of its due so far; ties go to
    the frame named first."""
    received = dict.fromkeys(weights, 0.0)
    frames = []
    for frequency in frequencies:
        frame = min(weights, key=lambda f: (received[f] + frequency) / weights[f])
        received[frame] += frequency
        frames.append(frame)
    return frames


def _preferences(
    raw: Mapping[str, Any], lexicon: Mapping[str, WordClass], stream: Stream
) -> Choice[Lexeme]:
    """The first drawn is preferred most: weights 1, 1/2, 1/3, ..."""
    drawn = [lexicon[raw["word"]].any.draw(stream) for _ in range(raw["count"])]
    return Choice({lexeme: 1.0 / rank for rank, lexeme in reversed([*enumerate(drawn, 1)])})


class Coin:
    """Coins stems that are distinct within their class, or hands out the forms given."""

    def __init__(self, sounds: Mapping[str, list[str]], raw: Mapping[str, Any], stream: Stream):
        self.sounds, self.stream = sounds, stream
        self._forms: list[str] = raw.get("forms", [])[::-1]
        self.size: int = len(self._forms) or raw["size"]
        self.least, self.most = raw.get("syllables", (1, 1))
        # An inflected stem ends in a consonant, so that endings may begin with a vowel.
        self.closed = "inflection" in raw
        self._taken: set[str] = set()

    def stem(self) -> str:
        if self._forms:
            return self._forms.pop()
        attempts = 0
        stem = self._compose(0)
        while stem in self._taken:
            attempts += 1
            stem = self._compose(attempts // 20)  # a crowded class gets longer words
        self._taken.add(stem)
        return stem

    def _compose(self, extra: int) -> str:
        n = self.least + self.stream.below(self.most - self.least + 1) + extra
        parts = [self._sound(part) for _ in range(n) for part in ("onsets", "nuclei", "codas")]
        if self.closed and not parts[-1]:
            parts[-1] = self._sound("finals")
        return "".join(parts)

    def _sound(self, part: str) -> str:
        return self.sounds[part][self.stream.below(len(self.sounds[part]))]

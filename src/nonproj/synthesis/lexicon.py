"""Artificial words, with stems built from syllables, with Zipfian frequencies and preferences."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from nonproj.data.declared import Declared, Limits, Pattern
from nonproj.errors import NonprojError
from nonproj.synthesis.grammar import Feature, Features, Noise, Visible
from nonproj.synthesis.morphology import Inflection, Paradigm
from nonproj.synthesis.streams import Choice, Id, Stream, Weights

FineTag = Annotated[str, Pattern(r"([^\s{}]|\{[a-z]+\})*")]
Parts = Annotated[tuple[Annotated[str, Pattern(r"\S*")], ...], Limits(min_length=1)]


class Sounds(Declared):
    """The sounds of syllables (onset, nucleus, coda), and the final sounds of inflected stems."""

    onsets: Parts
    nuclei: Parts
    codas: Parts
    finals: Parts

    def __post_init__(self) -> None:
        if not any((*self.onsets, *self.nuclei, *self.codas)):
            raise ValueError("every onset, nucleus and coda is empty")


class Zipf(Declared):
    """A Zipfian law: the word of rank r has the frequency 1 / (r + shift) ** exponent."""

    exponent: Annotated[float, Limits(ge=0, le=3)] = 1.0
    shift: Annotated[float, Limits(ge=0, le=1000)] = 0.0


class Government(Declared):
    """How many words of a given class each governing word prefers as dependents."""

    word: Id
    count: Annotated[int, Limits(ge=1, le=20)]


Syllables = Annotated[int, Limits(ge=1, le=6)]


class Word(Declared):
    """A class of words, as declared in a profile."""

    tag: Visible  # CPOSTAG
    fine_tag: FineTag = ""  # POSTAG with features in braces; `tag` if empty
    size: Annotated[int, Limits(ge=1, le=100_000)] | None = None  # number of coined words
    forms: tuple[Visible, ...] = ()  # forms that replace coined words
    syllables: tuple[Syllables, Syllables] = (1, 1)  # minimum and maximum
    zipf: Zipf = Zipf()
    kinds: Weights | None = None  # semantic classes
    frames: Weights | None = None  # frames, assigned in proportion to token frequency
    inherent: dict[Feature, Choice] = field(default_factory=dict)  # features of the word itself
    defaults: Features = field(default_factory=dict)  # features if there is no agreement
    shows: tuple[str, ...] = ()  # features that FEATS shows besides those of the ending
    citation: Features = field(default_factory=dict)  # features of the lemma
    governs: Government | None = None
    inflection: Inflection | None = None

    @property
    def features(self) -> list[str]:
        """List all default and inherent features of words in this class."""
        return [*self.defaults, *self.inherent]


@dataclass(frozen=True, eq=False)
class Lexeme:
    """A word in the lexicon; `governs` draws one of the dependents that the word prefers."""

    word_class: "WordClass"
    stem: str
    lemma: str
    kind: str | None
    frame: str | None
    features: Mapping[str, str]
    governs: "Choice[Lexeme] | None"


class WordClass:
    """The lexemes of one class, which share a tag and an inflection."""

    def __init__(self, name: str, declared: Word, noise: Noise):
        self.name, self.declared, self.noise = name, declared, noise
        self.tag = declared.tag
        self.fine_tag = declared.fine_tag or declared.tag
        self.shows, self.defaults = declared.shows, declared.defaults
        place = f"words.{name}.inflection.endings"
        self.paradigm = Paradigm(place, declared.inflection) if declared.inflection else None
        self.frames = Choice(declared.frames) if declared.frames else None

    def citation_ending(self, inherent: Mapping[str, str]) -> str:
        """Return the ending that turns a stem into a lemma."""
        if not self.paradigm:
            return ""
        return self.paradigm.inflect({**self.defaults, **inherent, **self.declared.citation})[0]

    def stock(self, lexemes: list[Lexeme], frequencies: list[float]) -> None:
        """Fill the class with lexemes and their frequencies, and group them by kind."""
        by_kind: dict[str | None, dict[Lexeme, float]] = {}
        for lexeme, frequency in zip(lexemes, frequencies, strict=True):
            by_kind.setdefault(lexeme.kind, {})[lexeme] = frequency
        for kind in self.declared.kinds or ():
            if kind not in by_kind:
                raise NonprojError(
                    f"words.{self.name}.size: {len(lexemes)}; expected more words, "
                    f"since no word is of the kind {kind!r}"
                )
        self._of_kind = {kind: Choice(weights) for kind, weights in by_kind.items()}
        self.any = Choice(dict(zip(lexemes, frequencies, strict=True)))

    def draw(self, stream: Stream, kinds: Choice[str] | None, governor: Lexeme | None) -> Lexeme:
        """Draw a lexeme: one that the governor prefers, else one of a requested kind, else any."""
        if governor and governor.governs and not stream.chance(self.noise.government):
            return governor.governs.draw(stream)
        if kinds and self.declared.kinds:
            return self._of_kind[kinds.draw(stream)].draw(stream)
        return self.any.draw(stream)

    def draw_frame(self, lexeme: Lexeme, stream: Stream) -> str | None:
        """Return the lexeme's own frame or, at the noise rate, a frame drawn from all frames."""
        if self.frames and stream.chance(self.noise.frame):
            return self.frames.draw(stream)
        return lexeme.frame


def build_lexicon(
    words: Mapping[str, Word], sounds: Sounds, noise: Noise, seed: int
) -> dict[str, WordClass]:
    """Build word classes, which depend only on the profile and its lexicon-seed."""
    lexicon: dict[str, WordClass] = {}
    for name in sorted(words, key=lambda name: words[name].governs is not None):
        stream = Stream(seed, "lexicon", name)
        lexicon[name] = WordClass(name, words[name], noise)
        coin = Coin(sounds, words[name], stream)
        frequencies = _zipf(words[name].zipf, coin.size)
        lexemes = _lexemes(words[name], lexicon, name, coin, frequencies, stream)
        lexicon[name].stock(lexemes, frequencies)
    return lexicon


def _zipf(law: Zipf, size: int) -> list[float]:
    """Return Zipf–Mandelbrot frequencies 1 / (rank + shift) ** exponent.

    Frequencies are rounded to multiples of 1 / Choice.UNIT, because the last digit of a power may
    differ between platforms."""
    powers = ((rank + law.shift) ** -law.exponent for rank in range(1, size + 1))
    return [round(power * Choice.UNIT) / Choice.UNIT for power in powers]


def _lexemes(
    word: Word,
    lexicon: Mapping[str, WordClass],
    name: str,
    coin: "Coin",
    frequencies: list[float],
    stream: Stream,
) -> list[Lexeme]:
    kinds = Choice(word.kinds) if word.kinds else None
    frames = _apportion(word.frames, frequencies) if word.frames else [None] * coin.size
    lexemes = []
    for frame in frames:
        features = {feature: values.draw(stream) for feature, values in word.inherent.items()}
        stem = coin.stem()
        lexeme = Lexeme(
            word_class=lexicon[name],
            stem=stem,
            lemma=stem + lexicon[name].citation_ending(features),
            kind=kinds.draw(stream) if kinds else None,
            frame=frame,
            features=features,
            governs=_preferences(word.governs, lexicon, stream) if word.governs else None,
        )
        lexemes.append(lexeme)
    return lexemes


def _apportion(weights: Mapping[str, float], frequencies: list[float]) -> list[str]:
    """Assign a frame to each lexeme so that tokens, not types, follow the weights.

    Each lexeme gets the frame whose total frequency, with this lexeme added, is smallest relative
    to the weight of the frame. Ties go to the first frame in the profile."""
    received = dict.fromkeys(weights, 0.0)
    frames = []
    for frequency in frequencies:
        frame = min(weights, key=lambda f: (received[f] + frequency) / weights[f])
        received[frame] += frequency
        frames.append(frame)
    return frames


def _preferences(
    governs: Government, lexicon: Mapping[str, WordClass], stream: Stream
) -> Choice[Lexeme]:
    """Draw words and give them the weights 1, 1/2, 1/3, ... in the order of drawing."""
    drawn = [lexicon[governs.word].any.draw(stream) for _ in range(governs.count)]
    return Choice({lexeme: 1.0 / rank for rank, lexeme in reversed([*enumerate(drawn, 1)])})


class Coin:
    """A generator of stems for a word class: the forms in the profile or distinct new stems."""

    def __init__(self, sounds: Sounds, word: Word, stream: Stream):
        self.sounds, self.stream = vars(sounds), stream
        self._forms = list(word.forms[::-1])
        self.size = len(word.forms) or word.size
        self.least, self.most = word.syllables
        # An inflected stem ends in a consonant, so that endings may begin with a vowel.
        self.closed = word.inflection is not None
        self._taken: set[str] = set()

    def stem(self) -> str:
        if self._forms:
            return self._forms.pop()
        attempts = 0
        stem = self._compose(0)
        while stem in self._taken:
            attempts += 1
            stem = self._compose(attempts // 20)  # words get longer if many short words are taken
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

"""Scored texts: all parses of a text, compared with its gold trees word by word.

Values and tests are computed on demand. A text is a treebank split with its parses, all by parsers
that were trained on the same data, such as nine tenths of the training set. In a key, some items
say which parse is meant: those of the text (`train=90%`) and of a combination of parsers
(`classifiers=all4`). The other items ask a question about words."""

import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from nonproj.data.files import atomic_write
from nonproj.errors import NonprojError
from nonproj.results.formulas import MILLION, Counts
from nonproj.results.influence import influence
from nonproj.results.metrics import BOOTSTRAP, MCNEMAR, METRICS, count
from nonproj.results.settings import SETTINGS, Frame, Parsed, Question, UnansweredError
from nonproj.results.significance.comparison import Comparison
from nonproj.results.significance.paired_tests import holm
from nonproj.results.significance.word_tests import mcnemar_p, test_fields
from nonproj.results.values import (
    Influence,
    Key,
    Setting,
    Subject,
    Value,
    drop_items,
    items_of,
    named_items,
    text_of,
)
from nonproj.results.words import BOOLEAN_COLUMNS, Fold, parsed

Pair = tuple[Subject, Subject]
FRAMES_HEADER = "header"


@dataclass(frozen=True)
class Text:
    """All parses of one text, and the settings by which they can be looked up.

    Tests use only the first of these settings. The p-values of all `pairs` are adjusted together,
    but in tests of Pre, Post and word roles, only pairs that include one of the `references` are. A
    pair of which a parse is not at hand counts as p = 1: the others are adjusted at least as much
    as with this parse."""

    treebank: str
    split: str
    settings: Sequence[Setting]
    parses: Mapping[Subject, Parsed]
    pairs: Sequence[Pair] = ()
    references: Sequence[Subject] = ()
    _tests: dict = field(default_factory=dict, init=False, repr=False)
    _p_values: dict = field(default_factory=dict, init=False, repr=False)
    _influence: dict = field(default_factory=dict, init=False, repr=False)

    @classmethod
    def of(
        cls,
        treebank: str,
        labels: Sequence[str],
        parses: Mapping[Subject, Sequence[Fold]],
        pairs: Iterable[Pair] = (),
        references: Iterable[Subject] = (),
    ) -> "Text":
        """Compare the folds with the gold trees; `labels` is the split and then the settings."""
        split, *settings = labels
        words = {subject: parsed(folds) for subject, folds in parses.items()}
        return cls(treebank, split, [*map(items_of, settings)], words, [*pairs], [*references])

    def value(self, subject: Subject, metric: str, items: Setting) -> tuple[str, Counts] | None:
        """Return the unit and the counts of a metric; None if the parse has no such metric."""
        if against := named_items(items).get("against"):
            return self._p(subject, Subject(against), metric, drop_items(items, "against"))
        try:
            counts = count(metric, Question(self.parses[subject], items, self._others))
        except UnansweredError:
            return None
        return ("percent" if "of=gold" in items else METRICS[metric].unit), counts

    def influence(self, subject: Subject, metric: str, items: Setting) -> np.ndarray | None:
        """Return what each sentence adds to a value; None if sentences do not decide it."""
        place = subject, metric, items
        if place not in self._influence:
            question = Question(self.parses[subject], items, self._others)
            try:
                self._influence[place] = influence(metric, question)
            except UnansweredError:
                self._influence[place] = None
        return self._influence[place]

    def test(
        self, a: Subject, b: Subject, metric: str, items: Setting, adjust: bool = True
    ) -> Comparison | None:
        """Return the test of system a against system b; None if they cannot be compared.

        With `adjust`, all pairs are tested whose p-values are adjusted together with this one."""
        fields = self._tested((a, b), metric, items)
        if fields is None:
            return None
        p = self._adjusted(metric, items).get(frozenset((a, b))) if adjust else None
        if adjust and p is None:  # not adjusted together with other pairs
            p = self._p_value((a, b), metric, items)
        setting = self.settings[0] | items
        return Comparison(self.treebank, self.split, setting, metric, a=a, b=b, p_holm=p, **fields)

    @property
    def _others(self) -> Mapping[str, Parsed]:
        """The parses by single parsers, with which others may be compared."""
        return {other.name: p for other, p in self.parses.items() if not other.items}

    def _tested(self, *place) -> Mapping | None:
        """Return the fields of a test, given (pair, metric, items); compute them only once."""
        if place not in self._tests:
            self._tests[place] = self._compared(test_fields, *place)
        return self._tests[place]

    def _compared(self, compare: Callable, pair: Pair, metric: str, items: Setting):
        if not {*pair} <= self.parses.keys() or not METRICS[metric].test:
            return None
        try:
            return compare(metric, *(Question(self.parses[subject], items) for subject in pair))
        except UnansweredError:
            return None

    def _p(self, a: Subject, b: Subject, metric: str, items: Setting):
        row = METRICS.get(metric)
        test = self.test(a, b, row.p_of, items) if row and row.p_of else None
        if test is None:
            return None
        p = test.p_holm if row.holm else test.p("mcnemar")
        return row.unit, Counts(round(p * MILLION), MILLION)

    def _p_value(self, pair: Pair, metric: str, items: Setting) -> float | None:
        """Return a pair's unadjusted p-value; for McNemar's test, compute nothing else."""
        if not {*pair} <= self.parses.keys():
            return 1.0
        if METRICS[metric].test == MCNEMAR:
            return self._compared(mcnemar_p, pair, metric, items)
        fields = self._tested(pair, metric, items)
        return fields and fields["p_resampled"]

    def _adjusted(self, metric: str, items: Setting) -> Mapping[frozenset, float]:
        """Return the Holm-adjusted p-values, by pair, for the pairs that are adjusted together."""
        if (metric, items) not in self._p_values:
            of_all = METRICS[metric].test != BOOTSTRAP and "tokens" not in named_items(items)
            family = [p for p in self.pairs if of_all or {*p} & {*self.references}]
            found = {frozenset(p): self._p_value(p, metric, items) for p in family}
            found = {pair: p for pair, p in found.items() if p is not None}
            adjusted = holm([*found.values()]) if found else []
            self._p_values[metric, items] = dict(zip(found, adjusted, strict=True))
        return self._p_values[metric, items]


class Texts:
    """All scored texts of treebanks; without `adjust`, tests have no adjusted p-values."""

    def __init__(self, texts: Iterable[Text] = (), adjust: bool = True) -> None:
        self.texts, self.adjust = [*texts], adjust
        self._parses: dict[tuple, tuple[Text, Subject]] = {}
        for text in self.texts:
            for subject in text.parses:
                for setting in text.settings:
                    place = text.treebank, text.split, subject.name, setting | subject.items
                    if self._parses.setdefault(place, (text, subject))[0] is not text:
                        raise NonprojError(f"two texts hold the parse {place}")

    def __iter__(self) -> Iterator[Text]:
        return iter(self.texts)

    @property
    def treebanks(self) -> list[str]:
        return list(dict.fromkeys(text.treebank for text in self.texts))

    def find(self, key: Key) -> Value | None:
        """Compute a key's value; None if no text has the parse or the parse has no such value."""
        asked, others = split_setting(key.setting)
        place = self._parses.get((key.treebank, key.split, key.system, others))
        found = place and place[0].value(place[1], key.metric, asked)
        return found and Value(key, found[0], *found[1])

    def influence(self, key: Key) -> Influence | None:
        """Return what each sentence adds to a key's value, and on which text."""
        asked, others = split_setting(key.setting)
        place = self._parses.get((key.treebank, key.split, key.system, others))
        added = place and place[0].influence(place[1], key.metric, asked)
        return None if added is None else ((key.treebank, key.split, len(added)), added)

    def along(self, item: str, *keys: Key) -> list[tuple[str, Value]]:
        """Return the values for all classes of an item, such as all classes of arc lengths."""
        classes = SETTINGS[item].classes
        found = ((c, self.find(key.under(f"{item}={c}"))) for key in keys for c in classes)
        return [(c, value) for c, value in found if value is not None]

    def test(self, a: Key, b: Key) -> Comparison | None:
        """Test two values of the same metric; None if no text has parses by both systems."""
        asked, _ = split_setting(a.setting)
        places = []
        for key in (a, b):
            of_key, others = split_setting(key.setting)
            if of_key != asked or key.metric not in METRICS or key.metric != a.metric:
                return None
            place = self._parses.get((key.treebank, key.split, key.system, others))
            if place is None or others - place[1].items != place[0].settings[0]:
                return None
            places.append(place)
        (text, first), (other, second) = places
        pair = (second, first) if (second, first) in text.pairs else (first, second)
        return text.test(*pair, a.metric, asked, self.adjust) if text is other else None


def split_setting(setting: Setting) -> tuple[Setting, Setting]:
    """Split a setting into items that ask about words and items that say which parse is meant."""
    others = drop_items(setting, *(name for name, item in SETTINGS.items() if item.asks))
    return setting - others, others


def write_text(path: Path | str, text: Text) -> None:
    """Write all parses of a text to one file, with one row for each word of a parse."""
    header = {
        "treebank": text.treebank,
        "split": text.split,
        "settings": [text_of(setting) for setting in text.settings],
        "systems": [[str(s), p.marks_lifts, p.counts] for s, p in text.parses.items()],
        "pairs": [[str(a), str(b)] for a, b in text.pairs],
        "references": [str(reference) for reference in text.references],
    }
    arrays = {
        FRAMES_HEADER: np.frombuffer(json.dumps(header, ensure_ascii=False).encode(), np.uint8)
    }
    for number, parse in enumerate(text.parses.values()):
        arrays |= {f"{number}.{name}": column for name, column in _packed(parse.words).items()}
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)
    atomic_write(Path(path), stream.getvalue())


def read_texts(*paths: Path | str, adjust: bool = True) -> Texts:
    return Texts(map(_read, paths), adjust)


def _read(path: Path | str) -> Text:
    with np.load(path, allow_pickle=False) as arrays:
        header = json.loads(arrays[FRAMES_HEADER].tobytes())
        parses = {}
        for number, (system, marks_lifts, counts) in enumerate(header["systems"]):
            prefix = f"{number}."
            columns = {n.removeprefix(prefix): arrays[n] for n in arrays if n.startswith(prefix)}
            parses[Subject.of(system)] = Parsed(_unpacked(columns), counts, marks_lifts)
    return Text(
        header["treebank"],
        header["split"],
        [items_of(setting) for setting in header["settings"]],
        parses,
        [(Subject.of(a), Subject.of(b)) for a, b in header["pairs"]],
        [Subject.of(reference) for reference in header["references"]],
    )


def _packed(words: Frame) -> Frame:
    """Return the numeric columns, and one column that holds all boolean columns as bits."""
    booleans = (words[name].astype(np.uint16) for name in BOOLEAN_COLUMNS)
    bits = sum(column << i for i, column in enumerate(booleans))
    numbers = {name: words[name] for name in words if name not in BOOLEAN_COLUMNS}
    return numbers | {"bits": bits}


def _unpacked(columns: dict[str, np.ndarray]) -> Frame:
    bits = columns.pop("bits")
    booleans = {name: (bits >> i & 1).astype(bool) for i, name in enumerate(BOOLEAN_COLUMNS)}
    return columns | booleans

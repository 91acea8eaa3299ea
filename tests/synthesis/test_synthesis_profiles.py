"""Profiles of artificial languages that are refused, with what the message must say."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from nonproj.errors import NonprojError
from nonproj.synthesis import load_profile, synthesize
from nonproj.synthesis.streams import Choice

EMBEDDED = Path(__file__).parent.parent.parent / "data" / "embedded"

DEFECTS = {  # place in the profile, value put there, what the message must say
    "unknown-key": (
        "colour",
        "red",
        r"colour: 'red'; expected one of length, .* instead of this key",
    ),
    "unknown-slot-key": (
        "phrases.statement.slots.0.colour",
        "red",
        r"phrases\.statement\.slots\.0\.colour: 'red'; expected .* instead of this key",
    ),
    "unknown-word-key": ("words.noun.colour", "red", r"words\.noun\.colour: 'red'"),
    "missing-key": ("movements.0.rate", None, r"movements\.0: 'rate' is missing"),
    "rate": ("movements.0.rate", 1.5, r"movements\.0\.rate: 1\.5; expected a number >= 0 and <= 1"),
    "weight": ("start.statement", 0, r"start\.statement: 0; expected a number > 0"),
    "type": ("lexicon-seed", "one", r"lexicon-seed: 'one'; expected a whole number >= 0"),
    "start": ("start", "stop", r"start: 'stop'; expected one of statement, question"),
    "phrase": ("comma", "coma", r"comma: 'coma'; expected one of statement, question"),
    "slot-phrase": (
        "phrases.statement.slots.0.phrase",
        "cry",
        r"phrases\.statement\.slots\.0\.phrase: 'cry'; expected one of",
    ),
    "field": (
        "phrases.statement.slots.0.field",
        "end",
        r"slots\.0\.field: 'end'; expected one of call, clause, stop",
    ),
    "frame": ("slot-groups.objects.0.frames", ["odd"], r"\(objects\)\.frames: 'odd'"),
    "no-frames": ("words.verb.frames", None, r"frames: .*; expected one of"),
    "kind": ("slot-groups.subject.0.kinds", {"odd": 1}, r"\(subject\)\.kinds: 'odd'"),
    "controls": ("slot-groups.subject.0.controls", ["odd"], r"\.controls: 'odd'"),
    "group": ("phrases.main-clause.slots.0", "odd", r"main-clause\.slots: 'odd'; expected one"),
    "word": ("phrases.comma.head", "odd", r"phrases\.comma\.head: 'odd'; expected one of noun"),
    "no-place-for-head": ("phrases.comma.fields", ["end"], r"comma\.fields: 'head'"),
    "topic": ("phrases.main-clause.topic.field", "odd", r"main-clause\.topic: 'odd'"),
    "movement-field": (
        "movements.0.field",
        "odd",
        r"movements\.0\.field \(in main-clause\): 'odd'",
    ),
    "movement-phrase": ("movements.0.moves", ["odd"], r"movements\.0\.moves: 'odd'"),
    "fine-tag": ("words.verb.fine-tag", "V{odd}", r"words\.verb\.fine-tag: 'odd'"),
    "broken-fine-tag": ("words.verb.fine-tag", "V{gender", r"fine-tag: 'V\{gender'; expected"),
    "tag": ("words.verb.tag", "V\tX", r"words\.verb\.tag: 'V\\tX'; expected text that matches"),
    "noise-label": ("noise.labels.Sb", {"Obj X": 0.1}, r"Sb\.Obj X: 'Obj X'; expected text"),
    "sounds": ("sounds", {name: [""] for name in ("onsets", "nuclei", "codas", "finals")}, "empty"),
    "endings": (
        "words.clitic.inflection.endings",
        "o",
        r"inflection\.endings: 'o'; expected endings",
    ),
    "size-and-forms": ("words.comma.size", 3, r"words\.comma: 3; expected either size or forms"),
    "length": ("length.least", 99, r"length\.least: 99; expected at most 60"),
    "labels": ("noise.labels.Sb", {"Obj": 0.9, "Adv": 0.9}, r"noise\.labels\.Sb: .*at most 1"),
    "governs": ("words.noun.governs.word", "verb", r"words\.noun\.governs\.word: 'verb'"),
    "few-words": ("words.adverb.size", 1, r"words\.adverb\.size: 1; expected more words"),
}


def write_profile(path, place, value):
    """A copy of a good profile with one value replaced (None: removed)."""
    raw = yaml.safe_load((EMBEDDED / "short-frequent.yaml").read_text("utf-8"))
    *parents, last = (int(part) if part.isdigit() else part for part in place.split("."))
    target = raw
    for part in parents:
        target = target[part]
    if value is None:
        del target[last]
    else:
        target[last] = value
    path.write_text(yaml.safe_dump(raw, allow_unicode=True, sort_keys=False), "utf-8")
    return path


@pytest.mark.parametrize("defect", DEFECTS)
def test_bad_profiles_name_file_key_and_value(defect, tmp_path):
    place, value, message = DEFECTS[defect]
    path = write_profile(tmp_path / f"{defect}.yaml", place, value)
    with pytest.raises(NonprojError, match=message) as caught:
        load_profile(path)
    assert all(line.startswith(f"{path}: ") for line in str(caught.value).split("\n"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: a\ntitle: b\n", "line 2: key 'title' occurs twice"),
        ("words: {no: 1}\n", "line 1: key False is not text"),
        ("title: [\n", "while parsing a flow node"),
        ("- 1\n", r"\[1\]; expected a mapping"),
    ],
)
def test_files_that_are_no_profiles_are_refused(text, message, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(NonprojError, match=message):
        load_profile(path)


def test_a_grammar_that_never_ends_is_refused(tmp_path):
    more = {"label": "AuxG", "phrase": "stop", "field": "more"}
    stop = {"head": "stop", "fields": ["head", "more"], "slots": [more]}
    profile = load_profile(write_profile(tmp_path / "endless.yaml", "phrases.stop", stop))
    profile = replace(profile, grammar=replace(profile.grammar, start=Choice({"statement": 1})))
    with pytest.raises(NonprojError, match="Zelvic: no sentence of 5 to 60 words in 1000 attempts"):
        synthesize(profile, 20, 1)

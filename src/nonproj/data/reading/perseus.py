"""Conversion of Perseus Digital Library treebanks (Prague-style XML) to CoNLL-X.

Elided words are nodes that do not occur in the text. They are removed from the tree, and their
dependents are attached, with the label ExD, to the nearest ancestor in the text, as the Prague
style prescribes. Sentences without a tree are left out and counted."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from nonproj.data.cycles import cycles
from nonproj.data.reading.formats import UNSPECIFIED
from nonproj.errors import NonprojError

ELIDED = "artificial"  # the attribute that marks an elided word
POSTAG_PLACES = ("person", "number", "tense", "mood", "voice", "gender", "case", "degree")
SUFFIXES = ("_CO", "_AP", "_PA")  # mark members of coordinations, appositions, parentheses
EMPTY_RELATIONS = ("", "nil")


@dataclass
class Converted:
    """The sentences of a text, and how many were left out for each reason."""

    sentences: list[bytes] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    n_elided: int = 0


def described(left_out: Counter[str], n_elided: int) -> str:
    """Describe which sentences and words the conversion left out."""
    counts = {f"sentence{{}} with {reason}": n for reason, n in sorted(left_out.items())}
    counts["elided word{}"] = n_elided
    return ", ".join(f"{n} {what.format('s' * (n > 1))}" for what, n in counts.items() if n)


def is_perseus(data: bytes) -> bool:
    """Check whether the data begin with `<`, which occurs in XML but not in column formats."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<")


def conllx_of(data: bytes, name: str) -> Converted:
    """Convert a text; raise NonprojError if it is not a treebank or if no sentence remains."""
    from xml.etree import ElementTree

    if b"\0" in data:  # in XML, only UTF-16 and UTF-32 have such bytes
        raise NonprojError(
            f"{name}: XML in UTF-16 or UTF-32; expected UTF-8: iconv -f UTF-16LE -t UTF-8 FILE"
        )
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:
        raise NonprojError(f"{name}: XML with a document type; expected plain elements")
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise NonprojError(f"{name}: XML that cannot be read: {error}") from None
    if root.tag != "treebank":
        raise NonprojError(f"{name}: XML with the root <{root.tag}>; expected <treebank> (Perseus)")
    found = Converted()
    for sentence in root.iter("sentence"):
        words = [word.attrib for word in sentence.iter("word")]
        if reason := _defect(words):
            found.left_out[reason] += 1
            continue
        elided = sum(ELIDED in word for word in words)
        if elided == len(words):
            found.left_out["only elided words"] += 1
            continue
        found.n_elided += elided
        found.sentences.append(_sentence(words))
    if not found.sentences:
        raise NonprojError(
            f"{name}: no sentence with a tree; left out: {described(found.left_out, 0) or 'none'}"
        )
    return found


def _defect(words: list[dict[str, str]]) -> str | None:
    """Explain why the annotation of a sentence is not a complete tree; return None if it is."""
    if not words:
        return "no words"
    heads = {word.get("id", ""): word.get("head", "") for word in words}
    if len(heads) < len(words) or {"", "0"} & heads.keys():
        return "words without a unique number"
    if "" in heads.values():
        return "a word without a head"
    if not heads.keys() | {"0"} >= set(heads.values()):
        return "a head that does not exist"
    if any(word.get("relation", "") in EMPTY_RELATIONS for word in words):
        return "a word without a label"
    if any(not word.get("form", "").strip() for word in words if ELIDED not in word):
        return "a word without a form"
    return "heads in a cycle" if any(cycles(heads)) else None


def _sentence(words: list[dict[str, str]]) -> bytes:
    """Return the CoNLL-X lines of a sentence whose annotation is a tree."""
    above = _above_elided({word["id"]: word for word in words if ELIDED in word})
    number = {"0": 0}
    for word in words:
        if ELIDED not in word:
            number[word["id"]] = len(number)
    lines = []
    for word in words:
        if ELIDED in word:
            continue
        head, label = word["head"], word["relation"]
        if head in above:
            head, last = above[head]
            label = f"{label}_ExD_{last}"
        tag = word.get("postag", "")
        lines.append(
            (
                number[word["id"]],
                word["form"],
                word.get("lemma", ""),
                tag[:1],
                tag[:1],
                "|".join(_features(tag)),
                number[head],
                _elliptic(label) if "_ExD" in label else label,
                "",
                "",
            )
        )
    return "".join(_line(fields) + "\n" for fields in lines).encode() + b"\n"


def _above_elided(elided: dict[str, dict[str, str]]) -> dict[str, tuple[str, str]]:
    """Map each elided word to its nearest ancestor in the text and the last label on the way there.

    Each word is visited once, so this takes O(n) time."""
    found: dict[str, tuple[str, str]] = {}
    for word in elided:
        path = []
        while word in elided and word not in found:
            path.append(word)
            word = elided[word]["head"]
        if path:
            end = found.get(word) or (word, elided[path[-1]]["relation"])
            found |= dict.fromkeys(path, end)
    return found


def _features(tag: str) -> Iterable[str]:
    """Return `name=letter` for each informative letter of a tag; its position gives the name."""
    letters = zip(POSTAG_PLACES, tag[1:], strict=False)
    return (f"{name}={letter}" for name, letter in letters if letter not in "-_ ")


def _elliptic(label: str) -> str:
    """Return the new label for a word below elided words: the first label, `_ExD_`, the last label.

    The result is ExD with the suffix of the last label. A conjunction keeps its label but takes
    that suffix; an auxiliary word keeps its label unchanged."""
    own = label.partition("_ExD")[0]
    if own.startswith("Aux"):
        return own
    bare, _ = _divided(own)
    return (bare if bare in ("COORD", "APOS") else "ExD") + _divided(label)[1]


def _divided(label: str) -> tuple[str, str]:
    """Divide a label into the bare label and the suffixes at its end. O(len(label))."""
    end = len(label)
    while label.endswith(SUFFIXES, 0, end):
        end -= len(SUFFIXES[0])
    return label[:end], label[end:]


def _line(fields: tuple) -> str:
    texts = (" ".join(str(value).split()) for value in fields)
    return "\t".join(text or UNSPECIFIED for text in texts)

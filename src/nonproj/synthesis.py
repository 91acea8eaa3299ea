"""An artificial treebank, with sentences drawn from the grammar in data/embedded.

A sentence is an unordered tree that is ordered by fields and inflected. Crossing arcs arise only
from movements, as in the topological dependency trees of Duchier & Debusmann (2001): a phrase
leaves the domain of its head for one higher up, and word order is projective in each domain."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from nonproj.data.yaml_files import read_yaml

LEXICON_SEED = 1
UNIT = 1 << 30  # weights are rounded to multiples of 1 / UNIT
MEMBER_SUFFIX = "_Co"  # at the label of a conjunct
PUNCTUATION_MARKS = ("comma", "stop", "question-mark")
GrammarPart = Mapping[str, Any]  # of a grammar


def synthesize(path: Path | str, sentences: int, seed: int, **changes: Any) -> bytes:
    """Generate a CoNLL-X file from a grammar, in which `changes` replace parts.

    Sentence i depends only on the grammar, the seed and i; the words only on the grammar."""
    grammar = read_yaml(path) | changes
    lexicon = build_lexicon(grammar)
    streams = (Stream(seed, "sentence", i) for i in range(sentences))
    return "".join(
        GeneratedSentence(grammar, lexicon, stream).text() for stream in streams
    ).encode()


class Stream:
    """Random numbers that depend only on a seed and a name, and on no version of numpy."""

    def __init__(self, seed: int, *name: str | int):
        key = tuple(crc32(part.encode()) if isinstance(part, str) else part for part in name)
        sequence = np.random.SeedSequence(seed, spawn_key=key)
        self.uniform = np.random.Generator(np.random.PCG64(sequence)).random

    def chance(self, rate: float) -> bool:
        return self.uniform() < rate

    def pick(self, values: Sequence[Any]) -> Any:
        return values[int(self.uniform() * len(values))]

    def draw(self, choice: Any) -> Any:
        """Draw by weight from a mapping or a table of it; anything else stands for itself."""
        if not isinstance(choice, Mapping | tuple):
            return choice
        values, bounds = _table(choice) if isinstance(choice, Mapping) else choice
        number = int(self.uniform() * bounds[-1]) if len(values) > 1 else 0
        return values[bisect_right(bounds, number)]


def _table(weights: Mapping[Any, float]) -> tuple[list[Any], list[int]]:
    """Return values with sums of weights, which are integers and so exact on every platform."""
    return list(weights), list(accumulate(max(1, round(w * UNIT)) for w in weights.values()))


@dataclass(eq=False)
class Lexeme:
    """A word in the lexicon."""

    word: GrammarPart  # its class in the grammar
    stem: str
    lemma: str
    frame: str | None
    features: Mapping[str, str]
    governs: "Lexeme | None"  # the dependent that the word prefers


def build_lexicon(grammar: GrammarPart) -> dict[Any, Any]:
    """Return a table of lexemes for each pair of a word class and a kind (None: any)."""
    lexicon: dict[tuple[str, str | None], Any] = {}
    for name, word in grammar["words"].items():
        stream = Stream(LEXICON_SEED, "lexicon", name)
        stems = iter(word.get("forms") or _coin(word, grammar["sounds"], stream))
        groups: dict[str | None, dict[Lexeme, float]] = {None: {}}
        for frame, frequency in _frequencies(word):
            own = {feature: stream.draw(values) for feature, values in word.get("own", {}).items()}
            stem, kind = next(stems), stream.draw(word.get("kinds"))
            governs = stream.draw(lexicon[word["governs"], None]) if "governs" in word else None
            cited = word.get("defaults", {}) | own | word.get("citation", {})
            lexeme = Lexeme(word, stem, stem + inflect(word, cited)[0], frame, own, governs)
            for group in {None, kind}:
                groups.setdefault(group, {})[lexeme] = frequency
        lexicon |= {(name, kind): _table(lexemes) for kind, lexemes in groups.items()}
    return lexicon


def _coin(word: GrammarPart, sounds: Mapping[str, list[str]], stream: Stream) -> Iterator[str]:
    """Yield distinct stems; they get longer if many stems are taken."""
    (least, most), taken = word.get("syllables", (1, 1)), {""}
    while True:
        stem, attempts = "", 0
        while stem in taken:
            syllables = stream.pick(range(least, most + 1)) + attempts // 20
            parts = [sounds[name] for name in ("onsets", "nuclei", "codas")] * syllables
            stem, attempts = "".join(map(stream.pick, parts)), attempts + 1
            # An inflected stem ends in a consonant, so that endings may begin with a vowel.
            if "endings" in word and stem[-1] in sounds["nuclei"]:
                stem += stream.pick(sounds["finals"])
        taken.add(stem)
        yield stem


def _frequencies(word: GrammarPart) -> Iterator[tuple[str | None, float]]:
    """Yield a frame, in proportion to tokens, and a Zipfian frequency for each word of a class."""
    (exponent, shift), weights = word.get("zipf", (1, 0)), word.get("frames", {None: 1})
    received = dict.fromkeys(weights, 0.0)
    for rank in range(1, word.get("size", len(word.get("forms", ()))) + 1):
        # Rounded, because powers may differ in the last digit between platforms
        frequency = round((rank + shift) ** -exponent * UNIT) / UNIT
        frame = min(weights, key=lambda f: (received[f] + frequency) / weights[f])
        received[frame] += frequency
        yield frame, frequency


def inflect(word: GrammarPart, features: Mapping[str, str]) -> tuple[str, list[str]]:
    """Return the ending for features, and for each feature all values with this ending."""
    branch, shown = word.get("endings", ""), []
    for name in word.get("inflection", ()):
        ending = branch.get(features.get(name), branch.get("any"))  # `any`: all other values
        same = [value for value in branch if branch[value] == ending and value != "any"]
        shown += [f"{name}={'/'.join(same)}"] if same else []
        branch = ending
    return branch, shown


@dataclass(eq=False)
class GrammarNode:
    """A word (or the root), with what the slot that it fills requires of it."""

    phrase: str
    function: str = ""
    parent: "GrammarNode | None" = None
    depth: int = 0
    member: bool = False  # whether it is a conjunct
    features: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[str, float] | None = None
    governor: Lexeme | None = None
    filled: tuple[GrammarPart, ...] = ()  # slots that a conjunction has filled for all conjuncts
    lexeme: Lexeme | None = None
    label: str = ""
    position: int = 0
    members: list["GrammarNode"] = field(
        default_factory=list, init=False
    )  # ordered together with it
    field: str = ""


class GeneratedSentence:
    """A sentence drawn from a grammar; `nodes` are in derivation order, heads before dependents."""

    def __init__(self, grammar: GrammarPart, lexicon: Mapping[Any, Any], stream: Stream):
        self.grammar, self.lexicon = grammar, lexicon
        self.chance, self.draw = stream.chance, stream.draw
        self.least, self.most = grammar["length"]
        self.largest = 2 * self.most + 1  # in nodes, up to half of which may be dropped commas
        self.phrases = {name: {"head": name} for name in grammar["words"]} | grammar["phrases"]

    def text(self) -> str:
        """Return the first sentence drawn that is neither too short nor too long."""
        words: list[GrammarNode] = []
        while not self.least <= len(words) <= self.most:
            self.nodes: list[GrammarNode] = []
            self._plain(GrammarNode(self.draw(self.grammar["start"])))
            for node in self.nodes[1:]:
                self._host(node).members.append(node)
            for node in self.nodes:
                self._choose_topic(node)
            words = self._ordered(self.nodes[0])
            words.remove(self.nodes[0])  # the root
            # Commas that open a sentence or precede other punctuation marks are dropped.
            pairs = pairwise([*words, words[-1]])
            words = [
                w
                for w, after in pairs
                if w.phrase != "comma" or after.phrase not in PUNCTUATION_MARKS
            ]
            words = words[words[0].phrase == "comma" :]
        for position, word in enumerate(words, start=1):
            word.position = position
        return "".join(map(self._row, words)) + "\n"

    def _plain(self, node: GrammarNode) -> GrammarNode:
        """Add a node and its dependents."""
        self._add(node, node.function)
        frame, frames = node.lexeme.frame, node.lexeme.word.get("frames")
        if frames and self.chance(self.grammar["noise"]["frame"]):
            frame = self.draw(frames)
        for slot in self.phrases[node.phrase].get("slots", ()):
            if slot not in node.filled and frame in slot.get("frames", (frame,)):
                self._fill(slot, node)
        return node

    def _add(self, node: GrammarNode, function: str) -> None:
        """Add a node with a word: one that the governor prefers, or one of the right kind."""
        phrase, draw = self.phrases[node.phrase], self.draw
        # The label of a phrase (AuxP, AuxC) has no suffix; the dependent of its head has it.
        node.label = phrase.get("label") or function + MEMBER_SUFFIX * node.member
        node.lexeme = node.governor and node.governor.governs
        if not node.lexeme or self.chance(self.grammar["noise"]["government"]):
            kind = draw(node.kinds) if "kinds" in self.grammar["words"][phrase["head"]] else None
            node.lexeme = draw(self.lexicon[phrase["head"], kind])
        own = phrase.get("features", {}) | node.features | node.lexeme.features
        drawn = {k: draw(values) for k, values in phrase.get("draws", {}).items() if k not in own}
        node.features = node.lexeme.word.get("defaults", {}) | own | drawn
        self.nodes.append(node)

    def _fill(self, slot: GrammarPart, head: GrammarNode, place: str | None = None) -> None:
        """Fill a slot with dependents, in the given field or in one drawn for each."""
        function, member = slot.get("label", head.function), head.member and "label" not in slot
        governor, given = head.lexeme if slot.get("governed") else None, slot.get("features", {})
        fading = self.grammar["fading"]
        rate = slot["rate"] * fading**head.depth if "rate" in slot else slot.get("core", 1.0)
        while self.chance(rate) and len(self.nodes) <= self.largest:
            features = {k: head.features[k] for k in slot.get("agrees", ())} | given
            name, depth = self.draw(slot["phrase"]), head.depth + 1
            node = GrammarNode(
                name, function, head, depth, member, features, slot.get("kinds"), governor
            )
            phrase = self.phrases[name]
            odds = phrase.get("coordinated", 0.0) * fading**depth
            node = self._coordinate(node) if odds and self.chance(odds) else self._plain(node)
            node.field = place or phrase.get("field") or self.draw(slot["field"])
            head.features |= {name: node.features[name] for name in slot.get("controls", ())}
            head.features |= slot.get("sets", {})
            rate = slot.get("again", 0.0)

    def _coordinate(self, node: GrammarNode) -> GrammarNode:
        """Add a conjunction that heads conjuncts, commas and shared dependents, and return it."""
        rules, phrase = self.grammar["coordination"], self.phrases[node.phrase]
        shared = [slot for slot in phrase["slots"] if "shared" in slot and slot not in node.filled]
        shared = [slot for slot in shared if self.chance(slot["shared"])]
        head = replace(node, phrase="conjunction", governor=None)
        self._add(head, "Coord")
        # Slots that change features of their head come first, since conjuncts copy the features.
        early = [slot for slot in shared if "controls" in slot]
        for slot in early:
            self._fill(slot, head, self.draw(slot["field"]))
        below = {"parent": head, "depth": head.depth + 1, "filled": (*node.filled, *shared)}
        if self.chance(rules["announced"]):
            self._plain(GrammarNode("correlative", "AuxY", field="before", **below))
        conjuncts, count = [], 2
        while self.chance(rules["again"]):
            count += 1
        conjunct = replace(node, member=True, features=head.features, **below)
        for left in reversed(range(count)):
            if 0 < left < count - 1:
                self._plain(GrammarNode("comma", "AuxX", field="first", **below))
            nested = self.chance(rules["nested"]) and len(self.nodes) <= self.largest
            add = self._coordinate if nested else self._plain
            conjuncts.append(add(replace(conjunct, field="first" if left else "last")))
        drawn = {name: rules["features"][name] for name in phrase.get("draws", ())}
        head.features = conjuncts[0].features | head.features | drawn
        for slot in shared:
            if slot not in early:
                self._fill(slot, head, self.draw(slot["field"]))
        return head

    def _host(self, node: GrammarNode) -> GrammarNode:
        """Return the node among whose members a node is ordered: its parent unless it moves.

        A movement leaves all phrases that it may leave, and ends if the next may be its host."""
        for move in self.grammar["movements"].values():
            host = node.parent
            while host.phrase in move["through"]:
                host = host.parent
            moves = f"{node.function} {node.phrase}" in move["moves"] and host is not node.parent
            if moves and host.phrase in move["into"] and self.chance(move["rate"]):
                node.field = move["field"]
                return host
        return node.parent

    def _choose_topic(self, node: GrammarNode) -> None:
        """Move a dependent to the front if nothing is there; no clitic becomes the topic."""
        phrase = self.phrases[node.phrase]
        if "topic" in phrase and self.chance(phrase["topic"]["rate"]):
            known = phrase["topic"]["weights"]
            free = [m for m in node.members if m.field != phrase["second"] and m.function in known]
            if free and all(member.field != "front" for member in node.members):
                self.draw({m: known[m.function] for m in free}).field = "front"

    def _ordered(self, node: GrammarNode) -> list[GrammarNode]:
        """List the words of a phrase from left to right; in a field, in the order of derivation."""
        fields, second = self.grammar["fields"], self.phrases[node.phrase].get("second")
        places = {part: "head" if part is node else part.field for part in (node, *node.members)}
        laid = sorted(places, key=lambda part: fields.index(places[part]))
        # Words of the second position move behind the next element if they begin the phrase.
        laid.insert(0, laid.pop([places[part] == second for part in laid].index(False)))
        return [word for part in laid for word in ([node] if part is node else self._ordered(part))]

    def _row(self, word: GrammarNode) -> str:
        """Return a line of CoNLL-X; annotators confuse labels, but keep the suffix."""
        lexeme, base = word.lexeme, word.label.removesuffix(MEMBER_SUFFIX)
        tag, fine_tag = lexeme.word["tags"]
        ending, shown = inflect(lexeme.word, word.features)
        shown = shown or [f"{name}={value}" for name, value in lexeme.features.items()]
        form = lexeme.stem + ending
        label = self.draw(self.grammar["labels"].get(base, base)) + word.label[len(base) :]
        columns = (word.position, form.capitalize() if word.position == 1 else form, lexeme.lemma)
        columns += (tag, fine_tag.format_map(word.features), "|".join(shown) or "_")
        return "\t".join(map(str, (*columns, word.parent.position, label, "_", "_"))) + "\n"

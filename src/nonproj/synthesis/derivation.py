"""Derivation of unordered trees with features, by filling the slots of phrases."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from nonproj.synthesis.grammar import (
    COORDINATION,
    HEAD,
    INHERIT,
    MEMBER_SUFFIX,
    Grammar,
    Phrase,
    Slot,
)
from nonproj.synthesis.lexicon import Lexeme, WordClass
from nonproj.synthesis.streams import Choice, Stream

CONJUNCTION_LABEL = "Coord"
CORRELATIVE_LABEL = "AuxY"
COMMA_LABEL = "AuxX"


@dataclass(eq=False)
class Node:
    """A word in the tree; its position is chosen among the words of `domain`, a node above it."""

    phrase: str
    lexeme: Lexeme | None
    function: str
    member: bool
    label: str
    parent: "Node | None"
    features: dict[str, str]
    field: str = ""
    domain: "Node | None" = None
    position: int = 0


@dataclass(frozen=True)
class Request:
    """What a slot requires of the phrase that fills it."""

    phrase: str
    function: str
    member: bool = False
    features: Mapping[str, str] = field(default_factory=dict)
    kinds: Choice[str] | None = None
    governor: Lexeme | None = None
    omitted: tuple[int, ...] = ()  # slots that the conjunction has filled for all conjuncts


class Derivation:
    """A tree drawn from a grammar; `nodes` are in derivation order, heads before dependents.

    `complete` is false if the derivation was abandoned because it became too deep or too long."""

    DEEPEST = 60

    def __init__(self, grammar: Grammar, lexicon: Mapping[str, WordClass], stream: Stream):
        self.grammar, self.lexicon, self.stream = grammar, lexicon, stream
        self.nodes: list[Node] = []
        self.complete = True
        self._expand(Request(grammar.start.draw(stream), function=""), None, depth=0)

    def _expand(self, request: Request, parent: Node | None, depth: int) -> Node:
        rate = self.grammar.coordination.rates.get(request.phrase, 0.0)
        if rate and self.stream.chance(rate * self.grammar.fading**depth):
            return self._coordinate(request, parent, depth)
        return self._plain(request, parent, depth)

    def _plain(self, request: Request, parent: Node | None, depth: int) -> Node:
        phrase = self.grammar.phrases[request.phrase]
        # A label that belongs to the phrase (AuxP, AuxC) never takes the suffix. Instead, the
        # phrase's dependent takes it, through `function` and `member`.
        node = self._node(request, parent, phrase.label or _suffixed(request.function, request))
        frame = node.lexeme and node.lexeme.word_class.draw_frame(node.lexeme, self.stream)
        for index, slot in enumerate(phrase.slots):
            if index not in request.omitted and (not slot.frames or frame in slot.frames):
                self._fill(slot, node, depth)
        return node

    def _node(self, request: Request, parent: Node | None, label: str) -> Node:
        """Create a word (or the root) with its features.

        Features take precedence in this order: features of the word itself, requested features,
        features of the phrase, drawn features, and defaults of the word class."""
        phrase = self.grammar.phrases[request.phrase]
        lexeme, defaults = None, {}
        features = {**phrase.features, **request.features}
        if phrase.head:
            lexeme = self.lexicon[phrase.head].draw(self.stream, request.kinds, request.governor)
            features |= lexeme.features
            defaults = lexeme.word_class.defaults
        for name, values in phrase.draws.items():
            if name not in features:
                features[name] = values.draw(self.stream)
        node = Node(
            phrase=request.phrase,
            lexeme=lexeme,
            function=request.function,
            member=request.member,
            label=label,
            parent=parent,
            features={**defaults, **features},
            domain=parent,
        )
        self.nodes.append(node)
        return node

    def _fill(self, slot: Slot, head: Node, depth: int, side: str | None = None) -> None:
        """Fill a slot with dependents; under a conjunction, `side` overrides the slot's field."""
        rate = slot.rate_at(depth, self.grammar.fading)
        while self.stream.chance(rate):
            if self._overgrown(depth):
                return
            dependent = self._expand(self._request(slot, head), head, depth + 1)
            place = self.grammar.phrases[dependent.phrase].place
            dependent.field = side or place or slot.field.draw(self.stream)
            for name in slot.controls:
                head.features[name] = dependent.features[name]
            head.features.update(slot.sets)
            rate = slot.again

    def _overgrown(self, depth: int) -> bool:
        """Check whether the tree is too large; up to half of its nodes may be dropped commas."""
        overgrown = depth > self.DEEPEST or len(self.nodes) > 2 * self.grammar.length.most + 1
        self.complete &= not overgrown
        return overgrown

    def _request(self, slot: Slot, head: Node) -> Request:
        agreeing = {name: head.features[name] for name in slot.agrees if name in head.features}
        inherits = slot.label == INHERIT
        return Request(
            phrase=slot.phrase.draw(self.stream),
            function=head.function if inherits else slot.label,
            member=head.member and inherits,
            features={**agreeing, **slot.features},
            kinds=slot.kinds,
            governor=head.lexeme if slot.governed else None,
        )

    def _coordinate(self, request: Request, parent: Node | None, depth: int) -> Node:
        phrase, rules = self.grammar.phrases[request.phrase], self.grammar.coordination
        shared = self._shared_slots(phrase, request.omitted)
        asked = replace(request, phrase=COORDINATION, kinds=None, governor=None)
        node = self._node(asked, parent, _suffixed(CONJUNCTION_LABEL, request))
        # Slots that change features of their head come first, since conjuncts copy the features.
        early = [i for i in shared if phrase.slots[i].controls or phrase.slots[i].sets]
        for index in early:
            self._share(phrase.slots[index], phrase.order, node, depth)
        if self.stream.chance(rules.announced):
            announcer = Request(rules.correlative, CORRELATIVE_LABEL)
            self._plain(announcer, node, depth + 1).field = "before"
        conjunct = replace(
            request, member=True, features=dict(node.features), omitted=(*request.omitted, *shared)
        )
        first = self._conjuncts(conjunct, node, depth)
        drawn = {k: v for k, v in rules.features.items() if k in phrase.draws}
        node.features = {**first.features, **node.features, **drawn}
        for index in shared:
            if index not in early:
                self._share(phrase.slots[index], phrase.order, node, depth)
        return node

    def _shared_slots(self, phrase: Phrase, omitted: tuple[int, ...]) -> list[int]:
        return [
            index
            for index, slot in enumerate(phrase.slots)
            if slot.shared and index not in omitted and self.stream.chance(slot.shared)
        ]

    def _share(self, slot: Slot, order: Mapping[str, int], node: Node, depth: int) -> None:
        """Place a shared dependent before or after all conjuncts, as if they were a single head."""
        place = order[slot.field.draw(self.stream)]
        self._fill(slot, node, depth, side="before" if place < order[HEAD] else "after")

    def _conjuncts(self, request: Request, conjunction: Node, depth: int) -> Node:
        """Create conjuncts with commas between all but the last two; return the first conjunct."""
        rules = self.grammar.coordination
        count = 2
        while self.stream.chance(rules.again):
            count += 1
        conjuncts = []
        for k in range(count):
            if 0 < k < count - 1:
                comma = Request(self.grammar.comma, COMMA_LABEL)
                self._plain(comma, conjunction, depth + 1).field = "first"
            nested = self.stream.chance(rules.nested) and not self._overgrown(depth)
            expand = self._coordinate if nested else self._plain
            conjuncts.append(expand(request, conjunction, depth + 1))
            conjuncts[-1].field = "first" if k < count - 1 else "last"
        return conjuncts[0]


def _suffixed(label: str, request: Request) -> str:
    return label + MEMBER_SUFFIX if request.member else label

"""Word order: movements change the domains of phrases, and fields order each domain."""

from collections.abc import Sequence

from nonproj.synthesis.derivation import Node
from nonproj.synthesis.grammar import HEAD, Grammar, Movement, Phrase
from nonproj.synthesis.streams import Choice, Stream


def move(nodes: Sequence[Node], movements: Sequence[Movement], stream: Stream) -> None:
    """Move each node at most once: by the first movement that is possible and randomly chosen.

    Movements are tried in the grammar's order. The domain of a node is always one of its proper
    ancestors, so the domains also form a tree."""
    for node in nodes:
        for movement in movements:
            host = _host(node, movement)
            if host and stream.chance(movement.rate):
                node.domain, node.field = host, movement.field
                break


def _host(node: Node, movement: Movement) -> Node | None:
    """Return the nearest host above a node's head; None if a node in between is a barrier."""
    if node.phrase not in movement.moves or node.parent is None:
        return None
    if movement.labels and node.function not in movement.labels:
        return None
    crossed = node.parent
    while crossed.phrase in movement.through and crossed.parent is not None:
        crossed = crossed.parent
        if crossed.phrase in movement.into:
            return crossed
    return None


def linearise(nodes: Sequence[Node], grammar: Grammar, stream: Stream) -> list[Node]:
    """List all words from left to right; the root node (the first in `nodes`) is not a word.

    Within a field, words keep the order of derivation."""
    members: dict[Node, list[Node]] = {node: [] for node in nodes}
    for node in nodes[1:]:
        members[node.domain].append(node)
    words: list[Node] = []
    for node in nodes:
        phrase = grammar.phrases[node.phrase]
        if phrase.topic and stream.chance(phrase.topic.rate):
            _choose_topic(phrase, members[node], stream)
    _lay_out(nodes[0], members, grammar, words)
    return words


def _choose_topic(phrase: Phrase, members: list[Node], stream: Stream) -> None:
    """Choose a topic and set its field; clitics in second position cannot be topics."""
    topic = phrase.topic
    free = [node for node in members if node.field != phrase.second]
    weights = {node: topic.weights.get(node.function, 0.0) for node in free}
    candidates = {node: weight for node, weight in weights.items() if weight}
    if candidates and all(node.field != topic.field for node in members):
        Choice(candidates).draw(stream).field = topic.field


def _lay_out(
    node: Node, members: dict[Node, list[Node]], grammar: Grammar, words: list[Node]
) -> None:
    phrase = grammar.phrases[node.phrase]
    laid = sorted(members[node], key=lambda member: phrase.order[member.field])
    heads_place = phrase.order.get(HEAD)
    if heads_place is not None:
        before = sum(phrase.order[member.field] < heads_place for member in laid)
        laid.insert(before, node)
    for member in _second(laid, node, phrase.second):
        if member is node:
            words.append(node)
        else:
            _lay_out(member, members, grammar, words)


def _second(laid: list[Node], head: Node, field: str | None) -> list[Node]:
    """If second-position words begin the phrase, move them behind the next element."""
    opening = 0
    while opening < len(laid) and laid[opening] is not head and laid[opening].field == field:
        opening += 1
    return [*laid[opening : opening + 1], *laid[:opening], *laid[opening + 1 :]]

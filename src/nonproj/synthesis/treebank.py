"""Generation of a treebank in an artificial language, in CoNLL-X."""

from collections.abc import Sequence

from nonproj.errors import NonprojError
from nonproj.synthesis.derivation import Derivation, Node
from nonproj.synthesis.grammar import MEMBER_SUFFIX, Grammar
from nonproj.synthesis.order import linearise, move
from nonproj.synthesis.profile import Profile
from nonproj.synthesis.streams import Stream

ATTEMPTS = 1000  # derivations per sentence before an error is raised


def synthesize(profile: Profile, sentences: int, seed: int) -> bytes:
    """Generate a CoNLL-X file with the given number of sentences.

    Sentence i depends only on the profile, the seed and i, so a shorter file is the beginning of a
    longer one. Words and grammar depend only on the profile. Generating a sentence takes a
    millisecond."""
    if sentences < 1:
        raise NonprojError(f"sentences {sentences}: expected at least 1")
    if seed < 0:
        raise NonprojError(f"seed {seed}: expected 0 or more")
    drawn = (_sentence(profile, Stream(seed, "sentence", i)) for i in range(sentences))
    return "".join(drawn).encode("utf-8")


def _sentence(profile: Profile, stream: Stream) -> str:
    grammar = profile.grammar
    words = _draw_words(profile, stream)
    for position, word in enumerate(words, start=1):
        word.position = position
    rows = [_row(word, grammar, stream) for word in words]
    return "\n".join(rows) + "\n\n"


def _draw_words(profile: Profile, stream: Stream) -> list[Node]:
    """Return the words of the first complete derivation with a length that the profile allows."""
    grammar = profile.grammar
    for _ in range(ATTEMPTS):
        derivation = Derivation(grammar, profile.lexicon, stream)
        move(derivation.nodes, grammar.movements, stream)
        words = linearise(derivation.nodes, grammar, stream)
        words = _without_idle_commas(words, grammar)
        if derivation.complete and grammar.length.least <= len(words) <= grammar.length.most:
            return words
    raise NonprojError(
        f"{profile.title}: no sentence of {grammar.length.least} to {grammar.length.most} words "
        f"in {ATTEMPTS} attempts; expected other rates or bounds"
    )


def _without_idle_commas(words: Sequence[Node], grammar: Grammar) -> list[Node]:
    """Drop commas that open a sentence or precede another punctuation mark.

    Commas have no dependents, so the tree stays connected."""
    kept: list[Node] = []
    for word in reversed(words):
        is_comma = word.phrase == grammar.comma
        if not (is_comma and kept and kept[-1].lexeme.word_class.tag == word.lexeme.word_class.tag):
            kept.append(word)
    if kept and kept[-1].phrase == grammar.comma:
        kept.pop()
    return kept[::-1]


def _row(word: Node, grammar: Grammar, stream: Stream) -> str:
    lexeme, features = word.lexeme, word.features
    word_class = lexeme.word_class
    ending, shown = "", ()
    if word_class.paradigm:
        ending, shown = word_class.paradigm.inflect(features)
    form = lexeme.stem + ending
    if word.position == 1:
        form = form[:1].upper() + form[1:]
    shown += tuple(f"{name}={features[name]}" for name in word_class.shows)
    return "\t".join(
        (
            *(str(word.position), form, lexeme.lemma),
            *(word_class.tag, word_class.fine_tag.format_map(features), "|".join(shown) or "_"),
            *(str(word.parent.position), _label(word, grammar, stream), "_", "_"),
        )
    )


def _label(word: Node, grammar: Grammar, stream: Stream) -> str:
    """Return the label of a word, or a label that annotators confuse with it; keep the suffix."""
    base = word.label.removesuffix(MEMBER_SUFFIX)
    if base not in grammar.confusions:
        return word.label
    return grammar.confusions[base].draw(stream) + word.label[len(base) :]

"""A dependency tree as SVG: words in a row, gold arcs above them, arcs of a parse below.

Non-projective arcs have a different colour, and wrong arcs of the parse are dashed."""

import re
from html import escape

import numpy as np

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.trees.align import require_heads, require_same_text
from nonproj.trees.projectivity import nonprojective_arcs

LETTER, WORD_GAP, ARC_HEIGHT, EDGE_WIDTH = 8.0, 22.0, 26.0, 20.0  # pixels
NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")  # characters that XML forbids
WORD_COLOUR, MARK, TAG_COLOUR = "#333333", "#b4471d", "#777777"


class Svg(str):
    """The SVG text of a drawing, which a notebook shows as a picture."""

    def __repr__(self) -> str:
        return f"<Svg: {len(self)} characters>"

    def _repr_svg_(self) -> str:
        return str(self)


def as_html(treebank: Treebank) -> str:
    """Describe a treebank in one line, and draw its first sentence if that sentence has a tree."""
    first = treebank[:1]
    drawn = draw_sentence(first, 1) if (first.head[first.is_word] >= 0).any() else ""
    caption = f"<p>{escape(repr(treebank))}</p>"
    return f'{caption}\n<div style="overflow-x: auto">{drawn}</div>\n' if drawn else caption


def draw_sentence(gold: Treebank, sentence: int, system: Treebank | None = None) -> Svg:
    """Draw the sentence with this number, from 1 on; the arcs of a parse are below the words."""
    return _svg(*_picture(gold, sentence, system=system))


def draw_before_and_after(before: Treebank, after: Treebank, sentence: int) -> Svg:
    """Draw a sentence's tree before and after a change, one above the other.

    Arcs that moved are dashed in the lower tree."""
    upper, width, middle = _picture(before, sentence)
    lower, other_width, height = _picture(after, sentence, original=before)
    shifted = f'<g transform="translate(0 {middle:.0f})">'
    return _svg([*upper, shifted, *lower, "</g>"], max(width, other_width), middle + height)


Picture = tuple[list[str], float, float]  # elements, width, height


def _picture(
    tree: Treebank, sentence: int, system: Treebank | None = None, original: Treebank | None = None
) -> Picture:
    """Draw a tree above its words and, if there is a parse, the parse below the words.

    Arcs of the parse that the tree lacks are dashed, and so are arcs of the tree that the original
    tree lacks."""
    if not 1 <= sentence <= tree.n_sentences:
        raise NonprojError(f"{tree.name}: sentence {sentence} outside 1..{tree.n_sentences}")
    require_heads(tree)
    if system is not None:
        require_same_text(tree, system)
        require_heads(system)
    words = tree.form.strings()[_slots(tree, sentence)][1:]
    tags = tree.upos.strings()[_slots(tree, sentence)][1:]
    labels = tree.deprel.strings()[_slots(tree, sentence)]
    centres = _centres(words, labels[1:])
    heights = [_heights(tb.heads(sentence - 1)) for tb in (tree, system) if tb is not None]
    above = EDGE_WIDTH + ARC_HEIGHT * (1 + max(heights[0]))
    below = above + 40
    parts = list(_arcs(tree, sentence, centres, above, -1.0, original))
    for x, word, tag in zip(centres[1:], words, tags, strict=True):
        parts.append(_text(x, above + 16, word, WORD_COLOUR, 14))
        parts.append(_text(x, above + 31, tag, TAG_COLOUR, 10))
    bottom = below + EDGE_WIDTH
    if system is not None:
        parts += _arcs(system, sentence, centres, below, 1.0, tree)
        bottom += ARC_HEIGHT * (1 + max(heights[1]))
    return parts, centres[-1] + LETTER * len(words[-1]) / 2 + EDGE_WIDTH, bottom


def _svg(parts: list[str], width: float, height: float) -> Svg:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
    style = f'width="{width:.0f}" height="{height:.0f}" font-family="sans-serif"'
    return Svg(f"{head} {style}>\n" + "\n".join(parts) + "\n</svg>\n")


def _slots(treebank: Treebank, sentence: int) -> slice:
    return slice(*treebank.start[sentence - 1 : sentence + 1].tolist())


def _centres(words: list[str], labels: list[str]) -> list[float]:
    """Return the horizontal positions of the nodes; node 0 is at the left edge."""
    centres, x = [EDGE_WIDTH], EDGE_WIDTH + WORD_GAP
    for word, label in zip(words, labels, strict=True):
        width = max(LETTER * len(word), 0.7 * LETTER * len(label))
        centres.append(x + width / 2)
        x += width + WORD_GAP
    return centres


def _heights(heads: np.ndarray) -> list[int]:
    """Return each token's arc level, which is above those of all shorter overlapping arcs."""
    spans = {d: (min(d, int(heads[d])), max(d, int(heads[d]))) for d in range(1, len(heads))}
    level = [0] * len(heads)
    for d in sorted(spans, key=lambda d: (spans[d][1] - spans[d][0], d)):
        low, high = spans[d]
        under = [e for e, (a, b) in spans.items() if level[e] and a < high and low < b]
        level[d] = 1 + max((level[e] for e in under), default=0)
    return level


def _arcs(treebank, sentence, centres, base, direction, gold):
    """Yield the arcs, arrowheads and labels of one tree as SVG; direction -1 is upwards."""
    heads, slots = treebank.heads(sentence - 1), _slots(treebank, sentence)
    labels = treebank.deprel.strings()[slots]
    marked = nonprojective_arcs(treebank.start, treebank.head)[slots]
    levels = _heights(heads)
    for d in range(1, len(heads)):
        colour = MARK if marked[d] else WORD_COLOUR
        wrong = gold is not None and gold.heads(sentence - 1)[d] != heads[d]
        dash = ' stroke-dasharray="4 3"' if wrong else ""
        height = direction * ARC_HEIGHT * levels[d]
        x, y = centres[heads[d]] + (4 if heads[d] < d else -4), base + height
        end = centres[d] - (4 if heads[d] < d else -4)
        path = f"M{x:.1f} {base:.1f} C{x:.1f} {y:.1f} {end:.1f} {y:.1f} {end:.1f} {base:.1f}"
        yield f'<path d="{path}" fill="none" stroke="{colour}"{dash}/>'
        tip = base + direction * 6
        triangle = f"{end - 3:.1f},{tip:.1f} {end + 3:.1f},{tip:.1f} {end:.1f},{base:.1f}"
        yield f'<polygon points="{triangle}" fill="{colour}"/>'
        middle = base + direction * (0.75 * ARC_HEIGHT * levels[d] + 3)
        below = 8 if direction > 0 else 0
        yield _text((x + end) / 2, middle + below, labels[d], colour, 10)


def _text(x: float, y: float, text: str, colour: str, size: int) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="middle"'
    text = NOT_XML.sub("\ufffd", text)
    return f'<text {place} font-size="{size}" fill="{colour}">{escape(text)}</text>'

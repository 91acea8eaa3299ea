"""The raw text of a treebank is that of its tokens, spaces and paragraphs."""

import re

from hypothesis import given
from hypothesis import strategies as st

from studies.values.raw_text import raw_text

SENTENCES = """# newdoc id = a
# newpar
# text = Vámonos al mar.
1-2\tVámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tVamos\t_\t_\t_\t_\t0\troot\t_\t_
2\tnos\t_\t_\t_\t_\t1\tobj\t_\tSpaceAfter=No
2.1\tnada\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No
3-4\tal\t_\t_\t_\t_\t_\t_\t_\tx=SpaceAfter=No
3\ta\t_\t_\t_\t_\t5\tcase\t_\t_
4\tel\t_\t_\t_\t_\t5\tdet\t_\t_
5\tmar\t_\t_\t_\t_\t1\tobl\t_\tGloss=sea|SpaceAfter=No
6\t.\t_\t_\t_\t_\t1\tpunct\t_\tSpaceAfter=No

# text = Sí
1\tSí\t_\t_\t_\t_\t0\troot\t_\t_

# newpar
1\tNo\t_\t_\t_\t_\t0\troot\t_\t_

# newdoc
# newpar
1\tFin\t_\t_\t_\t_\t0\troot\t_\t_

"""


def test_raw_text_consists_of_tokens_spaces_and_paragraphs():
    """Words of multiword tokens and empty nodes are not in the text."""
    assert raw_text(SENTENCES.encode()) == "Vámonos al mar.Sí\n\nNo\n\nFin\n"


WORDS = st.lists(st.text("ab.", min_size=1, max_size=3), min_size=1, max_size=4)
SPACED = WORDS.flatmap(lambda words: st.tuples(st.just(words), st.lists(st.booleans(), min_size=4)))


@given(st.lists(st.lists(SPACED, min_size=1, max_size=3), min_size=1, max_size=3))
def test_raw_text_equals_the_text_from_which_a_treebank_is_made(paragraphs):
    """`paragraphs` have sentences, which are words, and whether a space follows each word."""
    lines, text = [], []
    for paragraph in paragraphs:
        lines.append("# newpar")
        for words, spaces in paragraph:
            for i, (word, space) in enumerate(zip(words, spaces, strict=False), start=1):
                misc = "_" if space else "SpaceAfter=No"
                lines.append(f"{i}\t{word}\t_\t_\t_\t_\t_\t_\t_\t{misc}")
                text += [word, " " * space]
            lines.append("")
        text.append("\n\n")
    expected = re.sub(" *\n\n", "\n\n", "".join(text)).strip() + "\n"
    assert raw_text("\n".join([*lines, ""]).encode()) == expected

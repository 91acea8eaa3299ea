"""Recognition of the three formats."""

import pytest

from nonproj.data.reading.formats import detect_format
from samples.conll import CONLL2009, CONLLU, CONLLX

TEN = "1\tx\t_\tX\tX\t_\t0\troot\t_\t_\n"
CASES = {
    "a .conllu name": ("a.conllu", TEN, "conllu"),
    "a .conllu name with any content": ("a.conllu", CONLL2009, "conllu"),
    "a comment at the beginning": ("a.conll", "# x\n" + TEN, "conllu"),
    "a comment later": ("a.conll", TEN + "\n# x\n" + TEN, "conllu"),
    "a range": ("a.txt", "1-2\txs\t_\t_\t_\t_\t_\t_\t_\t_\n" + TEN, "conllu"),
    "a range later": ("a.txt", TEN + "\n1-2\txs\t_\t_\t_\t_\t_\t_\t_\t_\n" + TEN, "conllu"),
    "an empty node": ("a.txt", "0.1\txs\t_\t_\t_\t_\t_\t_\t_\t_\n" + TEN, "conllu"),
    "comments, ranges and empty nodes": ("<memory>", CONLLU, "conllu"),
    "ten columns": ("a.conll", CONLLX, "conllx"),
    "ten columns, a hash mark as form": ("a.conll", "1\t#\t_\tX\tX\t_\t0\tr\t_\t_\n", "conllx"),
    "a number with a hyphen as form": ("a.conll", "1\t2-3\t_\tX\tX\t_\t0\tr\t_\t_\n", "conllx"),
    "more than fourteen columns": ("a.conll", CONLL2009, "conll2009"),
    "fourteen columns": ("a.txt", "\t".join(["1", *"_" * 13]) + "\n", "conll2009"),
    "thirteen columns": ("a.txt", "\t".join(["1", *"_" * 12]) + "\n", "conllx"),
    "empty lines first": ("a.txt", "\n\n" + CONLL2009, "conll2009"),
    "a byte order mark": ("a.txt", "\ufeff# x\n" + TEN, "conllu"),
    "nothing": ("a.txt", "", "conllx"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_format_of_a_file_is_recognized(case):
    name, text, expected = CASES[case]
    assert detect_format(name, text.encode()) == expected

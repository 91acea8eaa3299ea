"""Round trips over real treebanks."""

import numpy as np
import pytest

from nonproj.trees.projectivity import projective_sentences
from nonproj.trees.pseudo_projective import Encoding, lift, projectivize
from nonproj.trees.pseudo_projective_inverse import deprojectivize, recover

# Tokens with a wrong head after the round trip by p0, pH, pP and pHP, as counted by a separate
# implementation of the same rules in plain Python.
WRONG = {
    "got": (1150, 40, 61, 4),
    "hu": (320, 13, 17, 2),
    "tr": (752, 143, 139, 43),
    "pt": (4619, 851, 1036, 224),
    "en": (873, 108, 72, 22),
}


@pytest.mark.parametrize("code", WRONG)
def test_treebanks_are_restored_with_as_few_errors_as_counted_elsewhere(real_treebank, code):
    gold = real_treebank(code, "train")
    for encoding, wrong in zip(Encoding, WRONG[code], strict=True):
        encoded = projectivize(gold, encoding)
        assert projective_sentences(encoded.start, encoded.head).all()
        back = deprojectivize(encoded, encoding)
        assert np.count_nonzero(back.head != gold.head) == wrong
        assert back.deprel.strings() == gold.deprel.strings()
        if encoding is not Encoding.BASELINE:
            assert np.array_equal(
                recover(encoded, encoding).lifted, lift(gold.start, gold.head).lifted
            )


def test_projectivize_makes_as_many_labels_as_maltparser(real_treebank):
    """MaltParser 1.9.2 has as many for Turkish: baseline, head, path and head+path."""
    gold = real_treebank("tr", "train")
    counts = [len(projectivize(gold, encoding).deprel.values) for encoding in Encoding]
    assert counts == [29, 200, 87, 263]

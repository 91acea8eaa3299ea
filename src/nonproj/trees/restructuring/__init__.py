"""Other shapes for the constructions of a treebank, and the way back (Nilsson 2009, chs. 6, 9)."""

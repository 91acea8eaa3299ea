"""Which strategy suits a treebank: a profile, a ladder of strategies tried on it, advice."""

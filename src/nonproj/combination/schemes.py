"""Schemes for weighting the votes of parsers (Nilsson 2009, 7.1 and 8.2)."""

from nonproj.results.options import Option


class Weights(Option):
    EQ = "eq"  # all votes are equal
    ACC = "acc"  # the parser's LAS on held-out data
    TYPEACC = "typeacc"  # the parser's labelled precision for the proposed label
    POSACC = "posacc"  # the parser's LAS on words with the dependent's coarse tag
    CONFIDENCE = "confidence"  # the probability of the arc, as given by HeadConf in MISC

    @property
    def estimated(self) -> bool:
        """True if the weights are estimated on held-out data."""
        return self not in (Weights.EQ, Weights.CONFIDENCE)

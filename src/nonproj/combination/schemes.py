"""Schemes for weighting the votes of parsers (Nilsson 2009, 7.1 and 8.2)."""

import warnings

from nonproj.results.option_names import Option

WINNER = {"eq": "the first parser", "acc": "the parser with the higher held-out LAS"}


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

    def warn_if_one_decides(self, n_parsers: int) -> None:
        """Warn if one of two parsers wins every vote, so that the blend is the parse of this one.

        This holds unless a vote's weight depends on the arc or the word."""
        if n_parsers == 2 and self in WINNER:
            message = f"with two parsers and weights {self.value}, {WINNER[self]} wins every vote"
            advice = "add a third parser, or choose weights confidence"
            warnings.warn(f"{message}; {advice}", stacklevel=4)

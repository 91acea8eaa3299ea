"""Schemes for the weights of parsers' votes, by name (Nilsson 2009, 7.1 and 8.2)."""

from nonproj.results.options import Option


class Weights(Option):
    EQ = "eq"  # all votes alike
    ACC = "acc"  # the parser's LAS on held-out data
    TYPEACC = "typeacc"  # its labelled precision on the label it proposes
    POSACC = "posacc"  # its LAS on words of the dependent's coarse part of speech

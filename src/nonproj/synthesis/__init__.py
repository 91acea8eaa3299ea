"""Artificial treebanks, with sentences drawn from a dependency grammar in a YAML file.

A sentence is derived as an unordered tree, ordered by fields, inflected, and written with Prague
labels. Crossing arcs arise only from named movements in the grammar, as in the topological
dependency trees of Duchier & Debusmann (2001): a phrase leaves the domain of its head for a domain
higher up, and word order is projective with respect to domains."""

from nonproj.synthesis.profile import Profile, load_profile
from nonproj.synthesis.treebank import synthesize

__all__ = ["Profile", "load_profile", "synthesize"]

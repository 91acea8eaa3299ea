"""Artificial treebanks, with sentences drawn from a dependency grammar that is given as data.

A sentence is derived as an unordered tree, ordered by fields, inflected, and written with Prague
labels. Crossing arcs arise only from named movements in the grammar, as in the topological
dependency trees of Duchier & Debusmann (2001): a phrase leaves its head's domain for a domain
higher up, and word order is projective with respect to domains."""

from nonproj.synthesis.profile import Profile, ProfileError, load_profile
from nonproj.synthesis.treebank import synthesize

__all__ = ["Profile", "ProfileError", "load_profile", "synthesize"]

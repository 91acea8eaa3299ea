"""Results: a parse as one frame of words, metrics over it, and tests of differences."""

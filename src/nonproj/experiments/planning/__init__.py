"""The parsers that a suite needs, their files, and their costs."""

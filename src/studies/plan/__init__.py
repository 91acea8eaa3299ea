"""The parsers that a suite needs, with their files and costs."""

"""Which parsers a suite needs, where their files are, and what they take."""

"""The reproduction of five papers: what was run, what they claim, and reports of both."""

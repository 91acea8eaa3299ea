"""Tables that show the papers' figures next to ours, and their output formats."""

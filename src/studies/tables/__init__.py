"""Tables that show the papers' numbers next to ours, and their output formats."""

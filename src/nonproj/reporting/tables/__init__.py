"""Tables of the papers next to ours, and their output formats."""

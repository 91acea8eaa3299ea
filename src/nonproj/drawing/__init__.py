"""How is a tree, a difference, a cost drawn? Pictures, tables and pages for users of parsers."""

"""The store of parses: its files, what it lacks, and whether its parses can be made again."""

"""The commands' output: messages, progress, tables, wording."""

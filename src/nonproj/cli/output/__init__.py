"""Output of commands: messages, progress, tables, wording."""

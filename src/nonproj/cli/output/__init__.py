"""What commands print: messages, progress, tables, wording."""

"""Output of the commands: messages, progress bars, tables and the names printed in them."""

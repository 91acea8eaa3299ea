"""What a report found, in sentences computed from its values."""

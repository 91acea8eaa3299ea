"""The values and tests that tables and claims ask for, and the parses they are from."""

"""What users see when something is wrong: one line with place, value and expectation."""


class NonprojError(Exception):
    """Any failure that a user can act on; the command line prints it and exits with status 2."""

"""The command line, a public contract: `nonproj --help`."""

import sys

from nonproj.cli import acquisition, comparison, inspection, parsing, restructuring, transformation
from nonproj.cli.app import app
from nonproj.errors import NonprojError

__all__ = [
    "acquisition",
    "app",
    "comparison",
    "inspection",
    "main",
    "parsing",
    "restructuring",
    "transformation",
]

BAD_INPUT = 2


def main() -> None:
    """Run a command; what a user can fix becomes one line on standard error and exit status 2."""
    try:
        app()
    except NonprojError as error:
        print(f"nonproj: {error}", file=sys.stderr)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:  # the reader of our output has closed the pipe
        sys.stderr.close()
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        print(f"nonproj: {place}{error.strerror or error}", file=sys.stderr)
        sys.exit(BAD_INPUT)

"""The command line, a public contract: `nonproj --help`."""

import gc
import sys
import warnings

from typer import TyperException

from nonproj.cli import (
    acquisition,
    comparison,
    inspection,
    parsing,
    recommendation,
    restructuring,
    selection,
    transformation,
    verdicts,
)
from nonproj.cli.app import app
from nonproj.cli.output.messages import say, warn
from nonproj.errors import NonprojError
from nonproj.fingerprint import use_kernel_cache

__all__ = [
    "acquisition",
    "app",
    "comparison",
    "inspection",
    "main",
    "parsing",
    "recommendation",
    "restructuring",
    "selection",
    "transformation",
    "verdicts",
]

BAD_INPUT = 2
MANY_OBJECTS = 100_000  # before a collection of garbage: modules that are imported are none


def main() -> None:
    """The program: start quickly, tell of compilation and of warnings in a line each."""
    gc.set_threshold(MANY_OBJECTS)
    use_kernel_cache()
    warnings.showwarning = lambda message, *_: warn(str(message))
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run a command; what a user can fix becomes a line on standard error and exit status 2."""
    try:
        return app(arguments or ["--help"], prog_name="nonproj", standalone_mode=False) or 0
    except NonprojError as error:
        for line in error.args:
            say(str(line))
    except TyperException as error:
        say(_usage(error))
    except BrokenPipeError:  # the reader of our output has closed the pipe
        sys.stderr.close()
        return 0
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        say(f"{place}{error.strerror or error}")
    return BAD_INPUT


def _usage(error: TyperException) -> str:
    """Format a usage error as one line with a pointer to --help."""
    message = " ".join(error.format_message().split()).rstrip(".")
    where = f"; see `{error.ctx.command_path} --help`" if getattr(error, "ctx", None) else ""
    return message + where

"""The command line; its options are a stable public interface (see `nonproj --help`)."""

import errno
import gc
import sys
import warnings

from typer import TyperException

from nonproj.cli.app import app
from nonproj.cli.group import ClosedPipeError
from nonproj.cli.output.messages import say, warn
from nonproj.errors import NonprojError
from nonproj.kernel_cache import use_kernel_cache

BAD_INPUT = 2
MANY_OBJECTS = 100_000  # before garbage is collected; imports leave no garbage


def main() -> None:
    """Run the command line; print compilation notices and warnings as single lines.

    Characters that standard output cannot encode become question marks."""
    gc.set_threshold(MANY_OBJECTS)
    use_kernel_cache()
    warnings.showwarning = lambda message, *_: warn(str(message))
    if sys.stdout is not None:
        sys.stdout.reconfigure(errors="replace")
    status = run(sys.argv[1:])
    gc.freeze()  # otherwise, a last garbage collection at exit takes 0.3 s
    sys.exit(status)


def run(arguments: list[str]) -> int:
    """Run a command and return its exit status; print a user's mistake in one line and return 2.

    The status is 0 if the reader of the output closes the pipe."""
    try:
        status = app(arguments or ["--help"], prog_name="nonproj", standalone_mode=False) or 0
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except NonprojError as error:
        for line in error.args:
            say(str(line))
    except TyperException as error:
        say(_usage(error))
    except (BrokenPipeError, ClosedPipeError):
        return 0
    except MemoryError as error:
        say(": ".join(filter(None, ("there is not enough memory", str(error)))))
    except OSError as error:
        full = "standard output" if error.errno == errno.ENOSPC else ""  # others have a name
        place = error.filename or full
        say(f"{place}{': ' if place else ''}{error.strerror or error}")
    finally:
        _forget_unwritten_output()
    return BAD_INPUT


def _forget_unwritten_output() -> None:
    """Drop output that cannot be written; otherwise, Python would retry and print a traceback."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        sys.stdout = None


def _usage(error: TyperException) -> str:
    """Format a usage error as one line that points to --help."""
    message = " ".join(error.format_message().split()).rstrip(".")
    where = f"; see `{error.ctx.command_path} --help`" if getattr(error, "ctx", None) else ""
    return message + where

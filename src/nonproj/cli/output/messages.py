"""Status messages from commands, each on one line of standard error."""

import sys
from pathlib import Path

BYTE_UNITS = ("bytes", "kB", "MB", "GB")


def say(text: str) -> None:
    """Print one line, escaping line breaks in names and values.

    If standard error is closed or full, the message is lost, because standard output is for data.
    """
    if sys.stderr is None:
        return
    signs = (c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    try:
        print(f"nonproj: {''.join(signs)}", file=sys.stderr)
    except OSError:
        sys.stderr = None  # otherwise Python would retry at exit and change the exit status


def warn(text: str) -> None:
    say(f"warning: {text}")


def counted(number: int, noun: str) -> str:
    """Format a count: counted(1000, "word") == "1,000 words"; counted(1, "word") == "1 word"."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def duration(seconds: float) -> str:
    """Format a time in seconds: duration(0.34) == "0.3 s"; duration(90) == "1 min 30 s"."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def size(n_bytes: float) -> str:
    """Format a number of bytes: size(1_300_000) == "1.3 MB"."""
    power = 0
    while n_bytes >= 1000 and power < len(BYTE_UNITS) - 1:
        n_bytes, power = n_bytes / 1000, power + 1
    return f"{n_bytes:.1f} {BYTE_UNITS[power]}" if power else f"{n_bytes:.0f} bytes"


def file_size(path: Path) -> str:
    """Return a file's size as text; "" if the path is a stream."""
    return size(path.stat().st_size) if path.is_file() else ""

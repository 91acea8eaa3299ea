"""Detection of raw text."""

import re
from pathlib import Path

# A line of columns begins with an id; columns separated by spaces begin with the ids 1 and 2.
STARTS_WITH_COLUMNS = re.compile(rb'^"?\d+([-.]\d+)?"?[\t;]|\A(?:#.*\n)*1 .*\n2 ', re.MULTILINE)


def is_raw_text(data: bytes, name: str) -> bool:
    """Return whether neither a file's name nor its lines show that it consists of columns."""
    named = any(suffix.startswith(".conll") for suffix in Path(name).suffixes)
    return bool(data.strip()) and not named and not STARTS_WITH_COLUMNS.search(data)

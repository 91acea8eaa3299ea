"""The reports that are part of the project."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
_NAMED = re.search("^RESULTS := (.+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
RESULTS = [ROOT / "reports" / "published" / suite for suite in _NAMED[1].split()]
# Most of its neural parsers were trained on a GPU: they are not those of a processor
# (docs/reproduction.md), and the memory of their processes is that of a driver.
ACCELERATED = "neural"

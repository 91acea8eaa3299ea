"""The reports that are part of the project."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
_NAMED = re.search("^RESULTS := (.+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
RESULTS = [ROOT / "reports" / "published" / suite for suite in _NAMED[1].split()]
PAPERS = RESULTS[0]  # the report that judges the claims

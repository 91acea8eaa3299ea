"""Parsing a text into the files of the workflow (see `parse_files`)."""

import json
import time
from pathlib import Path
from typing import Literal

from nonproj.public.files import atomic_write
from nonproj.public.parsers import ParserModel
from nonproj.public.treebanks import Treebank, with_confidence, write_treebank


def parse_file(
    parser: ParserModel,
    text: Treebank,
    threads: int,
    tags: Literal["keep", "predict"],
    raw: str | Path,
    counts: str | Path,
    confidence: bool = False,
) -> None:
    """Parse a text, and write the trees as the parser built them, along with the cost of parsing.

    If `confidence` is true, the probabilities of arcs are written to MISC; this is not timed."""
    parser.parse(text.select(range(min(1, text.n_sentences))), tags=tags)  # load the kernels
    start = time.process_time()
    made = parser.parse(text, threads, tags)
    seconds = time.process_time() - start
    written = made.written
    if confidence:
        certainty = parser.certainty(written, threads)
        written = with_confidence(written, parser.require_calibration()(certainty))
    write_treebank(written, raw)
    took = {"counts": made.counts, "words": text.n_words, "seconds": seconds}
    atomic_write(counts, json.dumps(took) + "\n")

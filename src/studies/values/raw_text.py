"""The raw text of a treebank."""

import re

TOKEN = re.compile(r"(\d+)(?:-(\d+))?\t([^\t]*)\t.*\t([^\t]*)")  # first, last, form, MISC


def raw_text(treebank: bytes) -> str:
    """Rebuild the text of a treebank in CoNLL-U, as the CoNLL 2018 shared task did.

    Words of a sentence and sentences are separated by a space unless MISC has SpaceAfter=No,
    paragraphs and documents by an empty line."""
    pieces: list[str] = []
    last = 0  # the last word of the multiword token
    for line in treebank.decode().splitlines():
        if line.startswith(("# newpar", "# newdoc")) and pieces and pieces[-1] != "\n\n":
            pieces.append("\n\n")
        elif not line:
            last = 0
        elif (token := TOKEN.fullmatch(line)) and int(token[1]) > last:
            last = int(token[2] or 0)
            pieces += [token[3], "" if "SpaceAfter=No" in token[4].split("|") else " "]
    return "".join(pieces).replace(" \n", "\n").strip() + "\n"

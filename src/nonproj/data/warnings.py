"""Warnings, of what keeps no command from its work: repeated ids, trees without labels."""

import re
from collections.abc import Iterator

from nonproj.data.defects import WARNING, Defect
from nonproj.data.formats import Layout

WORD = re.compile(r"[1-9][0-9]*\t")
SENTENCE_ID = re.compile(r"#\s*sent_id\s*=\s*(.*\S)\s*")
MISSING = "_"


def repeated_ids(lines: list[str]) -> Iterator[Defect]:
    """Each sent_id that an earlier sentence has."""
    first: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if (match := SENTENCE_ID.fullmatch(line)) and first.setdefault(match[1], number) != number:
            message = f"{match[1]!r} is the id of the sentence in line {first[match[1]]}, too"
            yield Defect(number, "sent_id", message, WARNING)


def missing_labels(lines: list[str], layout: Layout) -> Iterator[Defect]:
    """Each word with a HEAD and no label; one defect where no word of the file has a label."""
    name = layout.names[layout.deprel]
    attached, found = 0, []
    for number, line in enumerate(lines, start=1):
        fields = line.split("\t") if WORD.match(line) else []
        if len(fields) <= layout.deprel or fields[layout.head] in ("", MISSING):
            continue
        attached += 1
        if fields[layout.deprel] == MISSING:
            message = f"_ beside HEAD {fields[layout.head]}; expected a label"
            found.append(Defect(number, name, message, WARNING))
    if 1 < len(found) == attached:
        message = f"_ beside HEAD in all {attached} words of the file; expected labels"
        found = [Defect(found[0].line, name, message, WARNING)]
    yield from found

"""Warnings: defects that do not prevent a file from being read."""

import re
from collections.abc import Iterator

from nonproj.data.reading.defects import WARNING, Defect
from nonproj.data.reading.formats import UNSPECIFIED, Layout

WORD = re.compile(r"[1-9][0-9]*\t")
SENTENCE_ID = re.compile(r"#\s*sent_id\s*=(.*)")
TOLD = 5  # repeated ids, each in a line of its own


def repeated_ids(lines: list[str]) -> Iterator[Defect]:
    """Warn of sent_ids that an earlier sentence has; of many, as in a copied block, at once."""
    first: dict[str, int] = {}
    repeated = []
    for number, line in enumerate(lines, start=1):
        match = SENTENCE_ID.fullmatch(line) if line.startswith("#") else None
        name = match[1].strip() if match else ""
        if name and first.setdefault(name, number) != number:
            repeated.append((number, name))
    for number, name in repeated[:TOLD]:
        message = f"{name!r} is the id of the sentence in line {first[name]}, too"
        yield Defect(number, "sent_id", message, WARNING)
    if more := repeated[TOLD:]:
        message = f"{len(more)} more ids, up to line {more[-1][0]}, are those of sentences above"
        yield Defect(more[0][0], "sent_id", message, WARNING)


def missing_labels(lines: list[str], layout: Layout) -> Iterator[Defect]:
    """Warn of each word with a head but no label; only once if no word has a label."""
    name = layout.names[layout.deprel]
    n_attached, defects = 0, []
    between = rf"(?:[^\t]*\t){{{layout.deprel - 1}}}"
    if not any(map(re.compile(rf"{WORD.pattern}{between}{UNSPECIFIED}(?:\t|$)").match, lines)):
        return
    for number, line in enumerate(lines, start=1):
        fields = line.split("\t") if WORD.match(line) else []
        if len(fields) <= layout.deprel or fields[layout.head] in ("", UNSPECIFIED):
            continue
        n_attached += 1
        if fields[layout.deprel] == UNSPECIFIED:
            message = f"_ with HEAD {fields[layout.head]}; expected a label"
            defects.append(Defect(number, name, message, WARNING))
    if 1 < len(defects) == n_attached:
        message = f"_ with a HEAD in all {n_attached} words of the file; expected labels"
        defects = [Defect(defects[0].line, name, message, WARNING)]
    yield from defects

"""Warnings: defects that do not prevent a file from being read."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from nonproj.data.reading.defects import WARNING, Defect
from nonproj.data.reading.formats import UNSPECIFIED, Layout

STARTS_WITH_NUMBER = re.compile(r"[1-9][0-9]*\t")
SENTENCE_ID = re.compile(r"#\s*sent_id\s*=(.*)")
TOLD = 5  # maximum number of separate warnings about repeated ids or further roots
ANOTHER_ROOT = "another root"
# A column that has this many distinct tags and reveals this share of the labels contains part of
# the tree annotation. In 14 treebanks the tags reveal at most 71 % of the labels; in UD 2.0
# Portuguese, whose tags are subdivided by syntactic function, they reveal 84 %.
MANY_TAGS, TELLING = 200, 0.8


def repeated_ids(lines: list[str]) -> Iterator[Defect]:
    """Warn about repeated sent_ids; after the first few, one warning covers all the others."""
    first: dict[str, int] = {}
    repeated = []
    for number, line in enumerate(lines, start=1):
        match = SENTENCE_ID.fullmatch(line) if line.startswith("#") else None
        name = match[1].strip() if match else ""
        if name and first.setdefault(name, number) != number:
            repeated.append((number, name))
    for number, name in repeated[:TOLD]:
        message = f"{name!r} is also the id of the sentence in line {first[name]}"
        yield Defect(number, "sent_id", message, WARNING)
    if more := repeated[TOLD:]:
        message = f"{len(more)} more ids, up to line {more[-1][0]}, repeat earlier ones"
        yield Defect(more[0][0], "sent_id", message, WARNING)


def further_roots(defects: Iterable[Defect]) -> Iterator[Defect]:
    """Merge all warnings about additional roots except the first few.

    In some annotation styles, every full stop is an additional root."""
    roots = []
    for defect in defects:
        if ANOTHER_ROOT in defect.message:
            roots.append(defect)
        else:
            yield defect
    yield from roots[:TOLD]
    if more := roots[TOLD:]:
        message = f"{len(more)} more words are {ANOTHER_ROOT}, the last in line {more[-1].line}"
        yield Defect(more[0].line, more[0].column, message, WARNING)


def missing_labels(lines: list[str], layout: Layout) -> Iterator[Defect]:
    """Warn about each word that has a head but no label, or only once if all words lack labels."""
    name = layout.names[layout.deprel]
    n_attached, defects = 0, []
    between = rf"(?:[^\t]*\t){{{layout.deprel - 1}}}"
    if not any(
        map(re.compile(rf"{STARTS_WITH_NUMBER.pattern}{between}{UNSPECIFIED}(?:\t|$)").match, lines)
    ):
        return
    for number, line in enumerate(lines, start=1):
        fields = line.split("\t") if STARTS_WITH_NUMBER.match(line) else []
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


def telling_tags(lines: list[str], layout: Layout) -> Iterator[Defect]:
    """Warn about tags that reveal the labels and thus give a parser part of the answer.

    Every second sentence shows which label each tag has most often. The other sentences are used to
    measure how often this label is correct."""
    columns = layout.upos, layout.xpos, layout.feats
    halves = [{column: Counter() for column in columns} for _ in range(2)]
    number = 0
    for line in lines:
        number += not line
        fields = line.split("\t") if STARTS_WITH_NUMBER.match(line) else []
        if len(fields) > layout.deprel:
            for column in columns:
                halves[number % 2][column][fields[column], fields[layout.deprel]] += 1
    for column in columns:
        learnt, rest = (half[column] for half in halves)
        said = {tag: label for (tag, label), _ in learnt.most_common()[::-1]}
        right = sum(n for (tag, label), n in rest.items() if said.get(tag) == label)
        tags = {tag for half in (learnt, rest) for tag, _ in half}
        if len(tags) >= MANY_TAGS and right >= TELLING * rest.total():
            message = (
                f"its {len(tags):,} values alone reveal {right / rest.total():.0%} of the labels; "
                "parsers that read it are given part of the answer"
            )
            yield Defect(1, layout.names[column], message, WARNING)

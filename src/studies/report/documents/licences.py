"""The page docs/licences.md: what the licence of a treebank means for its parses and models."""

from nonproj.public.drawing import markdown_row
from nonproj.public.treebanks import load_manifest
from studies.store.storing import NO_DERIVATIVES

LICENCES_INTRODUCTION = """\
# Licences of treebanks

The code has the MIT licence. Treebanks are not part of the project: `nonproj fetch` downloads them
from where their makers publish them. This page lists the licence of each; `make docs` makes it from
the list of public treebanks.

Parses and models are derived from a treebank, so they are passed on only as its licence allows.
This holds for [stored parses](../data/parses/README.md), for the example trees of reports, and for
[models](forms.md#models-of-public-treebanks), which contain words, lemmas and labels of their
training set. Another name for a treebank, such as `ud20-hu-forms`, changes nothing. Scores, tables
and figures contain no text. This is our reading of the licences, and no legal advice.
"""
HEADER = "", "treebank", "licence", "to cite", "files"
FOLLOWS = {  # from a part of a licence, for those who pass on parses or models
    "CC0": "no conditions",
    "BY": "cite the treebank",
    "NC": "not for commercial use",
    "SA": "under the same licence",
    "GPL": "under the same licence, and with the sources",
}


def licences_page() -> str:
    """Return the page as Markdown: a table of treebanks for all licences with the same effect."""
    tables: dict[str, list[str]] = {}
    for part in load_manifest().first_parts.values():
        project = "/".join(part.url.split("/")[3:5])
        row = f"`{part.treebank}`", part.name, part.licence, part.citation
        rows = tables.setdefault(effect(part.licence), [])
        rows.append(markdown_row([*row, f"[{project}](https://github.com/{project})"]))
    lines = [LICENCES_INTRODUCTION]
    for title, rows in tables.items():
        lines += [f"## {title}\n", *map(markdown_row, (HEADER, ["---"] * len(HEADER))), *rows, ""]
    return "\n".join(lines)


def effect(licence: str) -> str:
    """Say how parses and models may be passed on; of two licences, one may be chosen."""
    if NO_DERIVATIVES in licence:
        return "Not passed on: neither parses nor models"
    choices = (set(choice.replace("-", " ").split()) for choice in licence.split(" or "))
    said = (", ".join(FOLLOWS[part] for part in FOLLOWS if part in parts) for parts in choices)
    return "; or ".join(said).capitalize()

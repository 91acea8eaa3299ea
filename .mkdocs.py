"""Hooks of `make site`: the website holds the files of this folder that its pages link to.

Graphs are drawn, and the notebook becomes a page. A link that leads nowhere ends the build."""

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape, unescape
from itertools import pairwise, product
from pathlib import Path
from textwrap import wrap
from typing import NamedTuple
from urllib.parse import unquote

ROOT = Path(__file__).parent
LINK = re.compile(r'\b(?:href|src)="([^"#?:/][^"#?:]*)[^":]*"')  # a link to a file of the website
GRAPH = re.compile(r"```mermaid\ngraph (?:LR|TB)\n(.*?)```", re.DOTALL)
BOX = re.compile(r'^ *(\w+)\["(.*?)"\]$', re.MULTILINE)  # a name, and what stands in its box
ARROW = re.compile(r" *-->(?:\|(.*?)\|)? *")
LINE, LETTERS = 15, 38  # the height of a line of text in a box, and its length


class Size(NamedTuple):
    """The size of boxes, in pixels."""

    width: float = 98
    height: float = 26
    between: float = 16  # rows

    @property
    def row(self) -> float:
        return self.height + self.between


def on_files(files, config):
    """Add the notebook as a page."""
    from mkdocs.structure.files import File

    notebook = json.loads((ROOT / "docs" / "tour.ipynb").read_text(encoding="utf-8"))
    files.append(File.generated(config, "tour.md", content="\n".join(map(cell, notebook["cells"]))))
    return files


def cell(content: dict) -> str:
    """Return a cell of a notebook as Markdown: text, or code with what it shows."""
    source = "".join(content["source"])
    if content["cell_type"] == "markdown":
        return f"{source}\n"
    return "\n".join([f"```python\n{source}\n```\n", *map(shown, content["outputs"])])


def shown(output: dict) -> str:
    """Return an output as a picture or a table, if there is one, or else as text."""
    data = output.get("data", {})
    for kind in ("image/svg+xml", "text/html"):
        if kind in data:
            return "<div>\n" + re.sub(r"\n\s*", "\n", "".join(data[kind])) + "\n</div>\n"
    text = "".join(output.get("text") or data["text/plain"]).rstrip()
    return f"```\n{text}\n```\n"


def on_page_markdown(markdown: str, page, **_) -> str:
    """Draw graphs; links of the first page, which has no folder, stay in the site."""
    drawn = GRAPH.sub(
        lambda graph: drawing(arrows(graph[1]), dict(BOX.findall(graph[1]))), markdown
    )
    return drawn.replace("](../", "](") if page.is_homepage else drawn


def on_post_build(config, **_) -> None:
    """Copy what pages link to; name all links that lead nowhere."""
    if lost := copy_linked(Path(config.site_dir), ROOT):
        raise SystemExit("\n".join(["links that lead nowhere:", *lost]))


def copy_linked(site: Path, root: Path) -> list[str]:
    """Copy the files below `root` that pages link to into `site`; return links without a file."""
    pages, lost = sorted(site.rglob("*.html")), []
    while pages:
        page = pages.pop()
        for link in sorted({*LINK.findall(page.read_text(encoding="utf-8"))}):
            target = Path(os.path.normpath(page.parent / unquote(unescape(link))))
            if target.exists():
                continue
            source = root / os.path.relpath(target, site)
            if not (target.is_relative_to(site) and source.is_file()):
                lost.append(f"{page.relative_to(site)}: {link}")
                continue
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
            if target.suffix == ".html":
                pages.append(target)
    return lost


def arrows(graph: str) -> Iterator[tuple[str, str, str]]:
    """Yield the arrows of lines such as `a & b --> c -->|label| d`, with their labels."""
    for line in filter(str.strip, BOX.sub("", graph).splitlines()):
        first, *others = ARROW.split(line.strip())
        groups = [group.split(" & ") for group in (first, *others[1::2])]
        for (left, right), label in zip(pairwise(groups), others[::2], strict=True):
            yield from product(left, right, [label or ""])


def drawing(found: Iterable[tuple[str, str, str]], texts: Mapping[str, str] | None = None) -> str:
    """Draw a graph without cycles as SVG: each name stands below all that lead to it."""
    found = [*found]
    row = dict.fromkeys((name for arrow in found for name in arrow[:2]), 0)
    for _ in row:
        for above, below, _ in found:
            row[below] = max(row[below], row[above] + 1)
    for first in row.keys() - {below for _, below, _ in found}:
        row[first] = min(row[below] for above, below, _ in found if above == first) - 1
    rows = [[name for name in row if row[name] == i] for i in range(max(row.values()) + 1)]
    lines = {name: lines_of((texts or {}).get(name, name)) for name in row}
    size = Size()
    if texts:
        size = Size(250, 12 + LINE * max(map(len, lines.values())), 34)
    column = size.width + 20
    middle = max(map(len, rows)) * column / 2
    place = {
        name: (middle + column * (j - (len(names) - 1) / 2), size.row * i + size.height / 2 + 4)
        for i, names in enumerate(rows)
        for j, name in enumerate(names)
    }
    parts = [line(*place[above], *place[below], size, label) for above, below, label in found]
    parts += [box(lines[name], *place[name], size) for name in place]
    width, height = f"{2 * middle + size.row * 4:.0f}", f"{size.row * len(rows):.0f}"
    style = 'fill="none" stroke="currentColor" font-size="12" text-anchor="middle"'
    view = f'width="{width}" viewBox="0 0 {width} {height}" style="max-width: 100%"'
    named = escape(", ".join(row))
    return f'<svg {view} role="img" aria-label="{named}" {style}>{"".join(parts)}</svg>\n'


def lines_of(text: str) -> list[str]:
    return [line for part in text.split("<br>") for line in wrap(part, LETTERS) or [part]]


def line(x: float, y: float, to_x: float, to_y: float, size: Size, label: str) -> str:
    """Join two boxes; a line that passes other rows bends around them, on the right."""
    if to_y - y <= size.row:
        y, to_y = y + size.height / 2, to_y - size.height / 2
        half = (to_y - y) / 2
        word = word_at(x + (to_x - x) * 0.84, y + half * 4 / 3 + 4, label)
        return f'<path d="M{x} {y}C{x} {y + half} {to_x} {to_y - half} {to_x} {to_y}"/>{word}'
    x, to_x, bend = x + size.width / 2, to_x + size.width / 2, size.width / 2 + (to_y - y) / 3
    word = word_at((x + to_x) / 2 + bend * 3 / 4, (y + to_y) / 2, label)
    return f'<path d="M{x} {y}C{x + bend} {y} {to_x + bend} {to_y} {to_x} {to_y}"/>{word}'


def box(lines: Sequence[str], x: float, y: float, size: Size) -> str:
    corner = f'x="{x - size.width / 2}" y="{y - size.height / 2}"'
    first = y + 4 - LINE * (len(lines) - 1) / 2
    words = "".join(word_at(x, first + LINE * i, text) for i, text in enumerate(lines))
    return f'<rect {corner} width="{size.width}" height="{size.height}" rx="4"/>{words}'


def word_at(x: float, y: float, text: str) -> str:
    if not text:
        return ""
    return f'<text x="{x}" y="{y}" fill="currentColor" stroke="none">{escape(text)}</text>'

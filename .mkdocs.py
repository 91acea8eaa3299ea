"""Hooks of `make site`: the website holds the files of this folder that its pages link to.

The chain of rules is drawn. A local link that leads nowhere ends the build."""

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from html import unescape
from itertools import pairwise, product
from pathlib import Path
from urllib.parse import unquote

ROOT = Path(__file__).parent
LINK = re.compile(r'\b(?:href|src)="([^"#?:/][^"#?:]*)[^":]*"')  # a link to a file of the website
CHAIN = re.compile(r"```mermaid\ngraph LR\n(.*?)```", re.DOTALL)
COLUMN, ROW = 118, 42  # pixels from box to box
WIDTH, HEIGHT = 98, 26  # of a box


def on_page_markdown(markdown: str, page, **_) -> str:
    """Draw the chain of rules; links of the first page, which has no folder, stay in the site."""
    drawn = CHAIN.sub(lambda chain: drawing(arrows(chain[1])), markdown)
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


def arrows(chain: str) -> Iterator[tuple[str, str]]:
    """Yield the arrows of lines such as `a & b --> c --> d`."""
    for line in filter(str.strip, chain.splitlines()):
        groups = [[name.strip() for name in group.split("&")] for group in line.split("-->")]
        for left, right in pairwise(groups):
            yield from product(left, right)


def drawing(found: Iterable[tuple[str, str]]) -> str:
    """Draw a graph without cycles as SVG: each name stands below all that lead to it."""
    found = [*found]
    row = dict.fromkeys((name for arrow in found for name in arrow), 0)
    for _ in row:
        for above, below in found:
            row[below] = max(row[below], row[above] + 1)
    for first in row.keys() - {below for _, below in found}:
        row[first] = min(row[below] for above, below in found if above == first) - 1
    rows = [[name for name in row if row[name] == i] for i in range(max(row.values()) + 1)]
    middle = max(map(len, rows)) * COLUMN / 2
    place = {
        name: (middle + COLUMN * (j - (len(names) - 1) / 2), ROW * i + HEIGHT)
        for i, names in enumerate(rows)
        for j, name in enumerate(names)
    }
    lines = [line(*place[above], *place[below]) for above, below in found]
    boxes = [box(name, *place[name]) for name in place]
    size = f"{2 * middle + ROW * 4:.0f}", f"{ROW * len(rows):.0f}"
    style = 'fill="none" stroke="currentColor" font-size="12" text-anchor="middle"'
    view = f'width="{size[0]}" viewBox="0 0 {size[0]} {size[1]}" style="max-width: 100%"'
    parts = "".join([*lines, *boxes])
    return f'<svg {view} role="img" aria-label="The chain of rules" {style}>{parts}</svg>\n'


def line(x: float, y: float, to_x: float, to_y: float) -> str:
    """Join two boxes; a line that passes other rows bends around them, on the right."""
    if to_y - y <= ROW:
        y, to_y, half = y + HEIGHT / 2, to_y - HEIGHT / 2, (to_y - y) / 2
        return f'<path d="M{x} {y}C{x} {y + half} {to_x} {to_y - half} {to_x} {to_y}"/>'
    x, to_x, bend = x + WIDTH / 2, to_x + WIDTH / 2, WIDTH / 2 + (to_y - y) / 3
    return f'<path d="M{x} {y}C{x + bend} {y} {to_x + bend} {to_y} {to_x} {to_y}"/>'


def box(name: str, x: float, y: float) -> str:
    corner = f'x="{x - WIDTH / 2}" y="{y - HEIGHT / 2}"'
    word = f'<text x="{x}" y="{y + 4}" fill="currentColor" stroke="none">{name}</text>'
    return f'<rect {corner} width="{WIDTH}" height="{HEIGHT}" rx="4"/>{word}'

"""The pictures of the page on architecture show folders, calls and classes as the code has them."""

import ast
import re
import tomllib
from itertools import pairwise, product

import networkx
import pytest

from committed import ROOT

PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
PICTURES = re.findall(r"```mermaid\ngraph TB\n(.*?)```", PAGE, re.DOTALL)
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
FILES = {str(path.relative_to(ROOT / "src")): path for path in ROOT.glob("src/**/*.py")}
NODES = {file: [*ast.walk(ast.parse(path.read_text()))] for file, path in FILES.items()}


def arrows_of(picture):
    """Return what stands in the two boxes of each arrow, and each name beside the arrow."""
    boxes, found = dict(re.findall(r'^  (\w+)\["(.*?)<br>.*"\]$', picture, re.MULTILINE)), []
    for line in picture.splitlines()[len(boxes) :]:
        ends = [part.split(" & ") for part in re.split(r" -->(?:\|.*?\|)? ", line.strip())]
        labels = [re.findall("[A-Za-z_]+", x) or [""] for x in re.findall(r" -->(\|.*?\|)? ", line)]
        for (left, right), names in zip(pairwise(ends), labels, strict=True):
            found += [(boxes[a], boxes[b], name) for a, b, name in product(left, right, names)]
    assert {end for arrow in found for end in arrow[:2]} == {*boxes.values()}
    return found


def origin(file, name):
    """Return the file that defines what another file calls by this name."""
    if name in {n.name for n in NODES[file] if isinstance(n, ast.ClassDef | ast.FunctionDef)}:
        return file
    imports = [n for n in NODES[file] if isinstance(n, ast.ImportFrom)]
    homes = [n.module for n in imports if name in [alias.name for alias in n.names]]
    return origin(f"{homes[0].replace('.', '/')}.py", name) if homes else None


@pytest.mark.parametrize(("number", "package"), [(0, "nonproj"), (1, "studies")])
def test_the_picture_of_folders_draws_the_layers_and_their_imports(number, package):
    arrows = [arrow[:2] for arrow in arrows_of(PICTURES[number])]
    box = {f"{package}.{name}": ends for ends in {*sum(arrows, ())} for name in ends.split(", ")}
    assert sorted(box) == sorted(" | ".join(LINTER["contracts"][number]["layers"]).split(" | "))
    texts = ((f, getattr(n, "module", getattr(n, "value", ""))) for f in NODES for n in NODES[f])
    ends = [[box.get(".".join(re.split("[./]", str(t))[:2])) for t in pair] for pair in texts]
    imports = networkx.DiGraph((a, b) for a, b in ends if a and b and a != b)
    assert sorted(networkx.transitive_reduction(imports).edges) == sorted(arrows)


def test_the_pictures_of_modules_draw_calls_and_classes_of_the_code():
    for a, b, name in arrows_of(PICTURES[2]):
        used = {n.attr for n in NODES[a] if isinstance(n, ast.Attribute)}
        assert origin(b, name) == b, (a, b, name)
        assert name in used or origin(a, name) == b, (a, b, name)
    for a, b, name in arrows_of(PICTURES[3]):
        made = str([ast.unparse(n.returns) for n in NODES[a] if getattr(n, "returns", None)])
        assert origin(a, name) == origin(b, name) is not None, (a, b, name)
        assert a == origin(a, name) or name in re.findall(r"\w+", made), (a, b, name)

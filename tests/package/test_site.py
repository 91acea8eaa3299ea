"""The website: it holds what its pages link to, and draws graphs."""

import importlib.util
from xml.etree import ElementTree

import pytest

from committed import ROOT


@pytest.fixture(scope="module")
def hooks():
    spec = importlib.util.spec_from_file_location("hooks", ROOT / ".mkdocs.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written(path, *links):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f'<a href="{link}">x</a>' for link in links), encoding="utf-8")


def test_the_website_has_all_files_that_its_pages_lead_to(hooks, tmp_path):
    root, site = tmp_path / "root", tmp_path / "root" / "reports" / "site"
    written(root / "reports" / "index.html", "published/one/index.html", "#top", "https://a.b/c")
    page = "a%20b.csv", "index.html?a=b#x"
    written(root / "reports" / "published" / "one" / "index.html", *page)
    (root / "reports" / "published" / "one" / "a b.csv").write_text("1")
    (root / "reports" / "unused.csv").write_text("2")
    written(site / "page" / "index.html", "../reports/index.html#part", "../", "mailto:a@b")
    written(site / "index.html", "page/")
    assert hooks.copy_linked(site, root) == []
    assert (site / "reports" / "published" / "one" / "a b.csv").read_text() == "1"
    assert not (site / "reports" / "unused.csv").exists()


def test_the_website_names_links_that_lead_nowhere(hooks, tmp_path):
    root, site = tmp_path / "root", tmp_path / "root" / "site"
    (tmp_path / "secret").write_text("not of the project")
    (root / "folder").mkdir(parents=True)
    written(site / "page" / "index.html", "../none.csv", "../folder", "../../secret")
    lost = hooks.copy_linked(site, root)
    page = "page/index.html"
    assert lost == [f"{page}: ../../secret", f"{page}: ../folder", f"{page}: ../none.csv"]


def test_the_website_draws_graphs_as_pictures_without_a_network(hooks):
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [*hooks.arrows("a & b --> c -->|x| d")] == [
        ("a", "c", ""),
        ("b", "c", ""),
        ("c", "d", "x"),
    ]
    graphs = hooks.GRAPH.findall(text)
    assert len(graphs) == text.count("```mermaid")
    for graph in graphs:
        arrows, texts = [*hooks.arrows(graph)], dict(hooks.BOX.findall(graph))
        svg = ElementTree.fromstring(hooks.drawing(arrows, texts))
        assert len([*svg.iter("path")]) == len(arrows)
    assert [part.text for part in svg.iter("text")].count("deprojectivize") == 1
    assert len(arrows) >= 20
    places = {part.text: float(part.get("y")) for part in svg.iter("text")}
    assert all(places[above] < places[below] for above, below, _ in arrows)


def test_cells_of_a_notebook_become_markdown(hooks):
    outputs = [
        {"text": ["1\n", "2\n"]},
        {"data": {"text/plain": ["<a>"]}},
        {"data": {"text/plain": ["tree"], "image/svg+xml": ["<svg>\n", "\n <g/></svg>"]}},
    ]
    code = {"cell_type": "code", "source": ["a\n", "b"], "outputs": outputs}
    shown = "```\n1\n2\n```\n", "```\n<a>\n```\n", "<div>\n<svg>\n<g/></svg>\n</div>\n"
    assert hooks.cell(code) == "\n".join(["```python\na\nb\n```\n", *shown])
    assert hooks.cell({"cell_type": "markdown", "source": ["# A\n", "b"]}) == "# A\nb\n"

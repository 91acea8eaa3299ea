"""Captions of the workflow's own report render from what a job knows."""

from types import SimpleNamespace

import jinja2
import pytest


@pytest.mark.parametrize("kind", ["workflow", "study", "index"])
def test_captions_of_the_report_of_snakemake_render(request, kind):
    path = request.config.rootpath / "workflow" / "report" / f"{kind}.rst"
    template = jinja2.Template(path.read_text(), undefined=jinja2.StrictUndefined)
    job = SimpleNamespace(
        config={"suite": "s", "seed": 9, "suites": {"s": {"treebanks": list("abcdefg")}}},
        wildcards=SimpleNamespace(suite="s", study="x"),
        params=SimpleNamespace(title="Coverage", source="Somebody, 2018"),
    )
    text = template.render(snakemake=job)
    assert "7 treebanks" in " ".join(text.split())

"""A metric and a setting from outside are a row each: tables and claims have them at once."""

import pytest

from conftest import ROOT
from nonproj.results.formulas import Counts
from nonproj.results.metrics import METRICS, MetricRow
from nonproj.results.settings import SETTINGS, Item
from nonproj.results.texts import Text, Texts
from nonproj.results.values import Subject, Values
from nonproj.results.words import Fold
from samples.sentences import treebank
from studies.judge.catalogue import ClaimKind, Measure, Paper, system
from studies.judge.verdicts import Judgement, verdicts
from studies.plan.study.load import load
from studies.tables.build import build

HEADS = (2, 0, 2, 3, 3)
PARSED = (2, 0, 2, 2, 3)
SWAP = system("swap-eager")
STUDY = ROOT / "tests/samples/aaa_2026/study.yaml"


@pytest.fixture
def shown(tmp_path):
    """shown(metric, setting) -> what a table prints, and what a claim compares."""
    gold, parse = (
        treebank([[("w", "X", head, "a") for head in heads]]) for heads in (HEADS, PARSED)
    )
    text = Text.of("ours", ["dev", ""], {Subject("swap-eager"): [Fold(gold, parse)]})

    def shown(metric, *items):
        values = Values(sources=[Texts([text])])
        asked = f"metric: {metric}, setting: {';'.join(items)!r}, decimals: 1"
        path = tmp_path / "aaa_2026" / "study.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(STUDY.read_text().replace("metric: las", asked))
        (row,) = build(load(path).table("T1"), values, ()).rows
        measure, paper = Measure(metric, "dev", *items), Paper("aaa-2026")
        paper.claim("A1", lambda at: at(measure, SWAP) < 100, kind=ClaimKind.GENERAL)
        (verdict,) = verdicts(paper.claims.values(), values, None, {})
        assert verdict.verdict is Judgement.CONFIRMED
        return row.cells[0].ours, verdict.relation

    return shown


def test_one_row_adds_a_metric_to_tables_and_claims(shown, monkeypatch):
    def count(question):
        return Counts(int(question.inside("gold").sum()), 8)

    with pytest.raises(ValueError, match="metric 'eighths' is not known"):
        Measure("eighths", "dev")
    monkeypatch.setitem(METRICS, "eighths", MetricRow("percent", "eighths", count=count))
    assert shown("eighths") == ("62.5", "eighths(swap-eager) 62.50 < 100")
    assert shown("eighths", "arcs=root") == ("12.5", "eighths[arcs=root](swap-eager) 12.50 < 100")


def test_one_row_adds_a_setting_to_tables_and_claims(shown, monkeypatch):
    with pytest.raises(ValueError, match="'every' is not known"):
        Measure("recall", "dev", "every=2")
    every = Item(r"\d+", lambda question, _, n: question.column("position") % int(n) == 0)
    monkeypatch.setitem(SETTINGS, "every", every)
    assert shown("recall", "every=2") == ("50.0", "recall[every=2](swap-eager) 50 < 100")
    assert shown("recall", "unlabelled") == ("80.0", "recall[unlabelled](swap-eager) 80 < 100")

"""Tables of findings against an oracle of plain dicts, and what is said of them."""

import json
import random
import re
from dataclasses import replace
from itertools import combinations
from math import comb
from types import SimpleNamespace

import pandas as pd
import pytest
from scipy.stats import spearmanr

from inventions import measured, pairwise
from nonproj.combination.schemes import Weights
from nonproj.drawing.finding import Finding, as_json, read_findings
from nonproj.results.significance.resampling import rank_correlation
from oracles import evaluation as oracle
from studies.judge.verdicts import Judgement
from studies.plan.study.blends import Blend
from studies.plan.treebanks.suite import Suite, SuiteTreebank
from studies.report.findings import comparisons as found_in
from studies.report.findings.headers import BLEND_HEADERS
from studies.report.findings.parsers import parsers_of
from studies.report.findings.report import collect, measure, published
from studies.report.markup import report_environment
from studies.tables.build import Cell, Table, TableColumn, TableRow

BASELINES = {
    "carreras+head": "carreras",
    "carreras+head-cap30": "carreras",
    "carreras+npa": "carreras",
    "arc-standard+head": "arc-standard",
    "swap-lazy": "arc-standard",
    "covington-d2": "covington-d0",
    "mst": "eisner",
    "mst-neural": "mh3",
}
GRAPH = {"carreras", "carreras+head", "carreras+head-cap30", "carreras+npa", "mst", "eisner"}
NEURAL = {"mst-neural", "mh3"}
PARSERS = sorted({*BASELINES, *BASELINES.values()})
SPLITS = ("test", "dev", "train-cv10", "dev20")
SETTINGS = ("", "train=90%")
MEMBERS = {"blend": ("carreras", "arc-standard"), "blend-four": ("carreras", "mst", "swap-lazy")}
NAMES = {"mine": "Mine", "yours": "Yours"}
TOTAL = 1000


def blend(name):
    return Blend(system=name, weights=Weights.EQ, parsers=MEMBERS[name])


STUDY = SimpleNamespace(
    runs=[SimpleNamespace(variants=PARSERS, blends=[blend(name) for name in MEMBERS])]
)


class World:
    """Invented words right of parsers on texts, and tests of pairs."""

    def __init__(self, right, tests):
        self.right, self.tests = right, {}
        for test in tests:
            for pair in ((test.a.name, test.b.name), (test.b.name, test.a.name)):
                text = test.treebank, test.split, "".join(test.setting)
                self.tests[text, pair] = test

    @classmethod
    def drawn(cls, seed):
        """Return parsers with scores of their own but for a cap's, some pairs without a test."""
        draw = random.Random(seed)
        right, tests = {}, []
        for text in ((t, s, i) for t in NAMES for s in SPLITS for i in SETTINGS):
            known = [name for name in (*PARSERS, *MEMBERS) if draw.random() < 0.6]
            scores = dict(zip(known, draw.sample(range(450, 490), len(known)), strict=True))
            if scores.keys() >= {"carreras+head", "carreras+head-cap30"} and draw.random() < 0.5:
                scores["carreras+head-cap30"] = scores["carreras+head"]
            right |= {(text, name): score for name, score in scores.items()}
            for a, b in combinations(draw.sample(known, len(known)), 2):
                if draw.random() < 0.9:
                    p, counts = draw.random() ** 3, (scores[a] - 400, scores[b] - 400)
                    tests.append(pairwise(text[0], "las", a, b, *counts, p, text[1], text[2]))
        return cls(right, tests)

    def value(self, *keys):
        for treebank, split, system, setting, metric in keys:
            found = self.right.get(((treebank, split, "".join(setting)), system))
            if found is not None and metric == "las":
                return measured(treebank, split, system, "", "las", "percent", found, TOTAL)
        return None

    def test(self, a, b):
        text = a.treebank, a.split, "".join(a.setting)
        return self.tests.get((text, (a.system, b.system))) if a.metric == "las" else None

    def parsers(self):
        return parsers_of([STUDY], SimpleNamespace(find=self.value), [], NAMES)

    def compared(self):
        return found_in.comparisons(*self.inputs)

    @property
    def inputs(self):
        return self.parsers(), SimpleNamespace(find=self.test)

    def seen(self, text, a, b):
        """points, low, high and p, unadjusted, of a less b; None without a test."""
        test = self.tests.get((text, (a, b)))
        if test is None or (text, a) not in self.right:
            return None
        points = (self.right[text, a] - self.right[text, b]) / 10
        margin = abs(1.96 * points / test.t)
        return points, points - margin, points + margin, test.p_t

    def las(self, text, names):
        return {name: self.right[text, name] / 10 for name in names if (text, name) in self.right}


def holm(p_values):
    """The adjusted p-values by name."""
    return dict(zip(p_values, oracle.holm([*p_values.values()]), strict=True))


def compared_by_hand(world, treebank):
    """Strategy -> split, points, low, high, adjusted p."""
    tested = {
        (name, split): seen
        for split in SPLITS
        for name, baseline in BASELINES.items()
        if (seen := world.seen((treebank, split, ""), name, baseline))
    }
    of_split = {split: [n for n, s in tested if s == split] for split in SPLITS}
    shared = max(SPLITS, key=lambda split: (len(of_split[split]), -SPLITS.index(split)))
    chosen = {}
    for name in BASELINES:
        own = [split for split in SPLITS if (name, split) in tested]
        if own:
            split = shared if shared in own else own[0]
            chosen[name] = (split, *tested[name, split])
    capped, whole = (chosen.get(f"carreras+head{cap}") for cap in ("-cap30", ""))
    if capped and whole and capped[0] == whole[0]:
        text = treebank, whole[0], ""
        if len(set(world.las(text, ("carreras+head", "carreras+head-cap30")).values())) == 1:
            del chosen["carreras+head-cap30"]
    adjusted = holm({name: row[-1] for name, row in chosen.items()})
    return {name: (*row[:-1], adjusted[name]) for name, row in chosen.items()}


@pytest.fixture(scope="module", params=range(25))
def world(request):
    return World.drawn(request.param)


def test_strategies_are_compared_with_their_projective_baselines(world):
    found = world.compared()
    for name in NAMES:
        rows = {row.parser: row for row in found[found.treebank == name].itertuples()}
        expected = compared_by_hand(world, name)
        assert rows.keys() == expected.keys()
        for parser, (split, points, low, high, p) in expected.items():
            row = rows[parser]
            assert (row.split, row.other, row.significant) == (split, BASELINES[parser], p < 0.05)
            assert row.las - row.other_las == pytest.approx(points)
            assert (row.points, row.low, row.high, row.p) == pytest.approx((points, low, high, p))
            assert row.las == pytest.approx(world.right[(name, split, ""), parser] / 10)


def test_the_best_strategy_has_most_words_right_on_the_shared_split(world):
    found = found_in.best(world.compared())
    assert [*found.treebank] == [name for name in NAMES if compared_by_hand(world, name)]
    for row in found.itertuples():
        rows = compared_by_hand(world, row.treebank)
        splits = [split for split, *_ in rows.values()]
        shared = max(SPLITS, key=lambda split: (splits.count(split), -SPLITS.index(split)))
        las = world.las((row.treebank, shared, ""), [n for n in rows if rows[n][0] == shared])
        assert row.split == shared
        assert row.las == pytest.approx(max(las.values()))
        assert las[row.parser] == max(las.values())


def test_the_best_parsers_of_the_families_are_compared(world):
    found = found_in.families(*world.inputs).set_index("treebank")
    members = {"graph-based": GRAPH, "neural": NEURAL}
    members["transition-based"] = {*PARSERS} - GRAPH - NEURAL
    for name in NAMES:
        texts = [(name, split, setting) for split in SPLITS for setting in SETTINGS]
        each = {text: {f: world.las(text, names) for f, names in members.items()} for text in texts}
        each = {
            text: {f: max(las.values()) for f, las in found.items() if las}
            for text, found in each.items()
        }
        text = max(texts, key=lambda text: (len(each[text]), -texts.index(text)))
        row = found.loc[name]
        assert (row.split, row.setting) == text[1:]
        for family, las in each[text].items():
            assert row[family] == pytest.approx(las)
            assert world.las(text, members[family])[row[f"{family} parser"]] == pytest.approx(las)
        first, second = sorted(each[text].values(), reverse=True)[:2]
        assert (row[row["first"]], row[row["second"]]) == pytest.approx((first, second))
        seen = world.seen(text, row[f"{row['first']} parser"], row[f"{row['second']} parser"])
        if seen is None:
            assert pd.isna(row.points)
        else:
            p = min(1.0, seen[-1] * comb(len(each[text]), 2))
            assert (row.points, row.low, row.high, row.p) == pytest.approx((*seen[:-1], p))


def test_the_best_blend_is_compared_with_the_best_single_parser(world):
    found = found_in.blends(*world.inputs).set_index("treebank")
    for name in NAMES:
        tested = {}
        for text in ((name, split, setting) for split in SPLITS for setting in SETTINGS):
            single = world.las(text, PARSERS)
            other = max(single, key=single.get)
            known = [b for b in world.las(text, MEMBERS) if {*MEMBERS[b]} <= single.keys()]
            rows = {b: seen for b in known if (seen := world.seen(text, b, other))}
            if rows:
                tested[text] = other, rows
        assert (name in found.index) == bool(tested)
        if tested:
            text = max(tested, key=lambda text: len(tested[text][1]))
            other, rows = tested[text]
            row, parser = found.loc[name], max(rows, key=lambda b: rows[b][0])
            assert (row.split, row.setting, row.parser, row.other) == (*text[1:], parser, other)
            p = holm({name: seen[-1] for name, seen in rows.items()})[parser]
            expected = *rows[parser][:-1], p
            assert (row.points, row.low, row.high, row.p) == pytest.approx(expected)
            assert row.las - row.other_las == pytest.approx(row.points)


def test_a_parser_of_converted_trees_is_compared_with_the_same_parser():
    """Generic moves of a label are no conversion."""
    assert found_in.unconverted("arc-eager+tau-c+raw") == "arc-eager+raw"
    assert found_in.unconverted("arc-eager+childswap:Sb") is None
    assert found_in.unconverted("arc-eager+head") is None


def rows(*points, significant=True, **columns):
    """Rows of treebanks that are called a, b and so on."""
    table = pd.DataFrame({"points": points, "significant": significant, **columns})
    text = {"split": "dev", "setting": "", "parser": "mst", "other": "eisner"}
    return table.assign(treebank=[*"abcdefghij"[: len(points)]], **text)


def test_the_p_of_a_rank_correlation_counts_all_orders():
    """Of three pairs in perfect order two of six orders are as extreme; of five, two of 120."""
    assert rank_correlation((1, 2, 3), (5, 6, 9)) == pytest.approx((1, 2 / 6))
    assert rank_correlation(range(5), range(5))[1] == pytest.approx(2 / 120)
    mixed = (40, 30, 20, 10), (1, 2, 3, 0)
    assert rank_correlation(*mixed)[0] == pytest.approx(spearmanr(*mixed).statistic)


def test_the_best_las_here_stands_beside_the_published_one():
    """Rows without a published figure do not count, and neither do other columns."""
    columns = tuple(TableColumn(name, name, "", "percent") for name in ("uas", "las"))

    def row(treebank, ours, published):
        las = Cell(ours=ours, published=published, difference=published and "x")
        return TableRow(treebank, ours, "", (Cell(ours="99", published="1", difference="x"), las))

    scores = ("mine", "70.5", "72.75"), ("mine", "71.25", "72.75"), ("yours", "81.0", "80.5")
    own = (*(row(*one) for one in scores), row("yours", "90.0", None))
    table = Table("study", "t", "Against P", "", columns, own, (), ())
    [found] = published([table], NAMES)
    assert found.rows == [
        ("Mine", [("71.25", 71.25), ("72.75", 72.75), ("−1.50", -1.5)]),
        ("Yours", [("81.00", 81.0), ("80.50", 80.5), ("+0.50", 0.5)]),
    ]
    assert [*published([replace(table, rows=own[-1:])], NAMES)] == []


@pytest.fixture(scope="module")
def collected(study):
    """What a report says of two treebanks, two studies and three claims."""
    tests = [
        pairwise("mine", "las", "arc-standard", "arc-standard+head", 10, 90, 0.001),
        pairwise("mine", "las", "arc-standard", "swap-lazy", 30, 60, 0.3),
        pairwise("mine", "las", "carreras", "carreras+npa", 20, 99, 0.001),
    ]
    right = {}
    for test in tests:
        right[("mine", "dev", ""), test.a.name] = test.correct_a
        right[("mine", "dev", ""), test.b.name] = test.correct_b
    world = World(right, tests)
    studies = [study("kuhlmann-nivre-2010"), study("bjorkelund-kuhn-2012")]
    outcomes = [SimpleNamespace(outcome=outcome) for outcome in Judgement]
    claims = {"kuhlmann-nivre-2010": outcomes, "bjorkelund-kuhn-2012": outcomes[:1]}
    claims[""] = outcomes + outcomes[:1]
    ledger = SimpleNamespace(counted=lambda study="": claims[study])
    shown = [{"name": name} for name in ("swap-lazy", "arc-standard", "arc-standard+head")]
    trees = [{"name": name, "sentences": [1], "parsers": shown} for name in NAMES]
    suite = Suite("demo", "Demo", tuple(SuiteTreebank(*item) for item in NAMES.items()))
    found = SimpleNamespace(find=world.value), SimpleNamespace(find=world.test)
    shown = measure(suite, studies, *found)
    return collect(suite, studies, shown, ledger, trees={"treebanks": trees})


def test_claims_are_counted_by_study_and_outcome(collected):
    assert [finding.id for finding in collected.shown] == ["gains", "families", "claims"]
    counts = collected.shown[-1].table.set_index("title").T.to_dict("list")
    assert counts == {  # in the order of Judgement
        "Kuhlmann & Nivre 2010": [1, 1, 1, 1, 1, 1, 1],
        "Björkelund & Kuhn 2012": [1, 0, 0, 0, 0, 0, 0],
        "All studies": [2, 1, 1, 1, 1, 1, 1],
    }


def test_a_study_has_the_gains_of_its_own_parsers(collected):
    parsers = {name: [*gains.table.parser] for name, gains in collected.studies.items()}
    assert parsers == {
        "kuhlmann-nivre-2010": ["arc-standard+head"],
        "bjorkelund-kuhn-2012": ["carreras+npa"],
    }
    assert collected.shown[0].rows[0][1][1][0] == "49.90 `carreras+npa`"


def test_the_tree_browser_begins_with_the_best_strategy_and_its_baseline(collected):
    mine, yours = collected.trees["treebanks"]
    assert (mine["title"], mine["pair"]) == ("Mine", [2, 1])
    assert "pair" not in yours


def test_the_first_screen_counts_significant_gains():
    several = rows(2.0, 1.5, 1.0, -1.0, significant=[True, True, False, True])
    assert Finding("gains", "Gains", {}, several).n_better == 2
    table = rows(2.0, -1.0, title="Mine", difference=[0.5, -1.25])
    found = [Finding(id, "T", {}, table) for id in ("gains", "families", "blends", "published")]
    text = report_environment().get_template("macros.html").module.headlines(found)
    gains, blends, difference = re.findall(r"<li>(.*?)</li>", text)
    for told in (gains, blends):
        assert told.endswith(" on 1 of 2 treebanks.")
    assert difference.startswith("T: ")
    assert difference.endswith("is −1.25 to +0.50.")


def test_a_finding_is_printed_and_kept_with_all_digits(tmp_path):
    columns = ["title", "parser", "las", "other", "other_las", "points", "low", "high", "p_t", "p"]
    table = pd.DataFrame(columns=columns, data=[
        ("Mine", "blend", 80.125, "mst", 79.0, 1.125, 1 / 3, 2.0, 1e-6, 1e-5),
        ("Yours", "blend", 70.5, "mst", 71.0, -0.5, -1.0, 0.25, 0.15, 0.3),
    ])  # fmt: skip
    finding = Finding("blends", "Blends", BLEND_HEADERS, table, ("Said.",))
    assert finding.as_markdown().splitlines()[2:] == [
        "- Said.",
        "",
        "|  | Blend | Best single parser | Difference, 95 % | p | p, Holm |",
        "| --- | --: | --: | --: | --: | --: |",
        "| Mine | 80.12 `blend` | 79.00 `mst` | +1.12 [+0.33,\u00a0+2.00] | 1e−06 | 1e−05 |",
        "| Yours | 70.50 `blend` | 71.00 `mst` | −0.50 [−1.00,\u00a0+0.25] | 0.15 | 0.3 |",
    ]
    path = tmp_path / "findings.json"
    path.write_text(as_json([finding]), encoding="utf-8")
    [same] = read_findings(path)
    pd.testing.assert_frame_equal(same.table, table)
    assert same.rows == finding.rows
    assert json.loads(path.read_text())[0]["sentences"] == ["Said."]


def test_strategies_are_ranked_by_their_mean_over_treebanks():
    """One row a strategy, without caps, options of a longer name, strategies of few treebanks."""
    found = pd.concat([
        rows(1.0, 3.0, low=[0.0, 2.0], high=[2.0, 4.0]),
        rows(5.0, low=4.0, high=6.0).assign(parser="swap-lazy", other="arc-standard"),
        rows(0.0, 0.0, 0.0, low=0.0, high=0.0).assign(parser="carreras+npa", other="carreras"),
        rows(4.0, 4.0, low=4.0, high=4.0).assign(parser="arc-eager+head", other="arc-eager"),
        rows(9.0, 9.0, low=0.0, high=9.9).assign(parser="carreras+npa-t0.6", other="carreras"),
        rows(9.0, 9.0, low=0.0, high=9.9).assign(parser="carreras+head-cap30", other="carreras"),
    ])  # fmt: skip
    ranked = found_in.strategies(found)
    assert [*ranked.parser] == ["carreras+npa", "arc-eager+head", "mst"]
    assert [*ranked["mean"]] == [0.0, 4.0, 2.0]
    assert ranked.label[2] == "mst over eisner (2)"
    error = 1 / 2**0.5  # two intervals of one point on either side, averaged
    assert (ranked.low[2], ranked.high[2]) == pytest.approx((2 - error, 2 + error))


@pytest.mark.parametrize("blend", [None, (1.0, True), (1.0, False), (-1.0, True), (-1.0, False)])
@pytest.mark.parametrize("significant", [True, False, None])
def test_a_star_marks_a_best_parser_that_no_other_equals_by_chance(blend, significant):
    """`blend`: its points above the best family, and whether they are significant."""
    text = {"treebank": ["a"], "split": "test", "setting": "train=90%"}
    each = pd.DataFrame({**text, "first": "neural", "significant": [significant]})
    points, sure = blend or (0.0, False)
    told = {"las": 80.0 + points, "points": points, "significant": sure}
    blended = pd.DataFrame({**text, "parser": "blend", **told})
    row = found_in.best_of_families(each, blended if blend else blended[:0]).loc[0]
    assert row.best == ("blend" if points > 0 else "neural")
    if points > 0:
        tests = [sure]  # the best of all families is the second best
    else:
        tests = [significant is True, sure] if blend else [significant is True]
    assert row.certain == all(tests)

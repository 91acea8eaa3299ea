"""Claims: every one has an entry, and verdicts are computed as the entries say."""

import csv
import re

import pytest
import yaml

from nonproj.claims.catalogue import load_claims
from nonproj.claims.language import ClaimError
from nonproj.claims.verdicts import CONCATENATION, Judgement, verdicts, write_verdicts
from nonproj.evaluation.measurements import Measurement
from nonproj.evaluation.significance.paired import mcnemar_of_counts
from nonproj.evaluation.significance.table import PairwiseTest
from oracles.published_claims import CLAIMS, ROOT, ROWS, SCHEMA


def test_every_claim_has_an_entry():
    assert [claim.id for claim in CLAIMS] == list(ROWS)
    assert len(ROWS) == 176


def test_what_open_treebanks_cannot_test_is_not_tested_on_them():
    stand_in = {"ours": {"published": "|".join(_every_published())}}
    measurements = [Measurement("ours", "test", "blend", "", "las", "percent", 1, 2)]
    untestable = [claim for claim in CLAIMS if ROWS[claim.id]["testable_on_ud"] == "no"]
    assert len(untestable) == 10
    for row in verdicts(untestable, measurements, [], stand_in):
        assert row.verdict is Judgement.NOT_TESTABLE, row
        assert row.note


def test_without_runs_nothing_holds():
    measurements = [Measurement("ours", "train", "gold", "", "n-tokens", "count", 1, 1)]
    rows = verdicts(CLAIMS, measurements, [], {})
    assert {row.claim for row in rows} == set(ROWS)
    assert {row.verdict for row in rows} == {Judgement.NOT_RUN, Judgement.NOT_TESTABLE}
    assert all(row.note for row in rows)


def row(treebank, system, metric, numerator, denominator, setting="", split="dev", unit="percent"):
    return Measurement(treebank, split, system, setting, metric, unit, numerator, denominator)


def pair(treebank, a, b, only_a, only_b, metric="las", split="dev", setting="", p=None):
    p = mcnemar_of_counts(only_a, only_b).p if p is None else p
    correct = 500 + only_a, 500 + only_b
    key = treebank, split, setting, metric, a, b
    return PairwiseTest(*key, *correct, 1000, only_a, only_b, p, p, 1.0, p, -0.1, 0.1)


@pytest.fixture
def claims_of(tmp_path):
    """Claims of a made-up study about the treebanks of KN."""

    def load(entries, about="conll09-czech", **content):
        ids = list(entries)
        with open(tmp_path / "claims.csv", "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["id", "paper", "treebanks", "testable_on_ud"])
            writer.writerows([name, "study", about, "yes"] for name in ids)
        folder = tmp_path / "claims"
        folder.mkdir(exist_ok=True)
        study = {
            "study": "study",
            "systems": {"A": "a", "B": "b"},
            "figures": {"las": {"metric": "las", "split": "dev"}},
            "treebanks": {"czech": "conll09-czech", "german": "conll09-german"},
            "claims": entries,
        }
        text = yaml.safe_dump(study | content)
        (folder / "study.yaml").write_text(text, encoding="utf-8")
        return load_claims(folder, tmp_path / "claims.csv", SCHEMA)

    return load


def judge(claims, measurements, tests=(), stand_ins=None):
    rows = verdicts(claims, measurements, tests, stand_ins or {})
    return {found.treebank: found for found in rows}


@pytest.mark.parametrize("off", [-1, 0, 1])
def test_an_identity_of_counts_holds_exactly_or_not_at_all(off):
    """KN03 with shares that no float holds."""
    measurements = [
        row("x", "arc-standard", "uem", 200 + off, 300, "oracle"),
        row("x", "gold", "pct-nonproj-sentences", 100, 300),
    ]
    found = judge([claim for claim in CLAIMS if claim.id == "KN03"], measurements)["x"]
    assert found.verdict is (Judgement.CONTRADICTED if off else Judgement.HOLDS)
    assert found.evidence == "x,arc-standard,oracle,dev,uem x,gold,,dev,pct-nonproj-sentences"


@pytest.mark.parametrize(
    ("a", "b", "p", "verdict"),
    [
        (8, 6, 0.01, Judgement.HOLDS),
        (8, 6, 0.06, Judgement.NOT_SIGNIFICANT),
        (6, 6, 1.0, Judgement.NOT_SIGNIFICANT),
        (6, 8, 0.06, Judgement.CONTRADICTED),
    ],
)
def test_a_difference_needs_its_test(claims_of, a, b, p, verdict):
    claims = claims_of({"XX01": {"relation": "significant(las(A) > las(B))"}})
    measurements = [row("x", "a", "las", a, 10), row("x", "b", "las", b, 10)]
    found = judge(claims, measurements, [pair("x", "b", "a", b, a, p=p)])["x"]
    assert found.verdict is verdict
    assert judge(claims, measurements)["x"].verdict is (Judgement.NOT_RUN if a > b else verdict), (
        "only a difference that is there needs a test"
    )


def test_level_and_test_are_those_of_the_claim(claims_of):
    relation = "significant(las(A) > las(B))"
    claims = claims_of(
        {
            "XX01": {"relation": relation, "level": 0.001},
            "XX02": {"relation": relation, "test": "t"},
            "XX03": {"relation": relation, "test": "holm"},
        }
    )
    measurements = [row("x", "a", "las", 8, 10), row("x", "b", "las", 6, 10)]
    test = pair("x", "a", "b", 8, 6, p=0.01)
    tests = [PairwiseTest(**vars(test) | {"p_t": 0.2, "p_holm": 0.04})]
    found = [row.verdict for row in verdicts(claims, measurements, tests, {})]
    assert found == [Judgement.NOT_SIGNIFICANT, Judgement.NOT_SIGNIFICANT, Judgement.HOLDS]


def test_one_failing_relation_contradicts_more_than_there_are_exceptions(claims_of):
    relations = ["las(A) > 50", "las(A) > 70", "las(A) > 90"]
    claims = claims_of(
        {
            "XX01": {"relation": relations},
            "XX02": {"relation": relations, "exceptions": 1},
            "XX03": {"relation": relations[:2]},
            "XX04": {"relation": [*relations, "las(B) > 0"]},
            "XX05": {"relation": [*relations[:2], "las(B) > 0"]},
            "XX06": {"relation": [*relations[:2], "las(B) > 0"], "of-those-run": True},
        }
    )
    found = verdicts(claims, [row("x", "a", "las", 8, 10)], [], {})
    assert [(one.verdict, one.held, one.instances) for one in found] == [
        (Judgement.CONTRADICTED, 2, 3),
        (Judgement.HOLDS, 2, 3),
        (Judgement.HOLDS, 2, 2),
        (Judgement.CONTRADICTED, 2, 4),
        (Judgement.NOT_RUN, 2, 3),
        (Judgement.HOLDS, 2, 2),
    ]


def test_a_ratio_of_nothing_is_not_testable(claims_of):
    claims = claims_of({"XX01": {"relation": "las(A) > 50"}})
    found = judge(claims, [row("x", "a", "las", 0, 0)])["x"]
    assert found.verdict is Judgement.NOT_TESTABLE
    assert "0 of 0" in found.note


def test_a_claim_with_a_condition_is_made_only_where_it_holds(claims_of):
    claims = claims_of({"XX01": {"where": "las(B) > 50", "relation": "las(A) > 50"}})
    measurements = [row(t, "a", "las", 8, 10) for t in "xy"]
    measurements += [row("x", "b", "las", 6, 10), row("y", "b", "las", 4, 10)]
    found = judge(claims, measurements)
    assert found["x"].verdict is Judgement.HOLDS
    assert found["y"].verdict is Judgement.NOT_TESTABLE
    assert "las(B) [40] > 50" in found["y"].note


def test_stand_ins_and_other_treebanks(claims_of):
    claims = claims_of(
        {
            "XX01": {"relation": "las(A) > 50"},
            "XX02": {"cases": [{"of": ["czech"], "relation": "las(A) > 50"}]},
            "XX03": {"cases": [{"of": ["czech"], "relation": "las(A) > 50"},
                               {"relation": "las(A) < 50"}]},
        }
    )  # fmt: skip
    measurements = [row("got", "a", "las", 8, 10), row("tr", "a", "las", 8, 10)]
    stand_ins = {"got": {"published": "conll06-czech-pdt|conll09-czech"}}
    every, cases, otherwise = (judge([c], measurements, (), stand_ins) for c in claims)
    assert [(t, v.stands_for) for t, v in every.items()] == [("got", "conll09-czech"), ("tr", "")]
    assert [v.verdict for v in every.values()] == [Judgement.HOLDS] * 2
    assert [v.verdict for v in cases.values()] == [Judgement.HOLDS, Judgement.NOT_TESTABLE]
    assert [v.verdict for v in otherwise.values()] == [Judgement.HOLDS, Judgement.CONTRADICTED]


def test_relations_between_treebanks_use_the_original_before_its_stand_in(claims_of):
    claims = claims_of({"XX01": {"across": "las(A, czech) > las(A, german)"}})
    stand_ins = {
        "got": {"published": "conll09-czech"},
        "pt": {"published": "conll09-german"},
    }
    measurements = [row("got", "a", "las", 6, 10), row("pt", "a", "las", 7, 10)]
    (found,) = verdicts(claims, measurements, [], stand_ins)
    assert (found.treebank, found.verdict) == ("got|pt", Judgement.CONTRADICTED)
    (found,) = verdicts(
        claims, [*measurements, row("conll09-czech", "a", "las", 8, 10)], [], stand_ins
    )
    assert (found.treebank, found.verdict) == ("conll09-czech|pt", Judgement.HOLDS)
    (found,) = verdicts(claims, measurements[:1], [], stand_ins)
    assert found.verdict is Judgement.NOT_RUN
    assert "conll09-german" in found.note


def test_figures_of_one_treebank_come_from_one_alternative_split(claims_of):
    claims = claims_of(
        {"XX01": {"relation": "las(A) > las(B)"}},
        figures={"las": {"metric": "las", "split": "train-cv10|dev20"}},
    )
    folds = row("x", "a", "las", 1, 10, split="train-cv10")
    held_out = [row("x", s, "las", n, 10, split="dev20") for s, n in (("a", 9), ("b", 8))]
    found = judge(claims, [folds, *held_out])["x"]
    assert (found.verdict, found.split) == (Judgement.HOLDS, "dev20")
    both = [folds, row("x", "b", "las", 8, 10, split="train-cv10"), *held_out]
    found = judge(claims, both)["x"]
    assert (found.verdict, found.split) == (Judgement.CONTRADICTED, "train-cv10")


def test_all_splits_are_added_up(claims_of):
    claims = claims_of(
        {"XX01": {"relation": "las(A) == 70"}}, figures={"las": {"metric": "las", "split": "all"}}
    )
    measurements = [
        row("x", "a", "las", 1, 2, split="dev"),
        row("x", "a", "las", 6, 8, split="train"),
    ]
    assert judge(claims, measurements)["x"].verdict is Judgement.HOLDS


def test_the_concatenation_adds_counts_and_discordant_pairs(claims_of):
    claims = claims_of({"XX01": {"scope": "pooled", "relation": "significant(las(A) > las(B))"}})
    counts = {"x": ((520, 1000), (505, 1000)), "y": ((1060, 2000), (1020, 2000))}
    measurements = [
        row(t, system, "las", *count)
        for t, both in counts.items()
        for system, count in zip("ab", both, strict=True)
    ]
    tests = [pair("x", "a", "b", 20, 5), pair("y", "b", "a", 60, 100)]
    found = judge(claims, measurements, tests)[CONCATENATION]
    assert found.stands_for == "x|y"
    assert found.relation.startswith("significant(las(A) [52.67] > las(B) [50.83]")
    assert found.p == f"{mcnemar_of_counts(120, 65).p:.3g}"
    assert found.verdict is Judgement.HOLDS


def test_the_mean_is_unweighted(claims_of):
    claims = claims_of({"XX01": {"scope": "mean", "relation": "las(A) == 60"}})
    measurements = [row("x", "a", "las", 1, 2), row("y", "a", "las", 700, 1000)]
    (found,) = verdicts(claims, measurements, [], {})
    assert (found.treebank, found.stands_for) == ("mean", "x|y")
    assert found.verdict is Judgement.HOLDS


def test_systems_under_different_settings_are_tested_by_their_full_names(claims_of):
    systems = {"A": {"system": "gl", "setting": "classifiers=all4"}, "B": "b"}
    claims = claims_of({"XX01": {"relation": "significant(las(A) > las(B))"}}, systems=systems)
    measurements = [
        row("x", "gl", "las", 8, 10, "classifiers=all4"),
        row("x", "b", "las", 6, 10),
    ]
    tests = [pair("x", "gl;classifiers=all4", "b", 80, 40)]
    assert judge(claims, measurements, tests)["x"].verdict is Judgement.HOLDS


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"relation": "uas(A) > 1"}, "no figure is called 'uas'"),
        ({"relation": "las(C) > 1"}, "no system or treebank is called 'C'"),
        ({"relation": "las() > 1"}, "expected a system"),
        ({"relation": "las(A, czech) > 1"}, "expected no treebank"),
        ({"across": "las(A) > 1"}, "expected a treebank"),
        ({"relation": "las(A) > 1", "foreach": {"A": ["B"]}}, "means something else"),
        ({"relation": "las(s) > 1", "foreach": {"s t": ["A"]}}, "one name for each"),
        ({"relation": "las(A) > 1", "levle": 0.1}, "levle"),
        ({"cases": [{"of": ["dutch"], "relation": "las(A) > 1"}]}, "no treebank is called 'dutch'"),
        ({"not-testable": "no", "relation": "las(A) > 1"}, "XX01"),
        ({"relation": "las(A)"}, "is no relation"),
    ],
)
def test_an_entry_with_a_mistake_is_refused(claims_of, entry, message):
    with pytest.raises(ClaimError, match=re.escape(message)):
        claims_of({"XX01": entry})


def test_catalogue_and_entries_agree(claims_of, tmp_path):
    claims_of({"XX01": {"not-testable": "no"}, "XX02": {"not-testable": "no"}})
    lines = (tmp_path / "claims.csv").read_text(encoding="utf-8").splitlines()
    (tmp_path / "fewer.csv").write_text("\n".join(lines[:2]), encoding="utf-8")
    (tmp_path / "more.csv").write_text("\n".join([*lines, "XX03,study,any,yes"]), encoding="utf-8")
    with pytest.raises(ClaimError, match="no claim is called 'XX02'"):
        load_claims(tmp_path / "claims", tmp_path / "fewer.csv", SCHEMA)
    with pytest.raises(ClaimError, match="XX03 has no entry"):
        load_claims(tmp_path / "claims", tmp_path / "more.csv", SCHEMA)


def test_verdicts_are_written_with_their_evidence(claims_of, tmp_path):
    claims = claims_of({"XX01": {"relation": "las(A) > 50", "note": "ours"}})
    write_verdicts(tmp_path / "out.csv", verdicts(claims, [row("x", "a", "las", 8, 10)], [], {}))
    with open(tmp_path / "out.csv", encoding="utf-8", newline="") as file:
        assert list(csv.DictReader(file)) == [
            {
                "claim": "XX01",
                "paper": "study",
                "treebank": "x",
                "stands_for": "",
                "split": "dev",
                "verdict": "holds",
                "held": "1",
                "instances": "1",
                "relation": "las(A) [80] > 50",
                "p": "",
                "evidence": "x,a,,dev,las",
                "note": "ours",
            }
        ]


def _every_published() -> list[str]:
    names = {}
    for path in sorted((ROOT / "data/published").glob("*-20*.csv")):
        with open(path, encoding="utf-8", newline="") as file:
            names |= dict.fromkeys(row["treebank"] for row in csv.DictReader(file))
    return list(names)

"""A recommendation for a small artificial treebank, and its parts."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic
from types import SimpleNamespace

import pytest

from command_line import TREES, nonproj
from nonproj.data.conll import parse_treebank, render
from nonproj.evaluation.breakdowns import PrecisionRecall
from nonproj.evaluation.scores import Attachment, evaluate
from nonproj.evaluation.significance.comparison import compare
from nonproj.evaluation.significance.paired_tests import holm
from nonproj.evaluation.significance.resampling import Interval
from nonproj.parsers.families import variant_named
from nonproj.recommendation.advice import advise, by_strategy
from nonproj.recommendation.assessment import Assessed, Gain
from nonproj.recommendation.ladder import strategies
from nonproj.recommendation.profile import profile_of
from nonproj.recommendation.recommend import Recommendation, Request
from nonproj.recommendation.schedule import NO_TIME, RESERVE, STOPPED, Schedule
from nonproj.recommendation.trial import Files, Trial
from nonproj.synthesis import load_profile, synthesize

PROFILE = next((Path(__file__).parents[2] / "data" / "embedded").glob("*.yaml"))
NAMES = ("arc-standard", "arc-standard+head", "swap-lazy")


@pytest.fixture(scope="module")
def text():
    return synthesize(load_profile(PROFILE), 80, 1)


@pytest.fixture(scope="module")
def runs(tmp_path_factory, text):
    """The same request twice, with one and with two strategies at once."""
    folder = tmp_path_factory.mktemp("recommendation")
    (folder / "train.conll").write_bytes(text)
    options = ("--strategies", "arc-standard+head,swap-lazy", "--json")
    found = []
    for threads in (1, 2):
        output = folder / f"of-{threads}"
        done = nonproj(
            *("recommend", folder / "train.conll", *options, "--threads", threads, "-o", output)
        )
        assert done.returncode == 0, done.stderr
        found.append((json.loads(done.stdout), output, done.stderr))
    return found


def without_measures(found: dict) -> dict:
    """Everything but times, memory, and the advice that rests on times."""
    rows = [{k: v for k, v in row.items() if k != "cost"} for row in found["strategies"]]
    kept = {k: v for k, v in found.items() if k not in ("strategies", "advice")}
    return kept | {"rows": rows, "best": found["advice"]["accuracy"]["strategy"]}


def test_all_but_measures_is_the_same_again(runs):
    (first, a, _), (second, b, _) = runs
    assert without_measures(first) == without_measures(second)
    for name in NAMES:
        files = [Files(folder, "conllx") for folder in (a, b)]
        assert files[0].model(name).read_bytes() == files[1].model(name).read_bytes()
        assert files[0].parse(name).read_bytes() == files[1].parse(name).read_bytes()


def test_scores_are_those_of_the_kept_parses(runs):
    found, folder, _ = runs[0]
    files = Files(folder, "conllx")
    gold = parse_treebank(files.text("dev").read_bytes())
    parses = {n: parse_treebank(files.parse(n).read_bytes()) for n in NAMES}
    rows = {row["name"]: row for row in found["strategies"]}
    assert {*rows} == {*NAMES, "blend of all 3"}
    for name, parse in parses.items():
        scores = evaluate(gold, parse)
        assert rows[name]["uas"] == scores["uas"].as_dict()
        assert rows[name]["las"]["correct"] == scores["las"].correct
        assert rows[name]["las"]["interval"]["low"] <= rows[name]["las"]["correct"] / gold.n_words
    tested = [(n, compare(gold, parses[n], parses[NAMES[0]], metrics=["las"])) for n in NAMES[1:]]
    differences = [c["las"].difference for _, c in tested]
    assert [rows[n]["over-twin"]["difference"] for n in NAMES[1:]] == pytest.approx(differences)
    raw = [rows[n]["over-twin"]["p"] for n in NAMES[1:]]
    alone = holm([c["las"].bootstrap.p for _, c in tested])
    assert raw == pytest.approx(alone, abs=0.05)  # other resamples


def test_the_blend_is_that_of_the_command_that_repeats_it(runs, tmp_path):
    found, folder, _ = runs[0]
    files, blended = Files(folder, "conllx"), tmp_path / "blended.conll"
    ranked = [row["name"] for row in found["strategies"] if row["cost"]]
    assert nonproj("blend", *map(files.parse, ranked), "-o", blended).returncode == 0
    gold = parse_treebank(files.text("dev").read_bytes())
    [row] = [row for row in found["strategies"] if not row["cost"]]
    assert (
        row["las"]["correct"] == evaluate(gold, parse_treebank(blended.read_bytes()))["las"].correct
    )


def test_the_held_out_sentences_are_every_tenth(runs, text):
    files = Files(runs[0][1], "conllx")
    whole = parse_treebank(text)
    assert files.text("dev").read_bytes() == render(whole.select(range(9, 80, 10)))
    assert parse_treebank(files.text("train").read_bytes()).n_sentences == 72


def test_the_page_needs_nothing_else_and_says_the_advice(runs):
    found, folder, said = runs[0]
    page = (folder / "index.html").read_text()
    assert "http" not in page.replace("http-equiv", "")
    for purpose in ("accuracy", "speed", "both"):
        assert page.lower().count(f"for {purpose}") >= 2  # a card, and the commands
        assert found["advice"][purpose]["strategy"] in page
    assert page.count("<svg") == page.count("</svg>") == 2
    assert str(folder / "index.html") in said


def test_a_folder_that_holds_anything_is_left_alone(runs, tmp_path):
    train = runs[0][1].parent / "train.conll"
    (tmp_path / "mine.txt").write_text("mine")
    done = nonproj("recommend", train, "-o", tmp_path)
    assert done.returncode == 2
    assert "exists already" in done.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--strategies", "swap-lzy"), "did you mean swap-lazy?"),
        (("--dev", "absent"), "absent: No such file"),
        ((), "2 sentences; expected 20 or more, or --dev"),
    ],
)
def test_what_keeps_it_from_a_recommendation(treebank_file, tmp_path, arguments, message):
    done = nonproj("recommend", treebank_file, *arguments, "-o", tmp_path / "out")
    assert (done.returncode, (tmp_path / "out").exists()) == (2, False)
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def treebank_file(tmp_path):
    path = tmp_path / "trees.conll"
    path.write_text(TREES)
    return path


def test_a_profile_in_words(text):
    profile = profile_of(parse_treebank(TREES.encode() * 3))
    assert (profile.arcs, profile.sentences, profile.length, profile.once) == (3, 3, 2.0, 3)
    told = " ".join(profile.sentences_in_words)
    assert "strongly non-projective: 50.0 % of its sentences and 20.0 % of its arcs" in told
    assert "obj (100.0 % of them; 100.0 % of all obj)" in told
    assert "arc-standard 80.0 %, arc-standard+head 100.0 %" in told
    projective = parse_treebank(TREES.replace("3\tobj", "2\tobj").encode())
    assert "A projective parser loses nothing" in profile_of(projective).sentences_in_words[1]


def test_the_ladder_is_of_variants_with_projective_twins():
    ladder = {s.name: s for s in strategies()}
    for strategy in ladder.values():
        variant_named(strategy.name)
        if strategy.twin:
            assert not ladder[strategy.twin].twin
            twin = variant_named(strategy.twin)
            assert twin.system.projective
            assert not twin.marks_labels
    assert [s.name for s in strategies(["attardi"])] == ["arc-standard", "attardi"]


def test_what_has_no_twin_is_projective_or_said_to_extend_none():
    ladder = {s.name: s for s in strategies()}
    assert not ladder["biaffine-tagged"].twin
    assert [n for n in ("carreras", "carreras+npa", "biaffine-tagged") if ladder[n].projective] == [
        "carreras"
    ]
    worse = row("b", 700, 100, 0.01, -0.1)
    told = [
        advise([replace(row("a", 800, 100), projective=p), worse])[0].reason for p in (True, False)
    ]
    assert "It is projective: no other strategy" in told[0]
    assert "It extends no projective parser that was tried: no other" in told[1]


def test_a_blend_is_advised_where_it_is_clearly_better():
    for p, purposes in (
        (0.2, ["accuracy", "speed", "both"]),
        (0.01, ["accuracy", "accuracy with one model", "speed", "both"]),
    ):
        blend = replace(row("blend", 820, 1, p, 0.02), trial=None)
        advice = advise([blend, row("a", 800, 100)])
        assert [a.purpose for a in advice] == purposes
        assert [a.strategy.name for a in advice[-3:]] == ["a", "a", "a"]
    assert "82.00 % (80.0 to 84.0), is 2.00 points above that of a" in advice[0].reason


def test_purposes_that_one_strategy_serves_stand_together():
    advice = advise([row("a", 800, 100), row("b", 797, 500, 0.01, -0.003)])
    told = by_strategy(advice)
    assert [(a.purpose, a.strategy.name) for a in told] == [
        ("accuracy", "a"),
        ("speed, and for both", "b"),
    ]
    assert told[1].reason == " ".join(a.reason for a in advice[1:])


def test_a_parser_that_finds_far_more_nonprojective_arcs_is_named():
    best, other = row("a", 800, 100), row("b", 790, 50, 0.01, -0.01)
    arcs = PrecisionRecall(Attachment(6, 10), Attachment(9, 10))
    reasons = [a.reason for a in advise([best, replace(other, nonprojective=arcs)])]
    finds = "It finds the heads of 50.0 % of the non-projective arcs, b 90.0 %."
    assert [finds in reason for reason in reasons] == [True, False, False]
    assert not any("finds" in a.reason for a in advise([best, other]))


def test_a_blend_that_is_not_clearly_better_is_mentioned():
    blend = replace(row("blend of all 3", 801, 1, 0.4, 0.001), trial=None)
    best, *_ = advise([blend, row("a", 800, 100), row("b", 797, 500, 0.01, -0.003)])
    assert best.strategy.name == "a"
    assert "highest LAS of the 2 parsers tried" in best.reason
    assert best.reason.endswith(
        "The blend of all 3 is 0.10 points above it, which is not clear (p = 0.400)."
    )


def test_what_is_said_of_a_best_parser_that_none_or_only_worse_ones_outrun():
    best, slow, fast = row("a", 800, 100), row("b", 780, 50, 0.01, -0.02), row("c", 700, 900, 0, -1)
    both = [advise(rows)[-1].reason for rows in ([best], [best, slow], [best, slow, fast])]
    assert both == [
        "No other was tried.",
        "None is faster.",
        "Every faster one is clearly less accurate.",
    ]


def row(name, correct, speed, p=None, behind=None):
    trial = Trial(10.0, 1000 / speed, 10.0, 1000, 10**8, 10**6)
    arcs = PrecisionRecall(Attachment(1, 2), Attachment(1, 2))
    interval = Interval(correct / 1000 - 0.02, correct / 1000 + 0.02)
    score = Attachment(correct, 1000)
    worse = None if behind is None else Gain("best", behind, interval, p)
    return Assessed(name, "", score, interval, score, arcs, trial, None, worse)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row("a", 800, 100)], ["a", "a", "a"]),
        ([row("a", 800, 100), row("b", 797, 500, 0.01, -0.003)], ["a", "b", "b"]),
        ([row("a", 800, 100), row("b", 790, 500, 0.2, -0.01)], ["a", "b", "b"]),
        ([row("a", 800, 100), row("b", 790, 500, 0.01, -0.01)], ["a", "b", "a"]),
        ([row("a", 800, 100), row("b", 760, 500, 0.01, -0.04)], ["a", "a", "a"]),
    ],
)
def test_advice(rows, expected):
    advice = advise(rows)
    assert [a.purpose for a in advice] == ["accuracy", "speed", "both"]
    assert [a.strategy.name for a in advice] == expected
    slower = [a for a in advice if a.strategy.name != "a" and a.purpose == "both"]
    assert all(" points below that of a (p " in a.reason for a in slower)


def scheduled(tmp_path, monkeypatch, programs, budget, clock, workers=2, ladder=None):
    """The ladder with small programs in place of the trials."""

    def command(schedule, name):
        module = tmp_path / f"{name}.py"
        module.write_text(programs.get(name, WRITES))
        return [sys.executable, module, schedule.files.figures(name)]

    monkeypatch.setattr(Schedule, "_command", command)
    files = Files(tmp_path, "conllx")
    schedule = Schedule(files, 1000, budget, workers, 1, lambda *_: None, clock)
    return schedule.run(ladder or strategies())


def test_what_does_not_fit_is_left_out_and_the_next_is_tried(tmp_path, monkeypatch):
    """Twice as slow as expected: of 1,000 words, only four take more than 16 seconds."""
    tried, missing = scheduled(tmp_path, monkeypatch, {}, 16 / RESERVE, lambda: 0.0)
    slow = "biaffine-tagged", "carreras", "carreras+npa", "carreras+head"
    assert missing == dict.fromkeys(slow, NO_TIME)
    assert tried == [s.name for s in strategies() if s.name not in missing]


def test_a_trial_that_fails_or_does_not_end_is_named(tmp_path, monkeypatch):
    """The clock stands still until the others are over; then a moment is left."""
    programs = {"swap-lazy": "import sys; sys.exit('too much memory')", "attardi": SLEEPS}
    ladder = sorted(strategies(), key=lambda strategy: strategy.name == "attardi")
    done = tmp_path / "trials"
    monkeypatch.setattr(Schedule, "expected", lambda *_: 0.0)
    tried, missing = scheduled(
        *(tmp_path, monkeypatch, programs, 1000.0),
        lambda: 899.8 if len(list(done.glob("*.json"))) == len(ladder) - 2 else 0.0,
        workers=1,
        ladder=ladder,
    )
    assert missing == {"swap-lazy": "too much memory", "attardi": STOPPED}
    assert tried == [s.name for s in ladder if s.name not in programs]


def test_nothing_is_begun_when_the_time_is_over(tmp_path, monkeypatch):
    """Not even where the first, which runs alone, did not end."""
    first, *others = (strategy.name for strategy in strategies())
    found = scheduled(tmp_path, monkeypatch, {first: SLEEPS}, 0.2, monotonic)
    assert found == ([], {first: STOPPED} | dict.fromkeys(others, NO_TIME))


def test_the_commands_repeat_the_run():
    """The texts that a blend reads are named by their format, as a name may say another."""
    request = Request(Path("my text"), None, 60, Path("out"), seed=7, format="conll2009")
    single, blend = (
        SimpleNamespace(name="mst", trial="a trial"),
        SimpleNamespace(trial=None, name="b"),
    )
    found = Recommendation(request, None, "conll2009", 0, [single, blend], {}, [])
    assert found.commands(blend) == [
        "nonproj train --variant mst --seed 7 --format conll2009 'my text' -o mst.npz",
        "nonproj parse --model mst.npz --format conll2009 TEXT -o parsed-mst.conll2009",
        "nonproj blend parsed-mst.conll2009 -o blended.conll2009",
    ]


SLEEPS = "import time; time.sleep(6000)"
WRITES = """
import json, sys
trial = {"training": 0.8, "parsing": 1.0, "elapsed": 0.6, "words": 100, "memory": 1, "size": 1}
open(sys.argv[1], "w").write(json.dumps(trial))
"""

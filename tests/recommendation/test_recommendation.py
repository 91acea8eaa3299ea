"""A recommendation for a small artificial treebank, and its parts."""

import json
import re
import shlex
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic

import numpy as np
import pandas as pd
import pytest

from command_line import TREES, nonproj, program, succeeded
from nonproj.cli.recommendation import _print
from nonproj.costs import Cost
from nonproj.data.conll import parse_treebank, read_treebank, render
from nonproj.parsers.costs import cost_of_training
from nonproj.parsers.families import train, variant_named
from nonproj.parsers.interface import Training
from nonproj.recommendation import recommend, result, trial, trials
from nonproj.recommendation.assessment import advise, assess, headline
from nonproj.recommendation.candidates import CANDIDATES, candidates
from nonproj.recommendation.page import page_of
from nonproj.recommendation.profile import profile_of
from nonproj.recommendation.result import Recommendation, Request
from nonproj.recommendation.trial import Files, Trial
from nonproj.recommendation.trials import NO_TIME, RESERVE, STOPPED, Trials
from nonproj.results.significance.comparison import compare
from nonproj.synthesis import synthesize

GRAMMAR = Path(__file__).parents[2] / "data" / "embedded" / "short-frequent.yaml"
NAMES = ("arc-standard", "arc-standard+head", "swap-lazy")


@pytest.fixture(scope="module")
def text():
    return synthesize(GRAMMAR, 80, 1)


@pytest.fixture(scope="module")
def runs(tmp_path_factory, text):
    """The same request twice, with one and with two strategies at once."""
    folder = tmp_path_factory.mktemp("recommendation")
    (folder / "train.conll").write_bytes(text)
    options = ("--strategies", "arc-standard+head,swap-lazy", "--json")
    found = []
    for threads in (1, 2):
        output = folder / f"of-{threads}"
        done = succeeded(
            *("recommend", folder / "train.conll", *options, "--threads", threads, "-o", output),
            run=program,
        )
        found.append((json.loads(done.stdout), output, done.stderr))
    return found


def without_costs(found):
    """Return all tables less times and memory, and less advice that rests on times."""
    measured = {"training", "speed", "memory"}
    tables = {
        name: [{k: v for k, v in row.items() if k not in measured} for row in found[name]]
        for name in ("strategies", "gains")
    }
    return found | tables | {"advice": found["advice"]["accuracy"]}


def test_a_recommendation_made_again_differs_only_in_measured_costs(runs):
    (first, a, _), (second, b, _) = runs
    assert without_costs(first) == without_costs(second)
    for name in NAMES:
        files = [Files(folder, "conllx") for folder in (a, b)]
        for fold in range(1, 6):
            models = [each.model(f"{name}-{fold}").read_bytes() for each in files]
            assert models[0] == models[1]
        assert files[0].parse(name).read_bytes() == files[1].parse(name).read_bytes()


def rights(gold, parse):
    """Return the words with the right head and label, counted by hand from the text."""
    rows = [
        [line.split("\t") for line in text.decode().splitlines() if line]
        for text in (render(gold), render(parse))
    ]
    return np.array([one[6:8] == other[6:8] for one, other in zip(*rows, strict=True)])


def test_scores_and_differences_equal_those_counted_from_the_kept_parses(runs, tmp_path):
    found, folder, _ = runs[0]
    files = Files(folder, "conllx")
    gold = parse_treebank(files.text("train").read_bytes())
    rows = {row["parser"]: row for row in found["strategies"]}
    assert {*rows} == {*NAMES, "blend of all 3"}
    scores = [row["las"] for row in rows.values()]
    assert scores == sorted(scores, reverse=True)
    ranked = [name for name in rows if name in NAMES]
    blended = tmp_path / "blended.conll"
    assert nonproj("blend", *map(files.parse, ranked), "-o", blended).returncode == 0
    paths = {name: files.parse(name) for name in NAMES} | {"blend of all 3": blended}
    right = {name: rights(gold, parse_treebank(p.read_bytes())) for name, p in paths.items()}
    for name, row in rows.items():
        assert row["las"] == pytest.approx(100 * right[name].mean())
    against = [(rows[name], ranked[0]) for name in ranked[1:]]
    against += [(row, NAMES[0]) for row in found["gains"]]
    for row, other in against:
        points = 100 * (right[row["parser"]].mean() - right[other].mean())
        assert (row["other"], row["points"]) == (other, pytest.approx(points))
        assert row["low"] <= row["points"] <= row["high"]
    assert {row["parser"] for row in found["gains"]} == {*NAMES[1:]}


def test_the_p_of_a_pair_is_corrected_for_all_pairs():
    """One parser with errors, two without: their blend differs from neither.

    Of four pairs, two differ; Holm multiplies the smallest p by four."""
    gold = parse_treebank(TREES.replace("3\tobj", "2\tobj").encode() * 40)
    wrong = parse_treebank(TREES.encode() * 40)
    parses = {"arc-standard": wrong, "swap-lazy": gold, "attardi": gold}
    trial = Trial(1.0, 1.0, 1.0, 200, 10**6, 10**6)
    parsers, gains = assess(gold, parses, dict.fromkeys(parses, trial), 1)
    raw = compare(gold, gold, wrong, metrics=["las"])["las"].bootstrap.p
    assert gains.p.tolist() == pytest.approx([4 * raw, 4 * raw])
    assert gains.significant.all()
    behind = parsers.set_index("parser")
    assert behind.p["arc-standard"] == gains.p[0]
    points = behind.points["arc-standard"], behind.low["arc-standard"], behind.high["arc-standard"]
    assert points == pytest.approx((-gains.points[0], -gains.high[0], -gains.low[0]))
    assert behind.p["attardi"] == 1


def test_each_fifth_of_a_small_treebank_is_parsed_after_learning_from_the_others(runs, text):
    found, folder, _ = runs[0]
    files, whole = Files(folder, "conllx"), parse_treebank(text)
    assert (found["split"], found["dev"], found["tags"]) == ("five folds", None, "given")
    assert files.text("train").read_bytes() == render(whole)
    assert not files.text("dev").exists()
    parsed = parse_treebank(files.parse("swap-lazy").read_bytes())
    for fold in range(5):
        others = whole.select(i for i in range(80) if i % 5 != fold)
        model = train(variant_named("swap-lazy"), others)
        expected = model.parse(whole[fold::5]).treebank
        assert render(parsed[fold::5]) == render(expected)
        model.save(folder / "expected.npz")
        kept = files.model(f"swap-lazy-{fold + 1}").read_bytes()
        assert kept == (folder / "expected.npz").read_bytes()


def test_every_tenth_sentence_of_a_large_treebank_is_held_out(text, monkeypatch):
    whole = parse_treebank(text)
    request = Request(whole, None, 60, Path("out"))
    assert recommend._split(request) == (whole, None)
    monkeypatch.setattr(result, "SMALL_TREEBANK", 80)
    learnt, dev = recommend._split(request)
    assert render(dev) == render(whole.select(range(9, 80, 10)))
    assert learnt.n_sentences == 72
    assert not request.folds


def test_predicted_tags_come_from_taggers_trained_on_other_sentences(text, tmp_path):
    whole, dev = parse_treebank(text)[:60], parse_treebank(text)[60:]
    request = Request(whole, dev, 60, tmp_path, tags="predicted")
    files = Files(tmp_path, "conllx")
    recommend._write_texts(files, request, whole, dev)
    trial.run(files, "arc-standard", 1)
    model = train(variant_named("arc-standard"), whole, Training(tags="predicted"))
    expected = model.parse(dev, tags="predict").treebank
    assert files.parse("arc-standard").read_bytes() == render(expected)
    assert render(expected) != render(train(variant_named("arc-standard"), whole).parse(dev)[0])


def test_the_page_of_a_recommendation_loads_no_file_and_shows_the_advice(runs):
    found, folder, said = runs[0]
    page = (folder / "index.html").read_text()
    assert "http" not in page.replace("http-equiv", "").replace("http://www.w3.org", "")
    for advice in found["advice"].values():
        assert f"<code>{advice['strategy']}</code>" in page
        assert all(command in page for command in advice["commands"])
    assert "pre { white-space: pre-wrap; }" in page  # long commands fit on a phone
    assert page.count("<svg") == page.count("</svg>") == 2
    assert str(folder / "index.html") in said


def test_a_profile_counts_sentences_words_and_annotation():
    profile = dict(profile_of(parse_treebank(TREES.encode() * 3)).itertuples(index=False))
    assert list(profile.values()) == [6, 15, 20.0, 50.0, 2.0, 100.0, 80.0, 100.0, 100.0, 100.0]
    assert [type(value) for value in profile.values()] == [int] * 2 + [float] * 8
    projective = profile_of(parse_treebank(TREES.replace("3\tobj", "2\tobj").encode()))
    assert projective.value.tolist()[2:5] == [0.0, 0.0, None]


@pytest.mark.parametrize("words", [1_000, 20_000])
def test_candidates_follow_their_cheaper_projective_baselines(words):
    """So that with little time no strategy is tried without its baseline."""
    known = list(CANDIDATES)
    for name in known:
        if baseline := variant_named(name).baseline:
            assert known.index(baseline) < known.index(name)
            assert variant_named(baseline).system.projective
            assert not variant_named(baseline).marks_labels
            costs = [cost_of_training(each, words).seconds for each in (baseline, name)]
            assert costs[0] <= costs[1]
    assert candidates(["attardi"]) == ["arc-standard", "attardi"]


def test_the_neural_parser_that_is_tried_suits_the_tags():
    assert {*CANDIDATES} - {*candidates()} == {"biaffine"}
    assert {*CANDIDATES} - {*candidates(tags="predicted")} == {"biaffine-tagged"}
    assert candidates(["biaffine"]) == ["biaffine"]


def row(name, las, p=np.nan, points=np.nan, speed=500):
    blend = name.startswith("blend")
    return {"parser": name, "blend": blend, "las": las, "speed": speed, "points": points, "p": p}


BEST = row("a", 80.0, speed=100)


@pytest.mark.parametrize(
    ("rows", "accuracy", "speed", "both"),
    [
        ([BEST], "a", "a", "a"),
        ([BEST, row("b", 79.7, 0.01, -0.3)], "a", "b", "b"),
        ([BEST, row("b", 79.0, 0.2, -1.0)], "a", "b", "b"),
        ([BEST, row("b", 79.0, 0.01, -1.0)], "a", "b", "a"),
        ([BEST, row("b", 76.0, 0.01, -4.0)], "a", "a", "a"),
        ([row("blend", 82.0, 0.2, 2.0), BEST], "a", "a", "a"),
        ([row("blend", 82.0, 0.01, 2.0), BEST], "blend", "a", "a"),
        ([BEST, row("blend", 79.0, 0.01, -1.0)], "a", "a", "a"),
    ],
)
def test_advice_names_a_parser_for_each_purpose(rows, accuracy, speed, both):
    advice = advise(pd.DataFrame(rows))
    expected = {"accuracy": accuracy, "speed": speed, "both": both}
    if accuracy == "blend":
        expected["accuracy with one model"] = "a"
    assert dict(zip(advice.purpose, advice.parser, strict=True)) == expected


UNDECIDED = (
    "Undecided: take the cheapest parser, {0}. The best parser, {1}, may differ from {0} only by "
    "chance."
)
MST = "mst is the most accurate of the 2 parsers."
ALL = "it needs all of these parsers for each text."
FAR_BEHIND = row("attardi", 70.0, 0.01, -10.0)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([row("mst", 80.0)], "Only mst was tried."),
        ([row("mst", 80.0), FAR_BEHIND], MST),
        (
            [row("carreras+npa", 80.0), row("arc-standard", 79.0, 0.05, -1.0)],
            UNDECIDED.format("arc-standard", "carreras+npa"),
        ),
        (
            [row("swap-lazy", 80.0), row("arc-standard", 79.0, 0.05, -1.0)],
            "Undecided: take swap-lazy. It has the highest LAS, may differ from arc-standard only "
            "by chance, and costs no more to train.",
        ),
        (
            [
                *(row("blend of all 3", 83.0, 0.9, 1.0), row("carreras+npa", 82.0)),
                *(row("swap-lazy", 80.0, 0.3, -2.0), row("arc-standard", 70.0, 0.01, -12.0)),
            ],
            UNDECIDED.format("swap-lazy", "carreras+npa") + " The blend of all 3 is ahead of "
            f"carreras+npa by 1.00 points of LAS, perhaps only by chance; {ALL}",
        ),
        (
            [row("blend of all 2", 81.0, 0.01, 1.0), row("mst", 80.0), FAR_BEHIND],
            f"{MST} The blend of all 2 is better than mst by 1.00 points of LAS; {ALL}",
        ),
        ([row("mst", 80.0), row("blend of all 2", 79.0, 0.01, -1.0), FAR_BEHIND], MST),
    ],
)
def test_the_headline_names_the_parser_to_take(rows, expected):
    assert headline(pd.DataFrame(rows)) == expected


def test_the_time_of_all_trials_is_estimated_from_the_first(tmp_path):
    """The pace is that of the first trial; the longest trial needs its time however many run."""
    planned = Trials(Files(tmp_path, "conllx"), 1000, 60, 2, 1, lambda *_: None, trainings=5)
    planned.pace = 2.0
    names = ["arc-standard", "swap-lazy"]
    each = [2.5 + 2 * 5 * (cost_of_training(name, 1000).seconds - 2.5) for name in names]
    assert planned.time_for(names) == pytest.approx(sum(each) / 2 / RESERVE)
    assert planned.time_for(names[:1]) == pytest.approx(each[0] / RESERVE)


def asked(file, **options):
    """A request for a treebank of two sentences with this name."""
    return Request(parse_treebank(TREES.encode(), file), None, 60, Path("out"), **options)


def recommended(parses, request):
    """Return what comes of parses of a treebank without crossing arcs, which all are equal."""
    gold = parse_treebank(TREES.encode() * 5)
    trial = Trial(1.0, 1.0, 1.0, gold.n_words, 10**6, 10**6)
    costs = dict.fromkeys(parses, trial)
    parsers, gains = assess(gold, dict.fromkeys(parses, gold), costs, 1)
    tables = profile_of(gold), parsers, gains, advise(parsers)
    return Recommendation(request, "conll2009", gold.n_words, *tables, {"x": "<b>no time</b>"})


def test_a_recommendation_gives_commands_and_a_larger_budget():
    """The texts that a blend reads are named by their format, as a name may say another."""
    found = recommended(["mst"], asked("my text", seed=7, format="conll2009"))
    single = [
        "nonproj train --variant mst --seed 7 --format conll2009 'my text' -o mst.npz",
        "nonproj parse --model mst.npz --format conll2009 TEXT -o parsed-mst.conll2009",
    ]
    assert found.commands == single
    blended = replace(found, advice=found.advice.assign(blend=True))
    assert blended.commands == [*single, "nonproj blend parsed-mst.conll2009 -o blended.conll2009"]
    assert found.with_more_time == ""
    late = replace(found, missing={"eisner": NO_TIME, "x": "too much memory", "mst": STOPPED})
    assert late.with_more_time == "A larger budget would also try eisner, mst: --budget 2."
    assert replace(late, seconds=601).with_more_time.endswith("--budget 11.")


OWN = (
    "Scored with the treebank's own UPOS, XPOS, LEMMA, which TEXT in the commands needs, too; for "
    "text without tags, use --tags predicted."
)
PREDICTED = "Scored with predicted tags, as for text without tags."


@pytest.mark.parametrize(("tags", "expected"), [("given", OWN), ("predicted", PREDICTED)])
def test_a_recommendation_names_its_tags_and_its_commands_run_on_such_text(
    tags, expected, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    text = bare(TREES) if tags == "predicted" else TREES
    for name, content in (("train.conll", TREES * 5), ("TEXT", text)):
        (tmp_path / name).write_text(content)
    request = asked("train.conll", format="conllx", tags=tags)
    found = replace(recommended(["arc-standard"], request), format="conllx")
    assert found.with_tags == expected
    page = page_of(found)
    lead = page.index('class="lead"')
    assert lead < page.index(expected.replace("'", "&#39;")) < page.index("<h2>")
    _print(found)
    assert capsys.readouterr().out.splitlines()[:2] == [found.headline, expected]
    for command in found.commands:
        succeeded(*shlex.split(command)[1:])
    assert read_treebank("parsed-arc-standard.conllx", "conllx").n_words == 5


def test_a_treebank_without_tags_is_scored_from_words_alone():
    untagged = replace(asked("t.conll"), train=parse_treebank(bare(TREES).encode(), "t.conll"))
    found = recommended(["mst"], untagged)
    assert found.with_tags == "Scored from words alone, because the treebank has no tags."


def bare(text):
    """The text with `_` in the columns of lemmas and tags."""
    return re.sub(r"(?m)^(\d+\t[^\t]+)(\t[^\t]+){4}", r"\1" + 4 * "\t_", text)


PARSERS = ["mst", "eisner", "arc-standard"]


def test_the_page_of_a_recommendation_is_reproducible_and_escapes_names():
    found = recommended(PARSERS, asked("<b>.conll", name="<b>mine</b>"))
    assert page_of(found) == page_of(found)
    assert "<b>" not in page_of(found)
    assert "&lt;b&gt;mine" in page_of(found)


def test_the_page_of_a_recommendation_throws_no_error_in_a_browser(open_page):
    _, console = open_page(page_of(recommended(PARSERS, asked("text.conll"))))
    assert console == []


def scheduled(tmp_path, monkeypatch, programs, budget, clock, workers=2, names=()):
    """Run small programs in place of trials."""

    def start(command, **streams):
        name = command[4]
        module = tmp_path / f"{name}.py"
        module.write_text(programs.get(name, WRITES))
        return subprocess.Popen([sys.executable, module, files.costs(name)], **streams)

    monkeypatch.setattr(trials, "Popen", start)
    monkeypatch.setattr(trials, "monotonic", clock)
    files = Files(tmp_path, "conllx")
    running = Trials(files, 1000, budget, workers, 1, lambda *_: None)
    return running.run(names or candidates()), running.missing


def test_parsers_that_exceed_the_budget_are_skipped_for_cheaper_ones(tmp_path, monkeypatch):
    """Twice as slow as expected: of 1,000 words, only four take more than 16 seconds."""
    tried, missing = scheduled(tmp_path, monkeypatch, {}, 16 / RESERVE, lambda: 0.0)
    slow = "biaffine-tagged", "carreras", "carreras+npa", "carreras+head"
    assert missing == dict.fromkeys(slow, NO_TIME)
    assert tried == [name for name in candidates() if name not in missing]


def test_a_trial_that_fails_or_does_not_end_leaves_the_others_untouched(tmp_path, monkeypatch):
    """The clock stands still until the others are over; then a moment is left."""
    programs = {"swap-lazy": "import sys; sys.exit('too much memory')", "attardi": SLEEPS}
    programs["eisner"] = "import os; os.kill(os.getpid(), 9)"
    names = sorted(candidates(), key=lambda name: name == "attardi")
    monkeypatch.setattr(trials, "STARTING", Cost(0, 0))
    monkeypatch.setattr(trials, "cost_of_training", lambda *_: Cost(1, 0))
    done = tmp_path / "trials"
    tried, missing = scheduled(
        *(tmp_path, monkeypatch, programs, 1e6 / RESERVE),
        lambda: 1e6 - 0.8 if len(list(done.glob("*.json"))) == len(names) - 3 else 0.0,
        workers=1,
        names=names,
    )
    assert missing == {
        "swap-lazy": "too much memory",
        "eisner": "ended with status -9",
        "attardi": STOPPED,
    }
    assert tried == [name for name in names if name not in programs]


def test_no_trial_begins_when_the_time_is_over(tmp_path, monkeypatch):
    """Not even where the first, which runs alone, did not end."""
    first, *others = candidates()
    found = scheduled(tmp_path, monkeypatch, {first: SLEEPS}, 0.2, monotonic)
    assert found == ([], {first: STOPPED} | dict.fromkeys(others, NO_TIME))


SLEEPS = "import time; time.sleep(6000)"
WRITES = """
import json, sys
trial = {"training": 0.8, "parsing": 1.0, "elapsed": 0.6, "words": 100, "memory": 1, "size": 1}
open(sys.argv[1], "w").write(json.dumps(trial))
"""

"""What trainings are expected to take, next to what they took in the committed reports."""

import csv
import re

import pytest

from committed import ACCELERATED, RESULTS
from nonproj.evaluation.values import Key, read_values
from nonproj.experiments.planning.costs import cost_of_job, with_headroom
from nonproj.experiments.study.names import is_neural
from nonproj.parsers.neural.settings import settings_of
from nonproj.parsers.training_costs import USUAL_LENGTH, Size, cost_of_training, costs

TRAINING = re.compile(r"train/(?P<treebank>.+)-(?P<training>train|sets\d|cv\d)-\d+-(?P<variant>.+)")
SLACK = 2.5  # MaxEnt takes more memory the more labels there are, which no cost knows
COMPILING = 1000  # megabytes more that the first job takes, which compiles its kernels


@pytest.fixture(scope="module")
def measured():
    """Of every training in a committed report, the megabytes that are expected and were taken."""
    found = {}
    for report in RESULTS:
        values = read_values(report / "measurements.csv")
        with open(report / "timings.tsv", encoding="utf-8", newline="") as lines:
            rows = list(csv.DictReader(lines, delimiter="\t"))
        for job, taken in ((TRAINING.fullmatch(row["job"]), row["megabytes"]) for row in rows):
            if job and not (report.name == ACCELERATED and is_neural(job["variant"])):
                size = size_of(values, job["treebank"])
                expected = cost_of_job(job["variant"], size, job["training"])
                found[job[0]] = expected.megabytes, float(taken)
    return found


def size_of(values, treebank):
    counts = (Key(treebank, "train", "gold", metric=name) for name in ("n-tokens", "n-sentences"))
    return Size(*(values.find(key).numerator for key in counts))


def test_jobs_ask_for_the_memory_that_they_take(measured):
    assert len(measured) > 40
    for job, (expected, taken) in measured.items():
        assert with_headroom(expected, 2000) > 1.2 * taken, job


def test_jobs_do_not_ask_for_memory_that_nothing_takes(measured):
    for job, (expected, taken) in measured.items():
        assert taken / SLACK - COMPILING < expected < SLACK * taken, job


def test_costs_grow_with_words_length_and_share():
    short, long = Size(10000, 1000), Size(10000, 500)
    assert cost_of_training("mst", long).seconds > cost_of_training("mst", short).seconds
    half = cost_of_job("mst", short, "sets4").seconds
    assert half < cost_of_job("mst", short, "cv3").seconds
    assert cost_of_training("arc-eager", long) == cost_of_training("arc-eager", short)


def test_small_networks_take_two_minutes_for_20000_words():
    """As config.yaml says of them; other parsers have no size."""
    size = Size(20000, 1000)
    small, paper = (cost_of_job("1ec", size, "train", networks) for networks in ("small", "paper"))
    assert small.seconds == pytest.approx(120, abs=10)
    assert paper.seconds > 20 * small.seconds
    assert cost_of_job("mst", size, "train", "small") == cost_of_job("mst", size, "train")


def test_a_committee_costs_what_its_members_do():
    size = Size(100_000, 5000)
    learners = "svm2", "svm1", "maxent", "mbl"
    members = [cost_of_training(f"arc-eager+head@{name}", size) for name in learners]
    cost = cost_of_training("arc-eager+head@tl-acc", size)
    assert cost.seconds == pytest.approx(sum(member.seconds for member in members))
    assert cost.megabytes == max(member.megabytes for member in members)


def test_small_treebanks_cost_the_passes_over_them():
    """Seconds for a word and pass are the same at all sizes."""
    seconds = []
    for words in (5_000, 20_166, 35_024, 100_000):
        size = Size(words, words / USUAL_LENGTH)
        cost = cost_of_training("biaffine-tagged", size).seconds - costs().starting.seconds
        seconds.append(cost / words / settings_of("biaffine", "paper").for_words(words).epochs)
    assert seconds == pytest.approx([seconds[0]] * len(seconds), rel=0.02)

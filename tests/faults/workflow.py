"""Kills, damaged files and odd names, met by the workflow on a small suite."""

import os
import random
import shutil
import subprocess
import time

import pytest

from small_project import copied, kill, report, started

KILLS = 3
TOMORROW = 24 * 3600


def finish(project, *options):
    """The exit status of a run and what it says."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = started(project, "--cores", "1", *options, **streams)
    said = process.communicate()[0]
    return process.returncode, said


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A project that was run without faults, and the seconds that it took."""
    project = copied(tmp_path_factory.mktemp("workflow") / "right")
    begin = time.monotonic()
    status, said = finish(project)
    assert status == 0, said
    return project, time.monotonic() - begin


@pytest.fixture
def again(finished, tmp_path):
    """again(name) -> a copy of the finished project, with its files and their times."""

    def again(name):
        return shutil.copytree(finished[0], tmp_path / name)

    return again


def test_killed_runs_of_the_workflow_end_in_the_same_report(finished, tmp_path):
    right, seconds = finished
    project = copied(tmp_path / "killed")
    for number in range(KILLS):
        process = started(project, "--cores", "1", stderr=subprocess.DEVNULL)
        time.sleep(random.Random(number).uniform(0.2, 0.9) * seconds)
        kill(process, project)
    assert finish(project)[0] == 0
    assert report(project) == report(right)


def test_neural_training_goes_on_after_a_kill(tmp_path):
    """From the last epoch that was written down, to the model of an undisturbed run."""
    options = {"level": "core", "study": "gomez-rodriguez-2018", "neural": "small"}
    right, killed = (copied(tmp_path / name, **options) for name in ("right", "killed"))
    work, parser = "data/work/short-frequent", "mst-neural"

    def checkpoints():
        return [*killed.glob(f"{work}/**/{parser}/checkpoint-*.npz")]

    process = started(killed, "--cores", "1", stderr=subprocess.DEVNULL)
    while not checkpoints():
        assert process.poll() is None, "trained without a checkpoint"
        time.sleep(0.1)
    kill(process, killed)
    for project in (right, killed):
        status, said = finish(project)
        assert status == 0, said
    logs = [next(p.glob(f"data/work/logs/train/*{parser}.log")) for p in (right, killed)]
    assert ["epoch 1:" in log.read_text() for log in logs] == [True, False]
    models = [next(p.glob(f"{work}/**/{parser}/model.npz")) for p in (right, killed)]
    assert models[0].read_bytes() == models[1].read_bytes()
    assert report(killed) == report(right)
    assert not checkpoints()


def test_the_workflow_takes_odd_paths_and_refuses_braces_in_paths(finished, tmp_path):
    """Braces stand for wildcards in texts of the workflow, not in values of a configuration."""
    project = copied(tmp_path / "a b")
    config = (project / "small.yaml").read_text()
    config = config.replace("One language", "One {language} $(touch x)")
    config = config.replace("[short-frequent]", "[mine]")
    gold = finished[0] / "data" / "work" / "short-frequent"
    for split in ("train", "dev", "test"):
        shutil.copy(gold / f"{split}.conll", project / f"own $x {split}.conll")

    def run(pattern):
        files = ", ".join(f'{s}: "{pattern.format(s)}"' for s in ("train", "dev", "test"))
        more = f'treebanks:\n  mine: {{{files}}}\nmirror: "/x/{{y}}"\n'
        (project / "small.yaml").write_text(config + more)
        return finish(project)

    status, said = run("own {{x}} {}.conll")
    assert status
    assert "treebanks.mine: 'own {x} train.conll': braces stand for wildcards; use a link" in said
    status, said = run("own $x {}.conll")
    assert status == 0, said
    assert "One {language} $(touch x)" in (project / "reports/small/index.html").read_text()
    assert (project / "data/work/mine/dev.conll").read_bytes() == (gold / "dev.conll").read_bytes()


def test_the_workflow_makes_a_removed_file_again_and_names_a_damaged_one(again, finished):
    project = again("damaged")
    measures = project / "data/work/short-frequent/statistics.csv"
    measures.write_bytes(measures.read_bytes()[:1000])
    (project / "reports/small/claims.csv").unlink()
    status, said = finish(project)
    if status:
        assert "statistics.csv" in said
        measures.unlink()
        assert finish(project)[0] == 0
    assert report(project) == report(finished[0])


def test_files_from_the_future_do_not_change_the_report(again, finished):
    project = again("tomorrow")
    for path in (project / "data/work").rglob("*.conll"):
        os.utime(path, (time.time() + TOMORROW,) * 2)
    (project / "reports/small/index.html").unlink()
    assert finish(project)[0] == 0
    assert report(project) == report(finished[0])


def test_the_workflow_names_a_report_folder_that_cannot_be_written(again, tmp_path):
    project = again("readonly")
    shutil.rmtree(project / "reports")
    (project / "reports").mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", project / "reports"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"cannot mount a file system: {done.stderr.strip()}")
    try:
        status, said = finish(project)
    finally:
        subprocess.run(["umount", project / "reports"], check=True)
    assert status
    assert "Read-only file system" in said
    assert finish(project)[0] == 0

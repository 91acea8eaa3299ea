"""Kills, full disks, folders that nobody may write to and odd names, met by single commands."""

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time

import psutil
import pytest

from command_line import TREES
from samples.conll import CONLLX

KILLS = 30
COMMANDS = {
    "trees.conll": ("projectivize", "--encoding", "head", "many.conll"),
    "model.npz": ("train", "--variant", "arc-standard+head", "few.conll"),
}


def started(folder, *arguments, environment=(), **options):
    return subprocess.Popen(
        [sys.executable, "-m", "nonproj", *map(str, arguments)],
        cwd=folder,
        env=os.environ | dict(environment),
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )


def run(folder, *arguments, **options):
    """The exit status of a command and what it says."""
    process = started(folder, *arguments, **options)
    said = process.communicate()[1]
    assert "Traceback" not in said
    return process.returncode, said


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("commands")
    (folder / "many.conll").write_text(TREES * 4_000)
    (folder / "few.conll").write_text(CONLLX * 100)
    (folder / "crossing.conll").write_text(TREES * 300)
    return folder


@pytest.fixture(scope="module")
def expected(folder):
    """The right bytes of each output, and the seconds that they take."""
    found = {}
    for name, arguments in COMMANDS.items():
        run(folder, *arguments, "-o", f"warm-{name}")  # compiles
        begin = time.monotonic()
        assert run(folder, *arguments, "-o", name)[0] == 0
        found[name] = (folder / name).read_bytes(), time.monotonic() - begin
    return found


@pytest.mark.parametrize("number", range(KILLS))
def test_a_killed_command_leaves_the_old_file_or_the_new_one(folder, expected, number):
    name = list(COMMANDS)[number % len(COMMANDS)]
    right, seconds = expected[name]
    output = folder / f"{number}-{name}"
    output.write_bytes(b"old")
    process = started(folder, *COMMANDS[name], "-o", output)
    time.sleep(random.Random(number).uniform(0, 1.1 * seconds))
    process.kill()
    process.communicate()
    assert output.read_bytes() in (b"old", right)
    assert run(folder, *COMMANDS[name], "-o", output)[0] == 0
    assert output.read_bytes() == right


@pytest.mark.parametrize("begun", [1, 2])
@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)]
)
def test_an_interrupted_recommendation_leaves_no_trial_and_no_folder(
    folder, tmp_path, number, status, begun
):
    """The first trial runs alone, then two at once."""
    output = tmp_path / "out"
    options = ("--strategies", "arc-standard+head,swap-lazy", "-o", output)
    process = started(folder, "recommend", "crossing.conll", *options)
    while len(list(output.glob("trials/*.log"))) < begun:
        assert process.poll() is None
        time.sleep(0.01)
    trials = psutil.Process(process.pid).children(recursive=True)
    process.send_signal(number)
    said = process.communicate()[1]
    assert (process.returncode, "Traceback" in said) == (status, False)
    assert not any(trial.is_running() for trial in trials)
    assert list(tmp_path.iterdir()) == []


def test_a_command_names_an_output_that_exceeds_the_size_limit(folder):
    def limited():
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    arguments = COMMANDS["trees.conll"]
    found = run(folder, *arguments, "-o", "cut.conll", preexec_fn=limited)
    assert found == (2, "nonproj: cut.conll: File too large\n")
    assert not list(folder.glob("*cut.conll*"))


@pytest.fixture
def small_disk(tmp_path):
    """small_disk(options) -> a file system of 64 kB mounted with these options."""
    disks = []

    def mount(options):
        disk = tmp_path / f"disk{len(disks)}"
        disk.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", f"size=64k,{options}", "tmpfs", disk]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"cannot mount a file system: {done.stderr.strip()}")
        disks.append(disk)
        return disk

    yield mount
    for disk in disks:
        subprocess.run(["umount", disk], check=True)


@pytest.mark.parametrize(
    ("options", "said"),
    [("rw", "No space left on device"), ("ro", "no permission to write to {}")],
)
def test_a_command_names_a_full_or_read_only_disk_and_leaves_no_file(
    folder, small_disk, options, said
):
    output = small_disk(options) / "out.conll"
    found = run(folder, *COMMANDS["trees.conll"], "-o", output)
    assert found == (2, f"nonproj: {output}: {said.format(output.parent)}\n")
    assert list(output.parent.iterdir()) == []


def test_a_command_names_the_full_disk_of_compiled_kernels(folder, small_disk):
    kernels = small_disk("rw")
    environment = {"NUMBA_CACHE_DIR": str(kernels)}
    arguments = (*COMMANDS["trees.conll"], "-o", "free.conll")
    status, said = run(folder, *arguments, environment=environment)
    assert status == 2
    assert f"{kernels}: compiled kernels cannot be read or saved (OSError(28, 'No space" in said
    assert said.endswith("; delete this folder, or set NUMBA_CACHE_DIR to a different one\n")
    assert not (folder / "free.conll").exists()


@pytest.fixture(scope="module")
def kernels(folder):
    """The kernels of a command in a folder of their own."""
    place = folder / "kernels"
    run(folder, *COMMANDS["trees.conll"], "-o", "x", environment={"NUMBA_CACHE_DIR": str(place)})
    return place


@pytest.mark.parametrize("damage", [lambda data: data[: len(data) // 2], lambda data: b""])
@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
def test_a_command_names_the_folder_of_damaged_kernels(folder, kernels, tmp_path, damage, suffix):
    place = shutil.copytree(kernels, tmp_path / "kernels")
    files = list(place.rglob(f"*{suffix}"))
    assert len(files) > 4
    for path in files:
        path.write_bytes(damage(path.read_bytes()))
    environment = {"NUMBA_CACHE_DIR": str(place)}
    arguments = (*COMMANDS["trees.conll"], "-o", "damaged.conll")
    status, said = run(folder, *arguments, environment=environment)
    assert (status, said.count("\n")) == (2, 1)
    assert said.startswith(f"nonproj: {place}: compiled kernels cannot be read or saved (")
    assert not (folder / "damaged.conll").exists()


@pytest.mark.parametrize("name", ["a b.conll", "{x}.conll", "$(touch x) `y`.conll", "a\nb.conll"])
def test_files_with_odd_names_are_read_and_written(tmp_path, name):
    folder = tmp_path / name.removesuffix(".conll")
    folder.mkdir()
    (folder / name).write_text(TREES)
    arguments = ("projectivize", "--encoding", "head", "-o", folder / f"out {name}")
    assert run(tmp_path, *arguments, folder / name) == (0, "nonproj: 1 of 5 arcs lifted\n")
    assert (folder / f"out {name}").stat().st_size > 100
    status, said = run(tmp_path, *arguments, folder / f"missing {name}")
    assert (status, said.count("\n")) == (2, 1)
    assert "No such file" in said
    assert sorted(path.name for path in folder.iterdir()) == sorted([name, f"out {name}"])

"""Check for hours what the tests check in seconds: kills, the same bytes everywhere, large files.

    python -m tests.endurance kill-training --rounds 20
    python -m tests.endurance kill-workflow --rounds 20
    python -m tests.endurance same-bytes
    python -m tests.endurance size --words 1000000 arc-standard+head eisner
    python -m tests.endurance epoch --words 1000000 biaffine

Each ends with a line of what it found, and with status 1 where something differed."""

import argparse
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import mkdtemp

from tests.small_project import ROOT, copied, kill, report, started

from nonproj.synthesis import synthesize

NONPROJ = [sys.executable, "-m", "nonproj"]
NEURAL = ("biaffine", "mst-neural", "mh3", "mh4-hybrid", "1ec", "mh3-greedy-neural")
# Everything that a run may differ in: threads, hashes of strings, language, time zone.
SURROUNDINGS = {
    "one thread": ({}, 1),
    "two threads": ({}, 2),
    "other hashes": ({"PYTHONHASHSEED": "4711"}, 1),
    "locale C": ({"LC_ALL": "C", "LANG": "C"}, 1),
    "other zone": ({"TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"}, 1),
}


def main() -> None:
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("check", choices=CHECKS)
    parser.add_argument("variants", nargs="*", help="of same-bytes and size")
    parser.add_argument("--rounds", type=int, default=20, help="kills")
    parser.add_argument("--words", type=int, default=1_000_000, help="of the largest file")
    options = parser.parse_intermixed_args()
    folder = Path(mkdtemp(prefix="nonproj-endurance-")).resolve()
    print(f"{options.check}: in {folder}", flush=True)
    sys.exit(CHECKS[options.check](folder, options))


def kill_training(folder: Path, options: argparse.Namespace) -> bool:
    """Kill a neural training at random moments; what it ends with is the undisturbed model."""
    train = synthesized(folder, "train", 40)
    dev = synthesized(folder, "dev", 20)
    command = [*NONPROJ, "train", "--variant", "mst-neural", train, "--dev", dev, "--checkpoint"]
    begin = time.monotonic()
    subprocess.run([*command, "right.checkpoint", "-o", "right.npz"], cwd=folder, check=True)
    seconds, right = time.monotonic() - begin, (folder / "right.npz").read_bytes()
    killed = wrong = finished = 0
    draw, output = random.Random(1), folder / "killed.npz"
    while killed < options.rounds or not output.exists():
        begin = time.monotonic()
        process = subprocess.Popen([*command, "killed.checkpoint", "-o", output], cwd=folder)
        try:
            process.wait(draw.uniform(0.1, 0.9) * seconds if killed < options.rounds else None)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            killed += 1
        if output.exists():
            finished += 1
            seconds = min(seconds, time.monotonic() - begin)
            wrong += output.read_bytes() != right
            if killed < options.rounds:
                output.unlink()
    print(f"kill-training: {killed} kills, {finished} models, {wrong} other than undisturbed")
    return wrong > 0


def kill_workflow(folder: Path, options: argparse.Namespace) -> bool:
    """Kill the default suite at random moments; its report is that of an undisturbed run."""
    right, killed = (copied(folder / name) for name in ("right", "killed"))
    for project in (right, killed):
        (project / "small.yaml").write_text("suite: embedded\n")
    seconds = make(right, None)
    draw = random.Random(1)
    for number in range(options.rounds):
        make(killed, draw.uniform(0.02, 2.4 / options.rounds) * seconds)
        print(f"kill {number + 1}", flush=True)
    make(killed, None)
    wrong = report(killed) != report(right)
    files = len(report(right))
    print(f"kill-workflow: {options.rounds} kills, {files} files, {'not ' * wrong}the same")
    return wrong


def make(project: Path, end: float | None) -> float:
    """Run the default suite to its end, or kill it; return the seconds it took."""
    begin = time.monotonic()
    process = started(project, "--cores", "2", "--quiet", "all")
    try:
        assert process.wait(end) == 0, "the workflow failed"
    except subprocess.TimeoutExpired:
        kill(process, project)
    return time.monotonic() - begin


def same_bytes(folder: Path, options: argparse.Namespace) -> bool:
    """Train and parse in all surroundings; models and parses have the same bytes."""
    train, dev = synthesized(folder, "train", 60), synthesized(folder, "dev", 20)
    wrong = 0
    for variant in options.variants or NEURAL:
        made = {}
        for name, (environment, threads) in SURROUNDINGS.items():
            place = folder / f"{variant} {name}"
            place.mkdir()
            for command in (
                ["train", "--variant", variant, train, "--dev", dev, "-o", "model.npz"],
                ["parse", "--model", "model.npz", dev, "-o", "parse.conllu"],
            ):
                command += ["--threads", str(threads)]
                there = {"cwd": place, "env": os.environ | environment}
                subprocess.run([*NONPROJ, *command], check=True, **there)
            made[name] = [(place / file).read_bytes() for file in ("model.npz", "parse.conllu")]
        different = [name for name in made if made[name] != made["one thread"]]
        wrong += len(different)
        print(f"same-bytes: {variant}: {', '.join(different) or 'no'} difference", flush=True)
    return wrong > 0


def size(folder: Path, options: argparse.Namespace) -> bool:
    """Train on and parse files of growing size; print processor seconds and peak memory."""
    print("variant\twords\ttraining s\ttraining MB\tparsing s\tparsing MB")
    model, parse = folder / "model.npz", folder / "parse.conllu"
    for variant in options.variants or ("arc-standard+head", "eisner"):
        for text in texts(folder, options.words):
            training = used("train", "--variant", variant, text, "-o", model)
            parsing = used("parse", "--model", model, text, "-o", parse)
            print(variant, words_of(text), *training, *parsing, sep="\t", flush=True)
    return False


def epoch(folder: Path, options: argparse.Namespace) -> bool:
    """Print what the first pass of a neural training takes on files of growing size, and parsing.

    The parser of all files is the one that learned from the smallest to the end."""
    print("variant\twords\tpass s\tpass MB\tparsing s\tparsing MB")
    dev = synthesized(folder, "dev", 50)
    for variant in options.variants or ("biaffine",):
        model = folder / "model.npz"
        for text in texts(folder, options.words):
            train = ["train", "--variant", variant, text, "--dev", dev, "-o", model]
            if not model.exists():
                used(*train)
            first = used(*train, until="epoch 1:")
            parsing = used("parse", "--model", model, text, "-o", folder / "parse.conllu")
            print(variant, words_of(text), *first, *parsing, sep="\t", flush=True)
    return False


def texts(folder: Path, largest: int) -> Iterator[Path]:
    """Yield files of growing size, the last with so many words."""
    for words in (largest // 100, largest // 10, largest):
        yield synthesized(folder, str(words), words // 15)


def used(*arguments: object, until: str = "") -> tuple[str, str]:
    """Return the processor seconds and the peak megabytes of a command, or until it says this."""
    command = [*NONPROJ, *map(str, arguments)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    said = next((line for line in process.stderr if until and until in line), "")
    if said:
        process.kill()
    _, status, usage = os.wait4(process.pid, 0)
    assert said if until else status == 0, arguments
    return f"{usage.ru_utime + usage.ru_stime:.0f}", f"{usage.ru_maxrss / 1024:.0f}"


def synthesized(folder: Path, name: str, sentences: int) -> Path:
    """Return a file of an artificial language."""
    output, grammar = folder / f"{name}.conllu", ROOT / "data/embedded/short-frequent.yaml"
    output.write_bytes(synthesize(grammar, sentences, len(name) + sentences))
    return output


def words_of(text: Path) -> int:
    with open(text, encoding="utf-8") as lines:
        return sum(line[0].isdigit() for line in lines)


CHECKS = {
    each.__name__.replace("_", "-"): each
    for each in (kill_training, kill_workflow, same_bytes, size, epoch)
}

if __name__ == "__main__":
    main()

"""Run cases of a target in processes of their own, so that a crash of one is counted, too.

python -m tests.fuzz models --cases 100000 [--first 0]"""

import argparse
import os
import subprocess
import sys
import time
import traceback
from collections import Counter
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

TARGETS = (
    *("readers", "perseus", "labels", "blending"),
    *("configuration", "yaml", "checkpoints", "models"),
)
CHUNK = 5000  # cases of a process
HANG = 120  # seconds that no case may take, compilation included
sys.path.insert(0, str(Path(__file__).parent.parent))


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("target", choices=TARGETS)
    options.add_argument("--cases", type=int, default=2000)
    options.add_argument("--first", type=int, default=0)
    options.add_argument("--journal", type=Path, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.journal:
        work(given.target, given.first, given.cases, given.journal)
    elif not all_sound(given.target, given.first, given.cases):
        sys.exit(1)


def work(target: str, first: int, cases: int, journal: Path) -> None:
    """Run cases one after another; the journal has a line for the beginning and end of each."""
    module, shown = import_module(f"fuzz.{target}"), Counter()
    module.prepare()
    with open(journal, "w") as lines:
        for number in range(first, first + cases):
            print(number, end=" ", file=lines, flush=True)
            try:
                print(module.run_case(number), file=lines, flush=True)
            except Exception as error:
                print("traceback", file=lines, flush=True)
                place = str(traceback.extract_tb(error.__traceback__)[-1])
                shown[place] += 1
                if shown[place] == 1:
                    print(f"case {number}:\n{traceback.format_exc()}", flush=True)


def all_sound(target: str, first: int, cases: int) -> bool:
    counts: Counter[str] = Counter()
    begin, end = first, first + cases
    with TemporaryDirectory() as folder:
        while begin < end:
            outcomes = chunk(target, begin, min(CHUNK, end - begin), Path(folder, "journal"))
            counts.update(outcomes)
            begin += len(outcomes)
            print(f"{target}: {begin - first} cases: {dict(counts)}", flush=True)
    return not counts.keys() - {"refused", "accepted"}


def chunk(target: str, first: int, cases: int, journal: Path) -> list[str]:
    """The outcome of each case, up to the first that ends its process."""
    journal.write_text("")
    command = [sys.executable, "-m", "tests.fuzz", target, "--journal", str(journal)]
    process = subprocess.Popen([*command, "--first", str(first), "--cases", str(cases)])
    seen, since = "", time.monotonic()
    while process.poll() is None:
        time.sleep(0.5)
        now = journal.read_text()[-40:]
        if now != seen:
            seen, since = now, time.monotonic()
        elif now and time.monotonic() - since > HANG:
            process.kill()
            process.wait()
    outcomes = [line.split()[-1] for line in journal.read_text().splitlines()]
    if len(outcomes) == cases and process.returncode == 0:
        return outcomes
    outcomes[-1:] = [f"crash {process.returncode}"]
    print(f"case {first + len(outcomes) - 1}: ended its process ({process.returncode})", flush=True)
    return outcomes


if __name__ == "__main__":
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    main()

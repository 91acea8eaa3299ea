"""Trials of as many parsers as time allows, several at once, each in its own process.

ProcessPoolExecutor is unsuitable, because it fails as a whole if one worker is killed, and it
cannot stop a worker that has run out of time."""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from subprocess import Popen, TimeoutExpired
from threading import Lock
from time import monotonic

from nonproj.parsers.costs import STARTING, cost_of_training
from nonproj.recommendation.trial import Files

RESERVE = 0.9  # the share of time for trials; the rest is for tests and the page
NO_TIME, STOPPED = "no time left", "stopped because time ran out"


@dataclass
class Trials:
    """Trials in the order of the candidates; a trial that would take too long is skipped.

    Threads start the processes and wait for them. A signal interrupts only the main thread, which
    then kills all processes in `running`."""

    files: Files
    words: int  # words in the training treebank
    budget: float  # seconds
    workers: int
    seed: int
    tell: Callable[[str, str], None]  # called with a parser and the outcome of its trial
    trainings: int = 1  # trainings of each parser
    pace: float = field(default=1.0, init=False)  # measured seconds per expected second
    missing: dict[str, str] = field(default_factory=dict, init=False)  # reasons by parser
    running: list[Popen] = field(default_factory=list, init=False)
    ending: bool = field(default=False, init=False)
    lock: Lock = field(default_factory=Lock, init=False)

    def run(self, names: Sequence[str]) -> list[str]:
        """Try the first parser alone to time the machine, then the rest; return all those tried."""
        for folder in ("models", "parses", "trials"):
            (self.files.folder / folder).mkdir(parents=True, exist_ok=True)
        end = monotonic() + RESERVE * self.budget
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                pool.submit(self._try, names[0], end).result()
                self.pace = self._measured(names[0])
                list(pool.map(lambda name: self._try(name, end, self.pace), names[1:]))
            finally:
                self._end_trials()
        return [name for name in names if name not in self.missing]

    def time_for(self, names: Sequence[str]) -> float:
        """Estimate the budget, in seconds, for trying all these parsers."""
        each = [STARTING.seconds + self.pace * self._expected(name) for name in names]
        return max(sum(each) / self.workers, *each) / RESERVE

    def _measured(self, name: str) -> float:
        """Return the ratio of measured to expected training time."""
        if name in self.missing:
            return 1.0
        return max(0.1, self.files.read_trial(name).elapsed / self._expected(name))

    def _expected(self, name: str) -> float:
        return self.trainings * (cost_of_training(name, self.words).seconds - STARTING.seconds)

    def _try(self, name: str, end: float, pace: float | None = None) -> None:
        """Run a trial until it ends or time runs out; without a `pace`, always start the trial."""
        begun = monotonic()
        if pace and begun + STARTING.seconds + pace * self._expected(name) > end:
            return self._report(name, NO_TIME, missing=True)
        module = "nonproj.recommendation.trial"
        arguments = (str(self.files.folder), name, self.files.format, str(self.seed))
        with self.lock, self.files.log(name).open("wb") as log:
            if self.ending:
                return
            trial = Popen([sys.executable, "-m", module, *arguments], stdout=log, stderr=log)
            self.running.append(trial)
        with suppress(TimeoutExpired):
            trial.wait(max(0.0, end - begun))
        status = trial.returncode
        trial.kill()  # has no effect if the process has ended
        trial.wait()
        if self.files.costs(name).is_file():  # the last file that a trial writes
            self._report(name, f"tried in {monotonic() - begun:.0f} s")
        elif status is None:
            self._report(name, STOPPED, missing=True)
        else:
            said = self.files.log(name).read_text(errors="replace").strip().splitlines()
            self._report(name, said[-1] if said else f"ended with status {status}", missing=True)

    def _report(self, name: str, outcome: str, missing: bool = False) -> None:
        with self.lock:
            if missing:
                self.missing[name] = outcome
            if not self.ending:
                self.tell(name, outcome)

    def _end_trials(self) -> None:
        with self.lock:
            self.ending = True
            for trial in self.running:
                trial.kill()  # has no effect if the process has ended

"""As many strategies as fit into the time, several at once, each with one thread."""

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from subprocess import Popen, TimeoutExpired
from threading import Lock
from time import monotonic

from nonproj.parsers.costs import STARTING, cost_of_training
from nonproj.recommendation.ladder import Strategy
from nonproj.recommendation.trial import Files

RESERVE = 0.9  # of the time is for trials, the rest for tests and the page
NO_TIME, STOPPED = "no time left", "stopped, as the time was over"

Tell = Callable[[str, str], None]  # a strategy and what became of it


@dataclass
class Schedule:
    """The trials of a ladder in its order; one that does not fit makes room for the next.

    The first strategy shows the pace of this machine, then as many run at once as there are
    workers. Threads start the processes and wait for them: a signal, which interrupts the main
    thread only, finds every process in the list and ends it."""

    files: Files
    words: int  # of the training treebank
    budget: float  # seconds
    workers: int
    seed: int
    tell: Tell
    clock: Callable[[], float] = monotonic
    pace: float = field(default=1.0, init=False)  # how much slower than expected this machine is
    missing: dict[str, str] = field(default_factory=dict, init=False)  # why they were not tried
    running: list[Popen] = field(default_factory=list, init=False)
    ending: bool = field(default=False, init=False)
    lock: Lock = field(default_factory=Lock, init=False)

    def run(self, ladder: Sequence[Strategy]) -> tuple[list[str], dict[str, str]]:
        """Return the strategies that were tried, in the order of the ladder, and why others not."""
        for folder in ("models", "parses", "trials"):
            (self.files.folder / folder).mkdir(parents=True, exist_ok=True)
        end = self.clock() + RESERVE * self.budget
        first, *others = ladder
        with ThreadPoolExecutor(self.workers) as pool:
            try:
                pool.submit(self._try, first.name, end).result()
                if first.name not in self.missing:
                    elapsed = self.files.read_trial(first.name).elapsed
                    self.pace = max(0.1, elapsed / self._training(first))
                list(pool.map(lambda strategy: self._try_if_it_fits(strategy, end), others))
            finally:
                self._end_trials()
        return [s.name for s in ladder if s.name not in self.missing], self.missing

    def expected(self, strategy: Strategy) -> float:
        """Return the seconds until a strategy is trained and has parsed."""
        return STARTING.seconds + self.pace * self._training(strategy)

    def _training(self, strategy: Strategy) -> float:
        return cost_of_training(strategy.name, self.words).seconds - STARTING.seconds

    def _try_if_it_fits(self, strategy: Strategy, end: float) -> None:
        if self.clock() + self.expected(strategy) > end:
            self._report(strategy.name, NO_TIME, missing=True)
        else:
            self._try(strategy.name, end)

    def _try(self, name: str, end: float) -> None:
        """Run a trial until it ends or the time is over."""
        log, begun = self.files.folder / "trials" / f"{name}.log", self.clock()
        with self.lock, log.open("wb") as errors:
            if self.ending:
                return
            trial = Popen(self._command(name), stdout=errors, stderr=errors)
            self.running.append(trial)
        with suppress(TimeoutExpired):
            trial.wait(max(0.0, end - begun))
        status = trial.returncode
        trial.kill()  # unless it has ended
        trial.wait()
        if self.files.figures(name).is_file():  # the last that a trial writes
            self._report(name, f"tried in {self.clock() - begun:.0f} s")
        elif status is None:
            self._report(name, STOPPED, missing=True)
        else:
            said = log.read_text(errors="replace").strip().splitlines()
            reason = said[-1] if said else f"ended with status {status}"
            self._report(name, reason, missing=True)

    def _command(self, name: str) -> list[str]:
        module = "nonproj.recommendation.trial"
        arguments = (str(self.files.folder), name, self.files.format, str(self.seed))
        return [sys.executable, "-m", module, *arguments]

    def _report(self, name: str, what: str, missing: bool = False) -> None:
        with self.lock:
            if missing:
                self.missing[name] = what
            if not self.ending:
                self.tell(name, what)

    def _end_trials(self) -> None:
        with self.lock:
            self.ending = True
            for trial in self.running:
                trial.kill()  # nothing where it has ended

"""As many strategies as fit into the time, several at once, each with one thread."""

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from nonproj.parsers.costs import STARTING, cost_of_training
from nonproj.recommendation.ladder import Strategy
from nonproj.recommendation.trial import Files

RESERVE = 0.9  # of the time is for trials, the rest for tests and the page
POLL = 0.05
NO_TIME, STOPPED = "no time left", "stopped, as the time was over"

Tell = Callable[[str, str], None]  # a strategy and what became of it


@dataclass
class Running:
    process: subprocess.Popen
    log: Path
    begun: float


@dataclass
class Schedule:
    """The trials of a ladder in its order; one that does not fit makes room for the next.

    The first strategy shows the pace of this machine, then as many run at once as there are
    workers."""

    files: Files
    words: int  # of the training treebank
    budget: float  # seconds
    workers: int
    seed: int
    tell: Tell
    clock: Callable[[], float] = monotonic

    def run(self, ladder: Sequence[Strategy]) -> tuple[list[str], dict[str, str]]:
        """The strategies that were tried, in the order of the ladder, and why others were not."""
        for folder in ("models", "parses", "trials"):
            (self.files.folder / folder).mkdir(parents=True, exist_ok=True)
        end = self.clock() + RESERVE * self.budget
        waiting, running, missing = list(ladder), {}, {}
        pace, pioneer = 1.0, ladder[0]
        try:
            while waiting or running:
                self._start(waiting, running, missing, pace, end, alone=pioneer is not None)
                sleep(POLL)
                for name in [n for n, r in running.items() if r.process.poll() is not None]:
                    self._finish(name, running.pop(name), missing)
                    if pioneer is not None:
                        pace, pioneer = self._pace(pioneer, missing), None
                if self.clock() > end:
                    self._stop(running, missing)
                    pioneer = None  # none is begun alone any more
        finally:
            for job in running.values():
                job.process.kill()
        return [s.name for s in ladder if s.name not in missing], missing

    def expected(self, strategy: Strategy, pace: float = 1.0) -> float:
        """Seconds until a strategy is trained and has parsed."""
        return STARTING.seconds + pace * self._training(strategy)

    def _training(self, strategy: Strategy) -> float:
        return cost_of_training(strategy.name, self.words).seconds - STARTING.seconds

    def _start(self, waiting, running, missing, pace, end, alone) -> None:
        while waiting and len(running) < (1 if alone else self.workers):
            strategy = waiting.pop(0)
            if not alone and self.clock() + self.expected(strategy, pace) > end:
                missing[strategy.name] = NO_TIME
                self.tell(strategy.name, NO_TIME)
                continue
            running[strategy.name] = self._launch(strategy.name)

    def _launch(self, name: str) -> Running:
        module = "nonproj.recommendation.trial"
        arguments = (str(self.files.folder), name, self.files.format, str(self.seed))
        log = self.files.folder / "trials" / f"{name}.log"
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", module, *arguments], stdout=errors, stderr=errors
            )
        return Running(process, log, self.clock())

    def _finish(self, name: str, job: Running, missing: dict[str, str]) -> None:
        if job.process.returncode == 0 and self.files.figures(name).is_file():
            self.tell(name, f"tried in {self.clock() - job.begun:.0f} s")
            return
        said = job.log.read_text(errors="replace").strip().splitlines()
        missing[name] = said[-1] if said else f"ended with status {job.process.returncode}"
        self.tell(name, missing[name])

    def _pace(self, pioneer: Strategy, missing: dict[str, str]) -> float:
        """How much slower than expected this machine is; 1 where that was not measured."""
        if pioneer.name in missing:
            return 1.0
        trial = self.files.read_trial(pioneer.name)
        return max(0.1, trial.elapsed / self._training(pioneer))

    def _stop(self, running: dict[str, Running], missing: dict[str, str]) -> None:
        for name, job in running.items():
            job.process.kill()
            job.process.wait()
            if not self.files.figures(name).is_file():  # the last that a trial writes
                missing[name] = STOPPED
                self.tell(name, STOPPED)
        running.clear()

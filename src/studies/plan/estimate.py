"""The estimate that `make plan` prints for a suite: parsers to train, time and memory."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from nonproj.public.treebanks import N_SETS
from nonproj.public.variants import MEASURING, PARSING, STARTING, Cost, cost_of_training
from studies.plan.plan import Plan
from studies.plan.study.trainings import share_of
from studies.plan.treebanks.downloads import why_missing
from studies.plan.treebanks.sources import Size


def cost_of_job(variant: str, size: Size, training: str, networks: str = "paper") -> Cost:
    """Estimate the cost of training a variant on all or part of a training set."""
    return cost_of_training(variant, size.words * share_of(training), networks)


def estimate(
    plan: Plan, sizes: Mapping[str, Size], cores: int, advice: int = 0, networks: str = "paper"
) -> str:
    """Return a text that lists treebanks, parsers to train, and estimates of time and memory.

    `advice`: the minutes to spend on trying strategies on each treebank, using all cores;
    `networks`: the size of neural parsers."""
    parsers = _parsers(plan)
    waiting = [parser for parser in parsers if not Path(parser.file).exists()]
    costs = [cost_of_job(p.variant, sizes[p.treebank], p.training, networks) for p in waiting]
    splits = [found["splits"] for found in plan.availability.values()]
    advising = 60 * advice * sum("train" in each for each in splits)
    other = PARSING * len(plan.parses) + MEASURING * sum(map(bool, splits)) + advising * cores
    seconds = sum(cost.seconds for cost in costs) + other
    longest = max((cost.seconds for cost in costs), default=0)  # no run can be shorter
    megabytes = max((cost.megabytes for cost in costs), default=STARTING.megabytes)
    lines = [
        *_treebanks(plan.availability, sizes, Counter(parser.treebank for parser in waiting)),
        *_too_small(waiting, sizes),
        "",
        f"{len(waiting)} of {len(parsers)} parsers remain to be trained,"
        f" {len(plan.parses)} parses are needed.",
        f"About {_minutes(max(seconds / cores, longest))} on {cores} cores"
        f" ({seconds / 3600:.1f} hours of processor time),"
        f" up to {megabytes / 1000:.1f} GB for one job.",
    ]
    if advising:
        lines.append(f"Up to {advising // 60} of these minutes go into advice on strategies.")
    return "\n".join(lines) + "\n"


class _Parser(NamedTuple):
    treebank: str
    variant: str
    training: str
    file: str  # exists once the parser is trained


def _parsers(plan: Plan) -> list[_Parser]:
    """List a plan's parsers; generic transformations need one per move and label."""
    runs = plan.runs
    parsers = [_Parser(p.treebank, p.variant, p.training, p.model) for p in plan.to_train]
    for treebank, study, move in plan.moves:
        folder = runs.folder_of_moves(treebank, study, move)
        one = _Parser(treebank, runs.generic[study].parser, "sets8", folder)
        parsers += [one] * runs.moved_labels(treebank, study)
    return parsers


def _treebanks(
    availability: Mapping[str, Mapping], sizes: Mapping[str, Size], parsers: Counter
) -> Iterator[str]:
    yield f"{'treebank':28}{'sentences':>10}{'words':>10}{'parsers':>9}  splits"
    for name, found in availability.items():
        size, splits = sizes[name], " ".join(found["splits"])
        numbers = f"{size.sentences:>10,}{size.words:>10,}{parsers[name]:>9}  {splits}"
        missing = f"  not available: {why_missing(found['missing'])}"
        yield f"{name:28}{numbers if splits else missing}"


def _too_small(parsers: Iterable[_Parser], sizes: Mapping[str, Size]) -> Iterator[str]:
    """Warn about treebanks with too few sentences to fill the sets on which parsers are trained."""
    for name in dict.fromkeys(p.treebank for p in parsers if p.training != "train"):
        if sizes[name].sentences < N_SETS:
            yield (
                f"{name}: {sizes[name].sentences} training sentences, which are too few: some"
                f" parsers learn from {N_SETS} sets of sentences"
            )


def _minutes(seconds: float) -> str:
    minutes = seconds / 60
    if minutes < 1.5:
        return "a minute"
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.1f} hours"

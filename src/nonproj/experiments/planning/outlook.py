"""What a suite is going to compute, how long that takes and how much memory, as text."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from nonproj.data.folds import N_SETS
from nonproj.experiments.planning.costs import cost_of_job
from nonproj.experiments.planning.plan import Plan
from nonproj.experiments.treebanks.receipts import why_missing
from nonproj.experiments.treebanks.sources import Size
from nonproj.parsers.costs import MEASURING, PARSING, STARTING


def outlook(
    plan: Plan, sizes: Mapping[str, Size], cores: int, advice: int = 0, networks: str = "paper"
) -> str:
    """Treebanks at hand and not, parsers still to be trained, minutes and memory.

    `advice`: minutes in which strategies are tried on each treebank, on all cores; `networks`: the
    size of neural parsers."""
    parsers = [(p.treebank, p.variant, p.training, p.model) for p in plan.to_train]
    parsers += [(treebank, base, "sets8", file) for treebank, base, file in plan.generic_parsers]
    waiting = [parser for parser in parsers if not Path(parser[-1]).exists()]
    each = [
        cost_of_job(base, sizes[name], training, networks) for name, base, training, _ in waiting
    ]
    trained = [name for name, found in plan.availability.items() if "train" in found["splits"]]
    advising = 60 * advice * len(trained)
    seconds = sum(cost.seconds for cost in each) + _seconds_beside_training(plan) + advising * cores
    longest = max((cost.seconds for cost in each), default=0)
    megabytes = max((cost.megabytes for cost in each), default=STARTING.megabytes)
    lines = [
        *_treebanks(plan.availability, sizes, Counter(name for name, *_ in waiting)),
        *_short(waiting, sizes),
        "",
        f"{len(waiting)} of {len(parsers)} parsers are still to be trained,"
        f" {len(plan.parses)} parses are wanted.",
        f"About {_minutes(seconds / cores, longest)} on {cores} cores"
        f" ({seconds / 3600:.1f} hours of processor time),"
        f" up to {megabytes / 1000:.1f} GB for one job.",
    ]
    if advising:
        lines.append(f"Up to {advising // 60} of these minutes go into advice on strategies.")
    return "\n".join(lines) + "\n"


def _short(waiting: Sequence[tuple[str, ...]], sizes: Mapping[str, Size]) -> Iterator[str]:
    """Treebanks with too few sentences for the sets that parsers learn from."""
    for name in dict.fromkeys(name for name, _, training, _ in waiting if training != "train"):
        if sizes[name].sentences < N_SETS:
            yield (
                f"{name}: {sizes[name].sentences} sentences to train on, which the run will refuse:"
                f" some parsers learn from {N_SETS} sets of them"
            )


def _treebanks(
    availability: Mapping[str, Mapping], sizes: Mapping[str, Size], parsers: Counter
) -> Sequence[str]:
    lines = [f"{'treebank':28}{'sentences':>10}{'words':>10}{'parsers':>9}  splits"]
    for name, found in availability.items():
        size = f"{sizes[name].sentences:>10,}{sizes[name].words:>10,}{parsers[name]:>9}"
        splits = " ".join(found["splits"])
        missing = f"  not available: {why_missing(found['missing'])}"
        lines.append(f"{name:28}" + (f"{size}  {splits}" if splits else missing))
    return lines


def _seconds_beside_training(plan: Plan) -> float:
    at_hand = [found for found in plan.availability.values() if found["splits"]]
    return PARSING * len(plan.parses) + MEASURING * len(at_hand)


def _minutes(seconds: float, longest: float) -> str:
    """No run is shorter than its longest job."""
    minutes = max(seconds, longest) / 60
    if minutes < 1.5:
        return "a minute"
    return f"{minutes:.0f} minutes" if minutes < 120 else f"{minutes / 60:.1f} hours"

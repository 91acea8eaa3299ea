"""What training and parsing cost, as values for tables."""

from collections.abc import Iterable, Iterator
from itertools import chain

from nonproj.public.values import Key, Value, Values
from studies.store.speeds import Speed
from studies.values.peers import PeerResult

PARTS = 1000  # of a second, or of a megabyte


def costs_of(speeds: Iterable[Speed], peers: Iterable[PeerResult]) -> Values:
    """Return the costs of parsers, and of programs that were run as commands.

    Training takes processor seconds and, at most, megabytes of memory; words are parsed per
    processor second. If a parser was also run by commands, their costs count: those of its tagger
    and of starting the program are among them."""
    of_commands = (
        _costs(Key(p.treebank, p.split, p.peer), p.words, p.parsing, p.training, p.memory, p.model)
        for p in peers
    )
    of_parsers = (_costs(s.key, s.words, s.seconds, s.training, s.megabytes, None) for s in speeds)
    return Values(sources=[Values(chain(*of_commands)), Values(chain(*of_parsers))])


def _costs(
    key: Key, words: int, seconds: float, training: float | None, *sizes: float | None
) -> Iterator[Value]:
    named = zip(("training-s", "training-mb", "model-mb"), (training, *sizes), strict=True)
    for metric, amount in named:
        if amount is not None:
            yield key.value(metric, round(PARTS * amount), PARTS)
    yield key.value("words-per-s", PARTS * words, round(PARTS * seconds))

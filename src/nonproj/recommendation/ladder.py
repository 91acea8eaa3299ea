"""The strategies that are tried, from `ladder.yaml`."""

from collections.abc import Sequence
from pathlib import Path

from nonproj.data.declared import Declared
from nonproj.data.yaml_files import read_declared
from nonproj.errors import NonprojError, did_you_mean
from nonproj.parsers.families import variant_named
from nonproj.parsers.strategies import strategy_of

LADDER = Path(__file__).with_name("ladder.yaml")


class Strategy(Declared):
    name: str  # of a variant
    explained: str

    @property
    def twin(self) -> str:
        """The projective parser that the strategy adds to; its gain is tested against it."""
        strategy = strategy_of(self.name)
        return strategy.baseline if strategy else ""

    @property
    def projective(self) -> bool:
        return not self.twin and variant_named(self.name).system.projective


class Ladder(Declared):
    strategies: tuple[Strategy, ...]


def strategies(names: Sequence[str] = ()) -> list[Strategy]:
    """Those of these names, by default all, in the order of the ladder.

    A projective twin joins, as its strategy's gain is tested against it."""
    ladder = {s.name: s for s in read_declared(LADDER, Ladder).strategies}
    for name in names:
        if name not in ladder:
            known = ", ".join(ladder) + did_you_mean(name, ladder)
            raise NonprojError(f"strategy {name!r} is not known; expected one of {known}")
    chosen = {*names} or {*ladder}
    chosen |= {ladder[name].twin for name in chosen}
    return [strategy for name, strategy in ladder.items() if name in chosen]

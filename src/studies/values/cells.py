"""The parses from which the cells of a table are computed."""

from collections.abc import Iterator
from dataclasses import replace

from nonproj.public.scores import split_setting
from nonproj.public.trees import MOVES
from nonproj.public.values import Key, Subject, drop_items, items_of, named_items
from studies.plan.parses import PlannedParse
from studies.plan.plan import Plan, ScoreTable
from studies.plan.runs import grouped, unique
from studies.plan.study.addresses import Address
from studies.plan.study.names import GENERIC
from studies.plan.study.study import SELECTED, Study, TableSpec

OTHER_SYSTEMS = ("against", "baseline")  # items that name another system on the same text


class Cells:
    """The cells of all tables of a plan's studies."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._selections, self._generic = dict(plan.selections), dict(plan.generic)
        self._places = {
            Key(table.treebank, table.split, s.name, items_of(setting) | s.items): (s, systems)
            for table in plan.scored
            for systems in [self._systems(table)]
            for s in systems
            for setting in table.labels[1:]
        }
        for parse in plan.of_raw_text:
            subject = Subject(parse.variant)
            self._places[parse.raw_text_key] = subject, {subject: [parse.of_raw_text]}

    def parses(self, study: Study, table: TableSpec, treebank: str) -> list[PlannedParse]:
        """List the parses on which the cells about a treebank depend.

        A blend depends on the parses of its members and, if its votes are weighted, on their parses
        of the held-out part; a vote on transitions is a parse itself. In parses with generic
        transformations, `*` stands for the label that is moved. Cells about trees and oracles
        depend on no parse."""
        keys = (address.keys(treebank) for address in _addresses(study, table))
        found = (next(filter(None, map(self.parses_of, each)), []) for each in keys)
        return unique(parse for parses in found for parse in parses)

    def _systems(self, table: ScoreTable) -> dict[Subject, list[PlannedParse]]:
        """Return the parses of each system in a table of scores."""
        blends = {Subject.of(of.blend.name): of.sources for of in self.plan.blends(table)}
        return grouped((Subject(p.variant), p) for p in self.plan.scored[table]) | blends

    def parses_of(self, key: Key) -> list[PlannedParse]:
        """List the parses on which the value with a key depends, as does `parses`."""
        if key.system.startswith(SELECTED) and key.treebank in self._selections:
            parses = self.plan.selected(key.treebank, self._selections[key.treebank])
            return parses + [replace(parse, target="heldout") for parse in parses]
        if key.system in GENERIC and key.treebank in self._generic:
            bases = self.plan.runs.bases(key.treebank, self._generic[key.treebank])
            return bases + [replace(p, variant=f"*+{move}:*") for p in bases for move in MOVES]
        asked, others = split_setting(key.setting)
        settings = others, drop_items(others, "seeds")  # other seeds are trained by other runs
        keys = (key._replace(setting=setting, metric="") for setting in settings)
        place = next((self._places[key] for key in keys if key in self._places), None)
        if place is None:
            return []
        (subject, systems), items = place, named_items(asked)
        compared = (Subject.of(items[name]) for name in OTHER_SYSTEMS if name in items)
        return [parse for each in (subject, *compared) for parse in systems.get(each, ())]


def _addresses(study: Study, table: TableSpec) -> Iterator[Address]:
    """Yield the addresses of our cells; for the winner of a table, those of all its rivals."""
    winners = {winner.system: winner for winner in study.winners}
    for row in table.rows:
        for column in table.columns:
            address = table.address_of(row, column)
            if winner := winners.get(address.system):
                rivals = _addresses(study, study.table(winner.table))
                yield from (rival for rival in rivals if rival.system in winner.among)
            elif not column.published_only:
                yield address

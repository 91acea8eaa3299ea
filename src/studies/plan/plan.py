"""A suite's plan: a table of the parses that the suite's runs need, and queries on the table."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import chain, product
from typing import NamedTuple

from nonproj.public.errors import NonprojError
from nonproj.public.treebanks import TRAINING_SETS
from nonproj.public.trees import MOVES
from nonproj.public.values import Key, Subject, items_of
from studies.plan.blended import NO_STORE, Blended, Store
from studies.plan.parses import RAW_TEXT, WORK, PlannedParse, texts_of
from studies.plan.runs import Runs, grouped, prepared, unique
from studies.plan.study.blends import Blend, pairs_to_test
from studies.plan.study.names import GENERIC
from studies.plan.study.study import SELECTED
from studies.plan.study.trainings import Regime, share_of
from studies.plan.treebanks.config import FROM_FORMS

SPLIT_OF = {"cv": "train-cv10"}  # other trainings: the target, or dev20 if held out
TRAINED = "train=", "seeds="  # begin items that say how parsers were trained


@dataclass(frozen=True)
class ScoreTable:
    """A table of scores on one target: of all parsers with the same training data, and of blends.

    Folds are pooled. Scores for several seeds are also pooled, in a separate table."""

    treebank: str
    training: str  # as in Parser, or `cv` for all ten folds
    target: str
    seeds: int = 1

    @property
    def name(self) -> str:
        name = f"{self.training}-{self.target}"
        return name if self.seeds == 1 else f"{name}-seeds{self.seeds}"

    @property
    def split(self) -> str:
        heldout = SPLIT_OF.get(self.training, "dev20")
        return heldout if self.target == "heldout" else self.target

    @property
    def labels(self) -> list[str]:
        """The split and the settings under which the scores are stored.

        The scores of parsers trained on sets 1-8 are stored under two settings, because these sets
        are the usual training data and also the last point of a learning curve. Parsers trained on
        sets 1-9 and parsers trained on all sets have different settings."""
        whole = self.training in ("train", "cv")
        shares = [] if whole else [f"train={share_of(self.training):.0%}"]
        if whole or self.training == f"sets{TRAINING_SETS}":
            shares.insert(0, "")
        seeds = f"seeds={self.seeds}" if self.seeds > 1 else ""
        return [self.split, *(";".join(filter(None, (share, seeds))) for share in shares)]

    def has(self, key: Key, system: str) -> bool:
        """Check whether a key is of a system's score in this table, with any further items.

        Scores on raw text are not in it."""
        subject, settings = Subject.of(system), [*map(items_of, self.labels[1:])]
        same = key[:3] == (self.treebank, self.split, subject.name) and subject.items <= key.setting
        trained = {item for item in key.setting if item.startswith((*TRAINED, RAW_TEXT))}
        return same and trained in settings


class PlanRow(NamedTuple):
    """A parse that a run of a study needs."""

    study: str
    parse: PlannedParse
    table: ScoreTable | None  # where it is scored; None for set 0
    blends: tuple[Blend, ...] = ()  # the run's blends, scored in the same table
    peers: tuple[str, ...] = ()  # other programs, scored in the same table if they are stored


class Plan:
    """The parses for all runs on the available treebanks."""

    def __init__(
        self,
        runs: Runs,
        availability: Mapping[str, Mapping],
        ten_folds_below: int,
        store: Store = NO_STORE,
    ):
        self.runs, self.availability, self.store = runs, availability, store
        every = [*self._rows(ten_folds_below)]
        self._asked = grouped((row.table, row) for row in every if row.table)
        self.rows = [*self._with_parses(every)]

    def _rows(self, ten_folds_below: int) -> Iterator[PlanRow]:
        for treebank, found in self.availability.items():
            large = found["words"] >= ten_folds_below
            for study, run in self.runs.on(treebank, found):
                if not run.trained:
                    continue
                regime, seeds = Regime(run.training), run.seeds or [self.runs.seed]
                for training in regime.trainings(large, self.runs.level == "demo"):
                    place = treebank, regime.table(training), run.target
                    table = ScoreTable(*place, len(seeds))
                    for seed, variant in product(seeds, run.variants):
                        parse = PlannedParse(treebank, training, seed, variant, run.target)
                        yield PlanRow(study, parse, table, run.blends, run.peers)
                        if regime is Regime.CV0:
                            yield PlanRow(study, replace(parse, target="heldout"), None)

    def _with_parses(self, rows: Iterable[PlanRow]) -> Iterator[PlanRow]:
        """Leave out the parsers of which only values are stored."""
        systems = grouped(((row.table, row.parse.variant), row.parse) for row in rows)
        lacking = {system: self.store.lacks(parses) for system, parses in systems.items()}
        for row in rows:
            table, variant = row.table, row.parse.variant
            if table:
                parses, of = lacking[table, variant], partial(table.has, system=variant)
            else:  # set 0, with which blends of the treebank are weighted
                parses, of = self.store.lacks([row.parse]), bool
            if not self.store.has_values(parses, of):
                yield row

    @cached_property
    def parses(self) -> list[PlannedParse]:
        bases = (self.runs.bases(*both) for both in self.generic)
        return unique([*(row.parse for row in self.rows), *chain.from_iterable(bases)])

    @cached_property
    def votes(self) -> dict[PlannedParse, Blended]:
        """The votes on transitions: the parse by the voting classifiers, and the blend."""
        blended = (blended for table in self.scored for blended in self.blends(table))
        return {vote: each for each in blended if (vote := each.vote)}

    @cached_property
    def stored(self) -> list[PlannedParse]:
        """The parses that are taken from the store, votes on transitions included."""
        return [parse for parse in [*self.parses, *self.votes] if self.store.has(parse)]

    @cached_property
    def made(self) -> list[PlannedParse]:
        """The parses that are not taken from the store, votes on transitions included."""
        return self.store.lacks([*self.parses, *self.votes])

    @property
    def to_train(self) -> list[PlannedParse]:
        """One parse by each parser whose model is needed for a parse that is not stored."""
        voting = (self.votes[made].parses(made.target) for made in self.made if made in self.votes)
        parsing = (parse for parse in self.made if parse not in self.votes)
        every = chain(parsing, *voting, self.scored_on_raw_text)
        needed = {self.runs.model(parse) for parse in every}
        return list({p.model: p for p in self.parses if p.model in needed}.values())

    @property
    def files(self) -> list[str]:
        """The workflow's files for all parsers: training trees, models and parses."""
        of_parsers = (
            (parse.original, prepared(parse), self.runs.model(parse))
            for parse in self.made
            if parse not in self.votes
        )
        of_parses = ((p.raw, p.file) for p in self.made if p not in self.votes)
        blends = (blended for table in self.scored for blended in self.blends(table))
        made = chain.from_iterable([*of_parsers, *of_parses])
        return unique([*made, *map(self.store.source, blends), *self.text_files])

    @cached_property
    def scored(self) -> dict[ScoreTable, list[PlannedParse]]:
        """The tables of scores with their parses, ordered by variant, fold and seed."""
        tables = grouped((row.table, row.parse) for row in self.rows if row.table)
        for table, parses in tables.items():
            counts = Counter(parse.variant for parse in parses)
            if len({*counts.values()}) > 1:
                raise NonprojError(f"{table.treebank}: {table.name}: runs differ in their seeds")
        return tables

    @cached_property
    def tables(self) -> dict[tuple[str, str], ScoreTable]:
        """The tables of scores by treebank and name."""
        return {(table.treebank, table.name): table for table in self.scored}

    @property
    def _scored(self) -> Iterator[tuple[ScoreTable, PlannedParse]]:
        return ((table, parse) for table, parses in self.scored.items() for parse in parses)

    @cached_property
    def own_models(self) -> list[tuple[ScoreTable, PlannedParse]]:
        """The scored parses of parsers that have their own models, with their tables of scores."""
        borrowed = set(self.runs.models) - set(self.runs.models.values())
        return [(table, p) for table, p in self._scored if p.variant not in borrowed]

    @property
    def from_forms(self) -> list[ScoreTable]:
        """The score tables of parsers that predict tags; the predicted tags are also scored."""
        return [table for table in self.scored if table.treebank.endswith(FROM_FORMS)]

    @cached_property
    def of_raw_text(self) -> list[PlannedParse]:
        """The parses by parsers that also parse the raw text."""
        return [
            PlannedParse(treebank, run.training, self.runs.seed, variant, run.target)
            for treebank, found in self.availability.items()
            for _, run in self.runs.on(treebank, found)
            if run.tokenizer
            for variant in run.variants
        ]

    @cached_property
    def scored_on_raw_text(self) -> list[PlannedParse]:
        """Those of these parses whose scores on raw text are not stored."""
        return [p for p in self.of_raw_text if not self._has_raw_text_scores(p)]

    def _has_raw_text_scores(self, parse: PlannedParse) -> bool:
        key = parse.raw_text_key
        return self.store.has_values([parse], lambda found: found._replace(metric="") == key)

    @cached_property
    def shown(self) -> dict[str, list[PlannedParse]]:
        """The parses in the tree browser: for each treebank, one text parsed by every parser.

        If there are several texts, the one that the most parsers parsed is chosen."""
        shown: dict[str, list[PlannedParse]] = {}
        texts = grouped(((parse.treebank, parse.gold), parse) for _, parse in self.own_models)
        for (treebank, _), parses in texts.items():
            by_parser = grouped((parse.variant, parse) for parse in parses)
            if len(by_parser) > len(shown.get(treebank, ())):
                shown[treebank] = [first for first, *_ in by_parser.values()]
        return shown

    def blends(self, table: ScoreTable) -> list[Blended]:
        """List the blends in a table of scores, without those of which only values are stored."""
        place = table.treebank, table.training, self.runs.seed, table.target
        each = [Blended(*place, blend) for blend in _blends(self._asked[table])]
        return [of for of in each if not self._has_values(table, of)]

    def _has_values(self, table: ScoreTable, blended: Blended) -> bool:
        of_system = partial(table.has, system=blended.blend.name)
        return self.store.has_values(self.store.lacks(blended.sources), of_system)

    def peers(self, table: ScoreTable) -> dict[str, PlannedParse]:
        """Return the stored parses of other programs in a table of scores, by program."""
        place, asked = (table.treebank, table.training, self.runs.seed), self._asked[table]
        names = unique(peer for row in asked for peer in row.peers)
        parses = {name: PlannedParse(*place, name, table.target) for name in names}
        return {name: parse for name, parse in parses.items() if self.store.has(parse)}

    def pairs(self, table: ScoreTable) -> list[tuple[str, str]]:
        """List the pairs of systems, from the same study, that are tested for a difference.

        There are no tests over several seeds, because parses of one text with different seeds are
        not independent. Systems of which only values are stored are included: p-values are adjusted
        for all tests of a table."""
        if table.seeds > 1:
            return []
        by_study = grouped((row.study, row) for row in self._asked[table])
        return unique(
            pair
            for rows in by_study.values()
            for pair in pairs_to_test(self._single(table, rows), _blends(rows))
        )

    def _single(self, table: ScoreTable, rows: Iterable[PlanRow]) -> list[str]:
        """List the parsers of a study, and the other programs that are compared with them."""
        peers = {peer for row in rows for peer in row.peers}
        parsers = unique(row.parse.variant for row in rows)
        return [*parsers, *(name for name in self.peers(table) if name in peers)]

    def files_to_score(self, table: ScoreTable) -> dict[str, list[str]]:
        """List the files from which a table of scores is computed."""
        parses = self.scored[table]
        return {
            "texts": texts_of(parses),
            "gold": [parses[0].gold],
            "parses": [*map(self.store.source, parses)],
            "blends": [*map(self.store.source, self.blends(table))],
            "peers": [*map(self.store.source, self.peers(table).values())],
        }

    @cached_property
    def oracles(self) -> dict[tuple[str, str], list[str]]:
        """The variants for which oracle coverage is computed, by treebank and split."""
        return grouped(
            ((treebank, run.target), variant)
            for treebank, found in self.availability.items()
            for _, run in self.runs.on(treebank, found)
            if not run.trained
            for variant in run.variants
        )

    @property
    def generic(self) -> list[tuple[str, str]]:
        """The (treebank, study) pairs for which generic transformations are tried."""
        return [
            (treebank, study)
            for treebank, found in self.availability.items()
            for study, generic in self.runs.generic.items()
            if self.runs.allows(generic, treebank, found)
            and (found["words"] < generic.words_below or treebank in self.runs.printed[study])
            and not self._has_values_of_moves(treebank, study)
        ]

    def _has_values_of_moves(self, treebank: str, study: str) -> bool:
        bases = self.runs.bases(treebank, study)
        whole = all(self.stored_moves(treebank, study, move) for move in MOVES)
        lacking = self.store.lacks(bases) if whole else bases
        return self.store.has_values(lacking, lambda key: key.system in GENERIC)

    @property
    def moves(self) -> list[tuple[str, str, str]]:
        """The (treebank, study, move) triples whose parsers are trained, not stored."""
        every = ((*both, move) for both in self.generic for move in MOVES)
        return [each for each in every if not self.stored_moves(*each)]

    def stored_moves(self, treebank: str, study: str, move: str) -> list[str]:
        """List the stored parses by the parsers of a move, if all of them are stored."""
        bases, labels = self.runs.bases(treebank, study), self.runs.moved_labels(treebank, study)
        return self.store.moved(bases, move, labels)

    def generic_files(self, kind: str = ".csv") -> list[str]:
        """List the files for generic transformations: scores, or word frames if `kind` is .npz."""
        return [
            f"{WORK}/{treebank}/generic/{study}-{self.runs.moved_labels(treebank, study)}{kind}"
            for treebank, study in self.generic
        ]

    @property
    def selections(self) -> list[tuple[str, str]]:
        """The (treebank, study) pairs for which parsers are selected."""
        return [
            (treebank, study)
            for treebank, found in self.availability.items()
            for study, selection in self.runs.selections.items()
            if self.runs.allows(selection, treebank, found)
            and not self._has_values_of_selection(treebank, study)
        ]

    def _has_values_of_selection(self, treebank: str, study: str) -> bool:
        parses = self.selected(treebank, study)
        lacking = self.store.lacks([*parses, *(replace(p, target="heldout") for p in parses)])
        return self.store.has_values(lacking, lambda key: key.system.startswith(SELECTED))

    def selected(self, treebank: str, study: str) -> list[PlannedParse]:
        """List the parses of the selection's target, in the order of the study's parsers."""
        chosen = self.runs.selections[study]
        place = treebank, Regime.CV0, self.runs.seed
        return [PlannedParse(*place, variant, chosen.target) for variant in chosen.parsers]

    def files_to_select(self, treebank: str, study: str) -> dict[str, list[str]]:
        """List the files used to select the members of a blend."""
        parses = self.selected(treebank, study)
        heldout = [replace(parse, target="heldout") for parse in parses]
        return {
            "texts": texts_of([*parses, *heldout]),
            "gold": [parses[0].gold],
            "heldout_gold": [heldout[0].gold],
            "parses": [*map(self.store.source, parses)],
            "heldout": [*map(self.store.source, heldout)],
        }

    def labels_of_selection(self, treebank: str, study: str) -> list[str]:
        """Return the split and the settings under which blends of selected parsers are scored."""
        chosen = self.runs.selections[study]
        return ScoreTable(treebank, Regime.CV0, chosen.target).labels

    def files_from_forms(self, table: ScoreTable) -> dict[str, list[str]]:
        """List the files for scoring predictions from forms, and the files for calibration.

        Parsers of several seeds are not calibrated."""
        parses = self.scored[table]
        has_dev = table.seeds == 1 and "dev" in self.availability[table.treebank]["splits"]
        of_dev = [replace(parse, target="dev") for parse in parses if has_dev]
        return {
            "texts": texts_of([*parses, *of_dev]),
            "gold": [parses[0].gold],
            "parses": [*map(self.store.source, parses)],
            "blends": [*map(self.store.source, self.blends(table))],
            "peers": [*map(self.store.source, self.peers(table).values())],
            "dev": [parse.gold for parse in of_dev[:1]],
            "dev_parses": [*map(self.store.source, of_dev)],
        }

    @property
    def files_of_speeds(self) -> list[list]:
        """List, for each parse, its labels, its file, and the trees and log of its training.

        If the parser is also trained without a cap, the trees and log of that training follow."""
        return [
            [
                *(table.treebank, *table.labels[:2], parse.variant, self.store.source(parse)),
                [(prepared(of), of.log) for of in (parse, *self.runs.uncapped(parse))],
            ]
            for table, parse in self.own_models
        ]

    @property
    def files_of_trees(self) -> list[list]:
        """The treebanks of the tree browser, each with its target and parses."""
        return [
            [name, parses[0].target, [(p.variant, self.store.source(p)) for p in parses]]
            for name, parses in self.shown.items()
        ]

    @property
    def score_files(self) -> list[str]:
        """The files with values that are not computed from word frames."""
        return [
            *(f"{WORK}/{treebank}/selection/{study}.csv" for treebank, study in self.selections),
            *self.generic_files(),
            *(f"{WORK}/{t.treebank}/from-forms/{t.name}.csv" for t in self.from_forms),
            *(parse.raw_text_scores for parse in self.scored_on_raw_text),
        ]

    @property
    def text_files(self) -> list[str]:
        """The files with the word frames of all parses."""
        return [
            *(f"{WORK}/{t.treebank}/words/{t.name}.npz" for t in self.scored),
            *(f"{WORK}/{treebank}/oracles/{split}.npz" for treebank, split in self.oracles),
            *self.generic_files(".npz"),
        ]


def _blends(rows: Iterable[PlanRow]) -> list[Blend]:
    return unique(blend for row in rows for blend in row.blends)

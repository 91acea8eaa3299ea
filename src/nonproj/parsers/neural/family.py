"""Neural parsers by name: mh4-hybrid, mst-neural, mh4-greedy-neural~s0-b0, biaffine-tagged, ...

These are the parsers of Gómez-Rodríguez, Shi & Lee (2018) and, beyond the paper, `biaffine` and
`tagging-...`, which average two networks. `-tagged` is short for -upos-xpos-feats-lemma: the parser
also reads these columns. As an auxiliary task, networks learn to predict the columns that they do
not read."""

import re
from dataclasses import dataclass, field

from nonproj.costs import Cost
from nonproj.errors import NonprojError
from nonproj.parsers.neural.registry import NEURAL_ROWS, NeuralRow
from nonproj.parsers.steps import steps_named
from nonproj.parsers.variants import Variant, parts_of, reject_labels

NEURAL = "neural"
ADAM = "adam"
NEURAL_COLUMNS = ("upos", "xpos", "feats", "lemma")

_NAME = re.compile(
    rf"(?P<scorer>{'|'.join(NEURAL_ROWS)})(?:(?P<all>-tagged)|"
    rf"(?P<some>{''.join(f'(?:-{name})?' for name in NEURAL_COLUMNS)}))"
)


@dataclass(frozen=True)
class NeuralSystem:
    """A scorer and its decoder, with the columns that are read in addition to word forms."""

    name: str = field(compare=False)  # -tagged is only another spelling of all columns
    scorer: str
    columns: tuple[str, ...]
    seen: str = ""  # the words that a greedy parser sees
    options = ()

    @property
    def row(self) -> NeuralRow:
        return NEURAL_ROWS[self.scorer]

    @property
    def positions(self) -> tuple[str, ...]:
        return tuple(self.seen.split("-"))

    @property
    def projective(self) -> bool:
        return self.row.projective

    @property
    def implied_step(self) -> str:
        return self.row.step

    @property
    def learns_by_word(self) -> bool:
        return self.row.learns_by_word

    @property
    def baseline(self) -> str:
        """The name of the projective system that this one extends; both read the same columns."""
        columns = self.name.removeprefix(self.scorer)
        return self.row.baseline and self.row.baseline + columns

    @property
    def strategy(self) -> str:
        return self.row.strategy

    @property
    def cost(self) -> Cost:
        return self.row.cost

    @property
    def code(self) -> int:
        """A number that identifies the scorer, its columns, and the words that it sees."""
        columns = sum(1 << i for i, name in enumerate(NEURAL_COLUMNS) if name in self.columns)
        seen = self.row.positions.index(self.seen) if self.seen else 0
        return ([*NEURAL_ROWS].index(self.scorer) << 2 | seen) << len(NEURAL_COLUMNS) | columns


class NeuralFamily:
    """Parsers in which a BiLSTM computes word vectors and a decoder finds the best-scoring tree."""

    name = NEURAL
    label = "neural"
    training = "nonproj.parsers.neural.training"
    model = "nonproj.parsers.neural.model"

    def forms(self) -> tuple[str, ...]:
        return tuple(NEURAL_ROWS)

    def explained(self) -> tuple[str, ...]:
        return (
            f"Neural parsers: {', '.join(NEURAL_ROWS)}. With -tagged after the name, the parser "
            "reads UPOS, XPOS, FEATS and LEMMA in addition to the words. To read only some of "
            f"these columns, use {', '.join(f'-{name}' for name in NEURAL_COLUMNS)}, in this "
            "order. biaffine and tagging-... combine two networks; --threads 2 trains them at the "
            "same time. tagging-... predicts a tag for each word, and the tags encode the tree: "
            "brackets for arcs in one plane or in two planes, seven bits for two planes, or, for "
            "projective trees, hexatags or a hierarchy of brackets (others: tagging-hexa+head). A "
            "greedy parser can be limited to fewer words: mh4-greedy-neural~s1-s0-b0 or ~s0-b0.",
        )

    def recognises(self, name: str) -> bool:
        return re.match(rf"({'|'.join(NEURAL_ROWS)})(-|$)", parts_of(name).system) is not None

    def variant(self, name: str) -> Variant:
        system_name, seen, steps, learner = parts_of(name)
        match = _NAME.fullmatch(system_name)
        if match is None:
            raise NonprojError(
                f"system {system_name!r} is not known; expected one of {', '.join(NEURAL_ROWS)}, "
                f"then -tagged or some of {', '.join(f'-{c}' for c in NEURAL_COLUMNS)}, "
                "in this order"
            )
        if learner is not None:
            raise NonprojError(f"the learner of {system_name} is {ADAM}; remove @{learner}")
        chosen = NEURAL_COLUMNS if match["all"] else tuple(match["some"].split("-")[1:])
        sets = NEURAL_ROWS[match["scorer"]].positions
        if seen is not None and seen not in sets:
            raise NonprojError(f"{system_name} sees {' or '.join(sets) or 'all words'}, not {seen}")
        system = NeuralSystem(system_name, match["scorer"], chosen, seen or "".join(sets[:1]))
        if "raw" in steps and system.projective:
            raise NonprojError(f"{system_name} cannot learn from crossing arcs; remove +raw")
        variant = Variant(name, self.name, system, steps_named(system, steps), ADAM)
        reject_labels(variant)
        return variant

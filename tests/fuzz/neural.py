"""Small neural parsers that are not trained, and networks that are compiled once."""

from dataclasses import replace
from functools import cache

from nonproj.data.conventions import Conventions
from nonproj.data.treebank import Treebank
from nonproj.parsers.families import variant_named
from nonproj.parsers.interface import ParserModel, Training, begin
from nonproj.parsers.neural.model import NeuralModel
from nonproj.parsers.neural.settings import NeuralSettings
from nonproj.parsers.neural.training import Trainer, network_of
from samples.treebanks import made_treebank

SETTINGS = NeuralSettings(
    word=8, least=2, character=4, character_hidden=4, upos=4, xpos=4, feats=4, lemma=4,
    hidden=8, arc=8, label=4, tagger=4, epochs=4, patience=1, mean=0.5, width=32, rows=2,
)  # fmt: skip


@cache
def trainer_of(name: str) -> Trainer:
    variant, treebank, root_mode = begin(variant_named(name), made_treebank(30), Training(), None)
    network = network_of(variant.system, treebank, SETTINGS)
    text = network.vocabulary.text(treebank)
    conventions = Conventions.in_text(treebank)
    return Trainer(variant, root_mode, network, text, treebank, conventions, seed=1)


def untrained(name: str) -> NeuralModel:
    trainer = trainer_of(name)
    return trainer.model(trainer.new_state().weights)


def parse(model: ParserModel, text: Treebank) -> Treebank:
    """Parse and tag a text; a neural parser takes the same network compiled before, if any."""
    if isinstance(model, NeuralModel):
        compiled = trainer_of(model.variant.name).network
        if compiled == model.network:
            model = replace(model, network=compiled)
    return model.parse(text, tags="predict").treebank

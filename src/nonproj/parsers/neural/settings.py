"""Sizes of the network and settings of its training."""

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from nonproj.data.declared import Limits

Size = Annotated[int, Limits(ge=1, le=4096)]
Count = Annotated[int, Limits(ge=0, le=4096)]
Words = Annotated[int, Limits(ge=0)]
Layers = Annotated[int, Limits(ge=1, le=6)]
Share = Annotated[float, Limits(ge=0, lt=1)]
Positive = Annotated[float, Limits(gt=0)]

MANY = 100  # epochs that a small treebank takes at most


@dataclass(frozen=True)
class Settings:
    """Settings of Gómez-Rodríguez, Shi & Lee (2018) where given; kept with the model.

    A batch consists of `rows` rows of `width` places into which sentences are packed (see
    `packing`)."""

    # DEVIATION: neural-network
    word: Size = 128
    least: Size = 5  # rarer words have no embedding of their own
    # Their embedding is predicted from their characters, which other words do without; or else
    # the vector of the characters is appended to every embedding.
    predicted: bool = True
    character: Size = 64
    character_hidden: Size = 64  # in each direction
    character_layers: Layers = 2
    upos: Size = 32
    xpos: Size = 32
    feats: Size = 64
    lemma: Size = 64
    vector: Size = 128  # of a vector that is read from a file
    hidden: Size = 192  # in each direction
    layers: Layers = 2
    arc: Size = 192  # of vectors in a role
    label: Size = 64  # the same for labels that are scored jointly with arcs
    tagger: Size = 192
    dropout: Share = 0.3
    input_dropout: Share = 0.1  # words whose input is dropped altogether
    parts_apart: bool = False  # or each part of it by itself: form, characters, tags, lemma
    word_dropout: Annotated[float, Limits(ge=0)] = (
        2.5  # a word seen f times becomes unknown with probability a / (a + f)
    )
    aims: tuple[str, ...] = (
        "upos",
        "xpos",
    )  # predicted, too, if they are not read
    tagging_weight: Annotated[float, Limits(ge=0)] = 0.2
    learning_rate: Positive = 0.002
    # After `patience` epochs and `patience_words` learnt without a better score on the development
    # set the rate is divided by 4, and after the next such time again; after `decays` divisions
    # the next such time ends training. Without decays, and without a development set, all epochs
    # are done, and over the second half of them the rate falls linearly. The paper's code scores
    # the development set after 500 batches of about 110 words, and waits for five such times.
    decays: Count = 3
    patience: Size = 5
    patience_words: Words = 275_000
    epochs: Size = 150
    words: Words = 0  # learnt in all: a small treebank takes more epochs than that, MANY at most
    chosen_by: Literal["uas", "las"] = "uas"
    beta1: Share = 0.9
    beta2: Share = 0.999
    clip: Positive = 5.0
    # Networks, trained independently, at the same time where there are threads; trees are found by
    # the mean of their scores.
    networks: Annotated[int, Limits(ge=1, le=16)] = 1
    mean: Share = 0.0  # what an update leaves at most of the mean weights, which the parser uses
    # Not bounded by the arrays of a model: tables of arcs have rows * width^2 places.
    width: Annotated[int, Limits(ge=1, le=64)] = 64
    rows: Annotated[int, Limits(ge=1, le=16)] = 4

    def for_words(self, words: int) -> "Settings":
        """Convert settings given in words to epochs, for a treebank of so many words."""
        n = max(words, 1)
        epochs = max(self.epochs, min(MANY, -(-self.words // n)))
        patience = max(self.patience, min(epochs, -(-self.patience_words // n)))
        return replace(self, epochs=epochs, words=0, patience=patience, patience_words=0)


SMALL = {
    "word": 32,
    "character": 16,
    "character_hidden": 16,
    "hidden": 48,
    "arc": 48,
    "tagger": 32,
    "label": 16,
    "rows": 8,
    "epochs": 12,
    "words": 0,
    "patience_words": 0,
    "learning_rate": 0.005,
}
JOINT = Settings(
    least=1,
    predicted=False,
    aims=("upos", "xpos", "feats", "lemma"),
    character_hidden=128,
    character_layers=1,
    feats=128,
    lemma=128,
    dropout=0.33,
    input_dropout=0.25,
    parts_apart=True,
    learning_rate=0.004,
    decays=0,
    epochs=16,
    words=1_200_000,
    chosen_by="las",
    beta2=0.98,
    networks=2,
    mean=0.997,
)


def settings_of(scorer: str, size: str) -> Settings:
    settings = JOINT if scorer == "biaffine" else Settings()
    return settings if size == "paper" else replace(settings, **SMALL)

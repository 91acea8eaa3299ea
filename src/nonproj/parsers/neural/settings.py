"""Sizes of the network and how it is trained."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

Size = Annotated[int, Meta(ge=1, le=4096)]
Share = Annotated[float, Meta(ge=0, lt=1)]
Positive = Annotated[float, Meta(gt=0)]


@dataclass(frozen=True)
class Settings:
    """Gómez-Rodríguez, Shi & Lee (2018) where they say it; kept with the model.

    A batch consists of `shards` parts whose gradients are added, each of `rows` rows of `width`
    places into which sentences are packed (see `packing`)."""

    word: Size = 128
    character: Size = 64
    character_hidden: Size = 64  # in each direction
    character_layers: Size = 1
    upos: Size = 32
    xpos: Size = 32
    feats: Size = 64
    lemma: Size = 64
    hidden: Size = 192  # in each direction
    layers: Size = 2
    arc: Size = 192
    label: Size = 64
    dropout: Share = 0.3
    word_dropout: Annotated[float, Meta(ge=0)] = (
        2.5  # a word seen f times becomes unknown with probability a / (a + f)
    )
    tagging_weight: Annotated[float, Meta(ge=0)] = 0.2
    learning_rate: Positive = 0.002
    beta1: Share = 0.9
    beta2: Share = 0.98
    clip: Positive = 5.0
    mean: Share = 0.99  # what an update leaves of the mean weights, which the parser uses
    epochs: Size = 30
    patience: Size = 12  # epochs without a better score on the development set
    width: Annotated[int, Meta(ge=1, le=256)] = 64
    rows: Annotated[int, Meta(ge=1, le=64)] = 4
    shards: Annotated[int, Meta(ge=1, le=64)] = 2

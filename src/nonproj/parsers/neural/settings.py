"""The sizes of a network and the settings for its training."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from nonproj.data.declared import Declared
from nonproj.parsers.neural.registry import NEURAL_ROWS

LayerSize = Annotated[int, Field(ge=1, le=4096)]
SettingCount = Annotated[int, Field(ge=0, le=4096)]
WordCount = Annotated[int, Field(ge=0)]
Layers = Annotated[int, Field(ge=1, le=6)]
Share = Annotated[float, Field(ge=0, lt=1)]
Positive = Annotated[float, Field(gt=0)]

MANY = 100  # `words` extends training on small treebanks to at most this many epochs


class NeuralSettings(Declared, dashed=False):
    """The settings of a network and its training, stored with the model.

    Defaults are those of Gómez-Rodríguez, Shi & Lee (2018) where the paper gives them. A batch
    consists of `rows` rows of `width` positions, into which sentences are packed (see
    `packing`)."""

    # DEVIATION: neural-network
    word: LayerSize = 128
    least: LayerSize = 5  # rarer words have no embedding of their own
    # If true, the embeddings of rare words are predicted from their characters, which are not used
    # for other words; otherwise a vector of the characters is appended to every embedding.
    predicted: bool = True
    character: LayerSize = 64
    character_hidden: LayerSize = 64  # in each direction
    character_layers: Layers = 2
    upos: LayerSize = 32
    xpos: LayerSize = 32
    feats: LayerSize = 64
    lemma: LayerSize = 64
    vector: LayerSize = 128  # of word vectors from a file, after projection
    hidden: LayerSize = 192  # in each direction
    layers: Layers = 2
    arc: LayerSize = 192  # of word vectors in a role, such as head or dependent
    label: LayerSize = 64  # the same, for labels that are scored jointly with arcs
    tagger: LayerSize = 192
    dropout: Share = 0.3
    input_dropout: Share = 0.1  # the share of words whose whole input is dropped
    parts_apart: bool = False  # drop parts of the input separately: form, characters, tags, lemma
    # A word seen f times becomes unknown with probability a / (a + f).
    word_dropout: Annotated[float, Field(ge=0)] = 2.5
    aims: tuple[str, ...] = ("upos", "xpos")  # columns to predict if they are not read
    tagging_weight: Annotated[float, Field(ge=0)] = 0.2
    learning_rate: Positive = 0.002
    # Whenever the score on the development set does not improve for `patience` epochs and
    # `patience_words` words, the learning rate is divided by 4. After `decays` divisions, the next
    # such period ends training. Without decays, or without a development set, all epochs are
    # completed, and the rate falls linearly over the second half. The paper's code scores the
    # development set after every 500 batches of about 110 words, and waits for five such periods.
    decays: SettingCount = 3
    patience: LayerSize = 5
    patience_words: WordCount = 275_000
    epochs: LayerSize = 150
    words: WordCount = (
        0  # words to train on in total: more epochs, at most MANY, for small treebanks
    )
    chosen_by: Literal["uas", "las"] = "uas"
    beta1: Share = 0.9
    beta2: Share = 0.999
    clip: Positive = 5.0
    # The number of networks, which are trained independently, in parallel if threads suffice. Trees
    # are searched with the mean scores of all networks.
    networks: Annotated[int, Field(ge=1, le=16)] = 1
    mean: Share = 0.0  # the largest decay of the running mean of weights, which the parser uses
    # Width and rows are bounded here, because arc tables take rows * width^2 places.
    width: Annotated[int, Field(ge=1, le=64)] = 64
    rows: Annotated[int, Field(ge=1, le=16)] = 4

    def for_words(self, words: int) -> "NeuralSettings":
        """Convert the settings given in words to epochs, for a treebank with this many words."""
        n = max(words, 1)
        epochs = max(self.epochs, min(MANY, -(-self.words // n)))
        patience = max(self.patience, min(epochs, -(-self.patience_words // n)))
        return replace(self, epochs=epochs, words=0, patience=patience, patience_words=0)


SMALL_SIZES = {
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
JOINT = NeuralSettings(
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
    tagging_weight=0.8,
    mean=0.997,
)


def settings_of(scorer: str, size: str) -> NeuralSettings:
    settings = JOINT if scorer == "biaffine" or NEURAL_ROWS[scorer].codec else NeuralSettings()
    return settings if size == "paper" else replace(settings, **SMALL_SIZES)

"""Parsers and taggers: how they are trained, saved, loaded and applied."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.parsers.families import load_model, steps_of_model, train
    from nonproj.parsers.interface import ParserModel, Training
    from nonproj.parsers.model_files import checkpoint_beside, remove_checkpoints_beside
    from nonproj.parsers.model_sharing import log_of_training, train_or_share
    from nonproj.parsers.neural.device import jax
    from nonproj.parsers.tagger_files import save_tagger
    from nonproj.tagging.jackknife import train_and_tag, with_predicted_tags
    from nonproj.text.learning import Learning as TokenizerTraining
    from nonproj.text.tokenizer import Tokenizer
    from nonproj.text.tokenizer import train as train_tokenizer

__getattr__ = on_demand(__name__)

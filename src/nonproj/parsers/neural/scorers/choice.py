"""The choice of the scorer for a neural system."""

from nonproj.errors import NonprojError
from nonproj.parsers.neural.family import NeuralSystem
from nonproj.parsers.neural.scorers import charts, transitions
from nonproj.parsers.neural.scorers.biaffine import Biaffine
from nonproj.parsers.neural.scorers.greedy import GreedyMh3, GreedyMh4
from nonproj.parsers.neural.scorers.interface import NeuralScorer
from nonproj.parsers.neural.scorers.sequence import SequenceScorer
from nonproj.parsers.neural.settings import NeuralSettings

SCORERS = {
    "biaffine": Biaffine,
    "mst-neural": charts.ArcScorer,
    "mh3": transitions.Mh3,
    "mh4-two": transitions.TransitionScorer,
    "mh4-hybrid": transitions.Mh4Hybrid,
    "1ec-first-order": charts.OneEndpointCrossing,
    "1ec": charts.ThirdOrder,
    "mh3-greedy-neural": GreedyMh3,
}


def scorer_of(
    system: NeuralSystem, n_labels: int, settings: NeuralSettings, tree_tags: tuple[str, ...] = ()
) -> NeuralScorer:
    """Return the scorer of a system; see `Vocabulary` for `tree_tags`."""
    if system.scorer in SCORERS:
        return SCORERS[system.scorer](n_labels, settings)
    if system.row.codec:
        return SequenceScorer(n_labels, settings, system.row.codec, tree_tags)
    if settings.networks > 1:
        raise NonprojError(f"{system.name} uses one network, not {settings.networks}")
    return GreedyMh4(n_labels, settings, system.positions)

"""Any parser by its name: transition-based, with one classifier or several, or graph-based."""

from pathlib import Path

from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.graph.model import GRAPH, GraphModel
from nonproj.parsers.graph.parsing import parse_graph_encoded
from nonproj.parsers.graph.training import fit_graph
from nonproj.parsers.graph.variants import (
    DECODERS,
    GraphVariant,
    is_graph_variant,
    parse_graph_variant,
)
from nonproj.parsers.model_files import read_archive
from nonproj.parsers.progress import Progress
from nonproj.parsers.roots import Root, root_mode_of
from nonproj.parsers.steps import restore
from nonproj.parsers.transition.features import FeatureModel
from nonproj.parsers.transition.model import TRANSITION, Model, model_of
from nonproj.parsers.transition.parsing import parse_encoded as parse_by_transitions
from nonproj.parsers.transition.training import fit as fit_transitions
from nonproj.parsers.transition.training import prepare
from nonproj.parsers.variants import Variant, parse_variant, system_part
from nonproj.parsers.voting.model import VOTING, VotingModel
from nonproj.parsers.voting.training import train_committee
from nonproj.systems.table import KNOWN, is_system

AnyModel = Model | VotingModel | GraphModel


def variant_named(name: str) -> Variant:
    """The variant of a name; NonprojError lists what exists where a part is not known."""
    if is_graph_variant(name):
        return parse_graph_variant(name)
    system = system_part(name)
    if not is_system(system):
        raise NonprojError(
            f"variant {name!r}: system {system!r} is not known; expected one of "
            f"{', '.join(KNOWN)}, each optionally followed by -r2l, or {', '.join(DECODERS)}"
        )
    return parse_variant(name)


def train(
    variant: Variant,
    treebank: Treebank,
    seed: int = 1,
    threads: int = 1,
    root: str = "auto",
    progress: Progress | None = None,
    feature_model: FeatureModel | None = None,
) -> AnyModel:
    """Train a parser. The same treebank and seed give the same model at any number of threads.

    `progress` is told (stage, share done); without a feature model, the tuned one is taken."""
    if variant.committee:
        return train_committee(variant, treebank, seed, threads, root, progress, feature_model)
    root_mode, prepared = root_mode_of(treebank, Root(root)), prepare(variant, treebank)
    return fit(variant, prepared, root_mode, seed, threads, progress, feature_model)


def fit(
    variant: Variant,
    prepared: Treebank,
    root_mode: int,
    seed: int = 1,
    threads: int = 1,
    progress: Progress | None = None,
    feature_model: FeatureModel | None = None,
) -> AnyModel:
    """Train a parser on trees that went through the steps of the variant."""
    if not isinstance(variant, GraphVariant):
        return fit_transitions(variant, prepared, root_mode, seed, threads, progress, feature_model)
    if feature_model:
        raise NonprojError(f"{variant.name}: the features of graph-based parsers can not be chosen")
    return fit_graph(variant, prepared, root_mode, seed, threads, progress)


def load_model(path: str | Path) -> AnyModel:
    """The model of a file; NonprojError where it is not one."""
    content, arrays = read_archive(path)
    kind = content.get("kind")
    if kind == GRAPH:
        return GraphModel.of(content, arrays)
    if kind == TRANSITION:
        return model_of(content, arrays, str(path))
    if kind == VOTING:
        return VotingModel.of(content, arrays, str(path))
    raise NonprojError(f"{path}: a model of kind {kind!r} is not known")


def parse(model: AnyModel, treebank: Treebank, threads: int = 1) -> Treebank:
    """The treebank under the model's trees; its own heads and labels are not looked at."""
    return restore(model.variant.steps, parse_encoded(model, treebank, threads)[0])


def parse_encoded(
    model: AnyModel, treebank: Treebank, threads: int = 1
) -> tuple[Treebank, dict[str, int]]:
    """What the parser itself wrote, before its steps are undone, and counts of what it took."""
    if isinstance(model, GraphModel):
        return parse_graph_encoded(model, treebank, threads)
    parsed, counts = parse_by_transitions(model, treebank, threads)
    return parsed, dict(vars(counts))

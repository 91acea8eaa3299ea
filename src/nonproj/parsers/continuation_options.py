"""Options with which training goes on from a model.

Learners that find the optimum within seconds, and taggers, are trained anew."""

from dataclasses import replace

from nonproj.errors import NonprojError
from nonproj.parsers.graph.family import GRAPH
from nonproj.parsers.interface import ParserModel, Training
from nonproj.parsers.neural.family import NEURAL
from nonproj.parsers.variants import Variant
from nonproj.systems.moves import SINGLE

NOT_ASKED = (None, "", "auto", "given")  # the defaults of options
GOING_ON = (GRAPH, NEURAL)  # the families that can go on
ANEW = "is trained anew, on the given sentences alone"


def kept_options(model: ParserModel, **asked: object) -> dict[str, object]:
    """Return the options that a model was trained with; raise NonprojError for any other value."""
    parser = _parser_in(model)
    one = parser.members[0] if hasattr(parser, "members") else parser  # of a committee
    reader = model.parser if hasattr(model, "tokenizer") else model
    kept = {
        "variant": parser.variant.name,
        "seed": one.seed,
        "root": "single" if one.root_mode == SINGLE else "multiple",
        "tags": "predicted" if hasattr(reader, "tagger") else "given",
    }
    for name, value in asked.items():
        if value not in (*NOT_ASKED, kept.get(name)):
            value = "" if value is True else f" {value}"
            known = kept.get(name, "of the model")
            raise NonprojError(f"{name}{value}: training goes on with the {name} {known}")
    return kept | {"features": getattr(one, "feature_model", "")}


def going_on(model: ParserModel, variant: Variant, how: Training) -> tuple[Variant, Training]:
    """Return the variant and the options with which training goes on; report what does not."""
    parser = _parser_in(model)
    if parser.calibration and not how.confidence:
        how.report("the calibration is not kept; calibrate the new model on held-out trees")
    if variant.family not in GOING_ON:
        how.report(f"{variant.name} {ANEW}")
        return variant, how
    if how.confidence and how.dev is None:
        raise NonprojError("confidence needs dev: the model may know all training sentences")
    if how.tags == "predicted":
        how.report(f"the tagger {ANEW}")
    return parser.variant, replace(how, origin=parser)


def _parser_in(model: ParserModel) -> ParserModel:
    """Return the parser in a model, without its tokenizer and tagger."""
    while hasattr(model, "parser"):
        model = model.parser
    if hasattr(model, "parsers"):
        raise NonprojError("training cannot go on from a bundle; go on from each of its models")
    return model

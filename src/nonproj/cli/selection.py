"""The commands `select`, which chooses parsers to blend, and `bundle`, which joins their models."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from nonproj import api
from nonproj.cli.app import (
    TO_STANDARD_OUTPUT,
    FormatOption,
    Output,
    Threads,
    argument,
    json_option,
    option,
    usable,
)
from nonproj.cli.comparison import ACCUMULATE_HELP, HeldOut, WeightsOption
from nonproj.cli.output.messages import counted, file_size, say
from nonproj.cli.output.tables import distinct_names, percent, print_table
from nonproj.data.files import STANDARD_STREAM
from nonproj.errors import NonprojError

if TYPE_CHECKING:
    from nonproj.combination.selection import BlendCurve, ChosenParses, Order


def select(
    heldout_gold: Annotated[Path, option("Gold trees of the held-out data.")],
    heldout: Annotated[list[Path], HeldOut],
    systems: Annotated[
        list[Path] | None,
        argument("Parses to blend, one from each parser, all of the same new text."),
    ] = None,
    output: Annotated[
        Path | None, option("File for the blend of the selected SYSTEMS.", "-o", "--output")
    ] = None,
    weights: WeightsOption = None,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print orders and counts, as JSON.")] = False,
) -> None:
    """Use held-out data to choose the parses to blend (Nilsson 2009, 9.3.3).

    Each blend starts with the most accurate parser. The others are added one by one in four orders:
    by descending accuracy, by ascending accuracy, by difference from the parsers already chosen,
    and greedily by the accuracy of the blend. The table shows the LAS of each blend. Because
    parsers are chosen, weighted and scored on the same held-out data, expect smaller gains on new
    text."""
    systems = systems or []
    _check_together(systems, output, heldout)
    gold = api.read(heldout_gold, format)
    parses = [api.read(path, format) for path in heldout]
    found = api.select(gold, parses, weights or "eq")
    names = distinct_names([str(path) for path in heldout])
    if as_json:
        print(json.dumps(_as_dict(found, heldout), indent=2))
    else:
        _print(found.curves, names)
        picked = ", ".join(names[n] for n in found.parsers)
        print(f"\nBlend {len(found.parsers)} of {len(names)}: {picked}")
    if output:
        texts = [api.read(systems[n], format) for n in found.parsers]
        held = [parses[n] for n in found.parsers]
        estimated = () if weights in (None, "eq") else (gold, held)
        api.write(api.blend(texts, weights or "eq", *estimated), output)
        say(f"{counted(len(texts), 'parse')} blended into {output}")


def _check_together(systems: list[Path], output: Path | None, heldout: list[Path]) -> None:
    if bool(systems) != bool(output):
        raise NonprojError(
            "SYSTEMS and --output must be given together: parses to blend, and a file to write"
        )
    if systems and len(systems) != len(heldout):
        raise NonprojError(
            f"{len(heldout)} held-out parses but {counted(len(systems), 'parse')} to blend; "
            "expected one of each for every parser, in the same order"
        )
    if str(output) == STANDARD_STREAM:
        raise NonprojError(
            "--output: standard output is used for the table; name a file for the blend"
        )
    usable(output)


def _print(curves: "dict[Order, BlendCurve]", names: list[str]) -> None:
    heads = ["Parses", *(head for order in curves for head in (order.value, "LAS"))]
    steps = zip(*curves.values(), strict=True)
    rows = [
        (str(k), *(cell for n, las in step for cell in (names[n], percent(las))))
        for k, step in enumerate(steps, start=1)
    ]
    print_table(heads, rows)


def _as_dict(found: "ChosenParses", heldout: list[Path]) -> dict:
    return {
        "orders": {
            order.value: [{"joins": str(heldout[n]), "las": las.as_dict()} for n, las in curve]
            for order, curve in found.curves.items()
        },
        "best": {"order": found.order.value, "parses": [str(heldout[n]) for n in found.parsers]},
    }


def bundle(
    models: Annotated[list[Path], argument("Model files written by `train`.")],
    output: Output = TO_STANDARD_OUTPUT,
    weights: WeightsOption = None,
    heldout: Annotated[
        Path | None,
        option("Treebank for estimating the weights; no parser may have seen it in training."),
    ] = None,
    accumulate: Annotated[bool, option(ACCUMULATE_HELP, "--accumulate")] = False,
    threads: Threads = 1,
    format: FormatOption = None,
) -> None:
    """Put parsers into one model; with it, `parse` runs all of them and blends their parses.

    For text with tags, the result is the same as running `parse` with each model and combining the
    parses with `blend`.
    If any parser predicts tags, the bundle can also parse text that has only word forms. All
    parsers then read the same tags: those of the first parser like biaffine, which predicts them
    itself, or else those of the first parser with a tagger."""
    parsers = [api.load(path) for path in models]
    if weights == "confidence":
        for path, parser in zip(models, parsers, strict=True):
            parser.require_calibration(path)
    gold = api.read(heldout, format) if heldout else None
    api.bundle(parsers, weights or "eq", gold, accumulate, threads).save(output)
    size = file_size(output)
    say(f"{counted(len(parsers), 'parser')} in one model" + (f"; {size}" if size else ""))

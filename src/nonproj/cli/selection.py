"""The command that selects the parses of a blend: select."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from nonproj.cli.app import FormatOption, argument, command, json_option, option
from nonproj.cli.comparison import HeldOut, WeightsOption
from nonproj.cli.output.messages import counted, say
from nonproj.cli.output.tables import distinct_names, percent, print_table
from nonproj.combination.schemes import Weights
from nonproj.data.files import STANDARD_STREAM, check_output
from nonproj.errors import NonprojError

if TYPE_CHECKING:
    from nonproj.combination.selection import Candidates, Order
    from nonproj.results.scores import Attachment

Curves = dict["Order", list[tuple[int, "Attachment"]]]  # the parser that joins, the blend's LAS


@command()
def select(
    heldout_gold: Annotated[Path, option("Gold standard of the held-out data.")],
    heldout: Annotated[list[Path], HeldOut],
    systems: Annotated[
        list[Path] | None, argument("Parses of another text by the same parsers, to be blended.")
    ] = None,
    output: Annotated[
        Path | None,
        option("Write the blend of the selected SYSTEMS to this file.", "-o", "--output"),
    ] = None,
    weights: WeightsOption = None,
    format: FormatOption = None,
    as_json: Annotated[bool, json_option(help="Print orders and counts, as JSON.")] = False,
) -> None:
    """Find out which of many parses to blend, on held-out data (Nilsson 2009, 9.3.3).

    Beginning with the most accurate parser, the others are added one by one in four orders: by
    accuracy, descending and ascending, by how much they differ from those already chosen, and
    greedily by the gain of the blend. The table shows the LAS of each blend. The same held-out data
    choose, weigh and score, so expect smaller gains on new text."""
    from nonproj.data.conll import read_treebank, write_treebank

    systems = systems or []
    _check_together(systems, output, heldout)
    gold = read_treebank(heldout_gold, format)
    parses = [read_treebank(path, format) for path in heldout]
    candidates, numbers = _candidates(gold, parses, weights or Weights.EQ)
    curves = _curves(candidates)
    order, chosen = _best(curves)
    picked = [numbers[i] for i in chosen]
    names = distinct_names([str(path) for path in heldout])
    if as_json:
        print(json.dumps(_as_dict(curves, order, picked, heldout, numbers), indent=2))
    else:
        _print(curves, [names[n] for n in numbers])
        print(f"\nBlend {len(picked)} of {len(names)}: {', '.join(names[n] for n in picked)}")
    if output:
        from nonproj.combination.blending import blend
        from nonproj.parsers.roots import Root

        texts = [read_treebank(systems[n], format) for n in picked]
        held = [parses[n] for n in picked]
        estimated = () if weights in (None, Weights.EQ) else (gold, held)
        blended = blend(texts, weights or Weights.EQ, *estimated, root=Root.AUTO)
        write_treebank(blended, output)
        say(f"{counted(len(picked), 'parse')} blended into {output}")


def _check_together(systems: list[Path], output: Path | None, heldout: list[Path]) -> None:
    if bool(systems) != bool(output):
        raise NonprojError("SYSTEMS and --output go together: parses to blend, and a file to write")
    if systems and len(systems) != len(heldout):
        raise NonprojError(
            f"{len(heldout)} held-out parses but {counted(len(systems), 'parse')} to blend; "
            "expected one of each for every parser, in the same order"
        )
    if str(output) == STANDARD_STREAM:
        raise NonprojError("--output: standard output has the table; name a file for the blend")
    if output:
        check_output(output)


def _candidates(gold, parses, weights) -> "tuple[Candidates, list[int]]":
    """Return the candidates, the most accurate first, and their places in the user's order."""
    from nonproj.combination.selection import Candidates
    from nonproj.parsers.roots import Root
    from nonproj.results.scores import evaluate

    correct = [evaluate(gold, parse)["las"].correct for parse in parses]
    best = max(range(len(parses)), key=correct.__getitem__)
    numbers = [best, *(n for n in range(len(parses)) if n != best)]
    ordered = tuple(parses[n] for n in numbers)
    names = tuple(str(n) for n in numbers)
    return Candidates(names, gold, ordered, gold, ordered, weights, Root.AUTO), numbers


def _curves(candidates: "Candidates") -> Curves:
    from nonproj.combination.selection import Order

    curves = {}
    for order in Order:
        joined = candidates.order(order)
        blends = [candidates.blended_heldout(joined[: k + 1])["las"] for k in range(len(joined))]
        curves[order] = list(zip(joined, blends, strict=True))
    return curves


def _best(curves: Curves) -> "tuple[Order, list[int]]":
    """Return order and parsers of the blend with the highest LAS; of several, the smallest."""
    ends = [(order, k) for order, curve in curves.items() for k in range(len(curve))]
    order, k = min(ends, key=lambda end: (-curves[end[0]][end[1]][1].correct, end[1]))
    return order, [i for i, _ in curves[order][: k + 1]]


def _print(curves: Curves, names: list[str]) -> None:
    heads = ["Parses", *(head for order in curves for head in (order.value, "LAS"))]
    steps = zip(*curves.values(), strict=True)
    rows = [
        (str(k), *(cell for i, las in step for cell in (names[i], percent(las))))
        for k, step in enumerate(steps, start=1)
    ]
    print_table(heads, rows)


def _as_dict(curves, order, picked, heldout, numbers) -> dict:
    return {
        "orders": {
            o.value: [{"joins": str(heldout[numbers[i]]), "las": s.as_dict()} for i, s in curve]
            for o, curve in curves.items()
        },
        "best": {"order": order.value, "parses": [str(heldout[n]) for n in picked]},
    }

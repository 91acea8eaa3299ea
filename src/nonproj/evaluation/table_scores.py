"""The scores of a table of parsers and of their blends, each under its own setting."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from nonproj.evaluation.measurements import Measurement, canonical_setting
from nonproj.evaluation.parse_scores import Part, parse_scores


def table_scores(
    name: str,
    split: str,
    settings: Sequence[str],
    parses: Mapping[str, Sequence[Part]],
    pairs: Sequence[tuple[str, str]],
) -> list[Measurement]:
    """Every figure under every setting; `gl-eq;classifiers=all4` is gl-eq under one more item.

    Error reductions are kept of the pairs that are tested, of parsers and of their blends over a
    parser."""
    rows = (row for setting in settings for row in parse_scores(name, split, setting, parses))
    return [_settled(row) for row in _kept(rows, {*pairs, *((b, a) for a, b in pairs)})]


def _kept(rows: Iterable[Measurement], pairs: set[tuple[str, str]]) -> Iterator[Measurement]:
    for row in rows:
        baseline = row.setting.partition("baseline=")[2]  # to the end, with items of its own
        tested = (row.system, baseline) in pairs and ";" not in baseline
        if tested or row.metric != "error-reduction":
            yield row


def _settled(row: Measurement) -> Measurement:
    system, _, items = row.system.partition(";")
    return replace(row, system=system, setting=canonical_setting(row.setting, items))

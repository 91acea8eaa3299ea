"""Ratios of two error rates, which are recomputed when treebanks are pooled, not summed."""

from dataclasses import dataclass, replace

from nonproj.evaluation.values import named_items, without
from nonproj.experiments.study.addresses import Address

NORMALISED = "norm-"
DIFFERENCE = "difference"
PART_REDUCTIONS = {f"{part}-error-reduction": f"{part}-error-rate" for part in ("pre", "post")}
OF_A_PART = ("bin", "position")  # items of a setting that single out some words
OF_A_COMBINATION = ("classifiers", "accumulate", "parsers")  # ... that a single parser lacks


@dataclass(frozen=True)
class Quotient:
    """part / whole, both error rates, or 1 less that."""

    part: Address
    whole: Address
    complement: bool = False


def quotient_of(address: Address) -> Quotient | None:
    """Normalised error rates, and error reductions of Pre and Post, which hold different words of
    each parser (Nilsson 2009, 4.2.1, 7.3.2); None for any other value."""
    rate = replace(address, unit="percent")
    if address.metric.startswith(NORMALISED):
        part = replace(rate, metric=address.metric.removeprefix(NORMALISED))
        setting = without(address.setting, *OF_A_PART)
        return Quotient(part, replace(rate, metric="error-rate", setting=setting))
    if address.metric in PART_REDUCTIONS:
        items = named_items(address.setting)
        own = replace(rate, metric=PART_REDUCTIONS[address.metric])
        own = replace(own, setting=without(address.setting, "baseline"))
        alone = without(own.setting, *OF_A_COMBINATION)
        baseline = replace(own, system=items["baseline"], setting=alone)
        return Quotient(own, baseline, complement=True)
    return None


def compared(address: Address) -> tuple[Address, Address] | None:
    """The two scores behind a difference, or behind a reduction of errors that are not of the same
    words (`of=precision`); None for any other value."""
    items = named_items(address.setting)
    if address.metric != DIFFERENCE and items.get("of") != "precision":
        return None
    setting = without(address.setting, "of", "baseline")
    own = replace(address, metric=items["of"], unit="percent", setting=setting)
    alone = without(setting, *OF_A_COMBINATION)
    return own, replace(own, system=items["baseline"], setting=alone)

"""Figures that are an error rate divided by another, so that counts do not add up to theirs."""

from dataclasses import dataclass, replace

from nonproj.evaluation.measurements import canonical_setting
from nonproj.reporting.addresses import Address

NORMALISED = "norm-"
REDUCTION = "error-reduction"
OF_A_PART = ("bin", "position")  # items of a setting that single out some words
OF_A_COMBINATION = ("classifiers", "accumulate", "parsers")  # ... that a single parser lacks
OF_A_METRIC = {"of=las": "labelled", "of=uas": "unlabelled"}


@dataclass(frozen=True)
class Quotient:
    """part / whole, both error rates, or what is missing to 1."""

    part: Address
    whole: Address
    complement: bool = False


def quotient_of(address: Address) -> Quotient | None:
    """Normalised error rates and error reductions (Nilsson 2009, 3.1 and 4.2.1); None: neither."""
    rate = replace(address, unit="percent")
    if address.metric.startswith(NORMALISED):
        whole = replace(rate, metric="error-rate", setting=_without(address.setting, OF_A_PART))
        return Quotient(replace(rate, metric=address.metric.removeprefix(NORMALISED)), whole)
    if address.metric.endswith(REDUCTION):
        return _reduction(rate)
    return None


def _reduction(address: Address) -> Quotient | None:
    """None where no error rates are compared, but seconds or the like."""
    items = [OF_A_METRIC.get(item, item) for item in address.setting.split(";")]
    baselines = [item.removeprefix("baseline=") for item in items if item.startswith("baseline=")]
    if len(baselines) != 1 or not {*OF_A_METRIC.values()} & {*items}:
        return None
    setting = _without(canonical_setting(*items), ("baseline",))
    metric = address.metric.removesuffix(REDUCTION) + "error-rate"
    part = replace(address, metric=metric, setting=setting)
    alone = _without(setting, OF_A_COMBINATION)
    return Quotient(part, replace(part, system=baselines[0], setting=alone), complement=True)


def _without(setting: str, keys: tuple[str, ...]) -> str:
    return ";".join(item for item in setting.split(";") if item.partition("=")[0] not in keys)

"""Errors, and hints at the name that was meant."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.data.download.fetch import NotAvailableError
    from nonproj.data.reading.defects import TreebankError
    from nonproj.errors import NonprojError, did_you_mean, one_of
    from nonproj.results.significance.comparison import ComparisonError

__getattr__ = on_demand(__name__)

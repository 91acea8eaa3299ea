"""Values: of which treebank, split, system, metric and setting a number is."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.results.values import (
        EVERY_SPLIT,
        Key,
        Setting,
        Subject,
        Value,
        Values,
        drop_items,
        items_of,
        named_items,
        read_keys,
        read_values,
        summed,
        text_of,
        write_values,
    )

__getattr__ = on_demand(__name__)

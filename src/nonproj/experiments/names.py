"""Names of systems: every variant that an experiment names exists.

What a paper calls a system stands in the experiment file of its study (`variants`), and there
alone; `systems` is the way back."""

from collections.abc import Iterable

from nonproj.errors import NonprojError


def require_variants(names: Iterable[str]) -> None:
    """ValueError for a name that the grammar of variants does not know."""
    from nonproj.parsers.families import variant_named

    for name in names:
        try:
            variant_named(name)
        except NonprojError as error:
            raise ValueError(str(error)) from None

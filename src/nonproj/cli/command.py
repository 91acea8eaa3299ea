"""What all commands share: an option with one value is given once, and help is wrapped once.

The parser of the command line takes the last of several values and says nothing about the others:
`--dev a --dev b` would leave a out, `-o a -o b` write no a."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from typer import Context
from typer.core import TyperCommand, TyperOption


class Command(TyperCommand):
    """A command whose epilog may be a function, called only where help is asked for."""

    def __init__(
        self,
        *args: Any,
        help: str | None = None,
        epilog: Callable[[], str] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, help=_unwrapped(help), **kwargs)
        self._epilog = epilog

    def format_help(self, *args: Any) -> None:
        if self._epilog:
            self.epilog = _unwrapped(self._epilog())
        super().format_help(*args)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Refuse an option that is given again; flags and lists may be repeated."""
        *_, given = self.make_parser(ctx).parse_args(list(args))
        for option, times in Counter(given).items():
            once = isinstance(option, TyperOption) and not (option.multiple or option.is_flag)
            if once and times > 1:
                ctx.fail(f"{max(option.opts, key=len)} takes one value but is given {times} times")
        return super().parse_args(ctx, args)


def _unwrapped(text: str | None) -> str | None:
    """Join the lines of each paragraph; the terminal breaks them where it has to."""
    if text is None:
        return None
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))

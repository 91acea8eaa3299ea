"""What all commands have in common: an option with one value is given once, help is wrapped once.

The parser of the command line takes the last of several values and says nothing about the others:
`--dev a --dev b` would leave a out, `-o a -o b` write no a."""

from collections import Counter
from typing import Any

from typer import Context
from typer.core import TyperCommand, TyperOption


class Command(TyperCommand):
    def __init__(
        self, *args: Any, help: str | None = None, epilog: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, help=_unwrapped(help), epilog=_unwrapped(epilog), **kwargs)

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """A usage error names an option that is given again; flags may be, and lists."""
        *_, given = self.make_parser(ctx).parse_args(list(args))
        for option, times in Counter(given).items():
            once = isinstance(option, TyperOption) and not (option.multiple or option.is_flag)
            if once and times > 1:
                ctx.fail(f"{max(option.opts, key=len)} takes one value but is given {times} times")
        return super().parse_args(ctx, args)


def _unwrapped(text: str | None) -> str | None:
    """Paragraphs without the line breaks of the source; the terminal has its own."""
    if text is None:
        return None
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))

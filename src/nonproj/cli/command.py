"""What all commands share: options with one value are given once, inputs stay, help has examples.

The parser of the command line takes the last of several values and says nothing about the others:
`--dev a --dev b` would leave a out, `-o a -o b` write no a."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from typer import Context
from typer.core import TyperCommand, TyperGroup, TyperOption

from nonproj.cli.examples import EXAMPLES
from nonproj.data.files import is_same_file
from nonproj.errors import NonprojError, did_you_mean

OUTPUTS = ("output",)  # parameters that name what a command writes
WITHOUT_KERNELS = ("check", "claims", "fetch", "synthesize")  # commands that compile nothing
LONGEST_SUMMARY = 200  # characters


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

    def format_epilog(self, ctx: Context, formatter: Any) -> None:
        for paragraph in (self._epilog() if self._epilog else "").split("\n\n"):
            formatter.write_paragraph()
            formatter.write_text(" ".join(paragraph.split()))
        with formatter.section("Examples"):
            for line in EXAMPLES.get(self.name, ()):
                formatter.write(f"  nonproj {line}\n")

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Refuse an option that is given again; flags and lists may be repeated."""
        *_, given = self.make_parser(ctx).parse_args(list(args))
        for option, times in Counter(given).items():
            once = isinstance(option, TyperOption) and not (option.multiple or option.is_flag)
            if once and times > 1:
                ctx.fail(f"{max(option.opts, key=len)} takes one value but is given {times} times")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Context) -> Any:
        """Refuse to write over a file that is read."""
        outputs = [path for name, path in _paths(ctx.params) if name in OUTPUTS]
        inputs = [path for name, path in _paths(ctx.params) if name not in OUTPUTS]
        for output in outputs:
            if any(is_same_file(output, path) for path in inputs):
                raise NonprojError(f"{output}: is an input, too; choose another output")
        if self.name in WITHOUT_KERNELS:
            return super().invoke(ctx)
        from nonproj.cli.output.compilation import watched_compilation

        with watched_compilation():
            return super().invoke(ctx)


class Commands(TyperGroup):
    """The application: its commands under headings, and similar names where one is not known."""

    def format_commands(self, ctx: Context, formatter: Any) -> None:
        panels: dict[str, list[tuple[str, str]]] = {}
        for name, command in self.commands.items():
            row = (name, command.get_short_help_str(limit=LONGEST_SUMMARY))
            panels.setdefault(command.rich_help_panel or "Commands", []).append(row)
        for panel, rows in panels.items():
            with formatter.section(panel):
                formatter.write_dl(rows)

    def resolve_command(self, ctx: Context, args: list[str]) -> Any:
        if args[0] not in self.commands:
            known = f"expected one of {', '.join(self.commands)}"
            hint = did_you_mean(args[0], self.commands)
            raise NonprojError(f"there is no command {args[0]!r}; {known}{hint}")
        return super().resolve_command(ctx, args)


def _paths(parameters: dict[str, Any]) -> Iterator[tuple[str, Path]]:
    for name, value in parameters.items():
        for path in value if isinstance(value, list | tuple) else [value]:
            if isinstance(path, Path):
                yield name, path


def _unwrapped(text: str | None) -> str | None:
    """Join the lines of each paragraph; the terminal breaks them where it has to."""
    if text is None:
        return None
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))

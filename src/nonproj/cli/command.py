"""Rules for all commands: options are not repeated, inputs are not overwritten, help has examples.

Without the first rule, the last value would silently replace the others: `-o a -o b` would not
write the file a."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from typer import Context
from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from nonproj.cli.examples import EXAMPLES, PANELS
from nonproj.cli.variant_names import EXPLANATIONS
from nonproj.data.files import is_same_file
from nonproj.errors import NonprojError
from nonproj.extras import needing

OUTPUTS = ("output", "html")  # parameters that name output files
WITHOUT_KERNELS = ("check", "fetch")  # compile nothing
LONGEST = 200  # characters in a summary


class Command(TyperCommand):
    """A command that shows examples in its help and applies the rules for options and files."""

    def collect_usage_pieces(self, ctx: Context) -> list[str]:
        return ["[OPTIONS]", *(_usage(p) for p in self.params if isinstance(p, TyperArgument))]

    def format_options(self, ctx: Context, formatter: Any) -> None:
        """List the arguments, named as in the usage line, and then the options."""
        records = [(p, p.get_help_record(ctx)) for p in self.get_params(ctx)]
        arguments = [(_usage(p), text) for p, (_, text) in records if isinstance(p, TyperArgument)]
        options = [record for p, record in records if not isinstance(p, TyperArgument)]
        for heading, rows in (("Arguments", arguments), ("Options", options)):
            if rows:
                with formatter.section(heading):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: Context, formatter: Any) -> None:
        if explain := EXPLANATIONS.get(self.name):
            formatter.write_paragraph()
            formatter.write_text(explain())
        with formatter.section("Examples"):
            for line in EXAMPLES.get(self.name, ()):
                formatter.write(f"  nonproj {line}\n")

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Reject an option that is given more than once, unless the option is a flag or a list."""
        *_, given = self.make_parser(ctx).parse_args(list(args))
        for option, times in Counter(given).items():
            once = isinstance(option, TyperOption) and not (option.multiple or option.is_flag)
            if once and times > 1:
                ctx.fail(f"{max(option.opts, key=len)} takes one value but is given {times} times")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Context) -> Any:
        """Run the command, but refuse to overwrite any of its inputs."""
        paths = [*_paths(ctx.params)]
        for output in (path for name, path in paths if name in OUTPUTS):
            if any(is_same_file(output, path) for name, path in paths if name not in OUTPUTS):
                raise NonprojError(f"{output}: is also an input; choose another output")
        with needing(self.name):
            if self.name in WITHOUT_KERNELS:
                return super().invoke(ctx)
            from nonproj.cli.output.compilation import watched_compilation

            with watched_compilation(self.name):
                return super().invoke(ctx)


class ClosedPipeError(Exception):
    """The error raised if the reader of the output has closed the pipe."""


@contextmanager
def _own_error_of_closed_pipes() -> Iterator[None]:
    """Replace BrokenPipeError, for which typer exits with status 1, with ClosedPipeError."""
    try:
        yield
    except BrokenPipeError as error:
        raise ClosedPipeError from error


class Commands(TyperGroup):
    """The group of all commands, listed in the order in which users need them."""

    def make_context(self, *args: Any, **extra: Any) -> Context:
        with _own_error_of_closed_pipes():  # this call may print the help
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Context) -> Any:
        with _own_error_of_closed_pipes():
            return super().invoke(ctx)

    def format_commands(self, ctx: Context, formatter: Any) -> None:
        for panel, names in PANELS.items():
            commands = [self.commands[name] for name in names]
            with formatter.section(panel):
                formatter.write_dl([(c.name, c.get_short_help_str(LONGEST)) for c in commands])


def _usage(argument: TyperArgument) -> str:
    """Return an argument's name as the usage line shows it: TRAIN, [SYSTEM], PARSE..."""
    name = (argument.metavar or argument.name).upper()
    name += "..." * (argument.nargs != 1)
    return name if argument.required else f"[{name}]"


def _paths(parameters: dict[str, Any]) -> Iterator[tuple[str, Path]]:
    for name, value in parameters.items():
        for path in value if isinstance(value, list | tuple) else [value]:
            if isinstance(path, Path):
                yield name, path

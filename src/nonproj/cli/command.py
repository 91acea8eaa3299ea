"""Rules for all commands: options are not repeated, inputs are not overwritten, help has examples.

Without the first rule, the last value would silently replace the others: `-o a -o b` would not
write the file a."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer import Context
from typer.core import TyperArgument, TyperCommand, TyperOption

from nonproj.cli.examples import EXAMPLES
from nonproj.data.files import is_same_file
from nonproj.errors import NonprojError
from nonproj.optional_libraries import needing

OUTPUTS = ("output", "html")  # parameters that name output files
WITH_VARIANTS = ("coverage", "train")  # explain the names of variants
COMMANDS_WITHOUT_KERNELS = ("check", "fetch")  # compile nothing


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
        if self.name in WITH_VARIANTS:
            from nonproj.cli.variant_names import EXPLANATIONS

            formatter.write_paragraph()
            formatter.write_text(EXPLANATIONS[self.name]())
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
            if self.name in COMMANDS_WITHOUT_KERNELS:
                return super().invoke(ctx)
            from nonproj.cli.output.compilation import watched_compilation

            with watched_compilation(self.name):
                return super().invoke(ctx)


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

"""The group of all commands; the module of a command is imported when the command is used."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from importlib import import_module
from inspect import getdoc
from typing import Any

from typer import Context, Typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from nonproj.cli.command import Command
from nonproj.cli.examples import PANELS

LONGEST_SUMMARY = 200  # characters in a summary
# Each command is the function of the same name in one of these modules.
_MODULES = {
    "acquisition": ("fetch",),
    "comparison": ("blend", "compare", "evaluate"),
    "confidence": ("calibrate", "doubtful"),
    "inspection": ("check", "draw", "stats", "view"),
    "parsing": ("parse", "tag", "tokenize"),
    "recommendation": ("recommend",),
    "restructuring": ("transform",),
    "selection": ("bundle", "select"),
    "training": ("coverage", "train"),
    "transformation": ("deprojectivize", "projectivize"),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def _function(name: str) -> Callable[..., None]:
    return getattr(import_module(f"nonproj.cli.{_MODULE_OF[name]}"), name)


class ClosedPipeError(Exception):
    """The error raised if the reader of the output has closed the pipe."""


@contextmanager
def _own_error_of_closed_pipes() -> Iterator[None]:
    """Replace BrokenPipeError, for which typer exits with status 1, with ClosedPipeError."""
    try:
        yield
    except BrokenPipeError as error:
        raise ClosedPipeError from error


class OnDemand(Mapping[str, TyperCommand]):
    """The commands by name; each is made from its function when it is looked up."""

    def __getitem__(self, name: str) -> TyperCommand:
        single = Typer(add_completion=False, rich_markup_mode=None)
        single.command(cls=Command)(_function(name))
        return get_command(single)

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULE_OF)

    def __len__(self) -> int:
        return len(_MODULE_OF)


class Commands(TyperGroup):
    """The group of all commands, listed in the order in which users need them."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = OnDemand()

    def make_context(self, *args: Any, **extra: Any) -> Context:
        with _own_error_of_closed_pipes():  # this call may print the help
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Context) -> Any:
        with _own_error_of_closed_pipes():
            return super().invoke(ctx)

    def format_commands(self, ctx: Context, formatter: Any) -> None:
        for panel, names in PANELS.items():
            # Commands without parameters, which take time to inspect.
            commands = [TyperCommand(name, help=getdoc(_function(name))) for name in names]
            with formatter.section(panel):
                formatter.write_dl(
                    [(c.name, c.get_short_help_str(LONGEST_SUMMARY)) for c in commands]
                )

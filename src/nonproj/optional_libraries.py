"""The libraries that the package requires, and the extras that install the optional ones."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from nonproj.errors import NonprojError

LIBRARIES = {"sklearn": "scikit-learn", "markupsafe": "jinja2"}  # module -> library to install


def extras() -> dict[str, str]:
    """Map each library to the extra that installs it, or to "" if it is always installed."""
    from importlib.metadata import requires

    found: dict[str, str] = {}
    for requirement in requires("nonproj") or ():
        extra = re.search(r"extra == \W(\w+)", requirement)
        found.setdefault(re.match(r"[\w.-]+", requirement)[0], extra[1] if extra else "")
    return found


@contextmanager
def needing(what: str) -> Iterator[None]:
    """Raise NonprojError with an install command if an optional library is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        module = str(error.name).partition(".")[0]
        library = LIBRARIES.get(module, module)
        if extra := extras().get(library):
            command = f'pip install "nonproj[{extra}]"'
            raise NonprojError(f"{what} needs {library}: {command}") from None
        raise

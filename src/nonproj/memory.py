"""The memory of the machine, which large requests are compared with before they are made."""

import os

from nonproj.errors import NonprojError


def machine_memory() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def require_memory(asked: int, purpose: str) -> None:
    """NonprojError where the machine does not have as many bytes."""
    available = machine_memory()
    if asked > available:
        raise NonprojError(
            f"{purpose} takes {asked / 1e9:.1f} GB or more, and this machine has "
            f"{available / 1e9:.1f}"
        )

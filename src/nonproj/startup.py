"""A shorter start of the command line, and a cache of compiled kernels that may be damaged or full.

numba imports scipy.linalg for matrix products, which no kernel has, and before it loads a kernel
from its cache all that it would need to compile one. Both wait here until they are needed, which
saves half a second. Only for processes of our own: other kernels of a process that uses nonproj may
have such products."""

import os
import sys
import warnings
from collections.abc import Callable
from importlib.abc import MetaPathFinder
from importlib.util import find_spec

CACHING, LINEAR_ALGEBRA = "numba.core.caching", "scipy.linalg"
SHORT = "NONPROJ_SHORT_START"
USER = "numba.np.arraymath"  # imports linear algebra, or does without it


def shorten(compiling: Callable[[], None]) -> None:
    """Shorten the start of this process; call `compiling` once, before a kernel is compiled."""
    sys.meta_path.insert(0, _Shortcuts(compiling))


def shorten_processes() -> None:
    """Shorten the start of the processes that this one starts, such as jobs of the workflow."""
    os.environ[SHORT] = "1"


class _Shortcuts(MetaPathFinder):
    def __init__(self, compiling: Callable[[], None]) -> None:
        self.compiling = compiling
        self.patched = False

    def find_spec(self, name, path=None, target=None):
        """Refuse linear algebra to numba, which then does without; patch its cache when loaded."""
        if name == LINEAR_ALGEBRA and USER in sys.modules and _is_loading(USER):
            raise ImportError(f"{USER} does without {name}")
        if name != CACHING or self.patched:
            return None
        self.patched = True
        spec = find_spec(name)
        execute = spec.loader.exec_module

        def execute_and_patch(module) -> None:
            execute(module)
            _load_before_refreshing(module.Cache, self.compiling)
            _survive_bad_caches(module.Cache)

        spec.loader.exec_module = execute_and_patch
        return spec


def _is_loading(name: str) -> bool:
    return getattr(sys.modules[name].__spec__, "_initializing", False)


def _load_before_refreshing(cache: type, compiling: Callable[[], None]) -> None:
    """Load kernels without numba's registries; compiling one fills them and is announced."""
    announced = []

    def load_overload(self, sig, target_context):
        from numba.core.runtime import rtsys

        rtsys.initialize(target_context)
        with self._guard_against_spurious_io_errors():
            found = self._load_overload(sig, target_context)
        if found is None and not announced:
            announced.append(sig)
            compiling()
        return found

    cache.load_overload = load_overload


def _survive_bad_caches(cache: type) -> None:
    """Compile again what a damaged file of the cache should hold, and what it has no room for."""
    load, save = cache._load_overload, cache.save_overload
    folder = os.environ["NUMBA_CACHE_DIR"]

    def load_or_forget(self, sig, target_context):
        try:
            return load(self, sig, target_context)
        except Exception as error:  # whatever a damaged file makes of unpickling
            message = f"{folder}: compiled kernels are damaged ({error!r}); compiling them again"
            warnings.warn(message.replace("\n", " "), stacklevel=1)
            _try_to_keep(folder, self.flush)
            return None

    def save_if_possible(self, sig, data):
        _try_to_keep(folder, lambda: save(self, sig, data))

    cache._load_overload, cache.save_overload = load_or_forget, save_if_possible


def _try_to_keep(folder: str, write: Callable[[], None]) -> None:
    try:
        write()
    except Exception as error:
        message = f"{folder}: compiled kernels cannot be kept ({error}); it goes on without"
        warnings.warn(message, stacklevel=1)

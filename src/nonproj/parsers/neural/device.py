"""JAX as this family uses it: one thread for each computation, compiled code kept on disk.

A multiplication on one thread adds in one order, so that results do not depend on the number of
threads; threads work on different parts of a computation instead. Import jax from here, as its
options have to be set before it is loaded."""

import os
from pathlib import Path

# On an accelerator, which code is the fastest is not tried out: that would take longer than it
# saves, and results would depend on it.
_FLAGS = "--xla_cpu_multi_thread_eigen=false --xla_gpu_autotune_level=0"

if _FLAGS not in os.environ.get("XLA_FLAGS", ""):
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {_FLAGS}".strip()

# How many cores XLA believes to have decides into how many parts it divides a sum, and thereby the
# order of additions: two everywhere, so that machines with more, or with one, give the same model.
os.environ["NPROC"] = "2"

# Several parsers can be trained at once on one accelerator.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

__all__ = ["jax", "jnp"]

if "JAX_COMPILATION_CACHE_DIR" not in os.environ:
    _home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    jax.config.update("jax_compilation_cache_dir", str(_home / "nonproj" / "jax"))
jax.config.update("jax_default_matmul_precision", "float32")  # accelerators would take fewer bits
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.1)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)

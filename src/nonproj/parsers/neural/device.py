"""JAX, configured for neural parsers: one thread per computation, compiled code cached on disk.

On one thread, a matrix product is always summed in the same order. Different threads work on
different computations, so results do not depend on the number of threads. Import jax from this
module, because options have to be set before jax is loaded."""

import os
from pathlib import Path

# On an accelerator, do not search for the fastest code: the search would take longer than it saves,
# and results would depend on the code that it finds.
_FLAGS = "--xla_cpu_multi_thread_eigen=false --xla_gpu_autotune_level=0"

if _FLAGS not in os.environ.get("XLA_FLAGS", ""):
    os.environ["XLA_FLAGS"] = f"{os.environ.get('XLA_FLAGS', '')} {_FLAGS}".strip()

# XLA divides sums according to the number of cores, which changes the order of additions. Let it
# assume two cores everywhere, so that all machines give the same model.
os.environ["NPROC"] = "2"

# Allow several parsers to be trained on one accelerator at the same time.
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402

__all__ = ["jax", "jnp"]

if "JAX_COMPILATION_CACHE_DIR" not in os.environ:
    _home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    jax.config.update("jax_compilation_cache_dir", str(_home / "nonproj" / "jax"))
jax.config.update("jax_default_matmul_precision", "float32")  # accelerators would use fewer bits
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0.1)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)

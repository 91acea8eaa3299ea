"""nonproj: strategies for non-projective dependency parsing, compared."""

from nonproj.fingerprint import use_compiled_kernel_cache

__version__ = "0.1.0"

use_compiled_kernel_cache()

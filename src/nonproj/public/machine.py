"""What a process uses: libraries, memory and compiled kernels."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.kernel_cache import kernel_fingerprint, use_kernel_cache
    from nonproj.machine import most_memory
    from nonproj.optional_libraries import extras

__getattr__ = on_demand(__name__)

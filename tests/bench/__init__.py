"""Speed, measured: `make bench` runs every bench and writes reports/bench.json."""

from nonproj.kernel_cache import use_kernel_cache

use_kernel_cache()

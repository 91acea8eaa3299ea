"""Speed, measured: `make bench` runs every bench and writes reports/bench.json."""

from nonproj.fingerprint import use_kernel_cache

use_kernel_cache()

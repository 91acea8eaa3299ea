"""Inputs that nobody wrote on purpose: `make fuzz` makes as many as it is asked for.

Every case is made from its number, so that a failure is found again by `--first N --cases 1`."""

from nonproj.kernel_cache import use_kernel_cache

use_kernel_cache()

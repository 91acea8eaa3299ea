"""What is imported when: help and options need neither numpy nor compiled kernels."""

import subprocess
import sys

import pytest

HEAVY = ("numpy", "numba", "scipy", "pandas", "sklearn", "matplotlib", "snakemake", "jax")


@pytest.mark.parametrize("module", ["nonproj", "nonproj.cli"])
def test_start_up_imports_nothing_heavy(module):
    code = f"import sys, {module}; print(*sys.modules.keys() & set({HEAVY}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []

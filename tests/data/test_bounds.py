"""Reading and writing once more with every access of the compiled code checked."""

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PLAIN = "defects_of or choosing_all or sentences_can or hundred_thousand or predicate"


def test_no_kernel_leaves_its_arrays(tmp_path):
    """Separately compiled: a cached kernel keeps the setting it was compiled with."""
    environment = os.environ | {"NUMBA_BOUNDSCHECK": "1", "NUMBA_CACHE_DIR": str(tmp_path)}
    tests = [HERE / "test_checks.py", HERE / "test_conll_roundtrip.py"]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", PLAIN]
    run = subprocess.run([*command, *tests], env=environment, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert list(tmp_path.rglob("scan.split_fields*.nbi")), "nothing was compiled anew"

"""Compilation of kernels: announced, and no part of the times that commands print."""

from time import perf_counter

import numba
import pytest

from nonproj.cli.output import compilation
from nonproj.cli.output.compilation import Stopwatch, watched_compilation


def test_measured_times_exclude_compilation(capsys, monkeypatch):
    """Nor is that of a kernel which another one needs."""
    monkeypatch.setattr(compilation, "_COMPILATION", compilation._Compilation())  # the first one
    inner = numba.njit(lambda x: x * x + 1)
    outer = numba.njit(lambda x: inner(x) + inner(x + 1))
    begin, watch = perf_counter(), Stopwatch()
    with watched_compilation("parse"), watch.running():
        assert outer(2) == 15
    assert 0 < watch.seconds < (perf_counter() - begin) / 5
    assert capsys.readouterr().err == "nonproj: compiling kernels for parse (once) …\n"
    with watched_compilation("parse"), watch.running():
        numba.njit(lambda x: x - 1)(2)
    assert capsys.readouterr().err == ""
    with pytest.raises(ZeroDivisionError), watched_compilation("parse"):
        numba.njit(lambda x: 1 // x, error_model="python")(0)

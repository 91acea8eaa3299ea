"""The program as a user starts it, its output in a pipe or on a terminal."""

import fcntl
import gc
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import warnings
from types import SimpleNamespace
from unittest.mock import patch

from nonproj import cli

TREES = """\
1\tWhat\twhat\tP\tP\t_\t3\tobj\t_\t_
2\tdid\tdo\tV\tV\t_\t0\troot\t_\t_
3\tsee\tsee\tV\tV\t_\t2\txcomp\t_\t_
4\tyou\tyou\tP\tP\t_\t2\tnsubj\t_\t_

1\tYes\tyes\tI\tI\t_\t0\troot\t_\t_

"""


COMPILING = re.compile(r"nonproj: compiling kernels for \w+ \(once\) …\n")


def nonproj(*arguments, stdin=""):
    """Run the program in this process: a new one takes seconds to import and to load kernels.

    What is said of kernels that are not in the cache is left out."""
    texts = {"stdin": stdin, "stdout": "", "stderr": ""}
    pipes = {name: io.TextIOWrapper(io.BytesIO(t.encode()), "utf-8") for name, t in texts.items()}
    argv, status = ["nonproj", *map(str, arguments)], None
    with patch.multiple(sys, argv=argv, **pipes), warnings.catch_warnings():
        for category in (DeprecationWarning, PendingDeprecationWarning):  # shown by pytest alone
            warnings.simplefilter("ignore", category)
        try:
            cli.main()
        except SystemExit as ended:
            status = ended.code
    gc.unfreeze()  # what a program freezes at its end
    stdout, stderr = (_written(pipes[name]) for name in ("stdout", "stderr"))
    return SimpleNamespace(returncode=status, stdout=stdout, stderr=COMPILING.sub("", stderr))


def _written(pipe):
    pipe.flush()
    return pipe.buffer.getvalue().decode()


def program(*arguments, stdin=None):
    """Run the program in a process of its own."""
    done = subprocess.run(
        _command(arguments), input=stdin, capture_output=True, text=True, check=False
    )
    done.stderr = COMPILING.sub("", done.stderr)
    return done


def on_terminal(width, *arguments):
    """What a terminal with so many columns gets to see."""
    reader, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", 24, width, 0, 0))
    environment = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES")}
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), terminal)
    with subprocess.Popen(_command(arguments), **streams, env=environment | {"TERM": "xterm"}):
        os.close(terminal)
        shown = b"".join(_pieces(reader))
    os.close(reader)
    return shown.decode()


def _pieces(reader):
    """What is read from a terminal until it is closed, which Linux tells as an error."""
    while True:
        try:
            yield os.read(reader, 1 << 16)
        except OSError:
            return


def succeeded(*arguments, run=nonproj, **options):
    """Run the program, which has to end without an error."""
    done = run(*arguments, **options)
    assert done.returncode == 0, done.stderr
    return done


def python(code, *words, **options):
    """Run lines of Python in a process of its own, which has to end without an error."""
    command = [sys.executable, "-c", code, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done


def _command(arguments):
    return [sys.executable, "-m", "nonproj", *map(str, arguments)]

"""Output in any encoding, to readers that leave, to full devices, and interrupts at any moment."""

import io
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from command_line import COMPILING, TREES
from nonproj import cli

ENCODINGS = ("utf-8", "utf-16", "ascii", "shift_jis")
FILES = {"ä….conll": TREES.replace("obj", "−obj"), "bad.conll": TREES.replace("3\tobj", "9…\tobj")}
TEXT, BAD = FILES
COMMANDS = {
    "stats": ("stats", TEXT),
    "stats-json": ("stats", "--json", TEXT),
    "check": ("check", BAD),
    "check-json": ("check", "--json", BAD),
    "compare": ("compare", TEXT, TEXT, TEXT),
    "coverage": ("coverage", "--classes", "projective,mh4", TEXT),
}
BAD_ENCODINGS = (
    {"PYTHONIOENCODING": "latin-1"},
    {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
)
FULL = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="this system has no /dev/full")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def printed(folder, monkeypatch):
    """printed(words, encoding) -> the bytes of standard output."""

    def printed(words, encoding):
        monkeypatch.setattr("sys.argv", ["nonproj", *words])
        monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding))
        with pytest.raises(SystemExit) as ended:
            cli.main()
        assert ended.value.code == (1 if BAD in words else 0)
        return sys.stdout.buffer.getvalue()

    return printed


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", COMMANDS)
def test_characters_that_the_output_encoding_lacks_become_question_marks(printed, name, encoding):
    text = printed(COMMANDS[name], "utf-8").decode()
    found = printed(COMMANDS[name], encoding)
    assert found == text.encode(encoding, "replace")
    if "--json" in COMMANDS[name]:
        assert json.loads(found.decode(encoding)) == json.loads(text)


def finished(words, **options):
    """Status and messages of a process."""
    command = [sys.executable, "-m", "nonproj", *words]
    done = subprocess.run(
        command, **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    )
    return done.returncode, COMPILING.sub("", (done.stderr or b"").decode())


@pytest.mark.parametrize("environment", BAD_ENCODINGS)
def test_stats_prints_its_table_where_the_locale_encodes_few_characters(folder, environment):
    assert finished(COMMANDS["stats"], env=os.environ | environment) == (0, "")


@pytest.fixture
def closed_pipe():
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


def nothing_is_left_to_write():
    """Else Python would try again at its end, and change the status."""
    return sys.stdout is None or sys.stdout.flush() is None


SHORT = [COMMANDS["stats-json"], COMMANDS["check"], ("--help",), ("train", "--help")]
SHORT += [("--version",)]
PROJECTIVIZE = ("projectivize", "--encoding", "head", TEXT)


@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", [*SHORT, PROJECTIVIZE], ids=" ".join)
def test_a_reader_that_has_closed_the_pipe_causes_no_error(
    folder, closed_pipe, monkeypatch, words, buffered
):
    """Python writes at once, or when the program ends."""
    raw = open(closed_pipe, "wb", closefd=False, buffering=-1 if buffered else 0)  # noqa: SIM115
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(raw, "utf-8", write_through=not buffered))
    assert cli.run([*words]) == 0
    assert nothing_is_left_to_write()


@pytest.mark.parametrize("words", [COMMANDS["check"], ("--help",)], ids=" ".join)
def test_a_process_that_writes_to_a_closed_pipe_prints_no_traceback(folder, closed_pipe, words):
    status, said = finished(words, stdout=closed_pipe)
    assert (status, said.replace("nonproj: 1 defect, 0 warnings\n", "")) == (0, "")


def first_byte(path):
    with open(path, "rb", buffering=0) as pipe:
        return pipe.read(1)


def test_a_reader_that_leaves_a_named_pipe_causes_no_error(folder):
    """It takes one byte; the pipe holds less than the rest."""
    os.mkfifo("pipe")
    (folder / TEXT).write_text(TREES * 4000, encoding="utf-8")
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(first_byte, "pipe")
        assert cli.run([*PROJECTIVIZE, "-o", "pipe"]) == 0
        assert first.result() == b"1"


@FULL
@pytest.mark.parametrize("buffered", [True, False])
@pytest.mark.parametrize("words", SHORT, ids=" ".join)
def test_a_command_names_standard_output_if_its_device_is_full(
    folder, monkeypatch, capsys, words, buffered
):
    full = open("/dev/full", "wb", buffering=-1 if buffered else 0)  # noqa: SIM115
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(full, "utf-8", write_through=not buffered))
    assert cli.run([*words]) == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert last == "nonproj: standard output: No space left on device"
    assert nothing_is_left_to_write()


@FULL
def test_a_process_with_a_full_device_exits_with_a_status_of_nonproj(folder):
    with open("/dev/full", "wb") as full:
        last = "nonproj: standard output: No space left on device\n"
        assert finished(("--version",), stdout=full) == (2, last)
        assert finished(("--version",), stderr=full)[0] == 0
        assert finished((*PROJECTIVIZE, "-o", "out.conll"), stderr=full)[0] == 0
        assert finished(("stats", "none"), stderr=full)[0] == 2


def test_train_works_with_standard_error_closed(folder, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr", None)
    words = f"train --variant arc-standard {TEXT} --dev {TEXT} -o model.npz"
    assert cli.run(words.split()) == 0
    assert capsys.readouterr().out == ""


INTERRUPTING = """
import os, runpy, signal, sys
class Interruption:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in the background
module, *sys.argv[1:] = sys.argv[1:]
sys.meta_path.insert(0, Interruption())
runpy.run_module("nonproj", run_name="__main__", alter_sys=True)
"""


@pytest.mark.parametrize(
    "module",
    [
        *("nonproj.cli", "typer", "nonproj.cli.app", "nonproj.cli.inspection"),
        *("numpy", "numpy._core.multiarray", "numba", "numba.core.caching"),
    ],
)
def test_an_interrupt_during_imports_ends_the_command_without_a_message(folder, module):
    command = [sys.executable, "-c", INTERRUPTING, module, *COMMANDS["stats"]]
    done = subprocess.run(command, capture_output=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")

"""Tokenizers of UDPipe 1: trained on a treebank, stored as bytes, applied by a second process."""

import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from nonproj.data.conll import render
from nonproj.data.reading.formats import Format
from nonproj.data.treebank import Treebank
from nonproj.errors import NonprojError
from nonproj.parsers.interface import Progress, silent
from nonproj.text.formats import LONGEST_WORD, text_of, too_long
from nonproj.text.learning import Learning

PROGRAM = Path(__file__).with_name("udpipe.py")
EMPTY_NODES = re.compile(rb"^\d+\.\d+\t.*\n?", re.MULTILINE)
ANNOTATION = re.compile(rb"^(\d+(?:-\d+)?\t[^\t\n]*)(?:\t[^\t\n]*){7}(?=\t)", re.MULTILINE)
WITH_TEXT = re.compile(rb"^# *text *=(.*)", re.MULTILINE)
TOO_LONG = re.compile(r"(\d+) characters at (\d+)")
EPOCH_LINE = re.compile(r"(?:Epoch )?(\d+)(?:,| of 100)")  # what the program prints
TOKENIZER_LIBRARY = "ufal.udpipe"


@dataclass(frozen=True)
class Tokenizer:
    """A trained tokenizer, in UDPipe's format."""

    data: bytes

    def split(self, text: bytes, name: str = "<memory>", progress: Progress = silent) -> bytes:
        """Split a text into sentences and words; return CoNLL-U that keeps all spaces in MISC."""
        checked = text_of(text, name)
        with _files() as (model, source, output):
            model.write_bytes(self.data)
            source.write_bytes(checked.replace("\f", "\n").encode())  # the end of a page
            progress("tokenizing", 0.0)
            arguments = "apply", model, source, output, str(LONGEST_WORD)
            failure = _run(arguments, "tokenizing", 100, progress)
            if place := TOO_LONG.fullmatch(failure or ""):
                line = checked.count("\n", 0, int(place[2])) + 1
                at_least = f"{int(place[1]):,} or more"  # the program has not read on
                raise NonprojError(f"{name}:{line}: {too_long(at_least)}")
            if failure is not None:
                raise NonprojError(f"the tokenizer cannot be used: {failure}; train it again")
            return output.read_bytes()


def train(
    treebanks: Sequence[Treebank], how: Learning | None = None, progress: Progress = silent
) -> Tokenizer:
    """Train a tokenizer on CoNLL-U with `# text`; the same treebanks give the same bytes.

    It learns where words end (SpaceAfter=No), where sentences end, and how multiword tokens are
    divided."""
    how = how or Learning()
    require_library()
    for each in treebanks:
        if each.format != Format.CONLLU or not WITH_TEXT.search(each.source.data):
            raise NonprojError(
                f"{each.name}: no `# text`; a tokenizer learns from CoNLL-U, in which this comment "
                "and SpaceAfter=No in MISC say where spaces are"
            )
        if _lacks_misc(each.source.data):
            raise NonprojError(
                f"{each.name}: no SpaceAfter=No in MISC, although words of `# text` have no space "
                "between them; export the file with MISC"
            )
    options = f"epochs={how.epochs};segment_size={how.segment};{how.options}".rstrip(";")
    with _files() as (model, source, _):
        source.write_bytes(b"".join(map(_bare, treebanks)))
        progress("tokenizer", 0.0)
        failure = _run(("train", source, model, options), "tokenizer", how.epochs, progress)
        if failure is not None:
            raise NonprojError(f"the tokenizer cannot be trained: {failure}")
        return Tokenizer(model.read_bytes())


def require_library() -> None:
    """Raise NonprojError if UDPipe is not installed."""
    if not (find_spec(TOKENIZER_LIBRARY.partition(".")[0]) and find_spec(TOKENIZER_LIBRARY)):
        raise NonprojError(f'splitting text needs {TOKENIZER_LIBRARY}: pip install "nonproj[raw]"')


def _lacks_misc(data: bytes) -> bool:
    """Check whether words have no space between them in the text, but MISC does not say where."""
    tokens = ANNOTATION.findall(data)
    if b"SpaceAfter=No" in data or any(b"-" in token.split(b"\t")[0] for token in tokens):
        return False
    return sum(len(text.split()) for text in WITH_TEXT.findall(data)) < len(tokens)


def _bare(treebank: Treebank) -> bytes:
    """Return a treebank's words, multiword tokens and comments; its trees and tags become `_`."""
    data = render(treebank.select(range(treebank.n_sentences))).replace(b"\r\n", b"\n")
    return ANNOTATION.sub(rb"\1" + 7 * rb"\t_", EMPTY_NODES.sub(b"", data))


@contextmanager
def _files() -> Iterator[tuple[Path, Path, Path]]:
    """Yield the paths of a model, an input and an output in a temporary folder."""
    with TemporaryDirectory() as folder:
        yield Path(folder, "model"), Path(folder, "input"), Path(folder, "output")


def _run(arguments: Sequence[str | Path], stage: str, steps: int, progress: Progress) -> str | None:
    """Run the program; return its last words if it fails, and None if it succeeds."""
    require_library()
    command = [sys.executable, "-P", str(PROGRAM), *map(str, arguments)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
    last = ""
    with subprocess.Popen(command, **pipes, encoding="utf-8", errors="replace") as program:
        try:
            for line in program.stdout:
                last = line.strip() or last
                if step := EPOCH_LINE.match(line):
                    progress(stage, min(1.0, int(step[1]) / steps))
        except BaseException:
            program.kill()
            raise
    if program.returncode < 0:
        return f"UDPipe ended by signal {-program.returncode}"
    return last if program.returncode else None

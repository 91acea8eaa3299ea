"""A program that runs UDPipe 1, a C++ library.

Its arguments are `train DATA MODEL OPTIONS` or `apply MODEL TEXT OUTPUT LONGEST-WORD`.

`tokenizer` starts it as a process of its own, because the library prints its progress, cannot be
interrupted, and may crash if the bytes of a tokenizer were edited. The program imports nothing of
the package."""

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import NamedTuple

from ufal import udpipe

MEMORY_LIMIT = 4 << 30  # bytes; a damaged tokenizer may ask for more
# UDPipe reads a text in windows, because some texts take it quadratic time.
WINDOW, LONGEST_WINDOW, WINDOW_MARGIN = 5000, 80_000, 200  # characters
BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
ESCAPES = str.maketrans(
    {"\\": r"\\", " ": r"\s", "\t": r"\t", "\n": r"\n", "\r": r"\r", "\f": r"\f", "|": r"\p"}
)


class Token(NamedTuple):
    """A token: where it is in the text, and its lines in CoNLL-U (several for a multiword)."""

    begin: int
    end: int
    lines: list[tuple[str, str]]  # ID and FORM


def train(data: str, model: str, options: str) -> None:
    """Train a tokenizer on CoNLL-U; print a line after each epoch."""
    reader, sentences = udpipe.InputFormat.newConlluInputFormat(), udpipe.Sentences()
    error, sentence = udpipe.ProcessingError(), udpipe.Sentence()
    with open(data, encoding="utf-8", newline="") as file:
        reader.setText(file.read())
    while reader.nextSentence(sentence, error):
        sentences.append(sentence)
    no, none = udpipe.Sentences(), udpipe.Trainer.NONE
    method = "morphodita_parsito"  # the only one
    if not error.occurred():
        made = udpipe.Trainer.train(method, sentences, no, options, none, none, error)
    if error.occurred():
        sys.exit(error.message)
    with open(model, "wb") as file:
        file.write(made)


def apply(model: str, text: str, output: str, longest: str = "") -> None:
    """Split a text into sentences and words, and write CoNLL-U; print the share that is done.

    End with an error at a word of more than `longest` characters."""
    with suppress(ImportError, OSError, ValueError):  # not on every system
        from resource import RLIMIT_AS, getrlimit, setrlimit

        setrlimit(RLIMIT_AS, (MEMORY_LIMIT, getrlimit(RLIMIT_AS)[1]))
    loaded = udpipe.Model.load(model)
    tokenizer = loaded and loaded.newTokenizer(udpipe.Model.TOKENIZER_RANGES)
    if not tokenizer:
        sys.exit("not a tokenizer of UDPipe")
    with open(text, encoding="utf-8", newline="") as file:
        whole = file.read()
    with open(output, "w", encoding="utf-8", newline="\n") as file:
        number, last, end = 0, [], 0
        for sentence in _sentences(tokenizer, whole, int(longest or len(whole))):
            if last:
                file.write(_conllu(number, last, whole, end, sentence[0].begin))
                end = last[-1].end
            number, last = number + 1, sentence
        if last:
            file.write(_conllu(number, last, whole, end, len(whole)))


def _sentences(tokenizer: udpipe.InputFormat, text: str, longest: int) -> Iterator[list[Token]]:
    """Yield the sentences; those that end near the end of a window are split again."""
    begin, size, percent = 0, WINDOW, -1
    while begin < len(text):
        window = text[begin : begin + size]
        final = begin + size >= len(text)
        found = list(_split(tokenizer, window, begin))
        for token in chain(*found):
            if token.end - token.begin > longest:
                sys.exit(f"{token.end - token.begin} characters at {token.begin}")
        limit = begin + size - (0 if final or size >= LONGEST_WINDOW else WINDOW_MARGIN)
        kept = [sentence for sentence in found if sentence[-1].end <= limit]
        if found and not kept:
            size *= 2
            continue
        yield from kept
        begin = kept[-1][-1].end if kept else begin + len(window)
        size = WINDOW
        if (now := 100 * begin // len(text)) > percent:
            percent = now
            print(f"{percent} of 100", flush=True)


def _split(tokenizer: udpipe.InputFormat, window: str, begin: int) -> Iterator[list[Token]]:
    """Yield the sentences of a window that begins at a place in the text."""
    sentence, error = udpipe.Sentence(), udpipe.ProcessingError()
    tokenizer.resetDocument()
    tokenizer.setText(window)
    while tokenizer.nextSentence(sentence, error):
        words = [(str(word.id), word.form) for word in sentence.words]
        first = {multiword.idFirst: multiword for multiword in sentence.multiwordTokens}
        tokens, i = [], 1
        while i < len(words):
            token, last = sentence.words[i], i
            lines = []
            if i in first:
                token, last = first[i], first[i].idLast
                lines = [(f"{i}-{last}", token.form)]
            span = begin + token.getTokenRangeStart(), begin + token.getTokenRangeEnd()
            tokens.append(Token(*span, lines + words[i : last + 1]))
            i = last + 1
        if tokens:
            yield tokens
    if error.occurred():
        sys.exit(error.message)


def _conllu(number: int, tokens: list[Token], text: str, end: int, following: int) -> str:
    """Format a sentence; MISC keeps all spaces, from the `end` of the sentence before it on.

    `following` is where the next sentence begins."""
    lines, shown = [], []
    before = text[end : tokens[0].begin]
    for token, next_begin in zip(tokens, [*(t.begin for t in tokens[1:]), following], strict=True):
        form, inside = token.lines[0][1], text[token.begin : token.end]
        after = text[token.end : next_begin]
        spaces = {"SpacesBefore": before if end == 0 and not lines else ""}
        spaces |= {"SpacesInToken": inside if inside != form else ""}
        spaces |= {"SpacesAfter": after if after != " " else ""}
        misc = [f"{name}={value.translate(ESCAPES)}" for name, value in spaces.items() if value]
        misc += ["SpaceAfter=No"] if not after else []
        shown += [form, " " if after else ""]
        for row, (id_, word) in enumerate(token.lines):
            own = "|".join(misc) if row == 0 and misc else "_"
            lines.append("\t".join((id_, word, *7 * "_", own)))
    comments = ["# newdoc"] if number == 1 else []
    comments += ["# newpar"] if number == 1 or BLANK_LINE.search(before) else []
    comments += [f"# sent_id = {number}", f"# text = {''.join(shown).rstrip(' ')}"]
    return "\n".join([*comments, *lines, "", ""])


if __name__ == "__main__":
    for name in ("SIGINT", "SIGPIPE"):  # end at once, even within the library
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    {"train": train, "apply": apply}[sys.argv[1]](*sys.argv[2:])

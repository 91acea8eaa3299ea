"""Compiled code that reads column files: it finds the fields and detects defects.

The scanner only detects that there is a defect; `checks` describes it. The scanner makes one pass
over all bytes and one pass per column. It reads about 100 MB/s on one core."""

import numpy as np
from numba import njit

NEWLINE, TAB, HASH, HYPHEN, DOT = (ord(c) for c in "\n\t#-.")
ZERO, NINE = ord("0"), ord("9")
SPACE, DELETE = ord(" "), 0x7F  # control characters are DELETE and all bytes below SPACE
MAX_FIELDS = 14  # further columns of CoNLL-2009 are counted and checked but not kept

WORD, OTHER = 0, 1  # kinds of lines: a word; a multiword range or an empty node


@njit(cache=True)
def count_token_lines(data, comments):
    """Count the lines that are neither empty nor (if the format has comments) a comment."""
    count = 0
    at_start = True
    for byte in data:
        if at_start and byte != NEWLINE and not (comments and byte == HASH):
            count += 1
        at_start = byte == NEWLINE
    return count


@njit(cache=True)
def number(data, begin, end):
    """Return the decimal number in a span; -1 unless it has 1 to 9 digits and no leading zero."""
    if end <= begin or end - begin > 9 or (data[begin] == ZERO and end - begin > 1):
        return -1
    value = 0
    for i in range(begin, end):
        if data[i] < ZERO or data[i] > NINE:
            return -1
        value = value * 10 + data[i] - ZERO
    return value


@njit(cache=True)
def split_fields(data, n_lines, comments):
    """Return where the fields of each token line start, and the number of fields in each line.

    The last entry for a line is the end of the line + 1. Also return the sentence index of each
    line, the byte span of each sentence (with its comments and the empty line after it), and
    whether all lines and fields are well-formed."""
    fields = np.empty((n_lines, MAX_FIELDS + 1), dtype=np.int64)
    n_fields = np.zeros(n_lines, dtype=np.int32)
    spans = np.empty((n_lines, 2), dtype=np.int64)
    sentence = np.empty(n_lines, dtype=np.int32)
    line = n_spans = pos = begin = 0
    has_tokens, clean = False, True
    size = len(data)
    while pos < size:
        if data[pos] == NEWLINE:
            clean &= has_tokens
            if has_tokens:
                spans[n_spans, 0], spans[n_spans, 1] = begin, pos + 1
                n_spans += 1
            begin, has_tokens = pos + 1, False
        elif data[pos] == HASH and comments:
            clean &= not has_tokens
            while pos < size and data[pos] != NEWLINE:
                clean &= (data[pos] >= SPACE and data[pos] != DELETE) or data[pos] == TAB
                pos += 1
        else:
            has_tokens = True
            sentence[line] = n_spans
            pos, n_fields[line], line_clean = _split_line(data, pos, fields[line])
            clean &= line_clean
            line += 1
        pos += 1
    return fields, n_fields, sentence, spans[:n_spans], clean and begin == size


@njit(cache=True)
def _split_line(data, pos, fields):
    """Return the end of the line at `pos`, its number of fields, and whether they are well-formed.

    Write the start of each field, up to MAX_FIELDS of them, to `fields`, followed by the end of the
    last of these fields plus 1."""
    clean = True
    count, begin = 0, pos
    while True:
        byte = data[pos] if pos < len(data) else NEWLINE
        if byte >= SPACE:
            clean &= byte != DELETE
        elif byte in (TAB, NEWLINE):
            clean &= pos > begin
            if count < MAX_FIELDS:
                fields[count], fields[count + 1] = begin, pos + 1
            count += 1
            begin = pos + 1
            if byte == NEWLINE:
                return pos, count, clean
        else:
            clean = False
        pos += 1


@njit(cache=True)
def kinds_of_lines(data, fields, sentence, extended):
    """Classify each line as WORD or OTHER, and check that ids run 1, 2, 3, ... in each sentence.

    A range a-b must start at the next word and must not overlap another range. An empty node a.b
    must follow word a."""
    kind = np.zeros(len(fields), dtype=np.int8)
    clean = True
    word = covered = minor = 0
    for i in range(len(fields)):
        if i == 0 or sentence[i] != sentence[i - 1]:
            clean &= covered <= word
            word = covered = minor = 0
        begin, end = fields[i, 0], fields[i, 1] - 1
        cut = begin
        while cut < end and data[cut] != HYPHEN and data[cut] != DOT:
            cut += 1
        if cut == end:
            word += 1
            minor = 0
            clean &= number(data, begin, end) == word
            continue
        kind[i] = OTHER
        first, second = number(data, begin, cut), number(data, cut + 1, end)
        if data[cut] == HYPHEN:
            clean &= first == word + 1 and second > first and first > covered
            covered = second
        else:
            minor += 1
            clean &= first == word and second == minor
        clean &= extended
    return kind, clean and covered <= word


@njit(cache=True)
def read_heads(data, fields, column, start, slots):
    """Read the head of each slot (-1 if not a number), and check that each sentence is a tree."""
    head = np.full(start[-1], -1, dtype=np.int32)
    for i in range(len(fields)):
        head[slots[i]] = number(data, fields[i, column], fields[i, column + 1] - 1)
    clean = True
    seen = np.zeros(start[-1], dtype=np.int32)
    for s in range(len(start) - 1):
        clean &= _is_tree(head[start[s] : start[s + 1]], seen[start[s] : start[s + 1]])
    return head, clean


@njit(cache=True)
def _is_tree(head, seen):
    """Check in O(n) that node 0 dominates all nodes; seen[x] is the first node that x dominates."""
    n = len(head) - 1
    for d in range(1, n + 1):
        if head[d] < 0 or head[d] > n or head[d] == d:
            return False
    for d in range(1, n + 1):
        node = d
        while node != 0 and seen[node] == 0:
            seen[node] = d
            node = head[node]
        if node != 0 and seen[node] == d:
            return False
    return True


@njit(cache=True)
def encode_column(data, begin, end, key):
    """Encode byte spans by first occurrence; return each span's code, and each code's first span.

    The hash table uses open addressing and is at most half full. The hash is FNV-1a with a shift
    after each byte. Its initial value and its odd multiplier, given by `key`, are secret, so that
    nobody can construct a file with many collisions. The codes do not depend on `key`."""
    n = len(begin)
    size = 16
    while size < 2 * n:
        size *= 2
    table = np.full(size, -1, dtype=np.int32)
    codes = np.empty(n, dtype=np.int32)
    first = np.empty(n, dtype=np.int64)
    n_values = 0
    for i in range(n):
        hashed = key[0]
        for p in range(begin[i], end[i]):
            hashed = (hashed ^ np.uint64(data[p])) * key[1]
            hashed ^= hashed >> np.uint64(32)
        slot = np.int64((hashed ^ (hashed >> np.uint64(32))) & np.uint64(size - 1))
        while table[slot] >= 0 and not _same(data, begin, end, first[table[slot]], i):
            slot = (slot + 1) & (size - 1)
        if table[slot] < 0:
            table[slot] = n_values
            first[n_values] = i
            n_values += 1
        codes[i] = table[slot]
    return codes, first[:n_values]


@njit(cache=True)
def _same(data, begin, end, i, j):
    length = end[i] - begin[i]
    if length != end[j] - begin[j]:
        return False
    k = 0
    while k < length and data[begin[i] + k] == data[begin[j] + k]:
        k += 1
    return k == length

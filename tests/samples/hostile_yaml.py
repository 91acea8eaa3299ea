"""YAML that nobody means well with; no kind of file may hold any of it."""

KEY = "KEY"  # stands for a key that the file has, whose value is text


def _doubling(start: str, line: str, levels: int = 30) -> str:
    """Each level holds the one before it several times."""
    lines = [line.format(i, ", ".join([f"*a{i - 1}"] * 9)) for i in range(1, levels)]
    return "\n".join([f"a0: &a0 {start}", *lines, f"KEY: *a{levels - 1}"])


def _indented(entry: str, levels: int) -> str:
    return "\n".join(" " * i + entry for i in range(levels))


_DEEP_ANCHOR = "[" * 60 + "1" + "]" * 60
NESTED = {
    "dashes": "- " * 30_000 + "1",
    "dashes under a key": "KEY:\n" + "- " * 30_000 + "1",
    "question marks": "? " * 30_000 + "1",
    "dashes and question marks": "- ? " * 10_000 + "1",
    "open lists": "[" * 20_000,
    "open lists, fewer": "[" * 1000,
    "closed lists": "[" * 20_000 + "]" * 20_000,
    "lists on lines": "[\n" * 20_000,
    "open mappings": "{" * 20_000,
    "open mappings with keys": "{a: " * 50_000,
    "closed mappings": "{a: " * 1000 + "1" + "}" * 1000,
    "mappings in lists": "[{a: " * 10_000,
    "keys in lists": "[? " * 10_000,
    "lists as keys": "? [" * 10_000,
    "indented mappings": _indented("a:", 3000),
    "indented lists": _indented("-", 3000),
    "one level too deep": "KEY: " + "[" * 101 + "]" * 101,
    "deeper by aliases": "a: &a " + _DEEP_ANCHOR + "\nKEY: " + "[" * 60 + "*a" + "]" * 60,
}
ALIASES = {
    "doubling lists": _doubling("[1]", "a{0}: &a{0} [{1}]"),
    "doubling mappings": _doubling("{a: 1}", "a{0}: &a{0} {{a: *a{0}, b: [{1}]}}"),
    "doubling text": _doubling("text", "a{0}: &a{0} [{1}]"),
    "of itself": "KEY: &a [*a]",
    "of a mapping in itself": "KEY: &a {b: *a}",
    "of nothing": "KEY: *a",
    "as a key": "a: &a b\n*a : 1",
    "merged": "a: &a {b: 1}\nKEY: {<<: *a}",
    "many": "a: &a [" + "1, " * 1000 + "]\nKEY: [" + "*a, " * 1000 + "]",
    "without a name": "KEY: & a",
    "long name": "KEY: *" + "a" * 100_000,
}
TAGS = {
    tag: f"KEY: {tag}"
    for tag in (
        *("!!int x", "!!float x", "!!bool x", "!!null x", "!!timestamp 2001-13-45", "!!map [1]"),
        *("!!seq {a: 1}", "!!binary x", "!!set [a]", "!!omap [a]", "!!pairs [a]", "!!str 5"),
        *("! x", "!x y", "!<x> y", "!x!y z", "!!python/name:os.system", "!!python/module:os"),
        *("!!python/object/apply:os.system [exit]", "!!python/object/new:os.system [exit]"),
    )
} | {
    "long tag": "KEY: !" + "a" * 100_000 + " x",
    "tag of a key": "!!int x: 1",
    "tag directive": "%TAG ! tag:yaml.org,2002:\n---\nKEY: !int x",
}
NUMBERS = {
    number[:12]: f"KEY: {number}"
    for number in (
        *("9" * 5000, "0x" + "f" * 5000, "0b" + "1" * 50_000, "0" + "7" * 5000, "1" + "_" * 5000),
        *("1" + ":59" * 5000, "1" + ":59" * 5000 + ".5", "1." + "0" * 5000, "1.0e+999999", ".inf"),
        *(".nan", "2001-13-45", "2001-01-01", "0x_", "=", "<<", "-", "~", "yes", "0b_", "1_"),
    )
}
KEYS = {
    "many in a line": "{" + ", ".join(f"k{i}: 1" for i in range(100_000)) + "}",
    "many in lines": "\n".join(f"k{i}: 1" for i in range(100_000)),
    "many below": "KEY: {" + ", ".join(f"k{i}: 1" for i in range(40_000)) + "}",
    "long": '? "' + "a" * 1_000_000 + '"\n: 1',
    "long without quotes": "? " + "a" * 1_000_000 + "\n: 1",
    "list": "[a, b]: 1",
    "number": "1: 1",
    "null": "~: 1",
    "date": "2001-13-45: 1",
    "twice": "KEY: 1\nKEY: 1",
    "of two lines": '"a\\nb": 1',
    "of terminals": '"\\e[31m": 1',
    "empty": '"": 1',
    "half": '"\\ud800": 1',
}
TEXT = {
    "half": 'KEY: "\\ud800"',
    "half in bytes": b"KEY: \xed\xa0\x80",
    "NUL": b"KEY: a\0b",
    "NUL alone": b"\0" * 1000,
    "UTF-16": "KEY: a".encode("utf-16"),
    "Latin-1": b"KEY: \xe9",
    "bell": b"KEY: \x07",
    "beyond Unicode": 'KEY: "\\UFFFFFFFF"',
    "tab": "KEY:\n\t- a",
    "open quote": 'KEY: "' + "a" * 5_000_000,
    "long text": "KEY: [" + "a" * 5_000_000 + "]",
    "two long texts": "a: " + "a" * 4_000_000 + "\nb: " + "b" * 4_000_000,
    "many values": "KEY: [" + "1, " * 1_000_000 + "]",
    "too large": "# " + "a" * 12_000_000,
    "comment": "#" * 5_000_000,
    "nothing": "",
    "two documents": "KEY: a\n---\nKEY: b",
    "many documents": "---\n" * 100_000,
    "later version": "%YAML 9.9\n---\nKEY: a",
    "odd directive": "%" + "a" * 100_000 + "\n---\nKEY: a",
    "no YAML": "KEY: a: b",
    "reserved": "KEY: @a",
    "only text": "KEY",
    "control characters": 'KEY: ["\\e[31m\\n\\u202e"]',
}
HOSTILE = {
    f"{group}: {name}": text if isinstance(text, bytes) else text.encode()
    for group, texts in (
        *(("nesting", NESTED), ("aliases", ALIASES), ("tags", TAGS)),
        *(("numbers", NUMBERS), ("keys", KEYS), ("text", TEXT)),
    )
    for name, text in texts.items()
}

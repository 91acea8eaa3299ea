"""The comparisons behind a verdict, read from the text of its relations.

A comparison relates two sides, such as `las[train=90%](mst) 80.10 + 1 > las[train=90%](eisner) 79`.
"""

import ast
import operator
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from nonproj.results.metrics import METRICS
from nonproj.results.significance.p_values import SIGNIFICANT
from nonproj.results.values import items_of

# A value in a relation: metric[setting](system) number
VALUE = re.compile(
    r"\b(?!(?:max|min)\()(?P<metric>[\w-]+)(?:\[(?P<setting>[^]]*)\])?"
    r"\((?P<system>[^()]*)\) (?P<number>-?\d+(?:\.\d+)?)"
)
# A missing value in a note: treebank: metric of system, setting, split
MISSING_VALUE = re.compile(
    r"missing: [^:]+: (?P<metric>[\w-]+) of (?P<system>\S+), (?P<setting>[^,]*), (?P<split>[\w-]+)"
)
EITHER = re.compile(r"^(.* and )?\((.*)\) (if and only if) \((.*)\)$")
JOINING = re.compile(r" (if and only if|and) ")
ABSOLUTE = re.compile(r"\|([^|]*)\|")
SIGN = re.compile(r" (<=|>=|==|<|>|~) ")
PRINTED_SIGNS = {"<=": "≤", ">=": "≥", "==": "=", "~": "≈"}
COMPARED_BY = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub}
OPERATORS |= {ast.Mult: operator.mul, ast.Div: operator.truediv}
FUNCTIONS = {"max": max, "min": min, "abs": abs}
# Items of settings in words; in other items, a space replaces the equals sign.
IN_WORDS = {
    "punctuation=exclude": "without punctuation",
    "arcs=all": "all arcs",
    "arcs=nonproj": "non-projective arcs",
    "arcs=proj": "projective arcs",
    "arcs=root": "arcs from the root",
    "arcs=non-root": "arcs not from the root",
    "arcs=lifted": "lifted arcs",
    "sentences=all": "all sentences",
    "sentences=nonprojective": "non-projective sentences",
    "level=sentence": "of sentences",
}


@dataclass(frozen=True)
class Side:
    """One side of a comparison: the systems or the computation, and the number."""

    text: str
    number: str
    simple: bool = False  # one value of one system

    def __str__(self) -> str:
        return " ".join(filter(None, (self.text, self.number)))


@dataclass(frozen=True)
class EvidenceRow:
    """Two sides, what both are about, and whether their printed numbers are as the claim says.

    `holds` is None if the numbers are equal as printed, because rounding hides which is larger.
    `joining` is the word that joins the comparison to the one before it, if both are in the same
    relation. `p` is the p-value that decides."""

    about: str
    left: Side
    sign: str
    right: Side
    holds: bool | None
    p: str = ""
    joining: str = ""

    @property
    def pair(self) -> tuple[str, Side, Side]:
        """What a test compares."""
        return self.about, self.left, self.right

    @property
    def mark(self) -> str:
        return {True: "✓", False: "✗", None: "="}[self.holds]

    def __str__(self) -> str:
        about = f"{self.about}: " if self.about else ""
        return f"{self.mark} {about}{self.left} {self.sign} {self.right}"


def comparisons_of(relations: str, p_values: str = "") -> list[EvidenceRow]:
    """Return the comparisons in a verdict's text of relations, with the verdict's p-values.

    The text does not name the tests: they are those of the comparisons that have a p-value in the
    text, or of all that compare two systems, whichever are as many as the p-values."""
    found = [*_comparisons(relations)]
    tested = [one for one in found if one.p]
    simple = [one for one in found if one.left.simple and one.right.simple]
    either = [one for one in found if one in tested or one in simple]
    tests: dict[tuple, str] = {}
    for ones in (tested, simple, either):
        pairs = dict.fromkeys(one.pair for one in ones)
        if len(pairs) == len(p_values.split()):
            tests = dict(zip(pairs, p_values.split(), strict=True))
            break
    return [replace(one, p=tests.get(one.pair, "")) for one in found]


def note_in_words(note: str) -> str:
    """Return a verdict's note, with the name of a missing value in words."""

    def missing(value: re.Match) -> str:
        items = items_of(value["setting"]) - {"no setting"}
        where = ", ".join([*_in_words(items), value["split"]])
        return f"not run: {METRICS[value['metric']].label} of {value['system']} ({where})"

    return MISSING_VALUE.sub(missing, note)


def _comparisons(relations: str) -> Iterator[EvidenceRow]:
    """Yield the comparisons with the rounded p-values of the text."""
    for relation in filter(None, relations.split("; ")):
        joining, texts = "", JOINING.split(EITHER.sub(r"\1\2 \3 \4", relation))
        for text, word in zip(texts[::2], [*texts[1::2], ""], strict=True):
            text, _, p = text.partition(", p = ")
            text, _, off = text.partition(", off by ")
            sides = SIGN.split(text)
            for left, sign, right in zip(sides[::2], sides[1::2], sides[2::2], strict=False):
                about, *both = _described(left, right)
                holds = not off if sign == "==" else _holds(left, sign, right, p)
                sign = PRINTED_SIGNS.get(sign, sign)
                yield EvidenceRow(about, both[0], sign, both[1], holds, p, joining)
                joining = "and"
            joining = word


def _described(*texts: str) -> tuple[str, Side, Side]:
    """Return what all values of two sides share, as words, and the sides with all the rest."""
    values = [value for text in texts for value in VALUE.finditer(text)]
    settings = [items_of(value["setting"] or "") for value in values]
    shared = frozenset.intersection(*settings) if settings else frozenset()
    metrics = {value["metric"] for value in values}
    metric = METRICS[metrics.pop()].label if len(metrics) == 1 else ""

    def name(value: re.Match) -> str:
        of_metric = "" if metric else f"{METRICS[value['metric']].label} of "
        own = items_of(value["setting"] or "") - shared
        return of_metric + ", ".join([value["system"], *_in_words(own)])

    def side(text: str) -> Side:
        if value := VALUE.fullmatch(text):
            return Side(name(value), value["number"], simple=True)
        if not VALUE.search(text):
            return Side(*text.rpartition(" ")[::2])
        shown = VALUE.sub(lambda value: f"{name(value)} {value['number']}", text)
        return Side(shown.replace(" - ", " − ").replace(" * ", " × "), _printed(_number(text)))

    return ", ".join(filter(None, (metric, *_in_words(shared)))), *map(side, texts)


def _printed(number: float) -> str:
    return f"{number:.{2 if abs(number) >= 1 else 3}f}".replace("-", "−")


def _in_words(items: frozenset[str]) -> list[str]:
    return [IN_WORDS.get(item, item.replace("=", " ")) for item in sorted(items)]


def _holds(left: str, sign: str, right: str, p: str) -> bool | None:
    if sign == "~":
        return not p or float(p) >= SIGNIFICANT
    a, b = _number(left), _number(right)
    rounded = "." in left + right
    return None if a == b and (rounded or "=" not in sign) else COMPARED_BY[sign](a, b)


def _number(side: str) -> float:
    """Compute one side of a comparison from the numbers that are printed in it."""
    if not VALUE.search(side):
        return float(side.rpartition(" ")[2])
    text = VALUE.sub(lambda value: value["number"], side)
    return round(_computed(ast.parse(ABSOLUTE.sub(r"abs(\1)", text), mode="eval").body), 6)


def _computed(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=float() | int() as number):
            return number
        case ast.BinOp():
            return OPERATORS[type(node.op)](_computed(node.left), _computed(node.right))
        case ast.Call(func=ast.Name(id=name)):
            return FUNCTIONS[name](*map(_computed, node.args))
        case ast.UnaryOp(op=ast.USub()):
            return -_computed(node.operand)
    raise ValueError(f"{ast.unparse(node)}: expected a number, +, -, *, /, max or min")

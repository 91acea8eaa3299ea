"""The language in which a claim relates figures: arithmetic and comparisons, nothing else.

    significant(las(P1) > las(P0)) and uem(P2) < max(uem(P1), uem(P3))

A figure is written as a name with arguments; its value is an exact fraction. Beside numbers,
`+ - * /`, comparisons and `and or not` there are

    max min abs         of numbers
    iff implies         of two relations
    significant(a > b)  a is above b, and a paired test of the two figures says so
    tied(a, b)          no paired test tells the two figures apart

Text is parsed by Python's own parser and every node that is not listed is refused; nothing is ever
executed."""

import ast
import operator
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from fractions import Fraction
from typing import Protocol

from nonproj.errors import NonprojError


class ClaimError(NonprojError):
    """A claim that the language or its vocabulary does not allow."""


class Outcome(IntEnum):
    """From false to true; `and` is the least, `or` the greatest."""

    CONTRADICTED = 0
    NOT_SIGNIFICANT = 1
    HOLDS = 2

    def __invert__(self) -> "Outcome":
        return Outcome(Outcome.HOLDS - self)


@dataclass(frozen=True)
class Term:
    """A figure as a relation names it."""

    name: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.arguments)})"


class UndefinedError(Exception):
    """A ratio without observations, such as the precision where nothing was predicted."""


class AbsentError(Exception):
    """A figure or a test that the runs did not make."""


class Values(Protocol):
    """Where figures and tests come from; AbsentError or UndefinedError where there are none."""

    level: Fraction

    def value(self, term: Term) -> Fraction: ...

    def p_value(self, a: Term, b: Term) -> float | None:
        """None where significance is not asked for."""


ARITHMETIC = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
COMPARISONS = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
NUMERIC = {"max": max, "min": min, "abs": abs}
LOGICAL = {
    "iff": lambda a, b: min(max(~a, b), max(a, ~b)),
    "implies": lambda a, b: max(~a, b),
}
TESTS = ("significant", "tied")
RESERVED = (*NUMERIC, *LOGICAL, *TESTS)


def parse(text: str) -> ast.expr:
    """The relation as a tree; ClaimError where it is none."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except SyntaxError as error:
        raise ClaimError(f"{text!r} cannot be read: {error.msg}") from None
    _check_relation(node)
    return node


def bind(node: ast.expr, names: Mapping[str, str]) -> ast.expr:
    """A copy in which every loop variable is replaced by the name that it stands for."""
    return _Binding(names).visit(ast.parse(ast.unparse(node), mode="eval").body)


def terms(node: ast.expr) -> list[Term]:
    """The figures of a relation, each once, in their order."""
    found = (term_of(part) for part in ast.walk(node) if is_term(part))
    return list(dict.fromkeys(found))


def is_term(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and node.func.id not in RESERVED


def term_of(node: ast.Call) -> Term:
    return Term(node.func.id, tuple(argument.id for argument in node.args))


def evaluate(node: ast.expr, values: Values) -> Outcome:
    """Of a checked relation. All parts are evaluated, so that what is absent is never passed by."""
    match node:
        case ast.BoolOp(op=ast.And()):
            return min([evaluate(part, values) for part in node.values])
        case ast.BoolOp():
            return max([evaluate(part, values) for part in node.values])
        case ast.UnaryOp():
            return ~evaluate(node.operand, values)
        case ast.Compare():
            return _compared(node, values)
        case ast.Call(func=ast.Name("significant")):
            return _significant(node.args[0], values)
        case ast.Call(func=ast.Name("tied")):
            return _tied(*node.args, values)
    return LOGICAL[node.func.id](*(evaluate(part, values) for part in node.args))


def number(node: ast.expr, values: Values) -> Fraction:
    match node:
        case ast.Constant():
            return Fraction(str(node.value))
        case ast.UnaryOp():
            return -number(node.operand, values)
        case ast.BinOp():
            left, right = number(node.left, values), number(node.right, values)
            if isinstance(node.op, ast.Div) and right == 0:
                raise UndefinedError(f"{ast.unparse(node)} divides by 0")
            return ARITHMETIC[type(node.op)](left, right)
    if is_term(node):
        return values.value(term_of(node))
    return NUMERIC[node.func.id](*(number(part, values) for part in node.args))


def _compared(node: ast.Compare, values: Values) -> Outcome:
    numbers = [number(part, values) for part in (node.left, *node.comparators)]
    pairs = zip(node.ops, numbers[:-1], numbers[1:], strict=True)
    true = [COMPARISONS[type(op)](left, right) for op, left, right in pairs]
    return Outcome.HOLDS if all(true) else Outcome.CONTRADICTED


def _significant(node: ast.Compare, values: Values) -> Outcome:
    """An equal pair is not significant, a pair the other way round contradicts."""
    a, b = term_of(node.left), term_of(node.comparators[0])
    if _compared(node, values) is Outcome.CONTRADICTED:
        equal = values.value(a) == values.value(b)
        return Outcome.NOT_SIGNIFICANT if equal else Outcome.CONTRADICTED
    p = values.p_value(a, b)
    return Outcome.HOLDS if p is None or p < values.level else Outcome.NOT_SIGNIFICANT


def _tied(a: ast.Call, b: ast.Call, values: Values) -> Outcome:
    p = values.p_value(term_of(a), term_of(b))
    return Outcome.HOLDS if p is None or p >= values.level else Outcome.CONTRADICTED


class _Binding(ast.NodeTransformer):
    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self._names.get(node.id, node.id))


def _check_relation(node: ast.AST) -> None:
    """Refuses whatever is no relation."""
    match node:
        case ast.BoolOp(values=parts):
            pass
        case ast.UnaryOp(op=ast.Not(), operand=part):
            parts = [part]
        case ast.Compare(ops=ops) if all(type(op) in COMPARISONS for op in ops):
            for part in (node.left, *node.comparators):
                _check_number(part)
            return
        case ast.Call(func=ast.Name("iff" | "implies"), args=[_, _] as parts, keywords=[]):
            pass
        case ast.Call(func=ast.Name("significant"), args=[ast.Compare() as pair], keywords=[]):
            _check_pair(node, [pair.left, *pair.comparators], pair.ops)
            return
        case ast.Call(func=ast.Name("tied"), args=[_, _] as pair, keywords=[]):
            _check_pair(node, pair, [])
            return
        case _:
            raise ClaimError(f"{ast.unparse(node)!r} is no relation")
    for part in parts:
        _check_relation(part)


def _check_pair(node: ast.Call, pair: list[ast.expr], ops: list[ast.cmpop]) -> None:
    """Tests are of two figures, and what they show is a strict difference."""
    for part in pair:
        _check_number(part)
    strict = all(isinstance(op, ast.Lt | ast.Gt) for op in ops)
    if len(pair) != 2 or not strict or not all(is_term(part) for part in pair):
        raise ClaimError(f"{ast.unparse(node)!r} does not compare two figures by < or >")


def _check_number(node: ast.AST) -> None:
    """Refuses whatever is no number."""
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            return
        case ast.UnaryOp(op=ast.USub(), operand=part):
            parts: list[ast.AST] = [part]
        case ast.BinOp() if type(node.op) in ARITHMETIC:
            parts = [node.left, node.right]
        case ast.Call(func=ast.Name("max" | "min"), args=[_, _, *_] as parts, keywords=[]):
            pass
        case ast.Call(func=ast.Name("abs"), args=[_] as parts, keywords=[]):
            pass
        case ast.Call(func=ast.Name(name), args=names, keywords=[]) if name not in RESERVED:
            if all(isinstance(argument, ast.Name) for argument in names):
                return
            raise ClaimError(f"{ast.unparse(node)!r}: the arguments of a figure are names")
        case _:
            raise ClaimError(f"{ast.unparse(node)!r} is no number")
    for part in parts:
        _check_number(part)


def filled_in(node: ast.expr, values: Values) -> str:
    """The relation with its figures, and the p-values of its tests where there are any.

    Where figures have to be equal, two decimals would not show why they are not."""
    equality = any(isinstance(part, ast.Eq) for part in ast.walk(node))
    filling = _Filling(values, decimals=4 if equality else 2)
    return ast.unparse(filling.visit(ast.parse(ast.unparse(node), mode="eval").body))


class _Filling(ast.NodeTransformer):
    def __init__(self, values: Values, decimals: int) -> None:
        self._values = values
        self._decimals = decimals

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if is_term(node):
            value = printed(self._values.value(term_of(node)), self._decimals)
            return ast.Name(f"{term_of(node)} [{value}]")
        tested = list(_tested(node))
        filled = self.generic_visit(node)
        for p in (self._p_value(a, b) for a, b in tested):
            if p is not None:
                filled.keywords = [ast.keyword("p", ast.Name(f"{p:.2g}"))]
        return filled

    def _p_value(self, a: Term, b: Term) -> float | None:
        try:
            return self._values.p_value(a, b)
        except AbsentError:
            return None


def _tested(node: ast.Call) -> Iterator[tuple[Term, Term]]:
    match node:
        case ast.Call(func=ast.Name("significant"), args=[ast.Compare(left=a, comparators=[b])]):
            yield term_of(a), term_of(b)
        case ast.Call(func=ast.Name("tied"), args=[a, b]):
            yield term_of(a), term_of(b)


def printed(value: Fraction, decimals: int) -> str:
    """Whole numbers as they are, others rounded."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.{decimals}f}"

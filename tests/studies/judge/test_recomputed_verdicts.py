"""Verdicts recomputed from the files of the committed reports alone.

What a claim compares is read from the text of its relations, as a reader would; the numbers, their
sampling errors, McNemar's and Holm's p and the decision are computed here, by code that shares
nothing with the package. Only p-values over sentences are taken from the verdicts: their sentences
are in the stored parses, not in the reports."""

import ast
import csv
import json
import math
import operator
import re
import sys
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from committed import PAPERS
from oracles.published_claims import CLAIMS

WORDS = ["contradicted", "against the claim", "as claimed", "confirmed"]
SIGNS = {
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
    ast.Eq: operator.eq,
}  # fmt: skip
ATOM = re.compile(r"([\w-]+)(?:\[([^\]]*)\])?\(([\w@~+;=,.-]+)\) (-?\d+(?:\.\d+)?)")
TREES = {"gold", "projective", "mh4"}
PREDICTED = {"n-nonproj-arcs", "n-better", "n-worse"}
CHAPTER_6 = {f"NI{n}" for n in (*range(34, 56), 91)}  # of the thesis
EXCEPTIONS = {claim.id: claim.exceptions for claim in CLAIMS}
STAND_INS = Path(__file__).parents[3] / "data" / "stand-ins.tsv"
csv.field_size_limit(sys.maxsize)


def rows_of(path: Path, delimiter: str = ",") -> list[dict]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


REPLACED = {row["treebank"]: row["published"].split("|") for row in rows_of(STAND_INS, "\t")}


def items_of(text: str) -> frozenset:
    return frozenset(text.split(";")) - {"", "sentences=all"}


def mcnemar(b: int, c: int) -> float:
    n = b + c
    if n > 25:
        return math.erfc(max(abs(b - c) - 1, 0) / math.sqrt(2 * n))
    return min(1.0, 2 * sum(math.comb(n, k) for k in range(min(b, c) + 1)) / 2**n)


def holm(p_values: list[float]) -> list[float]:
    adjusted, greatest = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        greatest = max(greatest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = greatest
    return adjusted


class Report:
    """The values and the tests of a folder."""

    def __init__(self, folder: Path) -> None:
        self.values, self.tests = {}, {}
        for row in rows_of(folder / "scores.csv") + rows_of(folder / "measurements.csv"):
            key = row["treebank"], row["split"], row["system"], row["setting"], row["metric"]
            self.values[key] = row
        for row in rows_of(folder / "significance.csv"):
            both = []
            for subject in (row["a"], row["b"]):
                name, _, items = subject.partition(";")
                both.append((name, items_of(items) | items_of(row["setting"])))
            self.tests[row["treebank"], row["split"], row["metric"], frozenset(both)] = row, both[0]

    def basis(self, evidence: list) -> str:
        """Exact if everything is a fact about trees or a count, apart from parsers' arcs."""
        for key in map(tuple, evidence):
            _, split, system, setting, metric = key
            fact = system in TREES or split in ("train", "all") or "oracle" in items_of(setting)
            counted = self.values[key]["unit"] != "percent" and not metric.endswith("-sd")
            if not fact and (metric in PREDICTED or not counted):
                return "tested"
        return "exact"


@dataclass(frozen=True)
class Number:
    """One measure of one system on the treebanks of a site."""

    keys: tuple
    rows: tuple

    @property
    def shares(self) -> list[tuple[int, int, str]]:
        return [(int(r["numerator"]), int(r["denominator"]), r["unit"]) for r in self.rows]


class Recomputed(ast.NodeVisitor):
    """The decision of a relation: 0 contradicted, 1 against, 2 as claimed, 3 confirmed."""

    def __init__(self, report: Report, claim: dict) -> None:
        self.report, self.claim, self.numbers, self.adjusted = report, claim, {}, iter(())
        rows = json.loads(claim["comparisons"])
        tested, printed = [bool(row[5] or row[7]) for row in rows], claim["p"].split()
        in_order = iter(printed if len(printed) == sum(tested) else [""] * len(rows))
        self.of_sentences = iter([next(in_order) if test else "" for test in tested])
        self.kind = "t" if claim["paper"].startswith("bjorkelund") else "mcnemar"
        self.evidence = [tuple(key) for key in json.loads(claim["evidence"])]

    def decisions(self) -> list[int]:
        relations = self.claim["relation"].split("; ")
        trees = [self.parsed(text) for text in relations]
        pairs = [t for t in trees if isinstance(t, ast.BinOp) and isinstance(t.op, ast.MatMult)]
        p_values = [self.p(t.left, t.right) for t in pairs]
        self.adjusted = iter(holm(p_values))
        return [self.visit(tree) for tree in trees]

    def parsed(self, text: str) -> ast.expr:
        text = re.sub(r", p = [\d.e+-]+|, off by [\d.e+-]+", "", text)
        text = ATOM.sub(self.named, text).replace(" == ", "==").replace("~", "@")
        text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
        text = re.sub(
            r"(?:(?<=and )|^)(\((?:[^()]|\([^()]*\))*\)) only if (.*)$", r"only_if(\1, \2)", text
        )
        return ast.parse(text, mode="eval").body

    def named(self, match: re.Match) -> str:
        metric, setting, subject, shown = match.groups()
        system, _, items = subject.partition(";")
        asked = items_of(items) | items_of(setting or "")
        keys = [
            key for key in self.evidence
            if (key[4], key[2]) == (metric, system) and asked <= items_of(key[3])
        ]  # fmt: skip
        shortest = min(len(key[3]) for key in keys)
        same = tuple(key for key in keys if len(key[3]) == shortest)
        for chosen in (same, *((key,) for key in keys)):  # of all treebanks, or of one of them
            number = Number(chosen, tuple(self.report.values[key] for key in chosen))
            if len({key[0] for key in chosen}) == len(chosen) and self.shown(number) == shown:
                name = f"v{len(self.numbers)}"
                self.numbers[name] = number
                return name
        raise LookupError(f"{self.claim['claim']} {self.claim['treebank']}: {match[0]}")

    def shown(self, number: Number) -> str:
        value = self.of(number)[0]
        return str(value) if value.denominator == 1 else f"{float(value):.2f}"

    def of(self, number: Number) -> tuple[Fraction, dict]:
        """The number, and how much sampling adds to it by each value."""
        shares = number.shares
        scale = 100 if shares[0][2] == "percent" else 1
        weights = self.weights(number)
        value = sum(
            w * Fraction(scale * n, d) for w, (n, d, _) in zip(weights, shares, strict=True)
        )
        variances = (self.variance(number.keys[0], *share) for share in shares)
        variance = sum(w**2 * v for w, v in zip(weights, variances, strict=True))
        return value, {number.keys: math.sqrt(variance)}

    def weights(self, number: Number) -> list[Fraction]:
        """Each text of the paper weighs the same; treebanks that stand for it share its weight."""
        texts = [self.text_of(key[0]) for key in number.keys]
        return [Fraction(1, len({*texts}) * texts.count(text)) for text in texts]

    def text_of(self, treebank: str) -> str:
        asked, own = self.claim["stands_for"].split("|"), treebank.removesuffix("-jackknifed")
        return next((t for t in (treebank, own, *REPLACED.get(own, ())) if t in asked), treebank)

    def variance(self, key: tuple, right: int, words: int, unit: str) -> float:
        _, split, system, setting, metric = key
        known = system in TREES or split in ("train", "all") or "oracle" in items_of(setting)
        if known:
            return 0.0
        if metric in PREDICTED:
            return right + 1
        if metric.endswith("-sd"):
            return (right / words) ** 2 / 18
        if unit != "percent":
            return 0.0
        if metric == "error-reduction":
            return 10_000 * (2 * words - right) / words**2
        share = (right + 1) / (words + 2)
        return 10_000 * share * (1 - share) / words

    # Expressions give (value, errors); the error of each value is signed, so that what occurs on
    # both sides cancels.

    def visit_Name(self, node: ast.Name) -> tuple:
        return self.of(self.numbers[node.id])

    def visit_Constant(self, node: ast.Constant) -> tuple:
        return Fraction(str(node.value)), {}

    def visit_UnaryOp(self, node: ast.UnaryOp) -> tuple:
        return self.scaled(self.visit(node.operand), -1)

    def scaled(self, part: tuple, factor) -> tuple:
        return part[0] * factor, {key: error * float(factor) for key, error in part[1].items()}

    def plus(self, a: tuple, b: tuple) -> dict:
        return {key: a[1].get(key, 0) + b[1].get(key, 0) for key in {*a[1], *b[1]}}

    def visit_BinOp(self, node: ast.BinOp):
        if isinstance(node.op, ast.MatMult):
            next(self.of_sentences, "")
            return 0 if next(self.adjusted) < 0.05 else 2
        a, b = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.Sub):
            b = self.scaled(b, -1)
        if isinstance(node.op, ast.Add | ast.Sub):
            return a[0] + b[0], self.plus(a, b)
        if isinstance(node.op, ast.Mult):
            return a[0] * b[0], self.plus(self.scaled(a, b[0]), self.scaled(b, a[0]))
        slope = -a[0] / b[0] ** 2
        return a[0] / b[0], self.plus(self.scaled(a, 1 / b[0]), self.scaled(b, slope))

    def visit_Call(self, node: ast.Call):
        parts = [self.visit(part) for part in node.args]
        if node.func.id == "abs":
            return self.scaled(parts[0], -1 if parts[0][0] < 0 else 1)
        if node.func.id == "only_if":
            one, other = parts
            return max(3 - one, other)
        return {"min": min, "max": max}[node.func.id](parts, key=operator.itemgetter(0))

    def visit_BoolOp(self, node: ast.BoolOp) -> int:
        return min(self.visit(part) for part in node.values)

    def visit_Compare(self, node: ast.Compare) -> int:
        sides, decision = [node.left, *node.comparators], 3
        for a, sign, b in zip(sides, node.ops, sides[1:], strict=False):
            satisfied = SIGNS[type(sign)](self.visit(a)[0], self.visit(b)[0])
            of_sentences = next(self.of_sentences, "")
            beyond = isinstance(sign, ast.Eq) or self.p(a, b, of_sentences) < 0.05
            beyond = beyond and (self.claim["claim"] not in CHAPTER_6 or self.beyond_seeds(a, b))
            decision = min(decision, (1, 2)[satisfied] if not beyond else (0, 3)[satisfied])
        return decision

    def p(self, a: ast.expr, b: ast.expr, of_sentences: str = "") -> float:
        """0 without errors; of a paired test if there is one, else of sentences or by errors.

        What is above the highest is above all, what is above the lowest above one of them."""
        left, right = self.visit(a), self.visit(b)
        error = math.hypot(*self.plus(left, self.scaled(right, -1)).values())
        if error == 0:
            return 0.0
        for side, other in ((a, b), (b, a)):
            if isinstance(side, ast.Call) and side.func.id in ("min", "max") and not of_sentences:
                above = side is (
                    a if left[0] > right[0] else b
                )  # if the extreme is the higher side
                pairs = [(part, other) if above else (other, part) for part in side.args]
                each = [self.p_above(*pair) for pair in pairs]
                needs_all = (side.func.id == "min") == above
                return max(each) if needs_all else min(1.0, len(each) * min(each))
        if isinstance(a, ast.Name) and isinstance(b, ast.Name):
            tests = self.tests(self.numbers[a.id], self.numbers[b.id])
            known = all(row["only_a"] or row["high"] for row, _ in tests)
            if tests and (known or len(tests) == 1):
                return self.paired(tests, self.weights(self.numbers[a.id]))
        if isinstance(a, ast.Call) and isinstance(b, ast.Constant):
            names = [n.id for n in ast.walk(a) if isinstance(n, ast.Name) and n.id in self.numbers]
            tests = self.tests(*(self.numbers[n] for n in names)) if len(names) == 2 else []
            if len(tests) == 1 and tests[0][0]["only_a"]:
                return self.beyond_margin(tests[0][0], float(b.value) / 100)
        if of_sentences:
            return float(of_sentences)
        return math.erfc(abs(float(left[0] - right[0])) / error / math.sqrt(2))

    def beyond_seeds(self, a: ast.expr, b: ast.expr) -> bool:
        """At least two deviations over seeds of the measure; facts about trees have none."""
        left, right = self.visit(a), self.visit(b)
        squares = 0.0
        for keys, error in self.plus(left, self.scaled(right, -1)).items():
            if error:
                number = Number(keys, tuple(self.report.values[key] for key in keys))
                slope = error / self.of(number)[1][keys]
                for key, weight in zip(keys, self.weights(number), strict=True):
                    squares += (slope * float(weight)) ** 2 * self.over_seeds(key)
        return abs(float(left[0] - right[0])) >= 2 * math.sqrt(squares)

    def over_seeds(self, key: tuple) -> float:
        """The mean variance of a percentage over four seeds."""
        asked = items_of(key[3]) | {"seeds=4"}
        found = [
            (100 * int(row["numerator"]) / int(row["denominator"])) ** 2
            for other, row in self.report.values.items()
            if other[4] == f"{key[4]}-sd" and other[1] == "dev20" and items_of(other[3]) == asked
        ]
        return sum(found) / len(found) if found else math.inf

    def p_above(self, a: ast.expr, b: ast.expr) -> float:
        return self.p(a, b) if self.visit(a)[0] > self.visit(b)[0] else 1.0

    def beyond_margin(self, row: dict, margin: float) -> float:
        """One-tailed, of the same words: a difference of shares against a margin."""
        words, only_a, only_b = (int(row[name]) for name in ("total", "only_a", "only_b"))
        difference = (only_a - only_b) / words
        error = math.sqrt(only_a + only_b - words * difference**2) / words
        return math.erfc(abs(margin - abs(difference)) / error / math.sqrt(2)) / 2

    def tests(self, a: Number, b: Number) -> list:
        found = []
        for one, other in zip(a.keys, b.keys, strict=True):
            both = frozenset((key[2], items_of(key[3])) for key in (one, other))
            test = self.report.tests.get((one[0], one[1], one[4], both))
            if one[:2] != other[:2] or test is None:
                return []
            row, first = test
            found.append((row, first == (one[2], items_of(one[3]))))
        return found

    def paired(self, tests: list, weights: list[Fraction]) -> float:
        if len(tests) == 1 and (self.kind == "t" or not tests[0][0]["only_a"]):
            row = tests[0][0]
            recorded = [row["p_t"]] if self.kind == "t" else []
            return next(float(p) for p in (*recorded, row["p_mcnemar"], row["p_resampled"]) if p)
        if len(tests) == 1:
            return mcnemar(int(tests[0][0]["only_a"]), int(tests[0][0]["only_b"]))
        total, errors = 0.0, []
        for (row, same), weight in zip(tests, map(float, weights), strict=True):
            difference, error = self.difference(row)
            total += weight * (difference if same else -difference)
            errors.append(weight * error)
        return math.erfc(abs(total) / math.hypot(*errors) / math.sqrt(2))

    def difference(self, row: dict) -> tuple[float, float]:
        """The difference on one treebank and its standard error."""
        of_a = int(row["correct_a"]) / int(row["total"])
        difference = of_a - int(row["correct_b"]) / int(row["total_b"] or row["total"])
        if row["only_a"]:
            words, either = int(row["total"]), int(row["only_a"]) + int(row["only_b"])
            return difference, math.sqrt(either - words * difference**2) / words
        return difference, (float(row["high"]) - float(row["low"])) / 2 / 1.959963984540054


def test_every_committed_verdict_follows_from_the_committed_files():
    report, wrong, checked = Report(PAPERS), [], 0
    for row in rows_of(PAPERS / "claims.csv"):
        if row["verdict"] not in WORDS or "rank correlation" in row["relation"]:
            continue
        found = sorted(Recomputed(report, row).decisions())[EXCEPTIONS[row["claim"]] :]
        basis = report.basis(json.loads(row["evidence"]))
        if (WORDS[found[0] if found else -1], basis) != (row["verdict"], row["basis"]):
            wrong.append((row["claim"], row["treebank"], row["verdict"], found, basis))
        checked += 1
    assert not wrong
    assert checked > 750

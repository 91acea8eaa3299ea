"""Rules that turn a form into its lemma, so that lemmas can be predicted like tags.

A rule keeps the longest substring that the form and the lemma share, and replaces what precedes and
follows this substring. The case of the lemma is part of the rule (after Straka 2018, 2.3)."""

from functools import lru_cache
from typing import NamedTuple

KEPT, LOWERED, TITLED = "=", "l", "t"  # case as in the form; lower case; first letter upper case
LONGEST_SEARCHED = 200  # letters
WHOLE_LEMMA = "!"  # begins the rule for a lemma that shares nothing with its form
_SEPARATOR = "\t"  # occurs in no form


class _Shared(NamedTuple):
    """The longest common substring; ties go to the leftmost in the form, then in the lemma."""

    in_form: int
    in_lemma: int
    size: int


def rule_of(form: str, lemma: str) -> str:
    """Return the rule from form to lemma whose letter case makes the shared substring longest."""
    best, most = WHOLE_LEMMA + lemma, 0
    for case in (LOWERED, KEPT, TITLED):
        base = _cased(form, case)
        wanted = lemma.lower() if case == TITLED else lemma
        shared = _longest_shared(base, wanted)
        before, after = wanted[: shared.in_lemma], wanted[shared.in_lemma + shared.size :]
        ends = len(base) - shared.in_form - shared.size
        rule = _SEPARATOR.join((case, str(shared.in_form), before, str(ends), after))
        if shared.size > most and applied(rule, form) == lemma:
            best, most = rule, shared.size
    return best


@lru_cache(maxsize=1 << 16)
def applied(rule: str, form: str) -> str:
    """Apply a rule to a form; return the lemma, or the form if that is too short for the rule."""
    if rule.startswith(WHOLE_LEMMA):
        return rule[1:]
    case, first, before, last, after = rule.split(_SEPARATOR)
    base = _cased(form, case)
    end = len(base) - int(last)
    if end < int(first):
        return form
    lemma = before + base[int(first) : end] + after
    return lemma[:1].upper() + lemma[1:] if case == TITLED else lemma


def is_rule(text: str) -> bool:
    """Return True if `applied` accepts a text as a rule."""
    if text.startswith(WHOLE_LEMMA):
        return True
    parts = text.split(_SEPARATOR)
    if len(parts) != 5 or parts[0] not in (KEPT, LOWERED, TITLED):
        return False
    return parts[1].isdecimal() and parts[3].isdecimal()


def _cased(form: str, case: str) -> str:
    return form if case == KEPT else form.lower()


def _longest_shared(a: str, b: str) -> _Shared:
    """Return the longest common substring of a and b. O(len(a) * len(b)).

    Texts longer than LONGEST_SEARCHED, such as web addresses, share all or nothing."""
    if a == b:
        return _Shared(0, 0, len(a))
    if max(len(a), len(b)) > LONGEST_SEARCHED:
        return _Shared(0, 0, 0)
    best, before = _Shared(0, 0, 0), [0] * (len(b) + 1)
    for i, letter in enumerate(a, 1):
        now = [0] * (len(b) + 1)
        for j, other in enumerate(b, 1):
            if letter == other:
                now[j] = before[j - 1] + 1
                if now[j] > best.size:
                    best = _Shared(i - now[j], j - now[j], now[j])
        before = now
    return best

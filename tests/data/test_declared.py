"""Content as types: what each annotation admits, and what messages say of the rest."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import pytest

from nonproj.data.declared import Declared, Limits, Name, Pattern, as_content, as_declared
from nonproj.errors import NonprojError


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Size(NamedTuple):
    words: float
    sentences: int


@dataclass(frozen=True)
class Plain:
    two_words: int = 1


class Inner(Declared):
    name: Name
    share: Annotated[float, Limits(ge=0, lt=1)] = 0.5


class Made:
    """A class that is made from content of another type."""

    DECLARED: ClassVar = Name | dict[str, float]

    def __init__(self, content):
        self.content = content


class Outer(Declared):
    kind: Literal["a", 1] = "a"
    colour: Colour = Colour.RED
    count: Annotated[int, Limits(ge=0)] | None = None
    flag: bool = False
    names: Annotated[tuple[Name, ...], Limits(min_length=1)] = ("x",)
    pair: tuple[int, str] = (1, "a")
    size: Size = Size(1.0, 2)
    inside: Inner = Inner("x")
    either: tuple[Inner | Name, ...] = ()
    by_name: dict[Annotated[str, Pattern("[a-z]+")], Inner] = field(default_factory=dict)
    plain: Plain = Plain()
    anything: Any = None
    other_key: str = field(default="", metadata={"key": "another"})

    def __post_init__(self) -> None:
        if self.flag and self.count is None:
            raise ValueError("a flag needs a count")


WHOLE = {
    "kind": 1,
    "colour": "blue",
    "count": 3,
    "flag": True,
    "names": ["x", "y"],
    "pair": [2, "b"],
    "size": [3, 4],
    "inside": {"name": "n", "share": 0},
    "either": ["name", {"name": "n"}],
    "by-name": {"one": {"name": "m"}},
    "plain": {"two_words": 2},
    "anything": {"a": [1, None]},
    "another": "text",
}


def test_content_becomes_the_types_and_content_again():
    made = as_declared(WHOLE, Outer, "file")
    assert made == Outer(
        kind=1,
        colour=Colour.BLUE,
        count=3,
        flag=True,
        names=("x", "y"),
        pair=(2, "b"),
        size=Size(3.0, 4),
        inside=Inner("n", 0.0),
        either=("name", Inner("n")),
        by_name={"one": Inner("m")},
        plain=Plain(2),
        anything={"a": [1, None]},
        other_key="text",
    )
    assert (type(made.inside.share), type(made.size.words)) == (float, float)
    whole = WHOLE | {"either": ["name", {"name": "n", "share": 0.5}]}
    whole["by-name"] = {"one": {"name": "m", "share": 0.5}}
    assert as_content(made) == whole
    assert as_declared({}, Outer, "file") == Outer()
    assert as_declared("x", Made, "file").content == "x"
    assert as_declared({"x": 1}, Made, "file").content == {"x": 1.0}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": True}, "kind: True; expected one of a, 1"),
        ({"colour": "green"}, "colour: 'green'; expected one of red, blue"),
        ({"colour": ["red"]}, "colour: ['red']; expected one of red, blue"),
        ({"count": -1}, "count: -1; expected a whole number >= 0"),
        ({"count": True}, "count: True; expected a whole number >= 0 or null"),
        ({"count": 1.0}, "count: 1.0; expected a whole number >= 0 or null"),
        ({"flag": 1}, "flag: 1; expected true or false"),
        ({"flag": True}, "a flag needs a count"),
        ({"names": []}, "names: []; expected a list of length >= 1"),
        ({"names": "x"}, "names: 'x'; expected a list of length >= 1"),
        ({"names": ["x", ""]}, "names.1: ''; expected text of length >= 1"),
        ({"pair": [1]}, "pair: [1]; expected a list of length 2"),
        ({"pair": [1, 2]}, "pair.1: 2; expected text"),
        ({"size": [1, 2.0]}, "size.1: 2.0; expected a whole number"),
        ({"inside": None}, "inside: None; expected a mapping"),
        ({"inside": {}}, "inside: 'name' is missing"),
        ({"inside": {"name": 1}}, "inside.name: 1; expected text of length >= 1"),
        ({"inside": {"name": "x", "share": 1}}, "inside.share: 1; expected a number >= 0 and < 1"),
        (
            {"inside": {"name": "x", "share": float("nan")}},
            "inside.share: nan; expected a finite number",
        ),
        (
            {"inside": {"name": "x", "share": 10**400}},
            "inside.share: 100000000000000000...0000000000000000000; expected a finite number",
        ),
        ({"either": [1]}, "either.0: 1; expected a mapping or text of length >= 1"),
        ({"either": [{"name": ""}]}, "either.0.name: ''; expected text of length >= 1"),
        ({"by-name": {"A": {}}}, "by-name.A: 'A'; expected text that matches [a-z]+"),
        ({"by-name": {"a": {"name": ""}}}, "by-name.a.name: ''; expected text of length >= 1"),
        ({"plain": {"two-words": 1}}, "plain.two-words: 1; expected one of two_words instead of"),
        ({"colur": 1, "by": 2}, "by: 2; expected one of kind, colour"),
        ({"colur": 1}, "instead of this key; did you mean colour"),
        ({"other-key": "x"}, "other-key: 'x'; expected one of kind,"),
        ({"another": "\ud800"}, r"another: '\ud800' cannot be encoded in UTF-8"),
        ({"by\n\x1b[31m": 1}, r"by\n\x1b[31m: 1; expected"),
        ({"another": [["x" * 10**6] * 10**6]}, "another: [['xxxx"),
    ],
)
def test_messages_name_place_key_value_and_expectation(change, message):
    with pytest.raises(NonprojError) as caught:
        as_declared(change, Outer, "file")
    shown = str(caught.value)
    assert shown.startswith("file: ")
    assert message in shown
    assert shown.isprintable()
    assert len(shown) < 500


def test_what_is_declared_cannot_be_changed():
    with pytest.raises(AttributeError):
        Outer().kind = 1

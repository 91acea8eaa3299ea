"""Content as types: what each annotation admits, and what messages say of the rest."""

import datetime
from dataclasses import field
from enum import StrEnum
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from nonproj.data.declared import Declared, Name, as_content, as_declared, whole
from nonproj.errors import NonprojError


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Plain(Declared, dashed=False):
    two_words: int = 1


class Inner(Declared):
    name: Name
    share: Annotated[float, Field(ge=0, lt=1)] = 0.5

    def __post_init__(self) -> None:
        if self.name == "bad":
            raise NonprojError("a bad name")


class Outer(Declared):
    kind: Literal["a", 1] = "a"
    colour: Colour = Colour.RED
    count: Annotated[int, Field(ge=0)] | None = None
    flag: bool = False
    names: Annotated[tuple[Name, ...], Field(min_length=1)] = ("x",)
    pair: tuple[int, str] = (1, "a")
    inside: Inner = Inner("x")
    several: tuple[Inner, ...] = ()
    by_name: dict[Annotated[str, whole("[a-z]+|[0-9]+")], Inner] = field(default_factory=dict)
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
    "inside": {"name": "n", "share": 0},
    "several": [{"name": "n", "share": 0.5}],
    "by-name": {"one": {"name": "m", "share": 0.5}},
    "plain": {"two_words": 2},
    "anything": {"a": [1, None]},
    "another": "text",
}


def test_content_is_read_as_declared_types_and_written_back():
    made = as_declared(WHOLE, Outer, "file")
    several, by_name = (Inner("n"),), {"one": Inner("m")}
    assert made == Outer(
        *(1, Colour.BLUE, 3, True, ("x", "y"), (2, "b"), Inner("n", 0.0), several, by_name),
        *(Plain(2), {"a": [1, None]}, "text"),
    )
    assert type(made.inside.share) is float
    assert as_content(made) == WHOLE
    assert as_declared({}, Outer, "file") == Outer()
    with pytest.raises(AttributeError):
        made.kind = 1


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": 2}, "kind: 2; expected 'a' or 1"),
        ({"colour": "green"}, "colour: 'green'; expected 'red' or 'blue'"),
        ({"colour": ["red"]}, "colour: ['red']; expected 'red' or 'blue'"),
        ({"count": -1}, "count: -1; expected greater than or equal to 0"),
        ({"count": True}, "count: True; expected a valid integer"),
        ({"count": 1.0}, "count: 1.0; expected a valid integer"),
        ({"count": "1"}, "count: '1'; expected a valid integer"),
        ({"flag": 1}, "flag: 1; expected a valid boolean"),
        ({"flag": True}, "file: a flag needs a count"),
        ({"names": []}, "names: []; "),
        ({"names": "x"}, "names: 'x'; expected "),
        ({"names": ["x", ""]}, "names.1: ''; "),
        ({"pair": [1]}, "pair: 1 is missing"),
        ({"pair": [1, 2]}, "pair.1: 2; expected a valid string"),
        ({"inside": None}, "inside: None; expected an object"),
        ({"inside": {}}, "inside: 'name' is missing"),
        ({"inside": {"name": 1}}, "inside.name: 1; expected a valid string"),
        ({"inside": {"name": "x", "share": 1}}, "inside.share: 1; expected less than 1"),
        ({"inside": {"name": "x", "share": float("nan")}}, "inside.share: nan; expected "),
        ({"inside": {"name": "x", "share": 10**400}}, "inside.share: 1000"),
        ({"several": [{"name": "bad"}]}, "several.0: a bad name"),
        ({"several": [{"nme": "x"}]}, "several.0.nme: 'x'; expected one of name, share"),
        ({"by-name": {"A": {}}}, "by-name.A: 'A'; "),
        ({"by-name": {"a\n": {"name": "x"}}}, r"by-name.a\n: 'a\n'; "),
        ({"by-name": {"1a": {"name": "x"}}}, "by-name.1a: '1a'; "),
        ({"by-name": {"a": {"nme": "x"}}}, "instead of this key; did you mean name?"),
        ({"plain": {"two-words": 1}}, "plain.two-words: 1; expected one of two_words instead of"),
        ({"colur": 1}, "colur: 1; expected one of kind, colour,"),
        ({"other-key": "x"}, "other-key: 'x'; expected one of kind,"),
        ({"another": "\ud800"}, r'"another": "\ud800'),
        ({"another": datetime.date(2001, 1, 1), "count": ""}, "count: ''"),
        ({"by\n\x1b[31m": 1}, r"by\n\x1b[31m: 1; expected"),
        ({"another": [["x" * 10**6] * 10]}, "another: [['xxxx"),
    ],
)
def test_messages_name_place_key_value_and_expectation(change, message):
    with pytest.raises(NonprojError) as caught:
        as_declared(change, Outer, "file")
    line = str(caught.value)
    assert line.startswith("file: ")
    assert message in line
    assert line.isprintable()
    assert len(line) < 500

"""YAML files: what they may hold, and that none takes the program down."""

import resource
import time
from pathlib import Path

import pytest

from nonproj.data.yaml_files import read_declared, read_yaml
from nonproj.errors import NonprojError
from nonproj.parsers.transition.features import feature_model_of
from samples.hostile_yaml import HOSTILE, KEY
from studies.plan.study.load import load
from studies.plan.treebanks.config import Config

KINDS = {  # what reads a file, and a key of it whose value is text
    "feature model": (feature_model_of, "description"),
    "configuration": (lambda path: read_declared(path, Config), "suite"),
    "experiment": (load, "question"),
}
SECONDS, MEGABYTES = 2, 300


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_yaml_file_is_refused_in_one_line_with_little_time_and_memory(name, tmp_path):
    path = tmp_path / "hostile.yaml"
    for read, key in KINDS.values():
        path.write_bytes(HOSTILE[name].replace(KEY.encode(), key.encode()))
        before, most = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with pytest.raises(NonprojError) as caught:
            read(path)
        message = str(caught.value)
        assert message.startswith(f"{path}: ")
        assert message.isprintable()
        assert len(message) < 3000
        assert time.process_time() - before < SECONDS
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most
        assert grown < MEGABYTES * 1024


def test_values_of_a_yaml_file_have_the_types_that_yaml_defines(tmp_path):
    path = tmp_path / "good.yaml"
    path.write_text(
        "a: &a [1, 0x1f, -2.5, 1.0e+3, true, no, null, ~, text, '1', \"true\", 1_000]\n"
        "b: {c: *a, d: {}, e: []}\n"
        "folded: >\n  one\n  two\n\nliteral: |\n  one\n  two\n\n"
        "nested: " + "[" * 100 + "]" * 100 + "\n",
        encoding="utf-8",
    )
    content = read_yaml(path)
    a = [1, 31, -2.5, 1000.0, True, False, None, None, "text", "1", "true", 1000]
    assert content["a"] == a
    assert list(map(type, content["a"])) == list(map(type, a))
    assert content["b"] == {"c": a, "d": {}, "e": []}
    assert (content["folded"], content["literal"]) == ("one two", "one\ntwo")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: 1\nb: !!int x\n", "line 2: tag 'tag:yaml.org,2002:int'; expected none"),
        ("a:\n- 2001-13-45\n", "line 2: '2001-13-45'; expected quotes around text"),
        ("a: 2001-01-01\n", "line 1: '2001-01-01'; expected quotes around text"),
        ("a: 1\n---\nb: 1\n", "found another document at line 2, column 1"),
        ("a: " + "9" * 41, "line 1: a number of more than 40 characters"),
        ("a: [*b]", "found undefined alias 'b' at line 1, column 5"),
        ("a: &a [*a]", "line 1: nested more than 100 levels deep"),
        ("\n[a]: 1", "line 2: key ['a']; expected text of at most 200 characters, in quotes"),
        ("a: 1\nb: 1\na: 1", "line 3: key 'a' occurs twice"),
        ("a: " + "[" * 101 + "]" * 101, "line 1: nested more than 100 levels deep"),
    ],
)
def test_messages_about_a_yaml_file_have_its_line(text, message, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NonprojError) as caught:
        read_yaml(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert str(caught.value).endswith(message)


def test_an_endless_yaml_file_is_refused():
    with pytest.raises(NonprojError, match="more than 10000000 bytes"):
        read_yaml(Path("/dev/zero"))

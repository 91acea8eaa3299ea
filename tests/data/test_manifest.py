"""The manifest of the project, broken ones, and treebanks by name."""

import pytest

from nonproj.data.download.manifest import MANIFEST, MANIFEST_COLUMNS, load_manifest
from nonproj.errors import NonprojError

HEADER = "\t".join(MANIFEST_COLUMNS)
SHA1 = "0123456789abcdef0123456789abcdef01234567"
ROW = ("toy", "Toy-Test", "train", "https://host/a.conllu", SHA1, "12", "CC0", "Nobody 2000")


def written(tmp_path, *rows, header=HEADER, end="\n"):
    path = tmp_path / "manifest.tsv"
    path.write_text("\n".join([header, *("\t".join(row) for row in rows)]) + end, encoding="utf-8")
    return path


def with_value(column: str, value: str) -> tuple[str, ...]:
    return tuple(
        value if name == column else old for name, old in zip(MANIFEST_COLUMNS, ROW, strict=True)
    )


def test_the_manifest_of_the_project_lists_its_treebanks():
    manifest = load_manifest()
    assert len(manifest.treebanks) == 47
    assert manifest.splits("ud20-got") == ("train", "dev", "test")
    undivided = [name for name in manifest.treebanks if not manifest.has_train_and_test(name)]
    assert undivided == [
        "ud20-cs",
        "ud217-la-udante",
        "ud217-la-proiel",
        "ud217-la-llct",
        "ud217-tr-framenet",
    ]
    (gothic,) = manifest.parts_of("ud20-got", "train")
    assert gothic.bytes == 3312979
    assert gothic.git_blob_sha1 == "1ef35eed78ef9692a2b6545e1dc97a5a4ea14051"
    assert gothic.licence == "CC BY-NC-SA 3.0"
    czech = manifest.parts_of("ud20-cs", "train")
    assert [part.url[-8] for part in czech] == ["c", "l", "m", "v"]
    ud = [part for part in manifest.parts if part.treebank.startswith("ud20-")]
    assert all("hdl:11234/1-1983" in part.citation for part in ud)


def test_the_manifest_may_leave_out_the_size_of_a_file(tmp_path):
    manifest = load_manifest(written(tmp_path, with_value("bytes", "")))
    assert manifest.parts[0].bytes is None


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("treebank", ""),
        ("treebank", "../toy"),
        ("treebank", "Toy"),
        ("name", " Toy"),
        ("split", "tain"),
        ("url", "ftp://host/a"),
        ("url", "https://host"),
        ("url", "https://host/a/../../b"),
        ("git_blob_sha1", SHA1[1:]),
        ("git_blob_sha1", SHA1.upper()),
        ("bytes", "0"),
        ("bytes", "1e6"),
        ("licence", ""),
        ("citation", "Nobody 2000\r"),
    ],
)
def test_a_wrong_value_of_the_manifest_is_named_with_file_line_and_column(tmp_path, column, value):
    path = written(tmp_path, ROW, with_value(column, value))
    with pytest.raises(NonprojError) as caught:
        load_manifest(path)
    shown = value if value == "0" else repr(value)
    assert str(caught.value).startswith(f"{path}:3: {column}: {shown}")


def test_a_manifest_that_contradicts_itself_or_lacks_columns_is_refused(tmp_path):
    for change, complaint in (
        (("name", "Other"), "name: 'Other' differs from 'Toy-Test' in line 2"),
        (("licence", "CC BY 4.0"), "licence: 'CC BY 4.0' differs from 'CC0' in line 2"),
        (("split", "dev"), "url: 'https://host/a.conllu' already occurs in line 2"),
    ):
        with pytest.raises(NonprojError, match=f":3: {complaint}"):
            load_manifest(written(tmp_path, ROW, with_value(*change)))
    for rows, layout, complaint in (
        ([ROW[:-1]], {}, ":2: 7 columns; expected 8"),
        ([ROW], {"header": f"{HEADER}\tin_mirror"}, ":1: 'treebank.*expected the columns treebank"),
        ([ROW], {"end": ""}, ":2: expected rows that each end in a line feed"),
        ([], {}, ":2: expected rows"),
    ):
        with pytest.raises(NonprojError, match=complaint):
            load_manifest(written(tmp_path, *rows, **layout))
    with pytest.raises(NonprojError, match="cannot be read"):
        load_manifest(tmp_path / "none.tsv")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("got", r"^unknown treebank 'got'.*did you mean ud20-got or ud217-got\?"),
        ("ittb-prage", r"^unknown treebank 'ittb-prage'.*did you mean ittb-prague\?"),
        ("xyzzy", "^unknown treebank 'xyzzy'.*known are conll07-basque, ittb-prague, perseus-grc"),
        ("ud20-cs", "ud20-cs has no split 'test'; it has train, dev"),
    ],
)
def test_unknown_treebanks_and_splits_are_refused_with_a_hint(name, message):
    with pytest.raises(NonprojError, match=message):
        load_manifest(MANIFEST).parts_of(name, "test")

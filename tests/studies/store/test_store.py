"""The store returns the bytes that were packed, but not for another text or a damaged file."""

import json
import lzma
from dataclasses import replace
from itertools import chain, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from committed import ROOT
from nonproj.data.conll import read_treebank
from nonproj.results.values import Key, write_values
from studies.plan.blended import Blended, Store
from studies.plan.code import code_of_parser
from studies.plan.parses import PlannedParse
from studies.plan.runs import prepared
from studies.plan.study.load import PAPERS, load_all
from studies.store import parse_files, storing
from studies.store.format import StoreError, hash_of, index_of, pack, read_header, unpack
from studies.store.parse_files import ParseFile

FACTS = {
    "trained_on": hash_of(b"training"),
    "training": {"seconds": 3.5, "megabytes": 200},
    "parsing": {"seconds": 0.5, "counts": {"transitions": 12}},
    "processor": "x86_64 avx2",
    "threads": 1,
    "date": "2026-01-02",
    "commit": "abc",
    "code": "f" * 64,
}
CELL = st.text(st.characters(codec="utf-8", exclude_characters="\t\n\r"), min_size=1, max_size=5)
WORD = st.tuples(*[CELL] * 9)


def conll(sentences) -> bytes:
    """Sentences of rows, without the number of the word, with a comment and a range each."""
    lines = []
    for rows in sentences:
        lines += ["# a comment\twith a tab", "1-2\t" + "\t".join("_" * 9)]
        lines += ["\t".join((str(i), *row)) for i, row in enumerate(rows, 1)] + [""]
    return "\n".join([*lines, ""]).encode()


@st.composite
def texts(draw):
    """A gold text, a parse of it and the parser's own output, which differ in any columns."""
    gold = draw(st.lists(st.lists(WORD, min_size=1, max_size=6), min_size=1, max_size=3))
    changed = [[[draw(WORD) for _ in rows] for rows in gold] for _ in range(2)]
    kept = [draw(st.lists(st.integers(0, 8), max_size=9)) for _ in range(2)]
    for text, columns in zip(changed, kept, strict=True):
        for rows, olds in zip(text, gold, strict=True):
            for r, (old, new) in enumerate(zip(olds, rows, strict=True)):
                rows[r] = tuple((old if i in columns else new)[i] for i in range(9))
    return tuple(map(conll, (gold, *changed)))


@given(texts())
def test_a_packed_parse_is_unpacked_with_the_same_bytes(texts):
    gold, parse, raw = texts
    found = unpack(pack(gold, parse, raw, FACTS), gold, "x")
    assert (found.parse, found.raw) == (parse, raw)
    assert found.header["text"] == hash_of(gold)
    assert found.header["words"] == sum(line[:1].isdigit() and b"-" not in line.split(b"\t")[0]
                                        for line in gold.split(b"\n"))  # fmt: skip


def codes_of(packed: bytes) -> tuple[dict, bytes]:
    """The header of a file and the bytes that say what each word has in the columns that differ."""
    _, header, body = packed.split(b"\n", 2)
    filters = [{"id": lzma.FILTER_LZMA2}]
    return json.loads(header), lzma.decompress(body, lzma.FORMAT_RAW, filters=filters)


@pytest.mark.parametrize(("labels", "width"), [(255, 1), (256, 2)])
def test_a_column_of_many_values_has_two_bytes_a_word(labels, width):
    """The lower one first; 0 stands for what the gold text has."""
    gold, parse = (
        conll([[("a", *"_" * 5, "0", label.format(i), "_") for i in range(labels)]])
        for label in ("root", "{:03}")
    )
    packed = pack(gold, parse, parse, FACTS)
    assert unpack(packed, gold, "x").parse == parse
    _, codes = codes_of(packed)
    numbers = [int.from_bytes(codes[i:][:width], "little") for i in range(0, len(codes), width)]
    assert numbers == [*range(1, labels + 1)]


CODE = code_of_parser("arc-standard+head", "ud20-hu")
LOG = f"""threads: 2
commit: abc
code: {CODE}
processor: x86_64
processor seconds: 3.50
megabytes: 99.6
""".encode()
GOLD = conll([[("a", *"_" * 5, "0", "root", "_")], [("b", *"_" * 5, "0", "root", "_")]])
PARSE = GOLD.replace(b"root", b"other", 1)
STORED = pack(GOLD, PARSE, GOLD, FACTS)


@pytest.mark.parametrize("bit", range(0, 8 * len(STORED), 101))
def test_a_single_changed_bit_is_refused_with_the_name_of_the_file(bit):
    damaged = bytearray(STORED)
    damaged[bit // 8] ^= 1 << bit % 8
    with pytest.raises(StoreError, match=r"^some/file\.parse: damaged"):
        unpack(bytes(damaged), GOLD, "some/file.parse")


def test_the_index_repeats_the_headers_of_stored_parses(tmp_path):
    path = tmp_path / "ud20-hu" / "train" / "seed1" / "mst" / "dev.parse"
    path.parent.mkdir(parents=True)
    path.write_bytes(STORED)
    header, row = (line.split("\t") for line in index_of(tmp_path).splitlines())
    assert dict(zip(header, row, strict=True)) == {
        "parse": "ud20-hu/train/seed1/mst/dev",
        "words": "2",
        "processor": "x86_64 avx2",
        "threads": "1",
        "training_seconds": "3.5",
        "training_megabytes": "200",
        "parsing_seconds": "0.5",
        "date": "2026-01-02",
        "commit": "abc",
        "code": "f" * 16,
        "text": hash_of(GOLD)[:16],
        "trained_on": hash_of(b"training")[:16],
    }


@pytest.fixture
def project(tmp_path) -> Path:
    """A project in which a parser was trained on a public treebank and on a language of its own.

    And on a treebank whose licence forbids to pass on what is derived from it."""
    (tmp_path / "src").symlink_to(ROOT / "src")
    for treebank in ("ud20-hu", "mine", "conll07-basque"):
        made(tmp_path, PlannedParse(treebank, "train", 1, "arc-standard+head", "dev"))
    return tmp_path


def made(root: Path, parse: PlannedParse, **more: bytes) -> None:
    """Write the files of a parse; `more`: others, by what `parse` calls them."""
    files = {
        "gold": GOLD, "file": PARSE, "raw": GOLD, "original": b"training", "log": LOG,
        "counts": b'{"counts": {"transitions": 4}, "words": 2, "seconds": 0.25}',
    }  # fmt: skip
    names = {"prepared": prepared(parse)}
    write(root, {names.get(n) or getattr(parse, n): text for n, text in (files | more).items()})


def write(root: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(content)


def test_parses_of_public_treebanks_are_added_once_with_their_provenance(project):
    small = PlannedParse("ud20-hu", "train", 1, "mst-neural", "dev")
    made(project, small, log=LOG + b"size: small\n")
    assert storing.add_all(project) == (1, 1)
    assert storing.add_all(project) == (0, 1)
    stored = project / "data/parses/ud20-hu/train/seed1/arc-standard+head/dev.parse"
    header = read_header(stored)
    assert header["training"] == {"seconds": 3.5, "megabytes": 100}
    assert (header["commit"], header["threads"], header["words"]) == ("abc", 2, 2)
    assert header["trained_on"] == hash_of(b"training")
    assert (project / "data/parses/index.tsv").read_text().count("\n") == 2


def test_a_stored_parse_is_read_like_the_files_of_the_workflow(project, monkeypatch):
    parse = PlannedParse("ud20-hu", "train", 1, "arc-standard+head", "dev")
    gold, file, raw = (
        f"1\ta\t_\t_\t_\t_\t0\t{label}\t_\t_\n\n".encode() for label in ("x", "y", "z")
    )
    counts = b'{"counts": {"transitions": 4}, "words": 1, "seconds": 0.25}'
    made(project, parse, gold=gold, file=file, raw=raw, counts=counts)
    storing.add_all(project)
    monkeypatch.chdir(project)
    for path in (parse.file, parse.stored):
        read = ParseFile(path)
        assert read.data == file
        assert read.trees.deprel.strings() == read_treebank(parse.file).deprel.strings()
        assert read.raw.deprel.strings() == read_treebank(parse.raw).deprel.strings()
    assert ParseFile(parse.stored).costs == {
        **ParseFile(parse.file).costs,
        "training": {"seconds": 3.5, "megabytes": 100},
    }
    moved = Path("swap-lazy".join(parse.stored.rsplit(parse.variant, 1)))
    write(project, {moved: Path(parse.stored).read_bytes()})
    with pytest.raises(StoreError, match="this is the parse ud20-hu/train/seed1/arc-standard"):
        _ = ParseFile(moved).trees


def test_a_stored_parse_of_other_texts_is_refused(project, monkeypatch):
    storing.add_all(project)
    monkeypatch.chdir(project)
    parse = PlannedParse("ud20-hu", "train", 1, "arc-standard+head", "dev")
    for changed, message in (
        (parse.original, r"dev\.parse: its parser was trained on another text"),
        (parse.gold, r"dev\.parse: a parse of another text"),
    ):
        Path(changed).write_bytes(b"other trees")
        parse_files._content.cache_clear()
        for name in ("trees", "raw"):
            with pytest.raises(StoreError, match=message):
                getattr(ParseFile(parse.stored), name)


def test_votes_on_transitions_are_stored_as_parses_of_their_variant(project, monkeypatch):
    """Their models are those of the voting classifiers, which the store does not have."""
    [blend] = {
        blend.slug: blend
        for study in load_all(ROOT / PAPERS)
        for run in study.runs
        for blend in run.blends
        if blend.name == "tl-eq;classifiers=all4"
    }.values()
    voted = Blended("ud20-hu", "cv0", 1, "test", blend)
    texts = {voted.vote.gold: GOLD, voted.file: PARSE, voted.vote.original: b"training"}
    write(project, texts | {voted.log: LOG})
    assert storing.add_all(project) == (2, 2)
    stored = project / "data/parses/ud20-hu/cv0/seed1/arc-eager+head@tl-eq/test.parse"
    header = read_header(stored)
    assert (header["training"]["seconds"], header["parsing"]["seconds"]) == (0, 3.5)
    assert PlannedParse.of_file(str(stored)) == voted.vote
    monkeypatch.chdir(project)
    assert ParseFile(voted.vote.stored).data == PARSE
    assert storing.add_all(project) == (0, 2)


def test_parses_of_moved_labels_are_stored_as_parses_of_their_variants(project):
    """One job makes the parses of all parsers of a move."""
    names = [f"arc-eager+childswap:{label}+head" for label in ("obj", "obl:arg")]
    bases = [PlannedParse("ud20-hu", "sets8", 3, "arc-eager+head", t) for t in ("heldout", "test")]
    job = "data/work/ud20-hu/generic/nilsson-2009-2-childswap"
    log = "data/work/logs/generic_parsers/ud20-hu-nilsson-2009-2-childswap.log"
    files = {base.gold: GOLD for base in bases} | {bases[0].original: b"training"}
    for name, target in product(names, ("heldout", "test")):
        files[f"{job}/{name}/{target}.conll"] = PARSE
        files[f"{job}/{name}/raw/{target}.conll"] = GOLD
    write(project, files | {log: LOG + b"\nseed: 3"})

    def stored_moves(move, n_labels):
        return Store(project, lambda parse: True).moved(bases, move, n_labels)

    assert stored_moves("childswap", 2) == []
    assert storing.add_all(project) == (5, 5)
    found = stored_moves("childswap", 2)
    assert {PlannedParse.of_file(path) for path in found} == {
        replace(base, variant=name) for base in bases for name in names
    }
    found = [*map(Path, found)]
    assert read_header(found[0])["parse"] == f"ud20-hu/sets8/seed3/{names[0]}/heldout.parse"
    assert unpack(found[0].read_bytes(), GOLD, "x")[1:] == (PARSE, GOLD)
    assert stored_moves("childswap", 3) == []
    assert stored_moves("parentswap", 1) == []
    found[0].unlink()
    assert stored_moves("childswap", 2) == [], "heldout lacks one"


def test_parses_of_other_programs_are_stored_if_a_run_names_them(project, monkeypatch):
    """The development set is not scored, and no run names the second program."""
    work = "data/work/ud217-hu-forms"
    counts = dict.fromkeys(("words", "las", "uas"), 2) | {"training": 7.0, "parsing": 0.5}
    counts["memory"] = 40.4
    results = [{"treebank": "ud217-hu-forms", "split": split, "peer": "p"} | counts
               for split in ("dev", "test")]  # fmt: skip
    for peer in ("udpipe-1", "other"):
        files = {f"{work}/peers/{peer}/{split}.parsed.conll": PARSE for split in ("dev", "test")}
        files[f"{work}/peers/{peer}.json"] = json.dumps(results).encode()
        log = f"data/work/logs/peer/ud217-hu-forms-{peer}.log"
        write(project, files | {log: LOG + b"program: UDPipe 1, MPL 2.0\n"})
    write(project, {f"{work}/test.conll": GOLD, f"{work}/train.conll": b"training"})
    assert storing.add_all(project) == (2, 2)
    parse = PlannedParse("ud217-hu-forms", "train", 1, "udpipe-1", "test")
    header = read_header(project / parse.stored)
    assert header["program"] == "UDPipe 1, MPL 2.0"
    assert (header["training"], header["parsing"]["seconds"]) == (
        {"seconds": 7.0, "megabytes": 40},
        0.5,
    )
    monkeypatch.chdir(project)
    assert ParseFile(parse.stored).data == PARSE
    assert storing.add_all(project) == (0, 2)


def test_a_parse_has_the_provenance_of_the_model_that_it_was_made_with(project):
    """A model of another variant, or of the same without the cap that changed no tree."""
    borrowing = PlannedParse("ud20-hu", "sets8", 1, "carreras+npa-t0", "heldout")
    made(project, borrowing)
    (project / borrowing.log).rename(project / replace(borrowing, variant="carreras+npa").log)
    capped, whole = (replace(borrowing, variant=f"carreras+head{cap}") for cap in ("-cap30", ""))
    made(project, whole, prepared=b"trees")
    made(project, capped, prepared=b"trees", log=LOG.replace(b"abc", b"def"))
    assert storing.add_all(project) == (4, 4)
    headers = [read_header(project / parse.stored) for parse in (borrowing, capped)]
    assert [header["commit"] for header in headers] == ["abc", "abc"]


def test_stored_parses_made_by_other_code_are_counted_and_replaced(project):
    storing.add_all(project)
    parse = PlannedParse("ud20-hu", "train", 1, "arc-standard+head", "dev")
    assert storing.count_stale(project, [parse]) == 0
    path = project / parse.stored
    facts = {**read_header(path), "code": "0" * 64}
    path.write_bytes(pack(GOLD, PARSE, GOLD, facts))
    assert storing.count_stale(project, [parse]) == 1
    assert storing.origin_of(project, [parse.stored], 3) == (
        "1 from the store (1 of them made by other code than the present), 3 made here"
    )
    keys = [Key("ud20-hu", "dev", system) for system in ("mst", "swap-lazy")]
    values = project / "data/parses/ud20-hu/scores.csv"
    write_values(values, [key.value(metric, 1, 2) for key in keys for metric in ("las", "uas")])
    assert storing.valued(project, ["ud20-hu", "ud20-el"]) == ["ud20-hu"]
    assert storing.origin_of(project, [], 0, ["ud20-hu"]) == (
        "0 from the store, 0 made here; systems without parses, of which values are stored:"
        " 2 of ud20-hu"
    )
    assert storing.add_all(project) == (0, 1), "the parse that was made is older"
    (project / parse.file).touch()
    assert storing.add_all(project) == (1, 1), "the header of a parse that was made again is new"
    assert storing.count_stale(project, [parse]) == 0
    (project / parse.raw).write_bytes(PARSE)
    (project / parse.file).write_bytes(GOLD)
    assert storing.add_all(project) == (1, 1), "other trees by the same code"
    found = unpack(path.read_bytes(), GOLD, "x")
    assert (found.parse, found.raw) == (GOLD, PARSE)
    tagged = replace(parse, treebank="ud217-hu-forms")
    facts["code"] = code_of_parser(tagged.variant, tagged.treebank)
    write(project, {tagged.stored: pack(GOLD, PARSE, GOLD, facts)})
    assert facts["code"] != CODE, "that of taggers counts"
    assert storing.count_stale(project, [tagged]) == 0


def test_the_committed_index_is_up_to_date():
    """`python -m studies.store.storing` writes it."""
    store = ROOT / "data" / "parses"
    assert (store / "index.tsv").read_text(encoding="utf-8") == index_of(store)


def test_the_committed_parses_are_whole_and_have_one_text_and_one_training_set_each():
    """Whatever their hashes say, which files that are packed again have, too."""
    store, known = ROOT / "data" / "parses", {}
    for path in store.rglob("*.parse"):
        header, codes = codes_of(path.read_bytes())
        columns = [*chain.from_iterable(header["columns"])]
        assert len(codes) == header["words"] * sum(1 + (len(cells) > 256) for _, cells in columns)
        assert all(cell.isdecimal() for n, cells in columns if n == 6 for cell in cells[1:]), path
        treebank, training, *_, target = (store / header["parse"]).relative_to(store).parts
        assert store / header["parse"] == path
        text = treebank, target, training if target == "heldout.parse" else ""
        known.setdefault(text, set()).add((header["text"], header["words"]))
        known.setdefault((treebank, training), set()).add(header["trained_on"])
    assert {key: found for key, found in known.items() if len(found) > 1} == {}

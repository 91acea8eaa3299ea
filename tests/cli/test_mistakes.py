"""Mistakes of users: a line that helps for each, no traceback, nothing overwritten."""

import contextlib
import io
import shlex
from pathlib import Path

import pytest

from command_line import TREES
from nonproj import read, train
from nonproj.cli import run

OTHER = TREES.replace("you", "they")
WIDE = "\t".join(["1", "x", *"_" * 6, "0", "0", "ROOT", "ROOT", "_", "_"]) + "\n\n"

FILES = {
    "gold.conll": TREES,
    "other.conll": OTHER,
    "short.conll": TREES.partition("\n\n")[0] + "\n\n",
    "empty.conll": "",
    "blank.conll": "\n\n\n",
    "spaces.conll": TREES.replace("\t", "   "),
    "ten.conllu": "# text = Yes\n" + TREES.replace("\t_\n", "\n"),
    "cycle.conll": TREES.replace("2\tdid\tdo\tV\tV\t_\t0", "2\tdid\tdo\tV\tV\t_\t4"),
    "range.conll": TREES.replace("\t3\tobj", "\t9\tobj"),
    "bare.conll": "".join(f"{i}\tx\t_\t_\t_\t_\t_\t_\t_\t_\n" for i in (1, 2)) + "\n",
    "wide.conll09": WIDE,
    "text.txt": "What did you see?\nYes.\n",
    "tree.ptb": "(S (NP you) (VP see))\n",
    "table.csv": "form,head\nyes,0\n",
    "semicolons.csv": 'ID;FORM;LEMMA;UPOS\n1-2;cannot;_;_\n"1";What;"what";PRON\n"2";did;do;VERB\n',
    "toolbox.txt": "\\tx kitaab-o\n\\mb kitaab -o\n\\ge book -PL\n",
    "sheet.xlsx": "PK\x03\x04 xl/workbook.xml",
    "features.yaml": "nodes: {s0: [colour]}\n",
    "broken.yaml": "nodes: [\n",
    "latin.conll": TREES.replace("you", "yoü"),
    "damaged.conll.gz": "\x1f\x8bnothing",
    "notes.npz": "no model",
}
PLAIN_TEXT = "plain text (no line has a tab); `parse` and `tokenize` split it by a model"
GOLD = "gold.conll"
PARSE = "parse --model model.npz"
TRAIN = "train gold.conll -o new.npz --variant"
PROJECTIVIZE = "projectivize --encoding head"
HELD = "--heldout-gold gold.conll --heldout gold.conll"
BLEND = "blend gold.conll gold.conll -o new"
ALSO_INPUT = "is also an input; choose another output"

MISTAKES = [  # words of the command, and what the line has to say
    # commands and options
    ("frobnicate", "No such command 'frobnicate'; see `nonproj --help`"),
    ("pars gold.conll", "Did you mean 'parse'"),
    ("eval gold.conll gold.conll", "Did you mean 'evaluate'"),
    ("stats", "Missing argument 'treebanks'"),
    ("stats gold.conll --jsn", "--json"),
    ("train gold.conll -o new.npz", "Missing option '--variant'"),
    ("train --variant attardi -o new.npz", "Missing argument 'TRAIN'"),
    ("parse gold.conll", "Missing option '--model'"),
    ("projectivize gold.conll", "Missing option '--encoding'. Choose from: baseline, head"),
    (f"{TRAIN} attardi --checkpoint c.ck", "attardi is not a neural parser"),
    (f"{TRAIN} mh3 --checkpoint text.txt/c.npz", "text.txt is not a folder"),
    (f"{PROJECTIVIZE} gold.conll -o a -o b", "--output takes one value but is given 2 times"),
    (f"{PROJECTIVIZE} gold.conll -o a --output=b", "--output takes one value but is given 2"),
    ("stats gold.conll --format conllu --format conllx", "--format takes one value"),
    ("stats gold.conll --format conll-u", "'conll-u' is not one of 'conllu'"),
    (f"{TRAIN} attardi --threads 0", "'--threads': Input should be greater than or equal to 1"),
    (f"{TRAIN} attardi --seed one", "'--seed'"),
    (f"{TRAIN} attardi --root none", "'none' is not one of 'auto', 'single', 'multiple'"),
    ("compare gold.conll gold.conll", "Missing argument 'system_b'"),
    ("compare gold.conll gold.conll gold.conll --replicates 0", "'--replicates'"),
    ("compare gold.conll gold.conll gold.conll --seed -3", "greater than or equal to 0"),
    ("evaluate gold.conll gold.conll --punctuation ignore", "'--punctuation'"),
    # files
    ("stats absent.conll", "absent.conll: No such file"),
    ("stats .", ".: Is a directory"),
    ("check absent.conll", "absent.conll: No such file"),
    ("stats empty.conll", "the file contains no sentence"),
    ("stats blank.conll", "the file contains no sentence"),
    ("stats text.txt", f"text.txt:1: {PLAIN_TEXT}"),
    ("stats tree.ptb", PLAIN_TEXT),
    ("stats table.csv", PLAIN_TEXT),
    ("stats toolbox.txt", PLAIN_TEXT),
    ("stats spaces.conll", "columns are separated by spaces, not by tabs"),
    ("stats semicolons.csv", "columns are separated by ;, not by tabs"),
    ("stats sheet.xlsx", "a spreadsheet; save it as tab-separated text"),
    ("stats ten.conllu", "ten.conllu:2: every line has 9 columns; expected 10"),
    ("stats cycle.conll", "cycle 2 → 4 → 2"),
    ("stats range.conll", "HEAD: 9 outside 0..4"),
    ("stats bare.conll", "HEAD: no word has a HEAD: this is a text without trees"),
    ("stats latin.conll", "invalid UTF-8"),
    ("stats damaged.conll.gz", "damaged; gzip cannot unpack it"),
    ("stats model.npz", "compressed by zip"),
    ("stats wide.conll09 --format conllu", "14 columns; expected 10"),
    (f"{PROJECTIVIZE} absent.conll -o new", "absent.conll: No such file"),
    (f"{PROJECTIVIZE} gold.conll -o folder", "folder: is a folder"),
    (f"{PROJECTIVIZE} gold.conll -o other.conll/new", "is not a folder"),
    (f"{PROJECTIVIZE} gold.conll -o out/new", "no folder out; make it: mkdir -p out"),
    ("stats gold.conll --html out/new.html", "there is no folder out"),
    # an output that cannot be written, before any input is read
    (f"{PROJECTIVIZE} absent -o folder", "folder: is a folder"),
    ("train --variant swap-lazy absent -o gold.conll/x", "nonproj: gold.conll/x: "),
    ("parse --model absent absent -o folder", "folder: is a folder"),
    ("draw absent --sentence 1 -o folder", "folder: is a folder"),
    ("view absent -o folder", "folder: is a folder"),
    ("blend absent -o gold.conll/x", "gold.conll/x: "),
    # an output that is also an input
    (f"{PROJECTIVIZE} gold.conll -o gold.conll", ALSO_INPUT),
    ("transform --scheme tau-c gold.conll -o link", ALSO_INPUT),
    ("train --variant swap-lazy gold.conll -o gold.conll", ALSO_INPUT),
    ("train --variant swap-lazy other.conll --dev gold.conll -o gold.conll", ALSO_INPUT),
    (f"{PARSE} gold.conll -o gold.conll", ALSO_INPUT),
    (f"{PARSE} gold.conll -o model.npz", ALSO_INPUT),
    ("blend other.conll gold.conll -o ./gold.conll", ALSO_INPUT),
    ("draw other.conll gold.conll --sentence 1 -o gold.conll", ALSO_INPUT),
    ("view other.conll gold.conll -o gold.conll", ALSO_INPUT),
    (f"select {HELD} other.conll -o other.conll", ALSO_INPUT),
    ("projectivize --encoding haed gold.conll -o new", "'haed' is not one of 'baseline'"),
    (f"{PROJECTIVIZE} --cap -1 gold.conll", "'--cap'"),
    ("deprojectivize --encoding baseline gold.conll -o new", "'baseline' is not one of 'head'"),
    # names
    (f"{TRAIN} arc-standrd", "did you mean arc-standard"),
    (f"{TRAIN} arc-standard+haed", "did you mean head"),
    (f"{TRAIN} mh4-greddy", "mh4-greedy "),
    (f"{TRAIN} covingtn-d1", "did you mean covington-d"),
    (f"{TRAIN} attardi --features attrdi", "did you mean attardi"),
    (f"{TRAIN} arc-eager --features arc-egaer", "did you mean arc-eager"),
    (f"{TRAIN} 'covington-dinf~nivre-2007' --features covington", "already names a feature"),
    (f"{TRAIN} eisner --features arc-eager", "features of graph-based parsers cannot be"),
    (f"{TRAIN} attardi --features absent.yaml", "absent.yaml: no such file"),
    (f"{TRAIN} attardi --features features.yaml", "'colour'; expected 'form', "),
    (f"{TRAIN} attardi --features broken.yaml", "broken.yaml"),
    ("transform --scheme tau gold.conll -o new", "scheme 'tau' is not known"),
    ("transform --scheme tau-c --style parge gold.conll", "did you mean prague"),
    ("transform --scheme tau-c --report gold.conll", "standard output is used"),
    ("coverage gold.conll", "either --variants or --classes"),
    ("coverage absent --variants 'swap-lazy, mst'", "graph-based parser has no transition"),
    ("coverage gold.conll --classes mh5", "did you mean mh4?"),
    ("coverage gold.conll --variants eisner", "has no transition oracle"),
    ("fetch ud20-got ud20-gto -d new", "did you mean ud20-got"),
    # models
    ("parse --model absent.npz gold.conll -o new", "absent.npz: No such file"),
    ("parse --model gold.conll gold.conll -o new", "not a model file, or damaged"),
    ("parse --model notes.npz gold.conll -o new", "not a model file, or damaged"),
    ("parse --model cut.npz gold.conll -o new", "not a model file, or damaged"),
    (f"{PARSE} absent.conll -o new", "absent.conll: No such file"),
    # texts that do not belong together
    ("evaluate gold.conll other.conll", "they"),
    ("evaluate gold.conll short.conll", "1 sentence"),
    ("compare gold.conll gold.conll other.conll", "they"),
    ("blend gold.conll other.conll -o new", "they"),
    (f"{BLEND} {HELD}", "--weights is missing; expected one of acc, typeacc, posacc"),
    (f"{BLEND} --weights acc", "for each of the 2 parsers, got 0 parses and no gold"),
    (f"{BLEND} --weights acc {HELD}", "for each of the 2 parsers, got 1 parses and a gold"),
    (
        f"{BLEND} --weights acc --heldout gold.conll --heldout gold.conll",
        "got 2 parses and no gold treebank",
    ),
    (f"{BLEND} --weights las", "'--weights'"),
    (f"{TRAIN} arc-eager@tl-acc", "sentences are too few to set a tenth aside"),
    (
        f"{TRAIN} arc-eager --confidence",
        "sentences are too few to set a tenth aside; name held-out trees by --dev",
    ),
    (
        "train short.conll -o new.npz --variant mst --tags predicted",
        "training on predicted tags needs at least 2 sentences",
    ),
    (
        "train bare.conll -o new.npz --variant mst --partial",
        "bare.conll: no word has a HEAD, so there is nothing to train on",
    ),
    (f"{PARSE} --confidence gold.conll", "model.npz (arc-standard) has no calibration"),
    (
        "bundle model.npz --weights confidence -o new.npz",
        "model.npz (arc-standard) has no calibration",
    ),
    (f"select {HELD} gold.conll", "SYSTEMS and --output must be given together"),
    (f"select {HELD} -o new", "SYSTEMS and --output must be given together"),
    (f"select {HELD} gold.conll gold.conll -o new", "1 held-out parses but 2 parses to blend"),
    (f"select {HELD} gold.conll -o -", "--output: standard output is used for the table"),
    ("draw gold.conll gold.conll --sentence 1 --scheme tau-c", "combined with a parse"),
    ("draw gold.conll --sentence 9 -o new.svg", "sentence 9 outside 1..2"),
    ("draw gold.conll other.conll --sentence 1 -o new.svg", "they"),
    ("draw gold.conll --sentence 1 -o new.PNG", "convert it: pip install cairosvg; cairosvg new"),
    ("view gold.conll gold.conll other.conll -o new.html", "they"),
    (f"{TRAIN} attardi --dev absent.conll", "absent.conll: No such file"),
    ("recommend gold.conll -o new", "2 sentences; expected 20 or more"),
    ("recommend gold.conll -o folder", "folder: exists already"),
    ("recommend gold.conll --strategies swap-lzy -o new", "did you mean swap-lazy?"),
    ("recommend gold.conll --dev absent.conll -o new", "absent.conll: No such file"),
]


@pytest.fixture(scope="module")
def originals(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mistakes")
    for name, text in FILES.items():
        encoding = "latin-1" if name in ("latin.conll", "damaged.conll.gz") else "utf-8"
        (folder / name).write_bytes(text.encode(encoding))
    (folder / "link").symlink_to(GOLD)
    (folder / "folder").mkdir()
    (folder / "folder" / "mine.txt").write_text("mine")
    train("arc-standard", read(TREES.encode())).save(folder / "model.npz")
    (folder / "cut.npz").write_bytes((folder / "model.npz").read_bytes()[:500])
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


@pytest.mark.parametrize(("words", "help_"), MISTAKES)
def test_a_mistake_of_the_user_gets_a_line_with_a_remedy_and_changes_no_file(
    originals, monkeypatch, words, help_
):
    monkeypatch.chdir(originals)
    before, said = contents(originals), io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
        assert run(shlex.split(words)) == 2
    lines = said.getvalue().splitlines()
    assert help_ in said.getvalue()
    assert lines[0].startswith("nonproj: ")
    assert len(lines) == 1 or all(": " in line for line in lines)  # one for each defect
    assert "Traceback" not in said.getvalue()
    assert "\\n" not in said.getvalue()  # a line end that was meant to end a line
    assert contents(originals) == before


def test_a_command_that_lacks_memory_says_so_in_one_line(originals, monkeypatch, capsys):
    def read(*_):
        raise MemoryError("Unable to allocate 1 TiB")

    monkeypatch.setattr("nonproj.api.read", read)
    assert run(["coverage", "--classes", "mh4", str(originals / GOLD)]) == 2
    said = capsys.readouterr().err
    assert said == "nonproj: there is not enough memory: Unable to allocate 1 TiB\n"


@pytest.mark.parametrize(
    ("stream", "words", "help_"),
    [
        ("stdin", "stats -", "-: standard input is closed"),
        ("stdout", f"{PROJECTIVIZE} {GOLD}", "-: standard output is closed; name a file"),
        ("stdout", f"stats {GOLD}", "standard output is closed"),
    ],
)
def test_a_command_names_the_standard_stream_that_is_closed(
    originals, monkeypatch, capsys, stream, words, help_
):
    monkeypatch.chdir(originals)
    monkeypatch.setattr(f"sys.{stream}", None)
    assert run(words.split()) == 2
    assert help_ in capsys.readouterr().err


def test_error_messages_never_go_to_standard_output(originals, monkeypatch, capsys):
    monkeypatch.chdir(originals)
    monkeypatch.setattr("sys.stderr", None)
    assert run(["stats", "nosuch.conll"]) == 2
    assert capsys.readouterr().out == ""

"""The treebank files that the rule `check` writes."""

import subprocess
import sys

import pytest

from committed import ROOT
from nonproj.public.treebanks import read_treebank

TEXT = """\
1\tÉ\tser\tAUX\tV|@FS-STA\tMood=Ind\t0\troot\t_\t_
2\tdele\tdele\tPRON\tPERS|@P<\t_\t1\tobj\t_\t_

"""
JOB = """
import runpy, sys
from types import SimpleNamespace as Names
read, written, log, script = sys.argv[1:5]
job = Names(
    input=[read], output=[written], log=[log], config={"treebanks": {}},
    wildcards=Names(treebank="ud20-pt", split="dev"),
    params=Names(disjoint=False, without_xpos="without" in sys.argv),
)
runpy.run_path(script, {"snakemake": job})
"""


@pytest.mark.parametrize(
    ("option", "fine_tags"), [("with", ["V|@FS-STA", "PERS|@P<"]), ("without", ["_", "_"])]
)
def test_fine_tags_that_give_the_function_away_are_not_written(tmp_path, option, fine_tags):
    read, written, log = (tmp_path / name for name in ("read.conll", "written.conll", "log"))
    read.write_text(TEXT, encoding="utf-8")
    script = ROOT / "workflow" / "scripts" / "check.py"
    subprocess.run([sys.executable, "-c", JOB, read, written, log, script, option], check=True)
    treebank = read_treebank(written)
    assert list(treebank.xpos.strings())[1:] == fine_tags
    assert list(treebank.feats.strings())[1:] == ["Mood=Ind", "_"]

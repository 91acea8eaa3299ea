"""What follows from the licences of public treebanks."""

import re

from nonproj.data.download.manifest import load_manifest
from studies.report.documents.licences import effect, licences_page


def test_the_page_on_licences_lists_every_public_treebank_once():
    assert sorted(re.findall(r"^\| `(.*?)` \|", licences_page(), re.MULTILINE)) == sorted(
        load_manifest().treebanks
    )
    assert all(part.url.startswith("https://raw.github") for part in load_manifest().parts)


def test_each_licence_has_a_stated_effect():
    assert {part.licence: effect(part.licence) for part in load_manifest().parts} == {
        **dict.fromkeys(
            [f"CC BY-NC-SA {of}" for of in ("2.5", "3.0", "3.0 US", "4.0")],
            "Cite the treebank, not for commercial use, under the same licence",
        ),
        **dict.fromkeys(
            ["CC BY-SA 3.0", "CC BY-SA 4.0"], "Cite the treebank, under the same licence"
        ),
        "CC0 1.0": "No conditions",
        "CC BY-NC-ND": "Not passed on: neither parses nor models",
        "GNU GPL 3.0": "Under the same licence, and with the sources",
        "GNU GPL 2.0 or CC BY-SA 4.0": "Under the same licence, and with the sources; or cite the "
        "treebank, under the same licence",
    }

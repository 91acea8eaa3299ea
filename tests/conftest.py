"""Fixtures that many tests share."""

import html
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from nonproj.kernel_cache import use_kernel_cache

use_kernel_cache()
ROOT = Path(__file__).parent.parent
# No test fails because the machine is busy.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)
SWITCHES = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run "
    "--disable-background-networking --disable-component-update --disable-sync "
    "--disable-extensions --enable-logging=stderr"
)
PROBE = """
<iframe id="frame" width="WIDTH" height="900" srcdoc="PAGE"></iframe><pre id="answer"></pre>
<script>
document.getElementById("frame").addEventListener("load", (event) => {
  const frame = event.target.contentDocument, view = event.target.contentWindow;
  const type = (input, text) => { input.value = text; input.dispatchEvent(new Event("input")); };
  const choose = (select, i) => {
    select.selectedIndex = i;
    select.dispatchEvent(new Event("change"));
  };
  const answer = (() => { PROBE })();
  document.getElementById("answer").textContent = JSON.stringify(answer);
});
</script>
"""
KERNELS = {"decoders", "systems", "trees"}  # folders whose tests run with bounds checks


def pytest_collection_modifyitems(items):
    for item in items:
        if KERNELS & set(item.path.relative_to(ROOT).parts):
            item.add_marker(pytest.mark.kernels)


@pytest.fixture(scope="session")
def mirror() -> Path:
    """A folder with real treebanks laid out as HOST/PATH of their URLs; skips without one."""
    place = Path(os.environ.get("NONPROJ_MIRROR") or ROOT.parent / "shared" / "mirror")
    if not place.is_dir():
        pytest.skip(f"no treebank mirror at {place}; set NONPROJ_MIRROR to one")
    return place


@pytest.fixture(scope="session")
def real_treebank(mirror):
    """real_treebank("got", "train") -> a UD 2.0 treebank read through the mirror."""
    from nonproj.data.conll import read_treebank

    folders = {
        "got": "UD_Gothic-PROIEL",
        "hu": "UD_Hungarian-Szeged",
        "el": "UD_Greek-GDT",
        "tr": "UD_Turkish-IMST",
        "pt": "UD_Portuguese-Bosque",
        "en": "UD_English-EWT",
        "vi": "UD_Vietnamese-VTB",
        "id": "UD_Indonesian-GSD",
    }

    def read(code: str, split: str):
        release = "r2.0-test" if split == "test" else "r2.0"
        host = mirror / "raw.githubusercontent.com" / "UniversalDependencies"
        return read_treebank(host / folders[code] / release / f"{code}-ud-{split}.conllu")

    return read


@pytest.fixture(scope="session")
def studies():
    """The five studies by their keys in order."""
    from studies.plan.study.load import PAPERS, load_studies

    return load_studies(ROOT / PAPERS)


@pytest.fixture(scope="session")
def study(studies):
    """study("nivre-2007") -> the study of that key."""
    return {study.id: study for study in studies}.__getitem__


@pytest.fixture(scope="session")
def published(studies):
    """The printed values of each study."""
    from studies.plan.study.load import PAPERS, PUBLISHED_FILE, folder_of
    from studies.plan.study.published import read_published

    folders = {study.id: ROOT / PAPERS / folder_of(study.id) for study in studies}
    return {id: read_published(folder / PUBLISHED_FILE) for id, folder in folders.items()}


@pytest.fixture(scope="session")
def open_page(tmp_path_factory):
    """open_page(html) -> (DOM after scripts ran, complaints: what the console says)."""
    if not CHROMIUM:
        pytest.skip("no chromium is installed")
    folder = tmp_path_factory.mktemp("browser")

    def open_page(text: str) -> tuple[str, list[str]]:
        path = folder / "page.html"
        path.write_text(f"<!doctype html><meta charset=utf-8>{text}", encoding="utf-8")
        command = [CHROMIUM, *SWITCHES.split(), f"--user-data-dir={folder}/profile", "--dump-dom"]
        done = subprocess.run(
            [*command, "--virtual-time-budget=5000", path.as_uri()],
            capture_output=True,
            timeout=500,  # a browser that hangs
            check=True,
        )
        errors = done.stderr.decode("utf-8", "replace").splitlines()
        return done.stdout.decode("utf-8"), [line for line in errors if "CONSOLE" in line]

    return open_page


@pytest.fixture(scope="session")
def ask_page(open_page):
    """ask_page(page, script, width) -> what the script returns about the page in a window."""

    def ask_page(page: str, script: str, width: int = 1280):
        text = PROBE.replace("PROBE", script).replace("WIDTH", str(width))
        dom, console = open_page(text.replace("PAGE", html.escape(page)))
        assert console == []
        answer = re.search(r'<pre id="answer">(.*?)</pre>', dom, re.DOTALL).group(1)
        return json.loads(html.unescape(answer))

    return ask_page

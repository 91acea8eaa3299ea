"""Fingerprints follow the imports of a script, and what a change of a file makes stale."""

import ast
from pathlib import Path

import pytest

from nonproj.kernel_cache import kernel_files
from nonproj.public import definitions
from nonproj.public.errors import NonprojError
from studies import fingerprint as subject
from studies.fingerprint import LIBRARY, PACKAGES, closure
from studies.plan.code import code_of_parser, feature_files, variant_code

SOURCES = LIBRARY.parent
SCRIPTS = SOURCES.parent / "workflow" / "scripts"
VARIANTS = ("arc-eager", "arc-eager@maxent", "covington-dinf", "carreras", "mst")
RESTRUCTURED = "arc-eager+tau-c"


def module_of(path):
    return ".".join(path.relative_to(SOURCES).with_suffix("").parts)


def imported(path, nested=True):
    """Modules of the packages that a file imports, by its syntax tree; only at its top or all."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    ]
    for node in ast.walk(tree) if nested else tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            public = definitions(node.module)
            for name in (alias.name for alias in node.names):
                module, name = public.get(name, (node.module, name))
                found |= {module, f"{module}.{name}"}
    return {name for name in found if name.startswith(("nonproj.", "studies."))}


def reached(script):
    """The import closure of a script, without modules that strings name."""
    modules = {module_of(path): path for package in PACKAGES for path in package.rglob("*.py")}
    found, waiting = set(), [script]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += [modules[name] for name in imported(path) if name in modules]
    return {path for path in found if path.name != "__init__.py"}


@pytest.mark.parametrize("script", sorted(SCRIPTS.glob("*.py")), ids=lambda path: path.stem)
def test_the_closure_of_a_script_has_all_its_imports(script):
    assert reached(script) <= {*closure([script])}


@pytest.fixture
def stale(monkeypatch):
    """stale("nonproj/data/folds.py") -> the scripts and variants that a change of it reruns."""

    def prints():
        subject.fingerprint.cache_clear()
        scripts = {path.stem: subject.fingerprint(path) for path in SCRIPTS.glob("*.py")}
        names = (*VARIANTS, RESTRUCTURED)
        trained = {name: variant_code(SCRIPTS / "train.py", name) for name in names}
        return scripts | trained

    def stale(file):
        before, source, text = prints(), subject._source, subject._text
        changed = SOURCES / file
        assert changed.exists()

        def another_source(path):
            return source(path)._replace(meaning="other") if path == changed else source(path)

        monkeypatch.setattr(subject, "_source", another_source)
        monkeypatch.setattr(subject, "_text", lambda path: text(path) + "#" * (path == changed))
        after = prints()
        monkeypatch.undo()
        return {name for name in before if before[name] != after[name]}

    yield stale
    prints()


GRAPH = {"carreras", "mst"}
TRANSITION = {*VARIANTS} - GRAPH


@pytest.mark.parametrize(
    ("file", "rerun", "kept"),
    [
        ("nonproj/tagging/tagger.py", {"jackknife"}, {*VARIANTS, "folds", "statistics"}),
        ("nonproj/learners/maxent.py", {"arc-eager@maxent"}, {*VARIANTS} - {"arc-eager@maxent"}),
        ("nonproj/parsers/graph/training.py", GRAPH, TRANSITION),
        ("nonproj/parsers/transition/training.py", TRANSITION, GRAPH),
        (
            "nonproj/trees/restructuring/styles/prague.yaml",
            {RESTRUCTURED, "projectivize", "parse", "statistics", "generic", "recommend"},
            {*VARIANTS, "folds", "synthesize", "blend"},
        ),
        (
            "nonproj/parsers/costs.py",
            {"recommend"},
            {*VARIANTS, RESTRUCTURED, "train", "parse", "score"},
        ),
    ],
)
def test_a_changed_file_reruns_the_scripts_and_retrains_the_parsers_that_use_it(
    stale, file, rerun, kept
):
    found = stale(file)
    assert found >= rerun
    assert not found & kept


@pytest.mark.parametrize(
    ("file", "rerun"),
    [
        (
            "nonproj/combination/blending.py",
            {"blend", "from_forms", "generic", "recommend", "selection"},
        ),
        ("studies/report/html.py", {"report"}),
        ("studies/papers/deviations.yaml", {"report"}),
    ],
)
def test_a_changed_file_reruns_no_other_script(stale, file, rerun):
    assert stale(file) == rerun


def test_the_code_of_a_parser_includes_its_feature_model():
    alike = "covington-d0", "covington-d0~nivre-2007"
    assert len({variant_code(SCRIPTS / "train.py", name) for name in alike}) == 1
    assert len({code_of_parser(name, "ud20-hu") for name in alike}) == 2
    files = [Path(file) for name in VARIANTS for file in feature_files(name)]
    names = ["arc-eager.yaml", "arc-eager.yaml", "covington.yaml"]
    assert [file.name for file in files] == names
    assert all(file.is_file() for file in files)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("def f(x): return (x + 1)", True),
        ("'Of a module.'\ndef f(x):\n    'Of a function.'\n    # why\n    return x + 1", True),
        ("def f(x):\n    return x + 2", False),
        ("def f(x):\n    return 'x'\n    'no docstring'", False),
    ],
)
def test_comments_and_docstrings_do_not_change_a_fingerprint(tmp_path, text, same):
    folders = [tmp_path / name for name in ("one", "other")]
    for folder, content in zip(folders, ("def f(x):\n    return x + 1\n", text), strict=True):
        folder.mkdir()
        (folder / "script.py").write_text(content)
    one, other = (subject.fingerprint(folder / "script.py") for folder in folders)
    assert (one == other) is same


def test_kernels_depend_on_all_that_compiled_modules_import_at_their_top():
    texts = {path: path.read_text(encoding="utf-8") for path in LIBRARY.rglob("*.py")}
    modules = {module_of(path): path for path in texts}
    waiting = [path for path, text in texts.items() if "\nfrom numba import" in text]
    found = set()
    assert len(waiting) > 50
    while waiting:
        path = waiting.pop()
        if path.name != "__init__.py" and path not in found:
            found.add(path)
            waiting += [modules[name] for name in imported(path, nested=False) if name in modules]
    kept = set(kernel_files())
    assert {path for path in found - kept if path.parent != LIBRARY} == set()
    assert not {path for path in kept if path.is_relative_to(LIBRARY / "drawing")}


def test_a_package_folder_without_init_is_named(monkeypatch):
    known = {"studies.papers.aaa.claims": Path("claims.py")}
    monkeypatch.setattr(subject, "_modules", lambda: known)
    with pytest.raises(NonprojError, match=r"studies\.papers: the folder has no __init__\.py"):
        subject._files.__wrapped__("studies.papers.aaa.claims")

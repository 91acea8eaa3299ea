"""Fingerprints of parsers' code, and lists of feature files, used to detect outdated parsers."""

import hashlib
import platform
from os.path import relpath
from pathlib import Path

from nonproj.public.variants import code_of_variant
from studies.fingerprint import PACKAGES, fingerprint
from studies.plan.treebanks.config import FROM_FORMS
from studies.plan.treebanks.provenance import commit

TRAINING_CODE = "nonproj.parsers.model_sharing"  # imports all that trains, parses and restores


def variant_code(script: Path | str, variant: str, with_tagger: bool = False) -> str:
    """Return a fingerprint of the code that a script or module uses for one variant.

    Code for other families and learners is left out. Code for taggers counts only if the parser has
    a tagger, and annotation styles count only if trees are restructured."""
    code = code_of_variant(variant, with_tagger)
    sources = [script, *filter(None, [code.learner])]
    return fingerprint(*sources, choosers=code.choosers, tables=code.restructures)


def code_of_parser(variant: str, treebank: str) -> str:
    """Return a fingerprint of the code and feature model that determine a parser's parses."""
    code = variant_code(TRAINING_CODE, variant, treebank.endswith(FROM_FORMS))
    features = [Path(file).read_text(encoding="utf-8") for file in feature_files(variant)]
    return hashlib.sha256("\n".join([code, *features]).encode()).hexdigest()


def maker(variant: str, treebank: str, folder: str) -> dict[str, str]:
    """Return what a log says of the code and the processor that make a parse.

    The checkout of `folder` is named by its commit."""
    code = code_of_parser(variant, treebank)
    return {"commit": commit(folder), "code": code, "processor": processor()}


def maker_of_peer(train: str, parse: str, about: str, folder: str) -> dict[str, str]:
    """Return what a log says of the commands of another program, as `maker` of our code."""
    code = hashlib.sha256("\n".join([train, parse, about]).encode()).hexdigest()
    return {"commit": commit(folder), "code": code, "processor": processor(), "program": about}


def processor() -> str:
    """Name the processor's widest vector instructions, on which neural parsers depend."""
    try:
        flags = Path("/proc/cpuinfo").read_text(encoding="utf-8").split()
    except OSError:
        return platform.machine()
    widest = next((name for name in ("avx512f", "avx2", "avx") if name in flags), "")
    return f"{platform.machine()} {widest}".strip()


def feature_files(variant: str) -> list[str]:
    """List the feature file of a variant; the list is empty if the variant has none."""
    file = code_of_variant(variant).feature_model
    return [relpath(file)] if file else []


def package_files(pattern: str) -> list[str]:
    """List data files of the packages as relative paths, which are the same in every checkout."""
    return sorted({relpath(path) for package in PACKAGES for path in package.parent.glob(pattern)})

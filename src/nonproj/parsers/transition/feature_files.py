"""The files that define feature models, by name."""

from functools import cache
from pathlib import Path

from nonproj.errors import NonprojError, did_you_mean

FEATURE_MODELS = Path(__file__).with_name("feature_models")


@cache
def feature_model_names() -> tuple[str, ...]:
    return tuple(sorted(path.stem for path in FEATURE_MODELS.glob("*.yaml")))


def feature_file(text: str | Path) -> Path:
    """Return the path of a feature model, given a path or the name of a file in FEATURE_MODELS."""
    path = Path(text)
    if path.suffix in (".yaml", ".yml") or path.name != text:
        return path
    if text not in feature_model_names():
        names = feature_model_names()
        known = ", ".join(names) + did_you_mean(text, names)
        raise NonprojError(f"feature model {text!r} is not known; expected one of {known}")
    return FEATURE_MODELS / f"{text}.yaml"

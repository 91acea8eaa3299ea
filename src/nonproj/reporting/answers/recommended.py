"""What a recommendation says of a treebank, as a finding that links to all of it."""

from collections.abc import Mapping

from nonproj.reporting.answers.found import Sentence


def recommended(title: str, name: str, figures: Mapping) -> Sentence:
    """The advice on a treebank, from the figures that `nonproj recommend` writes."""
    advice = [
        f"For {purpose}: {one['strategy']}. {one['reason']}"
        for purpose, one in figures["advice"].items()
    ]
    text = " ".join(figures["profile"])
    return Sentence(f"What suits {title}", text, tuple(advice), link=f"recommendations/{name}.html")

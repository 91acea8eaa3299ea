"""A recommendation as tables in the report's format, for the page and the terminal."""

from functools import partial

from markupsafe import Markup

from nonproj.drawing.costs import SPEEDS, draw_costs
from nonproj.drawing.differences import draw_forest
from nonproj.drawing.finding import PARSERS, Finding
from nonproj.drawing.markup import environment
from nonproj.drawing.style import svg_of, themed
from nonproj.parsers.families import variant_named
from nonproj.recommendation.assessment import NEGLIGIBLE, TOO_MUCH
from nonproj.recommendation.result import Recommendation

TO_BEST = {"points": "Against the best, 95 %", "p": "p"}
ADVICE = {"las": "Parser", **TO_BEST, "training": "Training, s", "speed": "Words/s"}
TRIED = {**PARSERS, **TO_BEST, "memory": "Memory, MB", "size": "Model, MB"}
GAIN_COLUMNS = {"las": "Parser", "other_las": "Projective baseline"}
GAIN_COLUMNS |= {"points": "Difference, 95 %", "p": "p"}
NOTE_ON_ARCS = (
    "P and R are unlabelled precision and recall of non-projective arcs. "
    "Times are for one processor."
)
CRITERIA = (
    f"For speed: the fastest parser whose LAS is at most {TOO_MUCH:g} points below that of the "
    "best single parser.",
    f"For both: the fastest parser whose LAS is at most {NEGLIGIBLE:g} points below that of the "
    "best single parser, or not significantly lower.",
)


def findings_of(found: Recommendation) -> list[Finding]:
    """Return tables of the advice, all parsers, gains over baselines, and the treebank."""
    advice = found.advice.rename(columns={"purpose": "title"})
    tried = found.parsers.rename(columns={"parser": "title"})
    labels = [variant_named(name).strategy for name in found.gains.parser]
    gains = found.gains.assign(title=labels, short=found.gains.parser, treebank="")
    findings = [
        Finding("advice", "Advice", ADVICE, advice, CRITERIA),
        Finding("tried", "Parsers that were tried", TRIED, tried, (NOTE_ON_ARCS,)),
        Finding("strategies", "Gain over the projective baseline", GAIN_COLUMNS, gains),
        Finding("profile", "The treebank", {"value": "Value"}, found.profile),
    ]
    return [finding for finding in findings if len(finding.table)]


def page_of(found: Recommendation) -> str:
    """Return the page as HTML, in which all text from the user is escaped."""
    title, findings = found.request.title, findings_of(found)
    text = {"treebank": title, "split": found.split, "setting": ""}
    draw = {one.id: partial(draw_forest, one.table) for one in findings if one.id == "strategies"}
    draw["speed"] = partial(draw_costs, found.parsers.assign(**text), {title: title}, SPEEDS)
    svgs = {name: svg_of("recommendation", drawing) for name, drawing in draw.items()}
    pictures = {name: _markup(name, svg) for name, svg in svgs.items() if svg}
    template = environment().get_template("recommendation.html")
    return template.render(found=found, findings=findings, pictures=pictures)


def _markup(name: str, svg: bytes) -> Markup:
    return Markup('<div class="drawing">{}</div>').format(Markup(themed(svg, name)))

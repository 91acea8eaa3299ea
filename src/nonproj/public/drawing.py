"""Drawing of findings and figures."""

from typing import TYPE_CHECKING

from nonproj.public import on_demand

if TYPE_CHECKING:
    from nonproj.drawing import style
    from nonproj.drawing.browser import browsed_sentence, browsed_tree
    from nonproj.drawing.costs import SPEEDS, TRAININGS, draw_costs
    from nonproj.drawing.differences import draw_forest, draw_strategies
    from nonproj.drawing.finding import PARSERS, Finding, as_json, markdown_row, read_findings
    from nonproj.drawing.markup import anchor, environment
    from nonproj.drawing.style import svg_of, themed, with_dark_theme

__getattr__ = on_demand(__name__)

"""The recommendation as one HTML page that needs no other file and no network."""

from math import log10
from typing import TYPE_CHECKING

import jinja2
from markupsafe import Markup

from nonproj.evaluation.significance.p_values import SIGNIFICANT, printed_p
from nonproj.evaluation.units import signed
from nonproj.recommendation.advice import by_strategy
from nonproj.recommendation.assessment import Assessed

if TYPE_CHECKING:
    from nonproj.recommendation.recommend import Recommendation

WIDTH, LINE, LEFT = 720, 26, 190  # of drawings, in pixels


def page_of(found: "Recommendation") -> str:
    """The page; everything that comes from the user is escaped."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("nonproj.recommendation", "."),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"percent": _percent, "points": _points, "p": _p}
    return environment.get_template("page.html").render(
        found=found,
        advised=by_strategy(found.advice),
        gains=_gains(found.rows),
        speeds=_speeds(found.rows),
    )


def _percent(score) -> str:
    return f"{100 * score.correct / score.total:.2f}" if score.total else "–"


def _points(share: float) -> str:
    return signed(100 * share)


def _p(p: float) -> str:
    return printed_p(p).removeprefix("= ")


def _text(x: float, y: float, text: str, anchor: str = "start", kind: str = "") -> Markup:
    return Markup('<text x="{:.1f}" y="{:.1f}" text-anchor="{}" class="{}">{}</text>').format(
        x, y, anchor, kind, text
    )


def _svg(height: float, title: str, parts: list[Markup]) -> Markup:
    head = Markup('<svg viewBox="0 0 {} {}" role="img"><title>{}</title>')
    return head.format(WIDTH, height, title) + Markup("").join(parts) + Markup("</svg>")


def _gains(rows: list[Assessed]) -> Markup:
    """A line for each strategy with a twin: the difference in LAS with its interval."""
    gained = [row for row in rows if row.over_twin]
    if not gained:
        return Markup("")
    ends = [100 * e for r in gained for e in (r.over_twin.interval.low, r.over_twin.interval.high)]
    low, high = min(0.0, *ends), max(0.0, *ends)

    def x(points: float) -> float:
        return LEFT + (WIDTH - LEFT - 70) * (points - low) / (high - low or 1)

    height = LINE * len(gained) + 30
    line = Markup('<line x1="{:.1f}" x2="{:.1f}" y1="{}" y2="{}" class="{}"/>')
    parts = [line.format(x(0), x(0), 4, height - 24, "axis")]
    for end in sorted({low, 0.0, high}):
        if end == 0 or abs(x(end) - x(0)) > 50:
            parts.append(_text(x(end), height - 8, f"{end:.1f}".replace("-", "−"), "middle"))
    for i, row in enumerate(gained):
        y, gain = LINE * i + 18, row.over_twin
        kind = "clear" if gain.p < SIGNIFICANT else "unclear"
        span = [x(100 * gain.interval.low), x(100 * gain.interval.high)]
        dot = Markup('<circle cx="{:.1f}" cy="{}" r="5" class="{}"/>')
        parts += [
            _text(0, y + 4, row.name),
            line.format(*span, y, y, kind),
            dot.format(x(100 * gain.difference), y, kind),
            _text(WIDTH, y + 4, _points(gain.difference), "end"),
        ]
    return _svg(height, "Difference in LAS to the projective twin, with 95 % intervals", parts)


def _speeds(rows: list[Assessed]) -> Markup:
    """Accuracy against speed; to the right is faster, ten times as fast at each line."""
    tried = [row for row in rows if row.trial]
    speeds = [log10(row.trial.speed) for row in tried]
    shares = [100 * row.share for row in tried]
    first, last = int(min(speeds)), int(max(speeds)) + 1
    low, high = min(shares) - 0.5, max(shares) + 0.5
    bottom = 280

    def at(speed: float, share: float) -> tuple[float, float]:
        x = 60 + (WIDTH - 200) * (speed - first) / (last - first)
        return x, bottom - (bottom - 20) * (share - low) / (high - low)

    line = Markup('<line x1="{:.1f}" x2="{:.1f}" y1="10" y2="280" class="grid"/>')
    parts = []
    for power in range(first, last + 1):
        x, _ = at(power, low)
        parts += [line.format(x, x), _text(x, bottom + 18, f"{10**power:,}", "middle")]
    for share in (low + 0.5, high - 0.5):
        parts.append(_text(52, at(first, share)[1] + 4, f"{share:.1f}", "end"))
    parts.append(_text(60, bottom + 36, "words parsed per second, one thread; up: LAS in %"))
    taken: list[float] = []
    for row, speed, share in zip(tried, speeds, shares, strict=True):
        x, y = at(speed, share)
        label = y
        while any(abs(label - other) < 13 for other in taken):
            label += 1
        taken.append(label)
        dot = Markup('<circle cx="{:.1f}" cy="{:.1f}" r="5" class="clear"/>').format(x, y)
        parts += [dot, _text(x + 9, label + 4, row.name)]
    return _svg(bottom + 44, "Accuracy against speed", parts)

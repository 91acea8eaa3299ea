"""Templates for HTML pages, and the filters used in them."""

import re

import jinja2
from markupsafe import Markup, escape

from nonproj.results.units import UNITS, signed


def environment(*packages: str) -> jinja2.Environment:
    """Return the environment of the templates here and in further packages.

    Text is escaped, and unknown names are errors."""
    loaders = [jinja2.PackageLoader(package) for package in (*packages, "nonproj.drawing")]
    found = jinja2.Environment(
        loader=jinja2.ChoiceLoader(loaders),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.policies["json.dumps_kwargs"] = {"ensure_ascii": False, "separators": (",", ":")}
    found.filters |= {
        "anchor": anchor,
        "code": _code,
        "digits": _digits,
        "link": _link,
        "signed": signed,
        "slug": _slug,
        "unit": lambda unit: UNITS[unit].label,
    }
    return found


def _code(text: str) -> Markup:
    """Mark up names in backticks as code."""
    prose_and_names = enumerate(map(escape, text.split("`")))
    return Markup("").join(
        Markup("<code>{}</code>").format(p) if i % 2 else p for i, p in prose_and_names
    )


def _slug(text: str) -> str:
    """Turn a verdict into a CSS class name: "not run" becomes `not-run`."""
    return re.sub(r"[^a-z0-9]+", "-", str(text).lower())


def anchor(study: str, name: str = "") -> str:
    """Return the HTML id of a study or of a table or figure in a study."""
    return re.sub(r"[^A-Za-z0-9-]", "-", f"{study}-{name}" if name else study)


def _digits(number: str) -> Markup:
    """Mark up a number with a true minus sign and, from five digits on, gaps between thousands.

    The gaps are margins, not spaces, so that copied numbers contain no spaces."""
    text = str(escape(number.replace("-", "−")))
    whole = re.match(r"[+−]?(\d{5,})", text)
    if whole is None:
        return Markup(text)
    start, end = whole.span(1)
    first = (end - start) % 3 or 3
    parts = [text[start : start + first]]
    parts += [f'<span class="k">{text[i : i + 3]}</span>' for i in range(start + first, end, 3)]
    return Markup(text[:start] + "".join(parts) + text[end:])


def _link(address: str) -> bool:
    """Check whether an address given by a user is a web address, which can be a link."""
    return address.startswith(("https://", "http://"))

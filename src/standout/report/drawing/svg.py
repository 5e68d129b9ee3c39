"""Making a drawn chart fit for a page: small, safe under a strict policy, and coloured by the page's own style.

Charts are drawn in stand-in colours. Here every stand-in becomes a class, so that one drawing serves light and
dark pages; whatever is not on the short list of harmless elements and attributes is dropped, so that nothing
but shapes and text can come through, whatever the data holds.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from markupsafe import Markup, escape

INK, SOFT, GRID, GUESS = "#0a0001", "#0a0002", "#0a0003", "#0a0004"
SERIES = ("#0b0001", "#0b0002", "#0b0003", "#0b0004", "#0b0005", "#0b0006")
QUIET = "#0c0001"

_CLASSES = {INK: "ink", SOFT: "soft", GRID: "grid", GUESS: "guess", QUIET: "quiet"} | {
    colour: f"c{at}" for at, colour in enumerate(SERIES, 1)
}
_ELEMENTS = {"svg", "g", "path", "line", "rect", "circle", "text", "tspan"}
_ATTRIBUTES = {
    "d", "x", "y", "x1", "y1", "x2", "y2", "dx", "dy", "r", "cx", "cy", "width", "height", "transform", "viewBox",
    "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "fill-opacity", "stroke-linecap",
    "stroke-linejoin", "opacity", "text-anchor", "font-size", "font-weight", "font-style",
}  # fmt: skip
_NUMBER = re.compile(r"-?\d+\.\d{2,}")


def page_svg(drawn: str, name: str, title: str, description: str) -> Markup:
    """A drawn chart for the page, with its text alternative; ids start with this name."""
    source = ElementTree.fromstring(drawn)
    inner = "".join(_written(child) for child in source)
    box = re.sub(r"[^0-9. -]", "", source.get("viewBox", "0 0 430 200"))
    return Markup(
        f'<svg class="chart" viewBox="{box}" role="img" aria-labelledby="{escape(name)}-title {escape(name)}-desc">'
        f'<title id="{escape(name)}-title">{escape(title)}</title>'
        f'<desc id="{escape(name)}-desc">{escape(description)}</desc>{inner}</svg>'
    )


def _written(element: ElementTree.Element) -> str:
    tag = element.tag.rpartition("}")[2]
    if tag not in _ELEMENTS or element.get("display") == "none" or (tag == "path" and _is_nothing(element)):
        return ""
    classes, attributes = [], []
    for key, value in element.attrib.items():
        if key in ("fill", "stroke") and value in _CLASSES:
            classes.append(f"{key[0]}-{_CLASSES[value]}")
        elif key in _ATTRIBUTES and not (key == "opacity" and value == "1"):
            attributes.append(f' {key}="{escape(_short(key, value))}"')
    inner = "".join(_written(child) for child in element)
    if tag in ("g", "text") and not inner and not (element.text or "").strip():
        return ""
    words = escape(element.text) if tag in ("text", "tspan") and element.text else ""
    marked = f' class="{" ".join(classes)}"' if classes else ""
    if tag == "g" and not marked and not attributes:
        return inner
    return f"<{tag}{marked}{''.join(attributes)}>{words}{inner}</{tag}>"


def _is_nothing(element: ElementTree.Element) -> bool:
    painted = element.get("fill", "none") != "none" or element.get("stroke", "none") != "none"
    return not element.get("d") or not painted or element.get("d") == "M0,0h0v0h0Z"


def _short(key: str, value: str) -> str:
    """One digit after the point is finer than any screen."""
    if key in ("d", "transform", "x", "y", "x2", "y2"):
        return _NUMBER.sub(lambda match: f"{float(match[0]):.1f}", value)
    return value

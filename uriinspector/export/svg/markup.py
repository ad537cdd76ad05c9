"""Elements of a picture, each a line of SVG; all that is written in them is escaped."""

from __future__ import annotations

from html import escape


def attributes(**given: object) -> str:
    """Attributes, with "-" for "_"; those that are None are left out."""
    found = ((name.rstrip("_").replace("_", "-"), value) for name, value in given.items())
    return "".join(f' {name}="{_number(value)}"' for name, value in found if value is not None)


def element(name: str, content: str | None = None, /, **given: object) -> str:
    """An element; its content is markup."""
    if content is None:
        return f"<{name}{attributes(**given)}/>"
    return f"<{name}{attributes(**given)}>{content}</{name}>"


def rect(x: float, y: float, width: float, height: float, fill: str, **given: object) -> str:
    """A box."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **given)


def words(text: str, x: float, y: float, **given: object) -> str:
    """A run of words."""
    return element("text", escape(text), x=x, y=y, **given)


def hatching(left: float, top: float, width: float, height: float, step: float = 7) -> str:
    """Slanted lines that end at the edges of a box: not every renderer can clip."""
    lines = []
    at = step / 2
    while at < width + height:
        x1, y1 = (left + at, top) if at <= width else (left + width, top + at - width)
        x2, y2 = (left, top + at) if at <= height else (left + at - height, top + height)
        lines.append(f"M{_number(x1)} {_number(y1)}L{_number(x2)} {_number(y2)}")
        at += step
    return "".join(lines)


def _number(value: object) -> str:
    """A number without what nobody can see of it; anything else escaped."""
    if isinstance(value, float):
        return f"{value:.2f}".rstrip("0").rstrip(".")
    return escape(str(value))

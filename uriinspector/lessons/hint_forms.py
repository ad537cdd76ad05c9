"""What a question turns on, so that its hints are about that and nothing else.

A kind of question is not enough: to which host a link leads is decided by "@" in one link, by the
base in the next, and by the ASCII form of a letter in a third.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import CASE, DOTS, ESCAPES, SCHEME
from uriinspector.core.parse import parse
from uriinspector.core.percent import decoded
from uriinspector.lessons.pair import components

if TYPE_CHECKING:
    from collections.abc import Mapping

    from uriinspector.lessons.question import Question

# An address in any spelling that browsers read: numbers alone, at most four.
NUMBERS = expression(r"(?i)(?:0x[0-9a-f]*|[0-9]+)(?:\.(?:0x[0-9a-f]*|[0-9]+)){0,3}\.?")
DOTTED = expression(r"(?:^|/)\.{1,2}(?:/|$)")
NESTED = expression(r"(?i)(?::|%(?:25)*3A)(?:/|%(?:25)*2F){2}")
OF_AUTHORITY = frozenset({"authority", "userinfo", "host", "port"})
# The level of the comparison whose clauses say what holds for a form.
LEVELS = {"case": CASE, "encoded": ESCAPES, "dots": DOTS, "port": SCHEME}
# Links that turn on the same: another one is drawn by these tricks.
TRICKS: Mapping[str, tuple[str, ...]] = {
    "backslash": ("backslash",),
    "userinfo": ("userinfo", "password", "login"),
    "two-slashes": ("network-path",),
    "relative": ("relative-name",),
    "no-authority": ("no-host", "name"),
    "letters": ("look-alike", "own-letters", "punycode"),
    "number": ("rare-ip",),
    "encoded": ("encoded-host",),
}


def form_of(question: Question) -> str:
    """The form of a question, by which hints are chosen; "" where its kind says enough."""
    form = FORMS.get(question.kind)
    return form(question.given) if form is not None else ""


def _of_reference(given: Mapping[str, str]) -> str:
    scheme, authority, path, query, _ = components(given["reference"])
    if scheme is not None:
        return "scheme"
    if authority is not None:
        return "authority"
    if not path:
        return "empty" if query is None else "query"
    if path.startswith("/"):
        return "root"
    return "dots" if {".", ".."} & set(path.split("/")) else "path"


def _of_component(given: Mapping[str, str]) -> str:
    """Without an authority, other delimiters are around a component."""
    part = given["part"]
    has_authority = components(given["text"])[1] is not None
    return part if has_authority or part not in {*OF_AUTHORITY, "path"} else f"{part}-alone"


def _of_link(given: Mapping[str, str]) -> str:
    if given.get("of"):
        return _of_nested(given)
    text = given["text"]
    if "\\" in text:
        return "backslash"
    scheme, authority, *_ = components(text)
    if authority is None:
        return "relative" if scheme is None else "no-authority"
    if "@" in authority:
        return "userinfo"
    if scheme is None:
        return "two-slashes"
    host = parse(text, edition="2005").host or ""
    if not host.isascii() or any(each[:4].lower() == "xn--" for each in host.split(".")):
        return "letters"
    if NUMBERS.fullmatch(host):
        return "number"
    return "encoded" if "%" in host else ""


def _of_two(given: Mapping[str, str]) -> str:
    """In what two texts differ as they are written."""
    a, b = given["a"], given["b"]
    if all(each[:4].lower() == "urn:" for each in (a, b)):
        return "names"
    if a.casefold() == b.casefold():
        return "case"
    if _plain(a) == _plain(b):
        return "encoded"
    if any(DOTTED.search(components(each)[2]) for each in (a, b)):
        return "dots"
    one, other = (parse(each, edition="2005") for each in (a, b))
    if one.port != other.port:
        return "port"
    if (one.query or "") == (other.query or "") and one.query != other.query:
        return "empty"
    hosts = [each.host or "" for each in (one, other)]
    return "number" if hosts[0] != hosts[1] and all(map(NUMBERS.fullmatch, hosts)) else ""


def _plain(text: str) -> str:
    return decoded(text).casefold()


def _of_nested(given: Mapping[str, str]) -> str:
    """Return the component with the link inside of a link, if there is one."""
    _, _, path, query, fragment = components(given["text"])
    held = {"path": path, "query": query, "fragment": fragment}
    forms = (f"inner-{name}" for name, text in held.items() if text and NESTED.search(text))
    return next(forms, "inner")


def _of_steps(given: Mapping[str, str]) -> str:
    return given.get("of", "")


FORMS = {
    "target": _of_reference,
    "mark": _of_component,
    "where": _of_link,
    "steps": _of_steps,
    "rung": _of_two,
}

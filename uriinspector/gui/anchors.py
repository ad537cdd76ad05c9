"""Links in a piece of HTML from the clipboard, each with the text that people see instead.

One pass, tag by tag; a quotation or a remark that never ends is the end of it all.
"""

from __future__ import annotations

import html
import re
from html.entities import html5
from typing import NamedTuple

LONGEST = 1_000_000  # so much of a clipboard is looked at
TAG = re.compile(r"<(?:(?P<name>/?[A-Za-z][^\s/>]*+)|(?P<remark>!--)|(?P<other>[!?]))")
SPACE = re.compile(r"[\s/]*+")
NAME = re.compile(r"=?[^\s/>=]*+")
EQUALS = re.compile(r"\s*+=\s*+")
UNQUOTED = re.compile(r"[^\s>]*+")
REFERENCE = re.compile(r"&(?:#[0-9]++|#[xX][0-9A-Fa-f]++|[A-Za-z][A-Za-z0-9]*+);?+")
# What stands in them is no text to be seen.
RAW = {"script", "style", "title", "textarea", "noembed", "iframe", "xmp"}


class Anchor(NamedTuple):
    """Where a link goes, and what is shown for it."""

    href: str
    shown: str


def anchors(source: str) -> list[Anchor]:
    """Every link that has a text, in order."""
    source = source[:LONGEST]
    found: list[Anchor] = []
    href: str | None = None
    shown: list[str] = []
    for text, name, values in pieces(source):
        shown.append(text)
        if name in {"a", "/a"}:
            if href is not None:
                found.append(Anchor(href, _collapsed("".join(shown))))
            href = values.get("href") if name == "a" else None
            shown = []
    if href is not None:
        found.append(Anchor(href, _collapsed("".join(shown))))
    return found


def pieces(source: str) -> list[tuple[str, str, dict[str, str]]]:
    """Each tag with the text before it; the last text comes with a tag without a name."""
    found = []
    at = 0
    while tag := TAG.search(source, at):
        text, name = source[at : tag.start()], (tag["name"] or "").lower()
        values: dict[str, str] = {}
        at = tag.end()
        if name:
            at = _attributes(source, at, values)
        else:
            at = _behind(source, "-->" if tag["remark"] else ">", at)
        found.append((text, name, values))
        if at >= 0 and name in RAW:
            end = re.compile(f"</{name}", re.IGNORECASE).search(source, at)
            at = end.start() if end else -1
        if at < 0:
            return found
    found.append((source[at:], "", {}))
    return found


def attribute_text(value: str) -> str:
    """A value with its character references read; HTML 13.2.5.72 leaves "&copy=" as it is."""
    return REFERENCE.sub(_character, value)


def _character(found: re.Match[str]) -> str:
    name = found[0][1:]
    if name.startswith("#"):
        return html.unescape(found[0])
    follows = found.string[found.end() : found.end() + 1]
    return html5[name] if name in html5 and (name[-1] == ";" or follows != "=") else found[0]


def _attributes(source: str, at: int, values: dict[str, str]) -> int:
    """Read up to the end of the tag; the first attribute of a name counts. -1: it has no end."""
    while True:
        at = _end(SPACE, source, at)
        if at >= len(source):
            return -1
        if source[at] == ">":
            return at + 1
        end = _end(NAME, source, at)
        name, at, value = source[at:end].lower(), end, ""
        if equals := EQUALS.match(source, at):
            at = equals.end()
            quote = source[at : at + 1]
            if quote and quote in "\"'":
                at, begin = _behind(source, quote, at + 1), at + 1
                if at < 0:
                    return -1
                value = source[begin : at - 1]
            else:
                at, begin = _end(UNQUOTED, source, at), at
                value = source[begin:at]
        values.setdefault(name, attribute_text(value))


def _end(expression: re.Pattern[str], source: str, at: int) -> int:
    found = expression.match(source, at)
    return found.end() if found else at


def _behind(source: str, mark: str, at: int) -> int:
    end = source.find(mark, at)
    return end + len(mark) if end >= 0 else -1


def _collapsed(text: str) -> str:
    return " ".join(html.unescape(text).split())

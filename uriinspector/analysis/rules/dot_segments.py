"""Escaping: dots that lead up, as they are and behind escapes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.analysis.facts import SPECIAL, Facts, Hit, Rule
from uriinspector.analysis.finding import INFO, LOW, MEDIUM
from uriinspector.analysis.gates import UPS, When
from uriinspector.analysis.headline_text import NO_FETCH
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span
from uriinspector.core.parse import parse

ENCODED_SLASH = expression("%2f|%5c", re.IGNORECASE)
DOTS = expression(r"(?:(?<=/)|(?<=%2[fF])|\A)(?:\.|%2[eE]){1,2}(?=/|%2[fF]|\\|\Z)")


def dot_segments(facts: Facts) -> Iterator[Hit]:
    """Dots in an absolute path, and dots behind escapes, which browsers read as dots too."""
    span = facts.span(Part.PATH)
    if span is None:
        return
    whole = facts.scheme is not None or facts.reference.authority is not None
    if not has_segments(facts):
        return
    if begins_with_host(facts):
        return
    path = span.of(facts.text)
    depth = _depth(facts, path, whole)
    surplus = {span.start + each for each in surplus_ups(path, depth)}
    above = _is_above_root(path, whole) and not surplus
    for match in DOTS.finditer(facts.text, *span):
        if match.start() in surplus:
            yield Hit(*match.span(), LOW, "above")
        elif not _is_segment(facts, match, span):
            if ENCODED_SLASH.search(facts.text, max(match.start() - 3, 0), match.end() + 3):
                yield Hit(*match.span(), MEDIUM, "slash")
        elif "%" in match[0]:
            yield Hit(*match.span(), MEDIUM, "escaped")
        elif whole or above:
            yield Hit(*match.span(), LOW if above else None)


def begins_with_host(facts: Facts) -> bool:
    """Whether browsers take what follows an empty host for one: "///../x" (URL 4.4)."""
    is_web = facts.effective_scheme != "file" and (facts.scheme is None or facts.scheme in SPECIAL)
    return facts.reference.authority == "" and is_web


def has_segments(facts: Facts) -> bool:
    """Whether the path is one of segments: any other stays as it is (RFC 3986 3, URL 4.1).

    Content, code, names and addresses have none, whatever slashes they have.
    """
    if facts.scheme is None or facts.scheme in SPECIAL:
        return True
    if facts.scheme in NO_FETCH:
        return False
    return facts.reference.authority is not None or facts.reference.path.startswith("/")


def _is_segment(facts: Facts, match: re.Match[str], path: Span) -> bool:
    """Whether slashes are on both sides, and not escapes of them."""
    slashes = "/\\" if facts.effective_scheme in SPECIAL else "/"
    before, after = facts.text[match.start() - 1], facts.text[match.end() : match.end() + 1]
    begins = match.start() == path.start or before in slashes
    return begins and (match.end() == path.end or after in slashes)


def _depth(facts: Facts, path: str, whole: bool) -> int | None:
    """How many levels there are above a path where it begins; None where nobody knows."""
    if "\\" in path:
        return None  # browsers and the grammar disagree about what a level is
    if whole or path.startswith("/"):
        return 0
    if facts.base is None or not path:
        return None
    return levels_of(facts.base)


def levels_of(base: str) -> int | None:
    """How many levels a base has above what is relative to it; None where it has no hierarchy."""
    reference = parse(base)
    if not reference.path.startswith("/") and reference.authority is None:
        return None
    depth = 0
    for segment in reference.path.split("/")[1:-1]:
        depth = max(depth - 1, 0) if segment == ".." else depth + (segment != ".")
    return depth


def surplus_ups(path: str, depth: int | None) -> Iterator[int]:
    """Where each ".." is that leads above the root (RFC 3986 5.4.2)."""
    if depth is None:
        return
    at = 0
    for number, segment in enumerate(path.split("/")):
        if segment == "..":
            if not depth:
                yield at
            depth = max(depth - 1, 0)
        elif segment != "." and (number or segment):
            depth += 1
        at += len(segment) + 1


def _is_above_root(path: str, whole: bool) -> bool:
    """More levels up than there are: in a relative path, more than anybody needs."""
    depth = lowest = 0
    for segment in path.split("/")[1 if path.startswith("/") else 0 :]:
        depth += -1 if segment == ".." else 0 if segment == "." else 1
        lowest = min(lowest, depth)
    return lowest < (0 if whole else -UPS)


RULES = (
    Rule(
        "dot-segments",
        INFO,
        "Dot segments in the path",
        {
            "": "Browsers and most programs remove them first, so another path is meant.",
            "above": 'There are more ".." than levels to leave: browsers drop the surplus.',
            "escaped": "Encoded dot segments: browsers treat them as dots; many filters do not.",
            "slash": "Dots next to an encoded slash: a server that decodes it can leave the "
            "directory.",
        },
        ("RFC 3986 6.2.2.3", "RFC 3986 5.2.4", "RFC 3986 5.4.2"),
        When.DOTS,
        dot_segments,
        rises="medium if encoded; low above the root",
    ),
)

"""The rule about dot segments, and the part of a path that it checks."""

import re
from collections.abc import Iterator

from uriinspector.analysis.facts import SPECIAL, Facts, Hit, Rule
from uriinspector.analysis.finding import INFO, LOW, MEDIUM
from uriinspector.analysis.triggers import UPS, WEB
from uriinspector.analysis.verdict import NO_FETCH
from uriinspector.core.expression import expression
from uriinspector.core.model import Span
from uriinspector.core.parse import parse

ENCODED_SLASH = expression("%2f|%5c", re.IGNORECASE)
FIRST_SEGMENT = expression(r"[/\\]*+[^/\\]*+")
DOTS = expression(r"(?:(?<=/)|(?<=%2[fF])|\A)(?:\.|%2[eE]){1,2}(?=/|%2[fF]|\\|\Z)")


def dot_segments(facts: Facts) -> Iterator[Hit]:
    """Find dot segments in absolute paths, and escaped ones, which browsers also remove."""
    span = _browser_path(facts)
    if span is None or not has_segments(facts) or begins_with_host(facts):
        return
    whole = facts.scheme is not None or facts.reference.authority is not None
    path = span.of(facts.text)
    depth = _depth(facts, span)
    surplus = {span.start + each for each in surplus_ups(path, depth)}
    # A relative path may go up a usual number of levels (UPS).
    above = not surplus and any(True for _ in surplus_ups(path, 0 if whole else UPS))
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


def _browser_path(facts: Facts) -> Span | None:
    """Return the part of the path that browsers also read as a path; None if there is none.

    In 1994, "?" does not end the path of every scheme. Without an authority, browsers read the
    first segment as the host (URL 4.4), unless the base has the same scheme.
    """
    span = facts.path_span
    if facts.reference.edition == "1994":
        query = facts.text.find("?", 0, span.end)
        if 0 <= query < span.start:
            return None
        span = Span(span.start, query if query >= 0 else span.end)
    if facts.scheme in WEB and facts.reference.authority is None and not _is_relative(facts):
        host = FIRST_SEGMENT.match(facts.text, *span)
        return Span(host.end() if host else span.start, span.end)
    return span


def _is_relative(facts: Facts) -> bool:
    """Return True if browsers read the text after the scheme as a path below the base."""
    return facts.base is not None and facts.base.lower().startswith(f"{facts.scheme}:")


def begins_with_host(facts: Facts) -> bool:
    """Return True if browsers read the segment after an empty host as the host (URL 4.4)."""
    is_web = facts.effective_scheme != "file" and (facts.scheme is None or facts.scheme in SPECIAL)
    return facts.reference.authority == "" and is_web


def has_segments(facts: Facts) -> bool:
    """Return True if the path has segments that parsers normalize (RFC 3986 3, URL 4.1).

    False for content, code, names and addresses, even if they contain slashes.
    """
    if (facts.stripped_scheme or "http") not in SPECIAL:
        return facts.text.partition(":")[2].startswith("/")
    if facts.scheme is None or facts.scheme in SPECIAL:
        return True
    if facts.scheme in NO_FETCH:
        return False
    return facts.reference.authority is not None or facts.reference.path.startswith("/")


def _is_segment(facts: Facts, match: re.Match[str], path: Span) -> bool:
    """Return True if the dots are a whole segment between literal slashes."""
    slashes = "/\\" if facts.is_special else "/"
    before, after = facts.text[match.start() - 1], facts.text[match.end() : match.end() + 1]
    begins = match.start() == path.start or before in slashes
    return begins and (match.end() == path.end or after in slashes)


def _depth(facts: Facts, span: Span) -> int | None:
    """Return the depth of the base for a relative path, 0 for an absolute one; None if unknown."""
    path, authority = span.of(facts.text), facts.reference.authority
    # Here browsers and the grammar disagree about levels or about the start of the path.
    if "\\" in path or span.start != facts.path_span.start or not facts.has_browser_scheme:
        return None
    if authority is not None and not facts.is_read_as_written:
        return None
    if path.startswith("/"):
        return 0
    if facts.base is None or not path or facts.scheme is not None or authority is not None:
        return None
    return levels_of(facts.base)


def levels_of(base: str) -> int | None:
    """Return the number of path levels in a base; None if it is not hierarchical."""
    if "\\" in base:
        return None
    reference = parse(base)
    if not reference.path.startswith("/") and reference.authority is None:
        return None
    depth = 0
    for segment in reference.path.split("/")[1:-1]:
        depth = max(depth - 1, 0) if segment == ".." else depth + (segment != ".")
    return depth


def surplus_ups(path: str, depth: int | None) -> Iterator[int]:
    """Yield the position of each ".." that leads above the root (RFC 3986 5.4.2)."""
    if depth is None:
        return
    at = 0
    for place, segment in enumerate(path.split("/")):
        if segment == "..":
            if not depth:
                yield at
            depth = max(depth - 1, 0)
        elif segment != "." and (place or segment):
            depth += 1
        at += len(segment) + 1


RULES = (
    Rule(
        "dot-segments",
        INFO,
        "Dot segments in the path",
        {
            "": "Browsers and most programs first remove dot segments, so the effective path is "
            "different.",
            "above": 'There are more ".." than levels to go up: browsers drop the extra ones.',
            "escaped": "Encoded dot segments: browsers treat them as dots; many filters do not.",
            "slash": "Dots next to an encoded slash: a server that decodes it can leave the "
            "directory.",
        },
        ("RFC 3986 6.2.2.3", "RFC 3986 5.2.4", "RFC 3986 5.4.2"),
        dot_segments,
        rises="Medium if the dots are encoded. Low if they lead above the root.",
        plain={
            "": 'Contains "." or ".." as folders: browsers remove them, so the link leads to '
            "another page.",
            "above": 'Has more ".." (one level up) than levels: browsers ignore the extra ones; '
            "the site stays the same.",
            "escaped": 'Dots written as "%" codes lead to another folder; browsers follow them, '
            "security filters may not.",
            "slash": 'Dots next to a hidden "/": a server may leave the intended folder.',
        },
        when="has_dots",
    ),
)

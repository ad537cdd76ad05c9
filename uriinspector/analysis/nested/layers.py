"""The references that stand directly inside of one: in its query, path, fragment, content."""

from __future__ import annotations

import re
from binascii import Error, a2b_base64
from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.analysis.flags import When
from uriinspector.analysis.nested.layer import MOST, Layer
from uriinspector.analysis.nested.link_start import first_link_start
from uriinspector.analysis.nested.value_links import in_packed, in_prose, in_value, prose
from uriinspector.analysis.redirects import redirects
from uriinspector.analysis.rewriters.table import inside
from uriinspector.analysis.unpack import decode_escapes
from uriinspector.analysis.unwrap import QUOTES, delimited_at, is_mention
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Part, Span
from uriinspector.core.schemes.dossier import pairs
from uriinspector.core.schemes.lookup import scheme_of
from uriinspector.core.schemes.nesting import MENTIONED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.facts import Facts
    from uriinspector.core.reference import Reference

# Flags without which nothing is inside.
GATE = When.NESTED | When.CARRIER | When.WRAPPED | When.HOSTLIKE | When.DERIVED
# Schemes that lead on to what is inside of them.
LEADING = frozenset({"view-source", "feed", "jar", "url"})
# Schemes in which nothing else is to be looked for.
EXPLICIT_VIA = frozenset({"data", "javascript", "vbscript"})
# What an app asks for (RFC 6749 3.3): names, though many of them are written like links.
NAMES_RIGHTS = frozenset({"scope", "scopes", "resource", "audience"})
ASKS_FOR_RIGHTS = expression(r"[?&#!](?:amp;)?(?:client_id|response_type)=")
# Servers make one slash of two.
MENDED = expression(r"\A([A-Za-z]+:)[/\\](?![/\\])")
PACKED_SEGMENT = expression(r"/((?:aHR0c|687474703a|eyJ)[A-Za-z0-9+_/=-]{8,}+)(?![.])")


def layers(facts: Facts) -> tuple[Layer, ...]:
    """The references that stand directly inside of this one, in the order of the text."""
    return facts.once(_layers) if facts.flags & GATE else ()


def _layers(facts: Facts) -> tuple[Layer, ...]:
    result: list[Layer] = []
    for layer in islice(_candidates(facts), 4 * MOST):
        # What stands inside of a layer is that layer's own.
        if all(layer.end <= each.start or each.end <= layer.start for each in result):
            result.append(layer)
        if len(result) == MOST:
            break
    return tuple(sorted(result, key=lambda each: each.start))


def _candidates(facts: Facts) -> Iterator[Layer]:
    """The surest first: what a service or a scheme says is inside, then what looks like it."""
    meant = facts.derived
    if meant is not None:
        place = meant.place(0, len(meant.text))
        yield Layer(*place, meant.how, meant.text, follows=True)
    row = facts.carrier
    read = inside(row, facts.reference) if row else None
    if row and read:
        follows = row.follows
        yield Layer(*read[:2], "rewriter", read.text, service=row.name, follows=follows)
    if facts.scheme is not None and not facts.is_web:
        yield from _of_scheme(facts)
        if facts.scheme in EXPLICIT_VIA:
            return
    tail = next(_in_path(facts), None)
    if tail:
        yield tail
        if tail.end == len(facts.text):
            return
    yield from _in_query(facts)
    yield from _in_fragment(facts)


def _of_scheme(facts: Facts) -> Iterator[Layer]:
    """What the scheme's own text says is inside."""
    if facts.scheme == "data":
        yield from in_content(facts.text, facts.reference)
        return
    leads = facts.scheme in LEADING
    service = facts.scheme or "" if leads else ""
    row = scheme_of(facts.scheme)
    if not row.nests:
        return
    for inner in facts.dossier.inner if facts.dossier else ():
        follows = leads or (row.danger == "program" and inner.via != MENTIONED)
        yield Layer(*inner.span, "scheme", inner.text, service, follows)


def _in_path(facts: Facts) -> Iterator[Layer]:
    """A reference that is the rest of the path; written plainly it takes query and fragment too."""
    text, (start, end) = facts.text, facts.reference.spans[6]
    link_start = first_link_start(text, start, end)
    if link_start and link_start.at > start:
        if not link_start.times:
            is_prose = facts.scheme is None and facts.base is None
            delimited = delimited_at(text, link_start.at) if is_prose else None
            last = len(text) - (QUOTES.get(text[:1]) == text[-1:])
            stop, tail = delimited or (last, text[link_start.at : last])
            if delimited is None or not is_mention(tail):
                yield Layer(link_start.at, stop, "path-tail", MENDED.sub(r"\1//", tail))
            return
        slash = text.find("/", link_start.at, end)
        stop = slash if slash >= 0 else end
        run = decode_escapes(text[link_start.at : stop], link_start.times)
        yield Layer(link_start.at, stop, "path-tail", run)
    packed = PACKED_SEGMENT.search(text, start, end)
    if packed:
        yield from _packed_segment(packed)


def _packed_segment(packed: re.Match[str]) -> Iterator[Layer]:
    """Base64 in a path: a segment, or several where it has slashes of its own."""
    for run in (packed[1].split("/", 1)[0], packed[1].replace("/", "")):
        for text in in_packed(run.rstrip("=")):
            last = len(run) if "/" not in packed[1][: len(run)] else len(packed[1])
            yield Layer(packed.start(1), packed.start(1) + last, "base64", text)
            return


def _in_query(facts: Facts) -> Iterator[Layer]:
    span = facts.span(Part.QUERY)
    if span is not None:
        yield from _in_pairs(facts, span, "query-value")


def _in_fragment(facts: Facts) -> Iterator[Layer]:
    """All of the fragment, or pairs in it: "#/go?url=..." is how programs in pages write them."""
    span = facts.span(Part.FRAGMENT)
    if span is None:
        return
    start = span.start
    if facts.text.startswith("!", start):
        start += 1
    question = facts.text.find("?", start, span.end)
    colon = first_link_start(facts.text, start, span.end)
    if question >= 0 and (colon is None or question < colon.at):
        start = question + 1
    yield from _in_pairs(facts, Span(start, span.end), "fragment")


def _in_pairs(facts: Facts, span: Span, via: str) -> Iterator[Layer]:
    """The values of all pairs; a run that begins like a reference is one, up to its end."""
    text = facts.text
    first = first_link_start(text, span.start, min(span.end, span.start + 40))
    if first and first.at == span.start:
        yield from in_value(text, span, via, hosts=False)
        return
    for name, value in pairs(text, span):
        if value is None or not value.of(text).strip("="):
            # No pair: base64 may end in "=".
            whole = Span(name.start, value.end if value else name.end)
            yield from in_value(text, whole, via, hosts=False)
        else:
            called = lowered(name.of(text).removeprefix("amp;")) if len(name.of(text)) < 64 else ""
            if called in NAMES_RIGHTS and ASKS_FOR_RIGHTS.search(text, span.start - 1, span.end):
                continue
            yield from in_value(text, value, via, called, hosts=redirects(called))


# How much content is read, in characters as they are written; four make three octets.
MOST_CONTENT = 65_536
BASE64_CONTENT = expression(r";\s*base64\s*\Z", re.IGNORECASE)
# Content that is text; in pictures and sounds nothing is looked for.
TEXTUAL = expression(
    r"data:(?:\s*(?:text|application|message|multipart)/|image/svg|[;,]|\Z)", re.IGNORECASE
)


def in_content(text: str, reference: Reference) -> Iterator[Layer]:
    """The references in what follows the comma."""
    end = max(reference.spans[6][1], reference.spans[7][1])
    comma = text.find(",", 0, end)
    if comma < 0 or not TEXTUAL.match(text, 0, comma + 1):
        return
    content = Span(comma + 1, min(end, comma + 1 + MOST_CONTENT))
    if BASE64_CONTENT.search(text, max(0, comma - 16), comma):
        yield from _in_base64(text, content)
    else:
        yield from in_prose(text, content, "data")


def _in_base64(text: str, span: Span) -> Iterator[Layer]:
    """Each character of the content lies in a group of four."""
    run = span.of(text).rstrip("=")
    run = run[: len(run) - len(run) % 4] if len(run) % 4 == 1 else run
    try:
        octets = a2b_base64(run + "=" * (-len(run) % 4), strict_mode=True)
    except (Error, ValueError):
        return
    for result, (start, end) in prose(octets.decode("latin-1")):
        first, last = span.start + start // 3 * 4, span.start + (end + 2) // 3 * 4
        yield Layer(first, min(last, span.end), "data", result)

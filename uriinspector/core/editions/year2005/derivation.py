"""RFC 3986 appendix A as a tree over one reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core import charset
from uriinspector.core.derivation import Alphabet, literal, node, with_faults
from uriinspector.core.editions.year2005.grammar import path_form
from uriinspector.core.host import host_kind

if TYPE_CHECKING:
    from uriinspector.core.model import Node
    from uriinspector.core.reference import Reference

ALPHABET = Alphabet(
    "pct-encoded",
    unreserved=charset.UNRESERVED_2005,
    sub_delims=charset.SUB_DELIMS_2005,
    gen_delims=":@/?",
)
LETTERS = Alphabet("pct-encoded", ALPHA=charset.ALPHA, DIGIT=charset.DIGIT, mark="+-.:")
ADDRESS = Alphabet("pct-encoded", HEXDIG=charset.HEXDIG)
# What the first segment is called in each form of path (3.3); every other is a plain segment.
FIRST_SEGMENT = {"path-noscheme": "segment-nz-nc", "path-rootless": "segment-nz"}


def derive(reference: Reference) -> Node:
    """URI-reference = URI / relative-ref."""
    text = reference.text
    whole, scheme, _, _, _, _, path, query, fragment = reference.spans
    below = []
    if scheme[0] >= 0:
        below += [LETTERS.node("scheme", text, *scheme), literal(text, scheme[1], scheme[1] + 1)]
    start = scheme[1] + 1 if scheme[0] >= 0 else 0
    part = "hier-part" if scheme[0] >= 0 else "relative-part"
    below.append(node(part, start, path[1], *_hierarchy(reference)))
    for rule, span in (("query", query), ("fragment", fragment)):
        if span[0] >= 0:
            below += [literal(text, span[0] - 1, span[0]), ALPHABET.node(rule, text, *span)]
    kind = "URI" if scheme[0] >= 0 else "relative-ref"
    tree = node("URI-reference", *whole, node(kind, *whole, *below))
    return with_faults(tree, reference.violations)


def _hierarchy(reference: Reference) -> list[Node]:
    text = reference.text
    _, _, authority, _, _, _, path, _, _ = reference.spans
    below = []
    if authority[0] >= 0:
        below.append(literal(text, authority[0] - 2, authority[0]))
        below.append(node("authority", *authority, *_authority(reference)))
    form = path_form(reference)
    start, end = path
    segments: tuple[Node, ...] = ()
    if form in FIRST_SEGMENT:
        slash = text.find("/", start, end)
        first = end if slash < 0 else slash
        segments = (ALPHABET.node(FIRST_SEGMENT[form], text, start, first),)
        start = first
    if start < end:
        rest = ALPHABET.split("segment", "/", text, start + 1, end)
        segments = (*segments, literal(text, start, start + 1), *rest)
    return [*below, node(form, *path, *segments)]


def _authority(reference: Reference) -> list[Node]:
    text = reference.text
    _, _, _, userinfo, host, port, *_ = reference.spans
    below = []
    if userinfo[0] >= 0:
        below.append(ALPHABET.node("userinfo", text, *userinfo))
        below.append(literal(text, userinfo[1], userinfo[1] + 1))
    below.append(node("host", *host, *host_nodes(text, *host)))
    if port[0] >= 0:
        below.append(literal(text, port[0] - 1, port[0]))
        below.append(LETTERS.node("port", text, *port))
    return below


def host_nodes(text: str, start: int, end: int) -> list[Node]:
    """IP-literal / IPv4address / reg-name, the first that matches."""
    kind = host_kind(text[start:end])
    if kind == "ipv4":
        return [node("IPv4address", start, end, *LETTERS.split("dec-octet", ".", text, start, end))]
    if kind not in {"ipv6", "ipvfuture"}:
        return [ALPHABET.node("reg-name", text, start, end)]
    inside = (start + 1, end - 1 if text[end - 1] == "]" and end - start > 1 else end)
    if kind == "ipvfuture":
        address = ALPHABET.node("IPvFuture", text, *inside)
    else:
        address = node("IPv6address", *inside, *ipv6_nodes(text, *inside))
    brackets = [literal(text, start, start + 1), address]
    if inside[1] < end:
        brackets.append(literal(text, end - 1, end))
    return [node("IP-literal", start, end, *brackets)]


def ipv6_nodes(text: str, start: int, end: int) -> list[Node]:
    """Groups with colons between them, and an IPv4 address in the last place."""
    below = []
    for each in ADDRESS.split("h16", ":", text, start, end):
        first, last = each.span
        if last == end and each.rule == "h16" and "." in text[first:last]:
            numbers = LETTERS.split("dec-octet", ".", text, first, last)
            below.append(node("ls32", first, last, node("IPv4address", first, last, *numbers)))
        elif first < last:
            below.append(each)
    return below

"""The hosts of the editions as nodes: host names of 1994 and 1997, addresses of 2003 and 2005."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from uriinspector.core.derivation import (
    CORE,
    MOST,
    Alphabet,
    Derive,
    Run,
    before,
    literal,
    node,
    optional,
    separated,
)
from uriinspector.core.host import is_hostname, is_ipv6, matches_hostnumber

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.core.appendix_b import Spans
    from uriinspector.core.model import Node

    # What a host is; nothing where it is none by the edition's rules.
    Host: TypeAlias = Callable[[str, int, int], tuple[Node, ...]]

DIGIT = Alphabet("", "DIGIT", CORE).run("dec-octet", "", "DIGIT")


def hostport(host: Host, port: Run | Derive, text: str, spans: Spans) -> Node:
    """Host [ ":" port ]: so in all editions but the last."""
    _, _, authority, _, named, number, *_ = spans
    children = node(text, "host", *named, *host(text, *named)), *optional(port, text, number)
    return node(text, "hostport", named[0], authority[1], *children)


def name_or_number(label: Run, top: Run, number: Derive) -> Host:
    """RFC 1738 5, 1997 4.3.1: hostname = *( domainlabel "." ) toplabel, or four numbers."""

    def derive(text: str, start: int, end: int) -> tuple[Node, ...]:
        limit = start + MOST
        if matches_hostnumber(text, start, end):
            return (number(text, start, end, limit),)
        if not is_hostname(text[start:end]):
            return ()
        last = text.rfind(".", start, end) + 1 or start
        labels = separated(label, ".", text, start, last - 1, limit) if start < last else ()
        return (node(text, "hostname", start, end, *labels, top(text, last, end, limit)),)

    return derive


def ipv4_address(text: str, start: int, end: int) -> Node:
    """2003 and 2005 3.2.2: four numbers."""
    numbers = separated(_dec_octet, ".", text, start, end, end)
    return node(text, "IPv4address", start, end, *numbers)


def _dec_octet(text: str, start: int, end: int, _limit: int) -> Node:
    """What decides about the range of a number is spelt out, the rest is DIGIT."""
    at = min(start + 1, end - 1)
    children: tuple[Node, ...] = ()
    if end - start == 3 and text[start] == "2":
        # "25" and a digit up to 5, or "2", a digit up to 4, and any digit
        at = end if text[start + 1] == "5" else end - 1
        children = (literal(text, at - 1, at),)
    return node(text, "dec-octet", start, end, *children, *DIGIT.nodes(text, at, end))


def ipv6_literal(rule: str, group: Run, text: str, start: int, end: int) -> Node:
    """2003 and 2005 3.2.2: an address in brackets; what is none has no node."""
    closed = before("]", text, start, end)
    children: tuple[Node, ...] = ()
    if is_ipv6(text[start + 1 : closed]):
        groups = _groups(group, text, start + 1, closed)
        children = (node(text, "IPv6address", start + 1, closed, *groups),)
    return node(text, rule, start, min(closed + 1, end), *children)


def _groups(group: Run, text: str, start: int, end: int) -> tuple[Node, ...]:
    """Groups of 16 bits; "::" stands for those that are zero.

    The last 32 bits are one rule wherever two groups or an IPv4 address give them.
    """
    gap = text.find("::", start, end)
    low = start if gap < 0 else gap + 2
    children = separated(group, ":", text, start, gap, end) if start < gap else ()
    last = text.rfind(":", low, end) + 1 or low
    bits: tuple[Node, ...]
    if text.find(".", last, end) >= 0:
        bits = (ipv4_address(text, last, end),)
    elif last > low:
        last = text.rfind(":", low, last - 1) + 1 or low
        bits = separated(group, ":", text, last, end, end)
    else:
        return (*children, group(text, low, end)) if low < end else children
    if low < last:
        children += separated(group, ":", text, low, last - 1, end)
    return (*children, node(text, "ls32", last, end, *bits))

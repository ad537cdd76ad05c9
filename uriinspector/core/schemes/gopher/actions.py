"""What a gopher client does: the exact octets, by RFC 1738 and by draft 03."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.decoding import octets_of, shown
from uriinspector.core.message import message
from uriinspector.core.schemes.dossier import Action
from uriinspector.core.schemes.gopher.item import TAB_OR_QUESTION, GopherItem, item
from uriinspector.core.schemes.rfc1738 import connection

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Span
    from uriinspector.core.reference import Reference

PORT = 70
DRAFT = "draft 03"
SESSIONS = {"8": "telnet", "T": "tn3270"}
PHONE_BOOK = "the server uses the CSO protocol, not Gopher; the usual port is 105"


def actions(
    reference: Reference, read: Reference, parts: GopherItem, kind: str
) -> Iterator[Action]:
    """Connect and send, or what is done instead."""
    if not read.host:
        return
    text = read.text
    if kind in SESSIONS:
        yield from _session(read, parts, SESSIONS[kind])
        return
    if kind in {"3", "i"}:
        yield Action("nothing", "", "such a menu line has no destination")
        return
    if kind == "2":
        yield Action("connect", connection(reference, PORT).text, PHONE_BOOK)
        yield Action("ask", "a name to look up")
        return
    yield connection(reference, PORT)
    by_1738 = _octets(text, parts)
    drafted = item(text, parts.type.start, _end(parts), TAB_OR_QUESTION) if parts.type else parts
    by_draft = _octets(text, drafted)
    yield from _exchange(by_1738, kind, "")
    if sent(*by_1738) != sent(*by_draft, lazy=True):
        yield from _exchange(by_draft, kind, DRAFT)


def _end(parts: GopherItem) -> int:
    return max(span.end for span in parts if span)


def _session(read: Reference, parts: GopherItem, protocol: str) -> Iterator[Action]:
    """RFC 1436 3.8: the selector is the name to log in with."""
    where = message("{host} port {port}", host=read.host, port=read.port or PORT)
    explanation = (
        "instead of Gopher; the default port is 23" if not read.port else "instead of Gopher"
    )
    yield Action(
        "open", message("{protocol} session: {where}", protocol=protocol, where=where), explanation
    )
    if parts.selector and parts.selector.start < parts.selector.end:
        name = shown(octets_of(parts.selector.of(read.text)))
        yield Action("show", message("login name: {name}", name=name), "prefilled text")


def _octets(text: str, parts: GopherItem) -> tuple[bytes, bytes | None, bytes | None]:
    def of(span: Span | None) -> bytes | None:
        return None if span is None else octets_of(span.of(text))

    return of(parts.selector) or b"", of(parts.search), of(parts.plus)


def sent(selector: bytes, search: bytes | None, plus: bytes | None, *, lazy: bool = False) -> bytes:
    """3.4.2 and 3.4.3: selector, tab, search, tab, command.

    ``lazy`` leaves out a search that is empty, and its tab: so in draft 03, and in 3.4.9.
    """
    words = [selector]
    if search or (search is not None and not lazy):
        words.append(search)
    if plus is not None:
        words.append(plus)
    whole = b"\t".join(words)
    # What a form was filled out with brings its own line ends.
    return whole if plus is not None and b"\r\n" in plus else whole + b"\r\n"


def _exchange(
    parts: tuple[bytes, bytes | None, bytes | None], kind: str, variant: str
) -> Iterator[Action]:
    selector, search, plus = parts
    lazy = variant == DRAFT
    if plus == b"?":
        # 3.4.5: the form first, then the item with what the user has filled in.
        form = shown(sent(selector, search, b"!+ASK", lazy=lazy))
        yield Action("send", form, "requests the questions in the form", variant)
        yield Action("ask", "the form", "filled in by the user", variant)
        answered = sent(selector, search, b"+\t1\r\n+-1\r\n<answers>\r\n.\r\n", lazy=lazy)
        yield Action("send", shown(answered), "the answers, one per line", variant)
        return
    if kind == "7" and not search and plus is None:
        yield Action("ask", "search words", "the URL contains none", variant)
        yield Action("send", shown(sent(selector, b"<words>", None)), "", variant)
        return
    explanation = "" if selector else "empty selector: the top level of the server"
    yield Action("send", shown(sent(selector, search, plus, lazy=lazy)), explanation, variant)

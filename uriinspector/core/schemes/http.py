"""http and https: RFC 1738 3.3 for the 1994 edition, the generic syntax with a host since."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.core.model import Part, Span, Violation, message
from uriinspector.core.percent import shown, utf8_of
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    Note,
    NoteRows,
    Remarks,
    Scheme,
    always,
    noted,
)
from uriinspector.core.schemes.rfc1738 import judged, port_field, smuggled

PORTS = {"http": 80, "https": 443}
MEANINGS = {
    Part.USERINFO: "login data for the server",
    Part.HOST: "the server",
    Part.PATH: "the request",
    Part.QUERY: "sent to the server along with the path",
    Part.FRAGMENT: "stays in the browser: it is not sent",
}


# For each note: its level, its message, its clauses.
NOTES: NoteRows = {
    "userinfo": (
        "unusual",
        "login data in a web address: userinfo can imitate a host name",
        ("RFC 9110 4.2.4", "RFC 3986 7.6"),
    ),
}


def describe(reference: Reference, _: Choice) -> Remarks:
    """What is sent to the server, and what is not."""
    scheme = (reference.scheme or "").lower()
    if _is_early(reference, scheme):
        yield {"cites": ("RFC 1738 3.3",)}
    yield from _fields(reference, PORTS[scheme])
    yield from _actions(reference, scheme)
    yield from _violations(reference, scheme)
    yield from _notes(reference)


def _is_early(reference: Reference, scheme: str) -> bool:
    """RFC 1738 knows no https."""
    return reference.edition == "1994" and scheme == "http"


def _fields(reference: Reference, default_port: int) -> Iterator[Field]:
    for part, meaning in MEANINGS.items():
        span = reference.span(part)
        if span:
            yield Field.of(reference.text, part.value, span, meaning)
        elif part is Part.HOST:
            yield Field.absent("host", "no server")
    yield port_field(reference, default_port)


def _actions(reference: Reference, scheme: str) -> Iterator[Action]:
    if not reference.host:
        return
    port = reference.port or str(PORTS[scheme])
    secure = "TCP, encrypted" if scheme == "https" else "TCP, unencrypted"
    yield Action(
        "connect",
        message("{host} port {port}", host=_written(reference.host), port=_written(port)),
        secure,
    )
    target = reference.path or "/"
    if reference.query is not None:
        target += f"?{reference.query}"
    default = reference.port in {None, "", str(PORTS[scheme])}
    host = reference.host if default else f"{reference.host}:{reference.port}"
    yield Action("send", _written(f"GET {target} HTTP/1.1\r\n"))
    yield Action("send", _written(f"Host: {host}\r\n"))
    if reference.userinfo is not None:
        explanation = "only if the program supports it (RFC 9110 4.2.4)"
        yield Action("send", "Authorization: Basic <the userinfo, in base64>\\r\\n", explanation)
    if reference.fragment is not None:
        yield Action("nothing", _written(f"#{reference.fragment}"), "the fragment is not sent")


def _written(text: str) -> str:
    """Escapes stay on: the server gets them as they are."""
    return shown(utf8_of(text))


def _violations(reference: Reference, scheme: str) -> Iterator[Violation]:
    """RFC 9110 4.2: an authority with a host that is not empty."""
    if _is_early(reference, scheme):
        yield from judged(reference)
        return
    host = reference.span(Part.HOST)
    colon = (reference.span(Part.SCHEME) or Span(0, 0)).end + 1
    if reference.authority is None:
        explanation, cites = (
            "an http URI must name a server",
            (f"RFC 9110 4.2.{1 if scheme == 'http' else 2}",),
        )
        yield Violation(colon, colon, f"{scheme}-URI", '"//" and a host', explanation, cites)
    elif host is not None and host.start == host.end:
        explanation, cites = "the host is empty", ("RFC 9110 4.2.3",)
        yield Violation(*host, f"{scheme}-URI", "a host", explanation, cites)
    yield from reference.violations


def _notes(reference: Reference) -> Iterator[Note]:
    user = reference.span(Part.USERINFO)
    if user:
        yield noted(NOTES, "userinfo", user)
    for part in (Part.PATH, Part.QUERY):
        span = reference.span(part)
        if span:
            yield from smuggled(reference.text, span, "web")


# Of the default port and the empty path.
CLAUSES = always("RFC 9110 4.2.3")
CITES = ("RFC 9110 4.2",)
SCHEME = Scheme(("http",), "web page", CITES, "fetches", describe, 80, clauses=CLAUSES)
SECURE = Scheme(
    ("https",), "web page, encrypted in transit", CITES, "fetches", describe, 443, clauses=CLAUSES
)

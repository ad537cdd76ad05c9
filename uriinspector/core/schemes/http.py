"""http and https: RFC 1738 3.3 in the 1994 edition, later the generic syntax with a host."""

from __future__ import annotations

from collections.abc import Iterator

from uriinspector.core.model import Part, Violation, message
from uriinspector.core.percent import shown, utf8_of
from uriinspector.core.reference import Reference
from uriinspector.core.schemes import dossier
from uriinspector.core.schemes.rfc1738 import judged, port_field, smuggled

PORTS = {"http": 80, "https": 443}
MEANINGS = {
    Part.USERINFO: "login data for the server",
    Part.HOST: "the server",
    Part.PATH: "the request",
    Part.QUERY: "sent to the server along with the path",
    Part.FRAGMENT: "stays in the browser: it is not sent",
}


# The level, the message and the clauses of each note.
NOTES: dossier.NoteRows = {
    "userinfo": (
        "unusual",
        "login data in a web address: userinfo can imitate a host name",
        ("RFC 9110 4.2.4", "RFC 3986 7.6"),
    ),
}


def describe(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe what is sent to the server, and what is not."""
    scheme = (reference.scheme or "").lower()
    for part, meaning in MEANINGS.items():
        span = reference.span(part)
        if span or part is Part.HOST:
            yield dossier.Field.of(reference.text, part.value, span, meaning, "no server")
    yield port_field(reference, PORTS[scheme])
    if reference.host:
        yield from _request(reference, scheme, reference.host)
    if reference.edition == "1994" and scheme == "http":  # RFC 1738 has no https
        yield {"cites": ("RFC 1738 3.3",)}
        yield from judged(reference)
    else:
        yield from _host_faults(reference, scheme)
        yield from reference.violations
    user = reference.span(Part.USERINFO)
    if user:
        yield dossier.noted(NOTES, "userinfo", user)
    for part in (Part.PATH, Part.QUERY):
        span = reference.span(part)
        if span:
            yield from smuggled(reference.text, span, "web")


def _request(reference: Reference, scheme: str, host: str) -> Iterator[dossier.Action]:
    port = reference.port or str(PORTS[scheme])
    secure = "TCP, encrypted" if scheme == "https" else "TCP, unencrypted"
    where = message("{host} port {port}", host=_written(host), port=_written(port))
    yield dossier.Action("connect", where, secure)
    target = reference.path or "/"
    if reference.query is not None:
        target += f"?{reference.query}"
    is_default = port == str(PORTS[scheme])
    yield dossier.Action("send", _written(f"GET {target} HTTP/1.1\r\n"))
    yield dossier.Action("send", _written(f"Host: {host if is_default else f'{host}:{port}'}\r\n"))
    if reference.userinfo is not None:
        explanation = "only if the program supports it (RFC 9110 4.2.4)"
        yield dossier.Action(
            "send", "Authorization: Basic <the userinfo, in base64>\\r\\n", explanation
        )
    if reference.fragment is not None:
        yield dossier.Action(
            "nothing", _written(f"#{reference.fragment}"), "the fragment is not sent"
        )


def _written(text: str) -> str:
    """Return a text for display, with escapes left as they are, as the server receives them."""
    return shown(utf8_of(text))


def _host_faults(reference: Reference, scheme: str) -> Iterator[Violation]:
    """Check that there is an authority with a host that is not empty (RFC 9110 4.2)."""
    host, rule = reference.span(Part.HOST), f"{scheme}-URI"
    if reference.authority is None:
        at = dossier.part_of(reference).start
        cite = f"RFC 9110 4.2.{1 if scheme == 'http' else 2}"
        yield dossier.missing(at, rule, '"//" and a host', "an http URI must name a server", cite)
    elif host is not None and host.start == host.end:
        yield dossier.missing(host.start, rule, "a host", "the host is empty", "RFC 9110 4.2.3")


# About the default port and the empty path.
CLAUSES = dossier.always("RFC 9110 4.2.3")
CITES = ("RFC 9110 4.2",)
SCHEME = dossier.Scheme(("http",), "web page", CITES, "fetches", describe, 80, clauses=CLAUSES)
SECURE = dossier.Scheme(
    ("https",), "web page, encrypted in transit", CITES, "fetches", describe, 443, clauses=CLAUSES
)

"""http and https: RFC 1738 3.3 in the 1994 edition, later the generic syntax plus a host."""

from collections.abc import Iterator

from uriinspector.core.model import Part, message
from uriinspector.core.percent import shown, utf8_of
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    NoteRows,
    Remarks,
    Scheme,
    always,
    noted,
    server_faults,
)
from uriinspector.core.schemes.rfc1738 import port_field, scheme_violations, smuggled

PORTS = {"http": 80, "https": 443}
MEANINGS = {
    Part.USERINFO: "login data for the server",
    Part.HOST: "the server",
    Part.PATH: "the request",
    Part.QUERY: "sent to the server along with the path",
    Part.FRAGMENT: "stays in the browser: it is not sent",
}


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "userinfo": (
        "unusual",
        "login data in a web address: userinfo can imitate a host name",
        ("RFC 9110 4.2.4", "RFC 3986 7.6"),
    )
}


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe which parts are sent to the server, and which are not."""
    scheme = reference.scheme_name
    for part, meaning in MEANINGS.items():
        span = reference.span(part)
        if span or part is Part.HOST:
            yield Field(part.value, span, meaning, "no server")
    yield port_field(reference, PORTS[scheme])
    if reference.host:
        yield from _request(reference, scheme, reference.host)
    if reference.edition == "1994" and scheme == "http":  # RFC 1738 has no https
        yield {"cites": ("RFC 1738 3.3",)}
        yield from scheme_violations(reference)
    else:
        cites = f"RFC 9110 4.2.{1 if scheme == 'http' else 2}", "RFC 9110 4.2.3"
        rule = f"{scheme}-URI"
        yield from server_faults(reference, rule, "an http URI must name a server", *cites)
        yield from reference.violations
    user = reference.span(Part.USERINFO)
    if user:
        yield noted(NOTES, "userinfo", user)
    for part in (Part.PATH, Part.QUERY):
        span = reference.span(part)
        if span:
            yield from smuggled(reference.text, span, "web")


def _request(reference: Reference, scheme: str, host: str) -> Iterator[Action]:
    default, path = str(PORTS[scheme]), reference.path or "/"
    port = reference.port or default
    secure = "TCP, encrypted" if scheme == "https" else "TCP, unencrypted"
    where = message("{host} port {port}", host=_written(host), port=_written(port))
    yield Action("connect", where, secure)
    target = path if reference.query is None else f"{path}?{reference.query}"
    yield Action("send", _written(f"GET {target} HTTP/1.1\r\n"))
    yield Action("send", _written(f"Host: {host}{'' if port == default else f':{port}'}\r\n"))
    if reference.userinfo is not None:
        what = "Authorization: Basic <the userinfo, in base64>\\r\\n"
        yield Action("send", what, "only if the program supports it (RFC 9110 4.2.4)")
    if reference.fragment is not None:
        fragment = _written(f"#{reference.fragment}")
        yield Action("nothing", fragment, "the fragment is not sent")


def _written(text: str) -> str:
    """Return a text for display; escapes are kept, since that is how the server receives them."""
    return shown(utf8_of(text))


# Clauses about the default port and the empty path.
CLAUSES = always("RFC 9110 4.2.3")
CITES = ("RFC 9110 4.2",)
SCHEME = Scheme(("http",), "web page", CITES, "fetches", describe, 80, clauses=CLAUSES)
SECURE = Scheme(
    ("https",), "web page, encrypted in transit", CITES, "fetches", describe, 443, clauses=CLAUSES
)

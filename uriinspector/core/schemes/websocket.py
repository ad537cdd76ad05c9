"""ws and wss: RFC 6455 3."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.message import message
from uriinspector.core.model import Part, Violation
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Scheme, always, in_order
from uriinspector.core.schemes.reserved import generic_fields
from uriinspector.core.schemes.rfc1738 import smuggled
from uriinspector.core.schemes.specific import generic_faults, missing, part_of, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

PORTS = {"ws": 80, "wss": 443}
CITE = "RFC 6455 3"
MEANINGS = {
    Part.USERINFO: "login data is not allowed here, and browsers do not send it",
    Part.HOST: "the server",
    Part.PORT: "the port of the server",
    Part.PATH: "the service on the server",
    Part.QUERY: "sent to the server along with the path",
    Part.FRAGMENT: "has no meaning here",
}


def describe(reference: Reference, _: Choice) -> Dossier:
    """Which server, and how the connection begins."""
    scheme = lowered(reference.scheme or "")
    span = part_of(reference)
    return Dossier(
        scheme=scheme,
        title="a persistent connection to a web server" + (", encrypted" * (scheme == "wss")),
        cites=(CITE,),
        danger="fetches",
        default_port=PORTS[scheme],
        fields=tuple(generic_fields(reference, MEANINGS)),
        actions=tuple(_actions(reference, PORTS[scheme])),
        violations=in_order(_violations(reference, scheme)),
        notes=tuple(smuggled(reference.text, span, "web")),
    )


def _actions(reference: Reference, default_port: int) -> Iterator[Action]:
    if reference.host:
        port = reference.port or str(default_port)
        yield Action(
            "connect",
            message("{host} port {port}", host=visible(reference.host), port=visible(port)),
        )
        yield Action(
            "send", "GET ... Upgrade: websocket", "an HTTP request, then a protocol switch"
        )


def _violations(reference: Reference, scheme: str) -> Iterator[Violation]:
    rule = f"{scheme}-URI"
    host, fragment = reference.span(Part.HOST), reference.span(Part.FRAGMENT)
    if reference.authority is None:
        at = part_of(reference).start
        yield missing(at, rule, '"//" and a host', "such a URI must name a server", CITE)
    elif host and host.start == host.end:
        yield missing(host.start, rule, "a host", "the host is empty", CITE)
    user = reference.span(Part.USERINFO)
    if user:
        yield Violation(*user, rule, "a host", "such a URI allows no login data", (CITE,))
    yield from generic_faults(reference)
    if fragment:
        explanation = "a fragment has no meaning here and must not be used"
        yield Violation(fragment.start - 1, fragment.end, rule, "the end", explanation, (CITE,))


PLAIN = Scheme(("ws",), describe, "fetches", PORTS["ws"], clauses=always(CITE))
SECURE = Scheme(("wss",), describe, "fetches", PORTS["wss"], clauses=always(CITE))

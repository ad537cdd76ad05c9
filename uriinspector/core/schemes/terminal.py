"""telnet: RFC 1738 3.8; rlogin and tn3270 of the drafts, which look the same.

They name no object but a session: someone sits in front of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from uriinspector.core.editions.year1994.reading import read_without_search, unwrapped
from uriinspector.core.editions.year1994.schemes import GRAMMARS, Url
from uriinspector.core.expression import lowered
from uriinspector.core.model import Part, Violation
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Dossier,
    Note,
    Scheme,
    option_notes,
    visible,
)
from uriinspector.core.schemes.rfc1738 import (
    as_1738,
    connection,
    judged,
    login_fields,
    other_port,
    smuggled,
    unchanged,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

PORTS = {"telnet": 23, "rlogin": 513, "tn3270": 23}
TITLES = {
    "telnet": "remote login (Telnet)",
    "rlogin": "remote login (rlogin)",
    "tn3270": "a session on an IBM mainframe (3270 terminal)",
}
DRAFT = "url-draft-03 Telnet, rlogin, tn3270"
CITES = {
    "telnet": ("RFC 1738 3.8", "RFC 4248"),
    "rlogin": (DRAFT,),
    "tn3270": ("RFC 1738 4", DRAFT, "RFC 6270"),
}


def describe(reference: Reference, _: Choice) -> Dossier:
    """Which machine, and what the person in front of it is told."""
    scheme = lowered(reference.scheme or "")
    port = PORTS[scheme]
    read = _read(reference)
    return Dossier(
        scheme=scheme,
        title=TITLES[scheme],
        cites=CITES[scheme],
        danger="fetches",
        default_port=port,
        fields=tuple(login_fields(read, port, user="the user is asked")),
        actions=tuple(_actions(read, port)),
        violations=_violations(reference, read, scheme),
        notes=tuple(_notes(read, scheme)),
    )


def _read(reference: Reference) -> Reference:
    """As 1738 reads telnet: "?" is data in rlogin and tn3270 too."""
    read = as_1738(reference)
    start, end, _ = unwrapped(read.text)
    return Reference(read.text, read.rules, read_without_search(read.text, start, end))


def _violations(reference: Reference, read: Reference, scheme: str) -> tuple[Violation, ...]:
    if scheme == "telnet":
        return judged(reference)
    violations = (
        replace(
            each,
            rule=f"{scheme}address" if each.rule == "telneturl" else each.rule,
            message=each.message.replace("telnet", scheme),
            cites=(DRAFT,),
        )
        for each in GRAMMARS["telnet"](Url(read.text, read.spans))
    )
    return unchanged(violations, reference)


def _actions(read: Reference, port: int) -> Iterator[Action]:
    if read.authority is None:
        return
    yield connection(read, port)
    for part in read.edition_parts:
        if part.term in {"user", "password"}:
            explanation = "prefilled text: the user must send it"
            yield Action("show", f"{part.term}: {visible(part.text)}", explanation)
    explanation = "nothing is fetched: the link only opens a session"
    yield Action("open", "an interactive session", explanation)


def _notes(read: Reference, scheme: str) -> Iterator[Note]:
    yield from other_port(read, PORTS[scheme])
    yield from option_notes(read)
    user = read.span(Part.USERINFO)
    if user:
        yield from smuggled(read.text, user, scheme)
        if ":" in user.of(read.text):
            explanation = "the password is in plain text"
            yield Note("password", "unusual", explanation, user, ("RFC 1738 6",))
    explanation = "the session is not encrypted: anyone on the network path can read it"
    yield Note("clear-text", "info", explanation)


TELNET = Scheme(("telnet",), describe, "fetches", PORTS["telnet"])
RLOGIN = Scheme(("rlogin",), describe, "fetches", PORTS["rlogin"])
TN3270 = Scheme(("tn3270",), describe, "fetches", PORTS["tn3270"])

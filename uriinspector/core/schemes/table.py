"""The table of schemes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.expression import lowered
from uriinspector.core.schemes import (
    addrspec,
    data,
    file,
    ftp,
    geo,
    gopher,
    http,
    jar,
    magnet,
    mailto,
    nesting,
    news,
    office,
    prospero,
    rows,
    script,
    tel,
    terminal,
    urn,
    wais,
)
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Note, Scheme
from uriinspector.core.schemes.registered import REGISTERED

if TYPE_CHECKING:
    from uriinspector.core.reference import Reference


ROWS: tuple[Scheme, ...] = (
    data.SCHEME,
    file.SCHEME,
    ftp.SCHEME,
    geo.SCHEME,
    gopher.SCHEME,
    http.SCHEME,
    http.SECURE,
    nesting.SCHEME,
    jar.SCHEME,
    rows.LDAP_PLAIN,
    rows.LDAP_SECURE,
    magnet.SCHEME,
    mailto.SCHEME,
    addrspec.CID,
    addrspec.MID,
    news.SCHEME,
    news.NNTP_SCHEME,
    office.SCHEME,
    prospero.SCHEME,
    *rows.NAMED,
    *rows.ROWS,
    script.SCHEME,
    tel.MESSAGE,
    tel.SCHEME,
    terminal.RLOGIN,
    terminal.TELNET,
    terminal.TN3270,
    urn.SCHEME,
    wais.SCHEME,
    rows.WEBSOCKET_PLAIN,
    rows.WEBSOCKET_SECURE,
)
SCHEMES: dict[str, Scheme] = {name: row for row in ROWS for name in row.names}


def describe(reference: Reference, _: Choice) -> Dossier:
    """Says that nothing is known, or that the name is registered."""
    scheme = lowered(reference.scheme or "")
    notes = []
    if scheme.startswith("x-"):
        explanation = "an experimental scheme, agreed between two parties"
        notes.append(Note("experimental", "info", explanation, None, ("RFC 1738 4",)))
    return Dossier(
        scheme=scheme,
        title="a registered scheme" if scheme in REGISTERED else "unknown scheme",
        cites=("RFC 3986 3.1",),
        known=False,
        danger="unknown",
        actions=(Action("open", "the app registered for it"),),
        violations=reference.violations,
        notes=tuple(notes),
    )


SCHEME = Scheme((), describe, "unknown")

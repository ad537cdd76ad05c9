"""The one table of schemes: a new one is a file of its own and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.schemes import (
    data,
    file,
    ftp,
    geo,
    gopher,
    http,
    intent,
    jar,
    ldap,
    magnet,
    mailto,
    messages,
    news,
    nntp,
    office,
    prospero,
    reserved,
    rows,
    script,
    tel,
    terminal,
    unknown,
    urn,
    wais,
    websocket,
)
from uriinspector.core.schemes.dossier import DEFAULT, Choice, Dossier, Scheme

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
    intent.SCHEME,
    jar.SCHEME,
    ldap.PLAIN,
    ldap.SECURE,
    magnet.SCHEME,
    mailto.SCHEME,
    messages.CID,
    messages.MID,
    news.SCHEME,
    nntp.SCHEME,
    office.SCHEME,
    prospero.SCHEME,
    *reserved.NAMED,
    *rows.ROWS,
    script.SCHEME,
    tel.MESSAGE,
    tel.SCHEME,
    terminal.RLOGIN,
    terminal.TELNET,
    terminal.TN3270,
    urn.SCHEME,
    wais.SCHEME,
    websocket.PLAIN,
    websocket.SECURE,
)
SCHEMES: dict[str, Scheme] = {name: row for row in ROWS for name in row.names}


def scheme_of(name: str | None) -> Scheme:
    """The row of a scheme, in any case."""
    return SCHEMES.get(lowered(name or ""), unknown.SCHEME)


def describe(reference: Reference, choice: Choice = DEFAULT) -> Dossier | None:
    """What the scheme says about the reference; None where it has no scheme."""
    if reference.scheme is None:
        return None
    return scheme_of(reference.scheme).describe(reference, choice)

"""The one table of schemes: a new one is a file of its own and a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING

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
    urn,
    wais,
    websocket,
)

if TYPE_CHECKING:
    from uriinspector.core.schemes.dossier import Scheme

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

"""Where browsers go with a reference of a document, where that is not its target by the edition."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.documents.document_values import ONE
from uriinspector.documents.html.embedded_addresses import WHITE
from uriinspector.gui.inspect.browser_form import PORTS
from uriinspector.readers import browser

if TYPE_CHECKING:
    from uriinspector.documents.cases.link_row import LinkRow

# What stays as it is where browsers escape the others, some of them in a part of a link alone.
UNESCAPED = "%:/?#[]@!$&()*+,;=-._~"


def written_value(row: LinkRow) -> str:
    """The reference without the white space that markup has around it (HTML 2.4.1)."""
    return row.value.strip(WHITE) if row.is_markup else row.value


def in_browsers(row: LinkRow) -> str | None:
    """What browsers make of it, "" where they reject it; None where it leads to the same place."""
    if row.how != ONE or row.target is None:
        return None
    written = browser.serialized(written_value(row), row.base)
    if written is None:
        return ""
    if not written.host or _place(parse(row.target)) == _place(written):
        return None
    return written.text


def _place(target: Reference) -> tuple[str | None, ...]:
    """What tells one place from another, as if browsers had escaped both."""
    scheme = (target.scheme or "").lower()
    port = (target.port or "").lstrip("0")
    return (
        scheme,
        (target.host or "").lower(),
        None if port in {"", PORTS.get(scheme)} else port,
        _escaped(target.path or "/"),
        _escaped(target.query),
        _escaped(target.fragment),
    )


def _escaped(text: str | None) -> str | None:
    return None if text is None else quote(browser.without_surrogates(text), UNESCAPED)

"""A host as it is shown: its end counts, and in it the name that somebody has registered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from uriinspector.gui.text.legible_text import visible
from uriinspector.gui.text.paragraph import TextRun, cut

if TYPE_CHECKING:
    from uriinspector.gui.text.paragraph import TextStyle
    from uriinspector.gui.theme import Theme

STRONG = 700


def host_runs(theme: Theme, host: str, look: TextStyle, width: float) -> list[TextRun]:
    """The host in no more than this width, cut from the left, its registrable domain strong.

    Where there is no such domain (an address, a bare name), all of it is.
    """
    from uriinspector.analysis.domains import site_of  # with the first host, not with the window

    strong = look._replace(weight=STRONG)
    shown = cut(theme, TextRun(visible(host), strong), width, Qt.TextElideMode.ElideLeft).text
    site = site_of(host.removesuffix(".")) or ""
    at = shown.lower().rfind(site) if site else -1
    if at <= 0:
        return [TextRun(shown, strong)]
    return [TextRun(shown[:at], look), TextRun(shown[at:], strong)]

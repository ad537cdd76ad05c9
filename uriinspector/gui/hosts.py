"""A host as it is shown: its end counts, and in it the name that somebody has registered."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from uriinspector.analysis.safe_text import visible
from uriinspector.gui.told import Run, cut

if TYPE_CHECKING:
    from uriinspector.gui.theme import Theme
    from uriinspector.gui.told import Look

STRONG = 700


def host_runs(theme: Theme, host: str, look: Look, width: float) -> list[Run]:
    """The host in no more than this width, cut from the left, its registrable domain strong.

    Where there is no such domain (an address, a bare name), all of it is.
    """
    from uriinspector.analysis.domains import site_of  # with the first host, not with the window

    strong = replace(look, weight=STRONG)
    shown = cut(theme, Run(visible(host), strong), width, Qt.TextElideMode.ElideLeft).text
    site = site_of(host.removesuffix(".")) or ""
    at = shown.lower().rfind(site) if site else -1
    if at <= 0:
        return [Run(shown, strong)]
    return [Run(shown[:at], look), Run(shown[at:], strong)]

"""Asking for a folder that is a site, and showing what is checked of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from uriinspector.gui.documents.file_dialogs import ask_for_folder
from uriinspector.gui.transfer.incoming import is_remote

if TYPE_CHECKING:
    from uriinspector.gui.documents.site_sheet import SiteSheet
    from uriinspector.gui.theme import Theme


def open_site(
    parent: QWidget, theme: Theme, folder: str, *, without_recipient: bool = False
) -> SiteSheet | None:
    """Begin where the last file was; None where no folder of this computer was chosen."""
    from uriinspector.gui.documents.site_sheet import SiteSheet

    chosen = ask_for_folder(parent, folder)
    if not chosen or is_remote(chosen[0]):
        return None
    sheet = SiteSheet(parent, theme, chosen[0])
    sheet.without_recipient = without_recipient
    sheet.open()
    return sheet

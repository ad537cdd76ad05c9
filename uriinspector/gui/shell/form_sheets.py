"""Asks for the ways to write the reference that is looked at, in whichever workspace it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.text.translation import say
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from uriinspector.gui.editor.uri_edit import UriEdit
    from uriinspector.gui.shell.window_base import WindowBase


def show_forms(window: WindowBase) -> None:
    """Show the ways to write it; taking one edits the reference, or joins the fixes of its file."""
    pages, page = window.pages, window.pages.shown()
    if pages.is_created("documents") and page is window.documents_page:
        window.documents_page.fix_review.show_forms(window.documents_page.table.current())
    elif pages.is_created("resolve") and page is window.resolve_page:
        resolve = window.resolve_page
        _ask(window, resolve.base.text(), resolve.reference.editor)
    elif page is window.inspect_page:
        _ask(window, window.inspect_page.base_field.base or "", window.inspect_page.editor)
    else:
        window.tell(Notice(say("There is no reference with a base here.")))


def _ask(window: WindowBase, base: str, editor: UriEdit) -> None:
    from uriinspector.gui.resolve.forms_sheet import FormsSheet  # with the first question

    if not base:
        window.tell(Notice(say("This link has no base URL.")))
        return
    edition, text = str(window.profile.settings["edition"]), editor.text()
    sheet = FormsSheet(window, window.theme, base, text, edition, say("Use it"))
    sheet.form_chosen.connect(lambda _name, new: editor.set_text(new))
    sheet.open()

"""What is offered of a text that came into an editor, on a strip above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.text.translation import say
from uriinspector.gui.transfer.reference_list import is_list, references_in
from uriinspector.gui.widgets.notice_strip import Notice

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QMimeData

    from uriinspector.gui.editor.exact_text_edit import ExactTextEdit
    from uriinspector.gui.widgets.notice_strip import NoticeStrip


def offer_list(
    strip: NoticeStrip,
    editor: ExactTextEdit,
    data: QMimeData,
    does: str,
    take: Callable[[str], object],
) -> None:
    """Offer to take a list for what it is; the editor then has its text back.

    Of what was offered before nothing counts any more.
    """
    text = data.text()
    strip.dismiss()
    if not is_list(text):
        return

    def accept() -> None:
        editor.undo()
        take(text)

    words = say("The pasted text has {count} lines.", count=len(references_in(text)))
    strip.tell(Notice(words, "info", does, accept))

"""What is offered of a text that came into an editor, on a strip above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.lists import is_list, references_in
from uriinspector.gui.strip import Notice
from uriinspector.gui.words import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtCore import QMimeData

    from uriinspector.gui.editor.held import HeldText
    from uriinspector.gui.strip import Strip


def offer_list(
    strip: Strip, editor: HeldText, data: QMimeData, does: str, take: Callable[[str], object]
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

    words = say("What came in has {count} lines.", count=len(references_in(text)))
    strip.tell(Notice(words, "info", does, accept))

"""Links of a list on the clipboard, a line each, and the words that tell of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.defang import defang
from uriinspector.gui.accessibility.announcements import shown_copy
from uriinspector.gui.editor.clipboard_text import to_clipboard
from uriinspector.gui.text.translation import number, say

if TYPE_CHECKING:
    from collections.abc import Iterable


def copy_links_defanged(links: Iterable[str]) -> str:
    """Copy them so that no program makes links of them; no words where there is none."""
    texts = [defang(each) for each in links]
    if not texts:
        return ""
    to_clipboard("\n".join(texts))
    if len(texts) > 1:
        return say("{count} links copied (defanged).", count=number(len(texts)))
    return say("Copied (defanged): {text}", text=shown_copy(texts[0]))


def copy_links_exact(links: Iterable[str]) -> str:
    """Copy them as they are; no words where there is none."""
    texts = list(links)
    if not texts:
        return ""
    to_clipboard("\n".join(texts))
    return say("Copied unchanged: it can become a clickable link where you paste it.")

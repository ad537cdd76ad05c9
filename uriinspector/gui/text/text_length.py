"""How long a text is, in words, where several of them are in sight."""

from __future__ import annotations

from uriinspector.gui.text.translation import say, say_count


def describe_length(name: str, text: str) -> str:
    """The name of a text and its length; nothing of an empty one."""
    if not text:
        return ""
    length = say_count(len(text), "1 character", "{count} characters")
    return say("{name}: {length}", name=name, length=length)

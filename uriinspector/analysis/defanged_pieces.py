"""The defanged form beside the text that it is made of, character by character.

What is drawn on a text is drawn on its defanged form by it: ``pieces(text)[i]`` is what stands for
character ``i``, and all of them together are ``defang(text)``.
"""

from __future__ import annotations

from uriinspector.analysis.defang import defang


def pieces(text: str) -> list[str]:
    """What each character becomes.

    A mark puts brackets around what it marks and "x" for "t", and changes nothing else: what is a
    bracket in the one and not in the other belongs to the character behind it, or before it.
    """
    changed = defang(text)
    found: list[str] = []
    at = 0
    for char in text:
        while changed[at] == "]" != char:  # closes the mark around the character before
            found[-1] += "]"
            at += 1
        size = _size(changed, at, char)
        found.append(changed[at : at + size])
        at += size
    if found:
        found[-1] += changed[at:]
    return found


def _size(changed: str, at: int, char: str) -> int:
    if changed[at] == char:
        return 1
    if changed[at] != "[":
        return 1  # the "x" of "hxxp"
    return 3 if changed.startswith(f"{char}]", at + 1) else 2

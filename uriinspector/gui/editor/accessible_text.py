"""The reference spelled out for who cannot see it: part by part, what is hidden by its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.annotated import annotated
from uriinspector.gui.editor.code_units import is_chip
from uriinspector.gui.editor.look import look_of
from uriinspector.gui.editor.spoken_text import in_brackets
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.analysis.annotated import Annotated
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.editor.look import Look

# Nobody listens to more of one part than this.
MOST = 400


def look_and_description(inspection: Inspection) -> tuple[Look, str]:
    """How an inspected text is drawn, and what is said of it."""
    result = annotated(inspection)
    return look_of(result), accessible_text(result)


def accessible_text(annotated: Annotated) -> str:
    """Say the parts in order, each with its label."""
    text = []
    for start, end, part, label in annotated.stretches:
        if part:
            text.append(f"{say(label)}: {_spoken(annotated.text, start, end)}")
    return "; ".join(text)


def _spoken(text: str, start: int, end: int) -> str:
    run = "".join(_character(each) for each in text[start : min(end, start + MOST)])
    left_out = end - start - MOST
    if left_out > 0:
        run += " " + say("and {count} more characters", count=left_out)
    return run


def _character(character: str) -> str:
    return in_brackets(character) if is_chip(character) else character

"""Parsing: a text and an edition make a reference.  It never fails; it never changes the text."""

from __future__ import annotations

from uriinspector.core.editions.table import edition_named
from uriinspector.core.misuse import not_text
from uriinspector.core.reference import Reference


def parse(text: str, *, edition: str = "2005") -> Reference:
    """The text as that edition reads it."""
    if not isinstance(text, str):
        raise not_text("text", text)
    rules = edition_named(edition)
    return Reference(text, rules, rules.read(text))

"""Helpers for tests of schemes: the dossier of a text, and shortcuts to its fields."""

import uriinspector
from uriinspector.core.schemes.dossier import Dossier
from uriinspector.core.schemes.lookup import describe


def dossier(text: str, edition: str = "1994") -> Dossier:
    """Return the dossier of a text, and check the spans of its fields."""
    found = describe(uriinspector.parse(text, edition=edition))
    assert found is not None
    for field in found.fields:
        if field.span:
            assert field.text == field.span.of(text), field
    return found


def values(found: Dossier) -> dict[str, str | None]:
    """Return the fields by name; None for absent ones."""
    return {field.name: field.value for field in found.fields}


def meanings(found: Dossier) -> dict[str, str]:
    """Return the meaning of each field."""
    return {field.name: field.meaning for field in found.fields}


def actions(found: Dossier, variant: str = "") -> list[str]:
    """Return the actions of a variant in order."""
    return [f"{each.verb} {each.text}" for each in found.actions if each.variant == variant]


def notes(found: Dossier) -> dict[str, str]:
    """Return the codes of the notes with their levels."""
    return {note.code: note.level for note in found.notes}


def faults(text: str, edition: str = "1994") -> list[tuple[str, str]]:
    """Return the violated rules with their text, which is "" if something is missing."""
    violations = dossier(text, edition).violations
    assert all(each.cites and each.message and each.expected for each in violations)
    return [(each.rule, text[each.start : each.end]) for each in violations]


def inner(found: Dossier) -> list[tuple[str, str]]:
    """Return the nested references with their way of nesting."""
    return [(each.via, each.text) for each in found.inner]

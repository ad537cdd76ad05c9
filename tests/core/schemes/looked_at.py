"""What the tests of the schemes share: a text's dossier, and short ways to look at it."""

import uriinspector
from uriinspector.core.schemes.dossier import Dossier
from uriinspector.core.schemes.lookup import describe


def dossier(text: str, edition: str = "1994") -> Dossier:
    """What the scheme says about the text."""
    found = describe(uriinspector.parse(text, edition=edition))
    assert found is not None
    for field in found.fields:
        if field.span:
            assert field.text == field.span.of(text), field
    return found


def values(found: Dossier) -> dict[str, str | None]:
    """The fields by name; None for those that are not present."""
    return {field.name: field.value for field in found.fields}


def meanings(found: Dossier) -> dict[str, str]:
    """What each field is for."""
    return {field.name: field.meaning for field in found.fields}


def actions(found: Dossier, variant: str = "") -> list[str]:
    """What would be done, in order."""
    return [f"{each.verb} {each.text}" for each in found.actions if each.variant == variant]


def notes(found: Dossier) -> dict[str, str]:
    """The codes of the notes with their levels."""
    return {note.code: note.level for note in found.notes}


def faults(text: str, edition: str = "1994") -> list[tuple[str, str]]:
    """The rules that are not met, each with the run that does not meet it ("" for what lacks)."""
    violations = dossier(text, edition).violations
    assert all(each.cites and each.message and each.expected for each in violations)
    return [(each.rule, text[each.start : each.end]) for each in violations]


def inner(found: Dossier) -> list[tuple[str, str]]:
    """What is nested, and by which way."""
    return [(each.via, each.text) for each in found.inner]

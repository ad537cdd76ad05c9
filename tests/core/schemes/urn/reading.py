"""Helpers to get the dossier of a URN and to examine its parts."""

from uriinspector import parse
from uriinspector.core.schemes.dossier import Choice, Dossier, Field
from uriinspector.core.schemes.lookup import describe

EDITIONS = ("rfc2141", "draft2012", "rfc8141")


def dossier(text: str, urn_edition: str = "rfc8141", edition: str = "2005") -> Dossier:
    """Return the dossier of a text that has a scheme."""
    found = describe(parse(text, edition=edition), Choice(urn_edition))
    assert found is not None
    return found


def faults(text: str, urn_edition: str) -> list[tuple[int, int, str]]:
    """Return the span and the rule of each violation."""
    return [(each.start, each.end, each.rule) for each in dossier(text, urn_edition).violations]


def field(name: str, text: str, urn_edition: str = "rfc8141") -> Field:
    """Return the only field of that name."""
    (found,) = [each for each in dossier(text, urn_edition).fields if each.name == name]
    return found


def texts(text: str, urn_edition: str = "rfc8141") -> dict[str, str | None]:
    """Return the texts of the fields, except the tag "urn:"."""
    fields = dossier(text, urn_edition).fields
    return {each.name: each.text for each in fields if each.name != "urn"}


def notes(text: str, urn_edition: str = "rfc8141") -> dict[str, tuple[int, int] | None]:
    """Return the spans of the notes by code, except of the note that a URN is only a name."""
    found = dossier(text, urn_edition).notes
    return {each.code: each.span for each in found if each.code != "names-only"}

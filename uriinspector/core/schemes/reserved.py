"""Names that RFC 1738 section 4 keeps for later: it says what for, and gives them no syntax."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.ascii import lowered
from uriinspector.core.message import message
from uriinspector.core.model import Part
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, Scheme
from uriinspector.core.schemes.specific import generic_faults, option_notes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

# Name: what it was kept for, danger, port, what was made of it later.
NAMES: dict[str, tuple[str, str, int | None, str]] = {
    "afs": ("a file on the Andrew file system (AFS)", "local", None, ""),
    "nfs": ("a file on a network file system (NFS)", "fetches", 2049, "RFC 2224"),
    "mailserver": ("data that an email server sends on request", "mail", None, ""),
    "z39.50": ("a Z39.50 service", "fetches", 210, "RFC 2056"),
    "z39.50r": ("a record on a Z39.50 server", "fetches", 210, "RFC 2056"),
    "z39.50s": ("a session with a Z39.50 server", "fetches", 210, "RFC 2056"),
}
MEANINGS = {
    Part.USERINFO: "login data",
    Part.HOST: "the named computer",
    Part.PORT: "the named port",
    Part.PATH: "the named item",
    Part.QUERY: "the text after the question mark",
    Part.FRAGMENT: "a place inside the named item",
}


def describe(reference: Reference, _: Choice) -> Dossier:
    """What the name was kept for, and the generic view."""
    scheme = lowered(reference.scheme or "")
    title, danger, port, later = NAMES[scheme]
    explanation = "RFC 1738 reserves the name but defines no syntax; the generic syntax applies"
    if later:
        explanation = message(explanation + "; {later} defines one", later=later)
    cites = ("RFC 1738 4", *([later] if later else []))
    return Dossier(
        scheme=scheme,
        title=title,
        cites=cites,
        danger=danger,
        default_port=port,
        fields=tuple(generic_fields(reference)),
        actions=(Action("open", "the app registered for it"),),
        violations=generic_faults(reference),
        notes=(Note("reserved", "info", explanation, None, cites), *option_notes(reference)),
    )


def generic_fields(
    reference: Reference, meanings: dict[Part, str] | None = None
) -> Iterator[Field]:
    """The parts that are there, by the names of the generic syntax."""
    values = MEANINGS | (meanings or {})
    for part, meaning in values.items():
        span = reference.span(part)
        if span and (span.start < span.end or part is not Part.PATH):
            yield Field.present(reference.text, part.value, *span, meaning)


NAMED = tuple(Scheme((name,), describe, row[1], row[2]) for name, row in NAMES.items())

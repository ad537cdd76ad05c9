"""jar: an entry of an archive that another reference names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import Span, Violation
from uriinspector.core.schemes.dossier import (
    ABSOLUTE,
    Action,
    Choice,
    Dossier,
    Field,
    Note,
    Scheme,
    inner_if_absolute,
    missing,
    part_of,
    visible,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.reference import Reference

CITE = "java.net.JarURLConnection"
MARK = "!/"


def describe(reference: Reference, _: Choice) -> Dossier:
    """Which archive, and what of it."""
    text, (start, end) = reference.text, part_of(reference)
    at = text.rfind(MARK, start, end)
    outer = Span(start, at if at >= 0 else end)
    entry = Span(at + 2, end) if at >= 0 else None
    return Dossier(
        scheme="jar",
        title="an entry in an archive",
        cites=(CITE,),
        danger="fetches",
        fields=tuple(_fields(text, outer, entry)),
        actions=(
            Action("fetch", visible(outer.of(text)), "the whole archive"),
            Action("unpack", visible(entry.of(text)) if entry else "", "and use its content"),
        ),
        violations=tuple(_violations(text, outer, entry)),
        notes=tuple(_notes(text, outer)),
        inner=tuple(inner_if_absolute(text, outer, "jar")),
    )


def _fields(text: str, outer: Span, entry: Span | None) -> Iterator[Field]:
    yield Field.present(text, "archive", *outer, "the reference to the archive")
    if entry:
        meaning = "the entry" if entry.start < entry.end else "the whole archive"
        yield Field.present(text, "entry", *entry, meaning)
    else:
        yield Field.absent("entry", "no entry is named")


def _violations(text: str, outer: Span, entry: Span | None) -> Iterator[Violation]:
    if not ABSOLUTE.match(text, *outer):
        explanation = "the archive needs an absolute reference"
        yield missing(outer.start, "jar", 'a scheme and ":"', explanation, CITE)
    if entry is None:
        explanation = '"!/" separates the archive from the entry'
        yield missing(outer.end, "jar", '"!/"', explanation, CITE)


def _notes(text: str, outer: Span) -> Iterator[Note]:
    at = text.find(MARK, *outer)
    if at >= 0:
        explanation = 'an archive in an archive: programs disagree about which "!/" counts'
        yield Note("twice-packed", "unusual", explanation, Span(at, at + 2), (CITE,))


SCHEME = Scheme(("jar",), describe, "fetches", nests=True)

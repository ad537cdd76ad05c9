"""The dossier of a URN."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span, Violation
from uriinspector.core.production import TRIPLET
from uriinspector.core.schemes.dossier import Action, Choice, Dossier, Field, Note, in_order
from uriinspector.core.schemes.urn.equivalence import canonical
from uriinspector.core.schemes.urn.faults import faults
from uriinspector.core.schemes.urn.fields import fields
from uriinspector.core.schemes.urn.name import Name, read_name
from uriinspector.core.schemes.urn.namespaces.table import namespace_of
from uriinspector.core.schemes.urn.notes import notes
from uriinspector.core.utf8 import sequences

if TYPE_CHECKING:
    import re

    from uriinspector.core.reference import Reference

CITES = {
    "rfc2141": ("RFC 2141 2",),
    "draft2012": ("rfc2141bis-urn-03 2",),
    "rfc8141": ("RFC 8141 2",),
}


def describe(reference: Reference, choice: Choice) -> Dossier:
    """What is named, in which namespace, and what stands after the name."""
    name = name_in(reference, choice.urn_edition)
    violations = violations_of(name)
    own_fields, own_notes = _inside(name)
    normal = None if violations else canonical(name)
    return Dossier(
        scheme="urn",
        title="a name (URN)",
        cites=CITES[choice.urn_edition],
        danger="names",
        fields=(*fields(name), *own_fields),
        actions=(
            Action(
                "nothing", "", "a resolver can look up what the URN names; no lookup is required"
            ),
        ),
        violations=violations,
        notes=(*notes(name), *own_notes),
        normal=normal,
        display=None if normal is None else readable(normal),
    )


def name_in(reference: Reference, urn_edition: str) -> Name:
    """From the scheme to the end, wherever the generic syntax cuts it."""
    scheme = reference.span(Part.SCHEME) or Span(0, 0)
    return read_name(reference.text, scheme.start, reference.spans[0][1], urn_edition)


def violations_of(name: Name) -> tuple[Violation, ...]:
    """Every place where the grammar of the name's edition is not met, in the order of the text."""
    return in_order(faults(name))


def _inside(name: Name) -> tuple[list[Field], list[Note]]:
    """What the namespace itself sees in the name."""
    known = namespace_of(name.nid.of(name.text))
    visited = list(known.look(name.text, name.nss)) if known and name.nss else []
    return (
        [each for each in visited if isinstance(each, Field)],
        [each for each in visited if isinstance(each, Note)],
    )


RUN = expression(f"(?:{TRIPLET})++")
READABLE = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd", "Nl", "No"})
# Letters and marks that show nothing.
INVISIBLE = expression(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def readable(text: str) -> str:
    """Escapes that are UTF-8 for a letter, mark or digit outside of ASCII become that character.

    An escape in ASCII stays: taken off, it could mean something else to its namespace.
    """
    return RUN.sub(_plain, text)


def _plain(run: re.Match[str]) -> str:
    data = bytes.fromhex(run[0].replace("%", ""))
    pieces = []
    for each in sequences(data):
        char = each.char or ""
        shown = each.form == "utf-8" and unicodedata.category(char) in READABLE
        if shown and not INVISIBLE.match(char):
            pieces.append(char)
        else:
            pieces.append(run[0][3 * each.start : 3 * each.end])
    return "".join(pieces)

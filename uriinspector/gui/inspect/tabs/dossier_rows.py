"""What a scheme says, row by row: fields, what a client would do, remarks.  No Qt here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from uriinspector.core.model import Span, Violation
from uriinspector.gui.inspect.tabs.reader_rows import section
from uriinspector.gui.text.pieces import Kind, Pieces, ours, outside
from uriinspector.gui.text.translation import say

if TYPE_CHECKING:
    from uriinspector.core.schemes.dossier import Action, Dossier, Field, Inner, Note

LEVELS = {"info": Kind.PLAIN, "unusual": Kind.DIFFERS, "danger": Kind.FAULT}


@dataclass(frozen=True, slots=True)
class DossierRow:
    """One thing that is said; ``exact`` is what can be copied of it, ``cite`` what it rests on."""

    name: Pieces
    text: Pieces = ()
    meaning: Pieces = ()
    span: Span | None = None
    exact: str | None = None
    cite: str = ""
    is_heading: bool = False


def dossier_rows(dossier: Dossier) -> Iterator[DossierRow]:
    """All that a scheme says, each kind under its heading, as it is asked for."""
    remarks = chain(map(_note, dossier.notes), map(_fault, dossier.violations))
    yield from _under(say("Notes"), remarks)
    yield from _under(say("Components"), map(_field, dossier.fields))
    yield from _under(say("What an app would do; nothing is done here"), _actions(dossier))
    yield from _under(say("Nested links"), map(_inner, dossier.inner))
    others = chain(_content(dossier), _forms(dossier))
    yield from _under(say("Other forms"), others)


def _under(words: str, rows: Iterable[DossierRow]) -> Iterator[DossierRow]:
    """A heading, where there is anything under it."""
    for number, each in enumerate(rows):
        if not number:
            yield DossierRow(ours(words, Kind.STRONG), is_heading=True)
        yield each


def _field(field: Field) -> DossierRow:
    name, meaning = ours(say(field.name)), ours(say(field.meaning))
    if field.value is None:
        return DossierRow(name, ours(say("not present"), Kind.MUTED), meaning)
    value = outside(field.value) or ours(say("empty"), Kind.MUTED)
    return DossierRow(name, value, meaning, field.span, field.value)


def _actions(dossier: Dossier) -> Iterator[DossierRow]:
    variant = ""
    for each in dossier.actions:
        if each.variant != variant:
            variant = each.variant
            yield DossierRow(ours(say(variant), Kind.MUTED), is_heading=True)
        yield _action(each)


def _action(action: Action) -> DossierRow:
    shown = outside(action.text) or ours("–", Kind.MUTED)
    return DossierRow(
        ours(say(action.verb)), shown, ours(say(action.note)), None, action.text or None
    )


def _note(note: Note) -> DossierRow:
    kind = LEVELS.get(note.level, Kind.PLAIN)
    cite = note.cites[0] if note.cites else ""
    clause = ours(f" ({section(cite)})", Kind.MUTED) if cite else ()
    words = (*outside(say(note.message)), *clause)
    return DossierRow(ours(say(note.level), kind), (), words, note.span, cite=cite)


def _fault(fault: Violation) -> DossierRow:
    cite = fault.cites[0] if fault.cites else ""
    words = say(
        "{told}; expected: {expected}", told=say(fault.message), expected=say(fault.expected)
    )
    meaning = outside(f"{words} ({section(cite)})" if cite else words)
    name = ours(say("does not match the scheme's grammar"), Kind.DIFFERS)
    return DossierRow(name, outside(fault.rule), meaning, Span(fault.start, fault.end), cite=cite)


def _forms(dossier: Dossier) -> Iterator[DossierRow]:
    for words, meaning, form in (
        (say("normal form"), say("by the rules of the scheme"), dossier.normal),
        (say("easier to read"), say("for reading only"), dossier.display),
    ):
        if form is not None:
            yield DossierRow(ours(words), outside(form), ours(meaning), None, form)


def _content(dossier: Dossier) -> Iterator[DossierRow]:
    content = dossier.content
    if content is not None:
        text = content.get("text")
        words = say(
            "{kind}, {nature}, {size} bytes",
            kind=content.get("media_type"),
            nature=content.get("nature"),
            size=content.get("size"),
        )
        shown = ours(say("no text"), Kind.MUTED) if text is None else outside(text)
        yield DossierRow(ours(say("content")), shown, outside(words), None, text)


def _inner(inner: Inner) -> DossierRow:
    return DossierRow(outside(inner.via), outside(inner.text), (), inner.span, inner.text)

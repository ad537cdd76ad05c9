"""What a scheme reports about a reference, and the parts after its colon.

Everything here is text.  Nothing is ever sent, opened or looked up.

Shared by schemes that have a syntax of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import (
    Json,
    JsonFields,
    NamedTuple,
    Part,
    Pieces,
    Span,
    Violation,
    message,
)
from uriinspector.core.percent import decoded, octets_of, shown
from uriinspector.core.reference import Reference

# For each note: its level, its message, its clauses.
NOTES: NoteRows = {
    "option": (
        "danger",
        "{part} begins with a hyphen: a program can treat it as a command-line option",
        (),
    ),
    "share": ("danger", "names a Windows share on {found}; opening it can send credentials", ()),
}


@dataclass(frozen=True, slots=True)
class Field(JsonFields):
    """One field of the scheme's own: where it stands, what it stands for, what it is for.

    ``span`` and ``text`` are None where it is not present; ``value`` is the text without escapes.
    """

    name: str
    span: Span | None
    text: str | None
    value: str | None
    meaning: str

    @classmethod
    def of(cls, text: str, name: str, span: Span | None, meaning: str, without: str = "") -> Field:
        """A field, maybe empty; without a span, what that means."""
        if span is None:
            return cls.absent(name, without)
        return cls(name, span, span.of(text), decoded(span.of(text)), meaning)

    @classmethod
    def absent(cls, name: str, meaning: str) -> Field:
        """A field that is not there, and what that means."""
        return cls(name, None, None, None, meaning)


@dataclass(frozen=True, slots=True)
class Action(JsonFields):
    """One thing that a client would do: connect, send, ask, open, run, show, nothing.

    ``text`` shows octets escaped (``\\r\\n``).  Actions of one ``variant`` belong together and
    stand beside those of the others; "" is the reading of the chosen edition.
    """

    verb: str
    text: str
    note: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Note(JsonFields):
    """Something unusual or dangerous; ``level`` is "info", "unusual" or "danger"."""

    code: str
    level: str
    message: str
    span: Span | None = None
    cites: tuple[str, ...] = ()


# Notes by their code: the level, the message, the clauses.
NoteRows: TypeAlias = Mapping[str, tuple[str, str, tuple[str, ...]]]


def noted(rows: NoteRows, code: str, span: Span | None = None, **args: object) -> Note:
    """Return the note with a code, about a span or about the whole reference."""
    level, template, cites = rows[code]
    return Note(code, level, message(template, **args) if args else template, span, cites)


@dataclass(frozen=True, slots=True)
class Inner(JsonFields):
    """A reference that this one has inside; ``start`` and ``end`` as it is written."""

    span: Span
    via: str
    text: str


class Dossier(NamedTuple):
    """All that a scheme says; ``valid`` is about its syntax only."""

    scheme: str
    title: str
    cites: tuple[str, ...]
    known: bool = True
    danger: str = "none"
    default_port: int | None = None
    fields: tuple[Field, ...] = ()
    actions: tuple[Action, ...] = ()
    violations: tuple[Violation, ...] = ()
    notes: tuple[Note, ...] = ()
    inner: tuple[Inner, ...] = ()
    # The scheme's own normal form, and one that is easier to read, where it has them.
    normal: str | None = None
    display: str | None = None
    # What a data: reference carries, by its own names.
    content: Json | None = None

    @property
    def valid(self) -> bool:
        """Whether the scheme's own grammar is met."""
        return not self.violations

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "scheme": self.scheme,
            "title": self.title,
            "known": self.known,
            "danger": self.danger,
            "default_port": self.default_port,
            "valid": self.valid,
            "fields": [each.to_dict() for each in self.fields],
            "actions": [each.to_dict() for each in self.actions],
            "violations": [each.to_dict() for each in self.violations],
            "notes": [each.to_dict() for each in self.notes],
            "inner": [each.to_dict() for each in self.inner],
            "normal": self.normal,
            "display": self.display,
            "cites": list(self.cites),
            "content": self.content,
        }


def in_order(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """As they stand in the text: they are found part by part, and by one grammar after another."""
    return tuple(sorted(violations, key=lambda each: (each.start, each.end)))


class Choice(NamedTuple):
    """What the reader has chosen beside the edition."""

    urn_edition: str = "rfc8141"


DEFAULT = Choice()


# What is remarked on a reference, kind by kind in order; a dict has fields of the dossier that
# differ from the row of the scheme.
Remarks: TypeAlias = "Iterator[Field | Action | Violation | Note | Inner | Json]"


class Scheme(NamedTuple):
    """A row of the table of schemes: its names, and what it adds to the generic syntax.

    ``danger`` is the class of what following such a reference does: "fetches", "names", "local",
    "mail", "calls", "content", "code", "program".
    """

    names: tuple[str, ...]
    title: str
    cites: tuple[str, ...]
    danger: str
    remarks: Callable[[Reference, Choice], Remarks]
    port: int | None = None
    # RFC 3986 6.2.3: the scheme's own rules for a normal form.
    normal: Callable[[Pieces], Pieces] | None = None
    # The same where it depends on what the reader has chosen, and the clauses that either rests on.
    chosen: Callable[[Pieces, Choice], Pieces] | None = None
    clauses: Callable[[Choice], tuple[str, ...]] = lambda _: ()
    # Whether an escape is compared as it stands (urn).
    escapes_count: bool = False
    # Whether what follows "//" is a command or a name of the program's own, and no host.
    commands: bool = False
    # Whether another reference can stand inside; if not, a dossier's ``inner`` is empty.
    nests: bool = False

    def describe(self, reference: Reference, choice: Choice) -> Dossier:
        """Gather the remarks on a reference."""
        by_kind: dict[type, list[Any]] = {}
        for each in self.remarks(reference, choice):
            by_kind.setdefault(type(each), []).append(each)
        dossier = Dossier(
            scheme=lowered(reference.scheme or ""),
            title=self.title,
            cites=self.cites,
            danger=self.danger,
            default_port=self.port,
            fields=tuple(by_kind.get(Field, ())),
            actions=tuple(by_kind.get(Action, ())),
            violations=in_order(by_kind.get(Violation, ())),
            notes=tuple(by_kind.get(Note, ())),
            inner=tuple(by_kind.get(Inner, ())),
        )
        for differing in by_kind.get(dict, ()):
            dossier = dossier._replace(**differing)
        return dossier


def always(*cites: str) -> Callable[[Choice], tuple[str, ...]]:
    """The same clauses whatever is chosen."""
    return lambda _: cites


REFERENCE = expression(r"[A-Za-z][A-Za-z0-9+.\-]*+:|//|\\\\")
ABSOLUTE = expression(r"[A-Za-z][A-Za-z0-9+.\-]*+:")
HYPHEN = expression("-|%2[Dd]")
BACKSLASHES = expression(r"(?:\\|%5[Cc]){2}+((?:(?!%5[Cc])[^\\/|&;#,]|(?!))++)")


class ParameterPair(NamedTuple):
    """A name and, where there is a "=", its value."""

    name: Span
    value: Span | None


def part_of(reference: Reference) -> Span:
    """All after the scheme's colon but the fragment."""
    spans = reference.spans
    return Span(spans[1][1] + 1, max(spans[6][1], spans[7][1]))


def whole_of(reference: Reference) -> Span:
    """All after the scheme's colon, with the fragment."""
    spans = reference.spans
    return Span(spans[1][1] + 1, spans[0][1])


def generic_faults(reference: Reference) -> tuple[Violation, ...]:
    """What the edition's generic syntax finds; that 1994 knows no fragment is not the scheme's."""
    return tuple(each for each in reference.violations if each.rule != "url")


def cut(text: str, span: Span, mark: str) -> Iterator[Span]:
    """The runs between the marks; one run where there is no mark."""
    start, end = span
    while (at := text.find(mark, start, end)) >= 0:
        yield Span(start, at)
        start = at + len(mark)
    yield Span(start, end)


def visible(text: str) -> str:
    """The text without escapes, for a sentence: nothing in it can hide or reorder."""
    return shown(octets_of(text))


def pair(text: str, span: Span) -> ParameterPair:
    """The first "=" parts name and value."""
    equals = text.find("=", *span)
    if equals < 0:
        return ParameterPair(span, None)
    return ParameterPair(Span(span.start, equals), Span(equals + 1, span.end))


def pairs(text: str, span: Span | None, mark: str = "&") -> Iterator[ParameterPair]:
    """Names with their values; an empty run is none."""
    if span is None:
        return
    for run in cut(text, span, mark):
        if run.start < run.end:
            yield pair(text, run)


def pair_fields(
    text: str, pairs: Iterator[ParameterPair], meanings: dict[str, str]
) -> Iterator[Field]:
    """A field for each pair: its value, or an empty one at its end."""
    for name, value in pairs:
        called = decoded(name.of(text))
        span = value or Span(name.end, name.end)
        yield Field.of(text, called, span, meanings.get(called.lower(), "a parameter"))


def inner_of(text: str, span: Span | None, via: str) -> Iterator[Inner]:
    """What stands there is a reference, whatever it looks like; an empty one is none."""
    if span is not None and span.start < span.end:
        yield Inner(span, via, decoded(span.of(text)))


def inner_if(text: str, span: Span | None, via: str) -> Iterator[Inner]:
    """What stands there may be a reference: it is one if it begins like one."""
    if span is not None and REFERENCE.match(decoded(span.of(text))):
        yield from inner_of(text, span, via)


def inner_if_absolute(text: str, span: Span | None, via: str) -> Iterator[Inner]:
    """What stands there has to have a scheme of its own, and is no reference without one."""
    if span is not None and ABSOLUTE.match(decoded(span.of(text))):
        yield from inner_of(text, span, via)


def missing(at: int, rule: str, expected: str, text: str, cite: str) -> Violation:
    """Something that should stand here."""
    return Violation(at, at, rule, expected, text, (cite,))


def option_notes(reference: Reference) -> Iterator[Note]:
    """A user or host that begins with a hyphen: a program that is started with it obeys it."""
    for part in (Part.USERINFO, Part.HOST):
        span = reference.span(part)
        if span and HYPHEN.match(reference.text, *span):
            yield noted(NOTES, "option", span, part=message(part.value))


def share_notes(text: str, span: Span) -> Iterator[Note]:
    """The first Windows share that is named inside."""
    match = BACKSLASHES.search(text, *span)
    if match:
        yield noted(NOTES, "share", Span(*match.span()), found=visible(match[1]))

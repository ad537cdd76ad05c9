"""The description of a reference by its scheme, and functions that several schemes share.

Everything here works on text: nothing is ever sent, opened or looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from re import Pattern
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
    json_of,
    message,
)
from uriinspector.core.percent import decoded, octets_of, shown
from uriinspector.core.reference import Reference, cut

# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "option": (
        "danger",
        "{part} begins with a hyphen: a program can treat it as a command-line option",
        (),
    ),
    "share": ("danger", "names a Windows share on {found}; opening it can send credentials", ()),
}


class Field(NamedTuple):
    """A field that the scheme defines: its name, its position and its meaning.

    A field without a span is absent; its meaning is then ``without``, unless that is empty.
    ``value`` is the decoded text. ``read`` adds the text and value from the span.
    """

    name: str
    span: Span | None
    meaning: str
    without: str = ""
    value: str | None = None
    text: str | None = None

    def read(self, text: str) -> Field:
        """Return the field with its text and value or, without a span, the
        meaning of its absence.
        """
        if self.span is None:
            return self._replace(meaning=self.without or self.meaning)
        written = self.span.of(text)
        return self._replace(
            text=written, value=decoded(written) if self.value is None else self.value
        )

    def to_dict(self) -> Json:
        return json_of(self, "name span text value meaning")


@dataclass(frozen=True, slots=True)
class Action(JsonFields):
    """What a client does: connect, send, ask, open, run, show or nothing.

    In ``text``, non-printable bytes are escaped. Actions with the same ``variant`` belong together,
    as an alternative to those of other variants; "" stands for the chosen edition.
    """

    verb: str
    text: str
    note: str = ""
    variant: str = ""


@dataclass(frozen=True, slots=True)
class Note(JsonFields):
    """A remark on something unusual or dangerous; ``level`` is "info", "unusual" or "danger"."""

    code: str
    level: str
    message: str
    span: Span | None = None
    cites: tuple[str, ...] = ()


# Notes by code: the level, the message, the clauses.
NoteRows: TypeAlias = Mapping[str, tuple[str, str, tuple[str, ...]]]


def noted(
    rows: NoteRows, code: str, span: Span | None = None, cites: tuple[str, ...] = (), **args: object
) -> Note:
    """Return the note with a code, about a span or about the whole reference.

    ``cites`` are the clauses to use if the row lists none. In a code, a colon precedes the name of
    a variant, which is left out of the note.
    """
    level, template, own = rows[code]
    return Note(
        code.partition(":")[0],
        level,
        message(template, **args) if args else template,
        span,
        own or cites,
    )


@dataclass(frozen=True, slots=True)
class Inner(JsonFields):
    """A reference inside this one; ``span`` is its position in the text as written."""

    span: Span
    via: str
    text: str


class Dossier(NamedTuple):
    """The description of a reference by its scheme; ``valid`` is about its syntax only."""

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
    # The scheme's normal form, and a more readable form, if it defines them.
    normal: str | None = None
    display: str | None = None
    # The content of a data: reference, as JSON.
    content: Json | None = None

    @property
    def valid(self) -> bool:
        """True if the reference matches the scheme's grammar."""
        return not self.violations

    def to_dict(self) -> Json:
        return json_of(
            self,
            "scheme title known danger default_port valid fields actions violations notes inner"
            " normal display cites content",
        )


def in_order(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """Sort violations by position, because several grammars find them part by part."""
    return tuple(sorted(violations, key=lambda each: (each.start, each.end)))


class Choice(NamedTuple):
    """The user's options in addition to the edition."""

    urn_edition: str = "rfc8141"


DEFAULT = Choice()


# The items that describing functions yield for a dossier, each kind in order. A dict sets other
# fields of the dossier directly.
Remarks: TypeAlias = "Iterator[Field | Action | Violation | Note | Inner | Json]"


class Scheme(NamedTuple):
    """A row of the table of schemes: its names, and what it adds to the generic syntax.

    ``danger`` classifies what following such a link does: "fetches", "names", "local", "mail",
    "calls", "content", "code", "program".
    """

    names: tuple[str, ...]
    title: str
    cites: tuple[str, ...]
    danger: str
    remarks: Callable[[Reference, Choice], Remarks]
    port: int | None = None
    # RFC 3986 6.2.3: the scheme's own normalization.
    normal: Callable[[Pieces], Pieces] | None = None
    # A normalization that depends on the user's options, and the clauses of ``normal`` and
    # ``chosen``.
    chosen: Callable[[Pieces, Choice], Pieces] | None = None
    clauses: Callable[[Choice], tuple[str, ...]] = lambda _: ()
    # True if percent-encoding is significant in comparisons (urn).
    escapes_count: bool = False
    # True if the text after "//" is a command or an internal name of the program, not a host.
    commands: bool = False
    # True if the link can contain another one; if False, the dossier's ``inner`` is empty.
    nests: bool = False

    def describe(self, reference: Reference, choice: Choice) -> Dossier:
        """Collect the scheme's remarks on a reference in a dossier."""
        by_kind: dict[type, list[Any]] = {}
        for each in self.remarks(reference, choice):
            by_kind.setdefault(type(each), []).append(each)
        dossier = Dossier(
            scheme=reference.scheme_name,
            title=self.title,
            cites=self.cites,
            danger=self.danger,
            default_port=self.port,
            fields=tuple(each.read(reference.text) for each in by_kind.get(Field, ())),
            actions=tuple(by_kind.get(Action, ())),
            violations=in_order(by_kind.get(Violation, ())),
            notes=tuple(by_kind.get(Note, ())),
            inner=tuple(by_kind.get(Inner, ())),
        )
        for differing in by_kind.get(dict, ()):
            dossier = dossier._replace(**differing)
        return dossier


def always(*cites: str) -> Callable[[Choice], tuple[str, ...]]:
    """Return a function that returns these clauses for any options."""
    return lambda _: cites


REFERENCE = expression(r"[A-Za-z][A-Za-z0-9+.\-]*+:|//|\\\\")
ABSOLUTE = expression(r"[A-Za-z][A-Za-z0-9+.\-]*+:")
HYPHEN = expression("-|%2[Dd]")
BACKSLASHES = expression(r"(?:\\|%5[Cc]){2}+((?:(?!%5[Cc])[^\\/|&;#,]|(?!))++)")


class ParameterPair(NamedTuple):
    """The span of a name and, after "=", that of its value."""

    name: Span
    value: Span | None

    @property
    def place(self) -> Span:
        """The span of the value, or an empty span after the name."""
        return self.value or Span(self.name.end, self.name.end)


def part_of(reference: Reference) -> Span:
    """Return the text after the scheme's colon, without the fragment."""
    spans = reference.spans
    return Span(spans[1][1] + 1, max(spans[6][1], spans[7][1]))


def whole_of(reference: Reference) -> Span:
    """Return the text after the scheme's colon, including the fragment."""
    spans = reference.spans
    return Span(spans[1][1] + 1, spans[0][1])


def generic_faults(reference: Reference) -> tuple[Violation, ...]:
    """Return the generic violations, except the one for a fragment in 1994."""
    return tuple(each for each in reference.violations if each.rule != "url")


def server_faults(
    reference: Reference, rule: str, text: str, cite: str, empty_cite: str
) -> Iterator[Violation]:
    """Check that there is a non-empty host."""
    host = reference.span(Part.HOST)
    if reference.authority is None:
        yield missing(part_of(reference).start, rule, '"//" and a host', text, cite)
    elif host and host.is_empty:
        yield missing(host.start, rule, "a host", "the host is empty", empty_cite)


def visible(text: str) -> str:
    """Return decoded text for a sentence, escaping characters that are invisible or reorder it."""
    return shown(octets_of(text))


def pair(text: str, span: Span) -> ParameterPair:
    """Split a name and its value at the first "="."""
    equals = text.find("=", *span)
    if equals < 0:
        return ParameterPair(span, None)
    return ParameterPair(Span(span.start, equals), Span(equals + 1, span.end))


def pairs(text: str, span: Span | None, mark: str = "&") -> Iterator[ParameterPair]:
    """Yield names with their values, skipping empty pieces."""
    for run in cut(text, span, mark):
        if not run.is_empty:
            yield pair(text, run)


def pair_fields(
    text: str,
    pairs: Iterable[ParameterPair],
    meanings: Mapping[str, str],
    other: str = "a parameter",
) -> Iterator[Field]:
    """Yield a field for each pair; its span is empty if there is no value."""
    for each in pairs:
        called = decoded(each.name.of(text))
        yield Field(called, each.place, meanings.get(lowered(called), other))


def inner_of(text: str, span: Span | None, via: str) -> Iterator[Inner]:
    """Yield the text as an inner reference, unless it is empty."""
    if span is not None and not span.is_empty:
        yield Inner(span, via, decoded(span.of(text)))


def inner_if(
    text: str, span: Span | None, via: str, beginning: Pattern[str] = REFERENCE
) -> Iterator[Inner]:
    """Yield the text as an inner reference if it begins like a reference."""
    if span is not None and beginning.match(decoded(span.of(text))):
        yield from inner_of(text, span, via)


def missing(at: int, rule: str, expected: str, text: str, cite: str) -> Violation:
    return Violation(at, at, rule, expected, text, (cite,))


def option_notes(reference: Reference) -> Iterator[Note]:
    """Warn about a user or host with a leading hyphen, which programs may treat as an option."""
    for part in (Part.USERINFO, Part.HOST):
        span = reference.span(part)
        if span and HYPHEN.match(reference.text, *span):
            yield noted(NOTES, "option", span, part=message(part.value))


def share_notes(text: str, span: Span) -> Iterator[Note]:
    """Warn about the first Windows share in a text."""
    match = BACKSLASHES.search(text, *span)
    if match:
        yield noted(NOTES, "share", Span(*match.span()), found=visible(match[1]))

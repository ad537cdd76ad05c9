"""What a scheme says about a reference: the values, and the few words to make them with.

Everything here is text.  Nothing is ever sent, opened or looked up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.decoding import decoded
from uriinspector.core.model import Json, JsonFields, Span, Violation
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from uriinspector.core.normal import Pieces
    from uriinspector.core.reference import Reference


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
    def present(cls, text: str, name: str, start: int, end: int, meaning: str) -> Field:
        """A field that is there, maybe empty."""
        run = text[start:end]
        return cls(name, Span(start, end), run, decoded(run), meaning)

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


class Scheme(NamedTuple):
    """A row of the table of schemes: its names, and what it adds to the generic syntax.

    ``danger`` is the class of what following such a reference does: "fetches", "names", "local",
    "mail", "calls", "content", "code", "program".
    """

    names: tuple[str, ...]
    describe: Callable[[Reference, Choice], Dossier]
    danger: str
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


def always(*cites: str) -> Callable[[Choice], tuple[str, ...]]:
    """The same clauses whatever is chosen."""
    return lambda _: cites

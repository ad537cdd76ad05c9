"""What a scheme says about a reference: the values, and the few words to make them with.

Everything here is text.  Nothing is ever sent, opened or looked up.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from uriinspector.core.model import Json, JsonFields, Span, Violation

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.core.normal import Pieces
    from uriinspector.core.reference import Reference

TRIPLETS = re.compile("(?:%[0-9A-Fa-f]{2})+")


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


@dataclass(frozen=True, slots=True)
class Dossier:
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


class Choice(NamedTuple):
    """What the reader has chosen beside the edition."""

    urn_edition: str = "rfc8141"


DEFAULT = Choice()


@dataclass(frozen=True, slots=True)
class Scheme:
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
    # Whether another reference can stand inside; if not, a dossier's ``inner`` is empty.
    nests: bool = False


def always(*cites: str) -> Callable[[Choice], tuple[str, ...]]:
    """The same clauses whatever is chosen."""
    return lambda _: cites


def present(text: str, name: str, start: int, end: int, meaning: str) -> Field:
    """A field that is there, maybe empty."""
    run = text[start:end]
    return Field(name, Span(start, end), run, decoded(run), meaning)


def absent(name: str, meaning: str) -> Field:
    """A field that is not there, and what that means."""
    return Field(name, None, None, None, meaning)


def octets_of(text: str) -> bytes:
    """The text with its escapes taken off, as octets; other characters as UTF-8.

    A lone surrogate has no UTF-8: U+FFFD stands for it.
    """
    pieces = []
    at = 0
    for run in TRIPLETS.finditer(text):
        pieces.append(utf8_of(text[at : run.start()]))
        pieces.append(bytes.fromhex(run[0].replace("%", "")))
        at = run.end()
    pieces.append(utf8_of(text[at:]))
    return b"".join(pieces)


def utf8_of(text: str) -> bytes:
    """The text as it is written, in UTF-8; U+FFFD for a lone surrogate."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()


def decoded(text: str) -> str:
    """The text with its escapes taken off: UTF-8 where it is that, else octet by octet."""
    if "%" not in text:
        return text
    octets = octets_of(text)
    try:
        return octets.decode()
    except UnicodeDecodeError:
        return octets.decode("latin-1")


def shown(octets: bytes) -> str:
    """Octets as a person can read them: all but printable ASCII by an escape."""
    known = {0x0D: "\\r", 0x0A: "\\n", 0x09: "\\t", 0x5C: "\\\\"}
    return "".join(
        known.get(octet) or (chr(octet) if 0x20 <= octet < 0x7F else f"\\x{octet:02x}")
        for octet in octets
    )


def line(*words: str) -> str:
    """A command line as it is sent: words with their escapes taken off, then CR LF."""
    return shown(b" ".join(octets_of(word) for word in words) + b"\r\n")

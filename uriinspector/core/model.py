"""Values that the core returns, and messages with placeholders.

A constant text is its own template. ``message`` fills the placeholders of a template and returns a
str that keeps the template (the key in the catalogs of translations) and the arguments. An argument
can be another message, which is translated as well, or ``Marked``, so that a window can format a
host or evidence without searching the finished sentence for it.

``typing.NamedTuple`` compiles the annotation of every field, though nothing needs it at run time.
There are hundreds of such classes; the window creates 150 of them before it is shown, which would
take a thirtieth of its start-up time. Type checkers see ``typing.NamedTuple`` itself.

Every position is a code point offset into the original text, and spans are half open. These are the
eight components of a reference (undefined ones have no span at all)::

    http://user@example.com:80/a/b;c?query#fragment
    |-|    |------authority---||----| |---| |------|
    scheme |--|                 path  query fragment
           userinfo
                |---------| ||
                host        port

An undefined component has no delimiter in the text; an empty one has its delimiter and nothing
after it. The two are never confused: one is ``None``, the other an empty span.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, cast

# The program's languages, each by its own name.
LANGUAGES = {"en": "English", "de": "Deutsch"}


class Message(str):
    """A template with its placeholders filled; an argument may be a message too."""

    __slots__ = ("args", "template")

    template: str
    args: Mapping[str, object]


WORD, HOST, INSTEAD, LIKE, OTHER, SERVICE, EVIDENCE = (
    *("word", "host", "instead", "like", "other", "service", "evidence"),
)


class Marked(str):
    """Outside text in a message, and its kind.

    The kinds are: a host that a link leads to, ``INSTEAD`` (a host that people might read instead),
    ``LIKE`` (a host that the link's host resembles), ``OTHER`` (where other programs go),
    ``SERVICE`` (a service on the way), and, for everything else, evidence.
    """

    __slots__ = ("kind",)

    kind: str

    def __new__(cls, text: str, kind: str) -> Marked:
        self = str.__new__(cls, text)
        self.kind = kind
        return self

    def __reduce__(self) -> tuple[type[Marked], tuple[str, str]]:
        return Marked, (str(self), self.kind)


def kind_of(value: object) -> str:
    """Return the kind of an argument, or ``WORD`` if it has none."""
    return value.kind if isinstance(value, Marked) else WORD


class CharacterName(str):
    """The Unicode name of a character, in upper or lower case, which languages may translate."""

    __slots__ = ()


class Count(int):
    """A number of things, which each language formats with its own digit separators."""

    def __format__(self, form: str) -> str:
        """Format with commas between groups of digits, unless another format is given."""
        return format(int(self), form or ",")


def message(template: str, /, **args: object) -> Message:
    """Return the English text of a template, filled with these arguments."""
    result = Message(template.format_map(args) if args else template)
    result.template = template
    result.args = args
    return result


class CountedMessage(Message):
    """A message with a number; every language has its singular and plural forms."""

    __slots__ = ("plural",)

    plural: str


def counting(count: int, one: str, many: str, /, **args: object) -> CountedMessage:
    """Return the English text for a number, which fills the placeholder {count}."""
    args["count"] = Count(count)
    result = CountedMessage((one if count == 1 else many).format_map(args))
    result.template, result.plural, result.args = one, many, args
    return result


def listed(texts: Sequence[str]) -> str:
    """Join texts with commas, leaving each to be translated separately."""
    explanation, *others = (each if isinstance(each, Message) else message(each) for each in texts)
    for each in others:
        explanation = message("{before}, {next}", before=explanation, next=each)
    return explanation


def conjoined(names: Sequence[str]) -> str:
    """Join names with commas, with "and" before the last one."""
    *front, last = names or ("",)
    if not front:
        return last
    row = listed(front) if isinstance(front[0], Message) else ", ".join(front)
    return message("{front} and {last}", front=row, last=last)


JOINED = "{before}{next}"


def joined(texts: Iterable[Message]) -> Message:
    """Join messages without a separator."""
    whole, *others = texts
    for each in others:
        whole = message(JOINED, before=whole, next=each)
    return whole


__all__ = ("NamedTuple",)
# Class attributes that are not copied to the named tuple.
OWN = frozenset({"__module__", "__annotations__", "__orig_bases__"})


class NamedTupleMaker(type):
    """A metaclass that turns a class with fields, defaults and methods into a named tuple.

    ``typing.NamedTuple`` does this too, but compiles every annotation that is a string: a link in
    the terminal takes 528 million processor instructions with it and 472 million with this class;
    importing the library and parsing a link takes 200 and 179 million (Python 3.11, cachegrind).
    """

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Make the named tuple; its fields are the annotated names."""
        fields = body.get("__annotations__", {})
        defaults = [body[field] for field in fields if field in body]
        # A cast, because type checkers expect literal field names here.
        make = cast("Any", namedtuple)
        made = make(name, fields, defaults=defaults, module=body["__module__"])
        made.__annotations__ = fields
        for key, value in body.items():
            if key not in fields and key not in OWN:
                setattr(made, key, value)
        if Generic in bases:
            made.__class_getitem__ = classmethod(GenericAlias)
        return made


if TYPE_CHECKING:
    from typing import NamedTuple
else:
    NamedTuple = type.__new__(NamedTupleMaker, "NamedTuple", (), {})

Json: TypeAlias = dict[str, Any]


def json_of(value: object, names: str) -> Json:
    """Return these attributes as JSON; a span becomes start and end.

    The key is the attribute's name unless another key is put before it: "octet=value".
    """
    record: Json = {}
    for name, attribute in _attributes(names):
        content = getattr(value, attribute)
        if name == "span":
            record["start"], record["end"] = content or (None, None)
        else:
            record[name] = _plain(content)
    return record


@cache
def _attributes(names: str) -> tuple[tuple[str, str], ...]:
    pairs = (each.partition("=") for each in names.split())
    return tuple((name, attribute or name) for name, _, attribute in pairs)


def _plain(value: Any) -> Any:
    if hasattr(value, "to_dict"):
        return value.to_dict()
    return list(map(_plain, value)) if isinstance(value, tuple) else value


class JsonFields:
    """A frozen dataclass with a JSON form: its fields in order, a span as start and end."""

    __slots__ = ()
    # JSON keys that differ from the field names.
    json_names: ClassVar[Mapping[str, str]] = {}
    __match_args__: ClassVar[tuple[str, ...]]

    def to_dict(self) -> Json:
        names = ((self.json_names.get(each, each), each) for each in self.__match_args__)
        return json_of(self, " ".join(map("=".join, names)))


class Span(NamedTuple):
    """A half-open range of code points."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """Return the characters of the text in this span."""
        return text[self.start : self.end]

    @property
    def is_empty(self) -> bool:
        return self.start == self.end


class Part(StrEnum):
    """The eight components that all editions share, in the order of the text."""

    SCHEME = "scheme"
    AUTHORITY = "authority"
    USERINFO = "userinfo"
    HOST = "host"
    PORT = "port"
    PATH = "path"
    QUERY = "query"
    FRAGMENT = "fragment"

    # The hash of Enum is written in Python, and parts are the keys of every table.
    __hash__ = str.__hash__


class Component(NamedTuple):
    """A defined component: its span, its text, and its name in the edition."""

    part: Part
    span: Span
    text: str
    term: str

    def to_dict(self) -> Json:
        return component_json(*self.span, self.text, self.term)


def component_json(start: int, end: int, text: str, term: str) -> Json:
    return {"start": start, "end": end, "text": text, "term": term}


@dataclass(frozen=True, slots=True)
class EditionPart(JsonFields):
    """A part that only this edition names: a site, parameters, an opaque part."""

    term: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Violation(JsonFields):
    """A violation of the edition's grammar, and its position in the text.

    For a missing part, the span is empty and marks where the part should be.
    """

    start: int
    end: int
    rule: str
    expected: str
    message: str
    cites: tuple[str, ...]


# By message: the violated rule, the expected text, the clauses.
FaultRows: TypeAlias = Mapping[str, tuple[str, str, tuple[str, ...]]]


def fault(
    rows: FaultRows,
    template: str,
    start: int,
    end: int | None = None,
    cites: tuple[str, ...] = (),
    **args: object,
) -> Violation:
    """Return the violation with this message; without an end, something is missing at ``start``.

    ``cites`` are the clauses to use if the row lists none.
    """
    rule, expected, own = rows[template]
    text = message(template, **args) if args else template
    return Violation(start, start if end is None else end, rule, expected, text, own or cites)


@dataclass(frozen=True, slots=True)
class Problem(JsonFields):
    """The reason why a resolution has no target."""

    code: str
    message: str
    cites: tuple[str, ...] = ()


class Node(NamedTuple):
    """A rule of the grammar and the text that it derives, with the nodes below it.

    Where the text violates the grammar, ``expected`` describes what should be there. ``omitted`` is
    the number of nodes left out because there are too many to display.
    """

    rule: str
    span: Span
    children: tuple[Node, ...] = ()
    expected: str | None = None
    omitted: int = 0

    def to_dict(self) -> Json:
        """Return the node as JSON; the depth is limited by the grammar, not by the text."""
        return json_of(self, "rule span expected children omitted")


STRING, CASE, ESCAPES, DOTS, SCHEME, PROTOCOL = (
    "string",
    "case",
    "percent-encoding",
    "dot-segments",
    "scheme",
    "protocol",
)


class Pieces(NamedTuple):
    """The parts of a reference as texts; None where undefined.

    ``authority`` is set only if it contains no host: a registered name (2003).
    """

    scheme: str | None
    authority: str | None
    userinfo: str | None
    host: str | None
    port: str | None
    path: str
    query: str | None
    fragment: str | None

    def whole_authority(self) -> str | None:
        """Return userinfo, host and port with their delimiters."""
        if self.host is None:
            return self.authority
        user = "" if self.userinfo is None else f"{self.userinfo}@"
        return f"{user}{self.host}" + ("" if self.port is None else f":{self.port}")


class Ladder(NamedTuple):
    """The normalizations of an edition, and the clauses that allow them.

    A rung that the edition does not mention has no clauses; it is still computed for comparison
    with other editions.
    """

    string: tuple[str, ...]
    case: tuple[str, ...]
    unescape: str
    escapes: tuple[str, ...]
    dots: tuple[str, ...]
    scheme: tuple[str, ...]
    protocol: tuple[str, ...]
    # The rung on which the hexadecimal digits of escapes become uppercase, if any.
    hex_case: str | None
    # Removes dot segments from a path that begins with "/"; None if the edition has no rule for
    # it.
    remove_dots: Callable[[str], str] | None
    # Returns the clause that makes an empty path after an authority equal to "/"; "" if no clause
    # applies to these pieces.
    empty_path: Callable[[Pieces], str]
    # The note on the scheme rung.
    scheme_note: str
    # The clause that gives an empty fragment no meaning; "" if it has one.
    void_fragment: str = ""
    # True if dots after a scheme are also removed from a path without a leading slash (6.2.2.3).
    rootless_dots: bool = False
    # Characters decoded for comparison, if more are decoded than for normalization.
    equivalent: str = ""


@dataclass(frozen=True, slots=True)
class Rung(JsonFields):
    """A rung of the ladder and the text on it; None if the text cannot be computed."""

    name: str
    text: str | None
    note: str
    cites: tuple[str, ...]

    json_names: ClassVar[Mapping[str, str]] = {"name": "rung"}

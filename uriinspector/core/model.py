"""The values that the core returns, and the texts of messages with places to fill in.

A constant text is its own template.  One with something in it is made by ``message``: it is a
str like any other, and keeps the template, which is the key in a catalog of translations, and
what fills its places.  That can be another message, which is translated as well, or ``Marked``: a
window shows a host or evidence in its own way, and need not search a finished sentence for it.

``typing`` compiles the annotation of every field, though nothing here asks for one at run time.
There are hundreds of such classes, and a window makes 150 of them before it is seen: that was a
thirtieth of its start.  Type checkers see ``typing.NamedTuple`` itself.

Every position is a code point offset into the text as it was given, half open.  The eight
components of a reference lie in it like this (undefined ones have no span at all)::

    http://user@example.com:80/a/b;c?query#fragment
    |-|    |------authority---||----| |---| |------|
    scheme |--|                 path  query fragment
           userinfo
                |---------| ||
                host        port

An undefined component has no delimiter in the text; an empty one has its delimiter and nothing
after it.  The two stay apart everywhere: ``None`` against an empty span.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import GenericAlias
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, cast


class Message(str):
    """A whole template with its places filled; what fills one may be a message itself."""

    __slots__ = ("args", "template")

    template: str
    args: Mapping[str, object]


WORD, HOST, INSTEAD, LIKE, OTHER, SERVICE, EVIDENCE = (
    *("word", "host", "instead", "like", "other", "service", "evidence"),
)


class Marked(str):
    """A text in a message that is not ours, and its kind.

    A host is where a link goes, ``INSTEAD`` what people read instead of it, ``LIKE`` what it looks
    like, ``OTHER`` where other programs go, ``SERVICE`` on the way; all else is evidence.
    """

    __slots__ = ("kind",)

    kind: str

    def __new__(cls, text: str, kind: str) -> Marked:
        """Mark the text."""
        self = str.__new__(cls, text)
        self.kind = kind
        return self

    def __reduce__(self) -> tuple[type[Marked], tuple[str, str]]:
        """Return what it is made of, for pickle."""
        return Marked, (str(self), self.kind)


def kind_of(value: object) -> str:
    """Return the kind of an argument."""
    return value.kind if isinstance(value, Marked) else WORD


class Count(int):
    """A number of things: every language parts its digits in its own way."""

    def __format__(self, form: str) -> str:
        """In English, unless another form is asked for."""
        return format(int(self), form or ",")


def message(template: str, /, **args: object) -> Message:
    """The English text of a template with these arguments."""
    result = Message(template.format_map(args) if args else template)
    result.template = template
    result.args = args
    return result


class CountedMessage(Message):
    """A message that counts something: each language has forms for the number."""

    __slots__ = ("plural",)

    plural: str


def counting(count: int, one: str, many: str, /, **args: object) -> CountedMessage:
    """The English text for a number, which fills the place {count}."""
    args["count"] = Count(count)
    result = CountedMessage((one if count == 1 else many).format_map(args))
    result.template, result.plural, result.args = one, many, args
    return result


def listed(texts: Sequence[str]) -> str:
    """One text after the other, each of them a message of its own."""
    explanation, *others = (each if isinstance(each, Message) else message(each) for each in texts)
    for each in others:
        explanation = message("{before}, {next}", before=explanation, next=each)
    return explanation


def conjoined(names: Sequence[str]) -> str:
    """Names in a row, with "and" before the last one."""
    *front, last = names or ("",)
    if not front:
        return last
    row = listed(front) if isinstance(front[0], Message) else ", ".join(front)
    return message("{front} and {last}", front=row, last=last)


JOINED = "{before}{next}"


def joined(texts: Iterable[Message]) -> Message:
    """One text directly after the other."""
    whole, *others = texts
    for each in others:
        whole = message(JOINED, before=whole, next=each)
    return whole


__all__ = ("NamedTuple",)
# What a class has of its own already, as ``namedtuple`` makes it.
OWN = frozenset({"__module__", "__annotations__", "__orig_bases__"})


class NamedTupleMaker(type):
    """Make a named tuple of what is written as a class: fields, defaults and methods.

    ``typing.NamedTuple`` does the same, and compiles every annotation that is a string: a link in
    the terminal takes 528 million instructions of the processor with it and 472 million with this
    class, importing the library and parsing a link 200 and 179 million (Python 3.11, cachegrind).
    """

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        """Make it; the names of the fields are those that are annotated."""
        fields = body.get("__annotations__", {})
        defaults = [body[field] for field in fields if field in body]
        # A cast, since type checkers would look for its fields here.
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


class JsonFields:
    """A frozen dataclass that writes its fields down in their order, a span as start and end."""

    __slots__ = ()
    # Fields that go by another name in the JSON of the package.
    json_names: ClassVar[Mapping[str, str]] = {}
    __match_args__: ClassVar[tuple[str, ...]]

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        record: Json = {}
        for name in self.__match_args__:
            value = getattr(self, name)
            if name == "span":
                record["start"], record["end"] = value or (None, None)
            else:
                record[self.json_names.get(name, name)] = _plain(value)
        return record


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.to_dict() if isinstance(value, JsonFields) else value


class Span(NamedTuple):
    """A half-open run of code points."""

    start: int
    end: int

    def of(self, text: str) -> str:
        """The characters of the text that this span covers."""
        return text[self.start : self.end]


class Part(StrEnum):
    """The eight component names that all editions share here, in the order of the text."""

    SCHEME = "scheme"
    AUTHORITY = "authority"
    USERINFO = "userinfo"
    HOST = "host"
    PORT = "port"
    PATH = "path"
    QUERY = "query"
    FRAGMENT = "fragment"

    # The enumeration's own is written in Python, and parts are the keys of every table.
    __hash__ = str.__hash__


class Component(NamedTuple):
    """One defined component: where it stands, and what the edition calls it."""

    part: Part
    span: Span
    text: str
    term: str

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return component_json(*self.span, self.text, self.term)


def component_json(start: int, end: int, text: str, term: str) -> Json:
    """A component, as in the JSON of the package."""
    return {"start": start, "end": end, "text": text, "term": term}


@dataclass(frozen=True, slots=True)
class EditionPart(JsonFields):
    """Something that only this edition has a name for: a site, parameters, an opaque part."""

    term: str
    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Violation(JsonFields):
    """One place where the edition's grammar is not met.

    What is missing has an empty span where it should stand.
    """

    start: int
    end: int
    rule: str
    expected: str
    message: str
    cites: tuple[str, ...]


# Faults by their message: the rule that is not met, what it expects, the clauses.
FaultRows: TypeAlias = Mapping[str, tuple[str, str, tuple[str, ...]]]


def fault(
    rows: FaultRows, template: str, start: int, end: int | None = None, **args: object
) -> Violation:
    """Return the fault with a message; without an end, something is missing at the place."""
    rule, expected, cites = rows[template]
    text = message(template, **args) if args else template
    return Violation(start, start if end is None else end, rule, expected, text, cites)


@dataclass(frozen=True, slots=True)
class Problem(JsonFields):
    """Why there is no target."""

    code: str
    message: str
    cites: tuple[str, ...] = ()


class Node(NamedTuple):
    """A rule of the grammar and the text it derives, with what stands below it.

    ``expected`` is set where the grammar fails: what should have stood there.  ``omitted`` is how
    many nodes are left out where there are too many to look at.
    """

    rule: str
    span: Span
    children: tuple[Node, ...] = ()
    expected: str | None = None
    omitted: int = 0

    def to_dict(self) -> Json:
        """As in the JSON of the package; deep only as grammars are, never as long as the text."""
        return {
            "rule": self.rule,
            "start": self.span.start,
            "end": self.span.end,
            "expected": self.expected,
            "children": [child.to_dict() for child in self.children],
            "omitted": self.omitted,
        }


STRING, CASE, ESCAPES, DOTS, SCHEME, PROTOCOL = (
    "string",
    "case",
    "percent-encoding",
    "dot-segments",
    "scheme",
    "protocol",
)


class Pieces(NamedTuple):
    """A reference taken apart, every part a text or undefined.

    ``authority`` is only set where it has no host in it: a registry's name (2003).
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
        """Userinfo, host and port with their delimiters."""
        if self.host is None:
            return self.authority
        user = "" if self.userinfo is None else f"{self.userinfo}@"
        return f"{user}{self.host}" + ("" if self.port is None else f":{self.port}")


class Ladder(NamedTuple):
    """How far an edition lets a text be changed and still be shown equivalent.

    A rung of which the edition says nothing has no clauses; it is there to be compared with others.
    """

    string: tuple[str, ...]
    case: tuple[str, ...]
    unescape: str
    escapes: tuple[str, ...]
    dots: tuple[str, ...]
    scheme: tuple[str, ...]
    protocol: tuple[str, ...]
    # The rung on which the hexadecimal digits of a triplet become capital letters, if any.
    hex_case: str | None
    # Takes the dots out of a path that begins with "/"; None where the edition has no such rule.
    remove_dots: Callable[[str], str] | None
    # The clause by which an empty path after an authority is the same as "/"; "" where there is
    # none for these pieces.
    empty_path: Callable[[Pieces], str]
    # What happens on the rung of schemes, in words.
    scheme_note: str
    # The clause by which "#" at the end means nothing at all; "" where it has a meaning.
    void_fragment: str = ""
    # Whether dots are removed from a path without a first slash, too, after a scheme (6.2.2.3).
    rootless_dots: bool = False
    # What comparing holds to be the same decoded, where that is more than normalizing decodes.
    equivalent: str = ""


@dataclass(frozen=True, slots=True)
class Rung(JsonFields):
    """One rung of the ladder: the text as it stands there; None where it is not climbed."""

    name: str
    text: str | None
    note: str
    cites: tuple[str, ...]

    json_names: ClassVar[Mapping[str, str]] = {"name": "rung"}

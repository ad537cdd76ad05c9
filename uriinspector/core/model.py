"""The values that the core hands out.

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

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

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

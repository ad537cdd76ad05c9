"""A reference parsed according to one edition, split by the expression of appendix B.

There are two differences from that expression: the scheme must be valid by the edition's own rule,
otherwise the text before the colon is part of the path; and the authority is split further.
``model`` has a picture of the spans. Everything except the spans is computed on demand.

Steps store offsets into one text, never copies of their buffers: on a long path, two buffers per
step would take hundreds of megabytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import Protocol, TypeAlias, Union, cast

from uriinspector.core import charset
from uriinspector.core.charset import members
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import (
    Component,
    EditionPart,
    Json,
    Ladder,
    NamedTuple,
    Node,
    Part,
    Problem,
    Span,
    Violation,
    component_json,
    json_of,
)

# The span of the whole text, then those of the eight parts in the order of ``Part``; (-1, -1) where
# undefined.
Spans: TypeAlias = tuple[tuple[int, int], ...]

UNDEFINED = (-1, -1)
# A scheme in 1994 and 1997, and one in 2003 and 2005, where it begins with a letter.
ANY_SCHEME = f"[{members(charset.SCHEME_1997)}]++"
LETTER_SCHEME = f"[{members(charset.ALPHA)}][{members(charset.SCHEME_2005)}]*+"


def _pattern(scheme: str, authority: str, query: str) -> str:
    """Return the expression of appendix B, changed so that it does not backtrack into the
    scheme.
    """
    return (
        rf"(?s)(?:({scheme}):|(?!))?+{authority}([^{query}#]*+)"
        + (r"(?:\?([^#]*+))?+" if query else "()")
        + r"(?:#(.*+))?+"
    )


# An authority with at most one "@", one ":" and one bracketed literal, like nearly every authority.
# Without an authority, the path must not begin with "//".
PLAIN = (
    r"(?://((?:([^{end}#@]*+)@)?(\[[^\]{end}#@]*+\]|[^:{end}#@\[\]]*+)(?::([^:{end}#@\[\]]*+))?+)"
    r"(?=[{end}#]|\Z)|(?!))?+(?(2)|(?!//))"
)
ANY = r"(?://([^{end}#]*+)()()())?+"


def reader(scheme: str, *, has_query: bool = True) -> Callable[..., Spans]:
    """Return a function that splits a text, or a range of it, into spans.

    Without ``has_query``, ``?`` is data, as in most schemes of RFC 1738.
    """
    query = "?" if has_query else ""
    end = "/" + query
    plain = re.compile(_pattern(scheme, PLAIN.replace("{end}", end), query)).match
    any_authority = expression(_pattern(scheme, ANY.replace("{end}", end), query))

    def read(text: str, start: int = 0, stop: int | None = None) -> Spans:
        stop = len(text) if stop is None else stop
        match = plain(text, start, stop)
        if match:
            return match.regs if has_query else (*match.regs[:7], UNDEFINED, match.regs[8])
        match = any_authority.match(text, start, stop)
        assert match is not None  # every part of the expression may be empty
        whole, taken, authority, *_, path, asked, fragment = match.regs
        split = (whole, taken, authority, *split_authority(text, *authority), path, asked, fragment)
        return split if has_query else (*split[:7], UNDEFINED, fragment)

    return read


def split_authority(text: str, start: int, end: int) -> Spans:
    """Split any authority, valid or not, into userinfo, host and port.

    The last "@" ends the userinfo, as in every browser.
    """
    at = text.rfind("@", start, end)
    userinfo = UNDEFINED if at < 0 else (start, at)
    host = at + 1 if at >= 0 else start
    colon = text.rfind(":", host, end)
    if text.find("[", host, end) >= 0:
        # Colons inside a literal belong to it, closed or not.
        closed = text.rfind("]", host, end)
        colon = -1 if closed < 0 else text.rfind(":", closed, end)
    if colon < 0:
        return userinfo, (host, end), UNDEFINED
    return userinfo, (host, colon), (colon + 1, end)


def cut(text: str, span: Span | None, mark: str) -> Iterator[Span]:
    """Split a span at each occurrence of a mark."""
    if span is None:
        return
    start, end = span
    while (at := text.find(mark, start, end)) >= 0:
        yield Span(start, at)
        start = at + len(mark)
    yield Span(start, end)


# Scheme, authority, path, query and fragment.
Five: TypeAlias = tuple[str | None, str | None, str, str | None, str | None]


class FiveParts(Protocol):
    """A match of the expression of appendix B."""

    def groups(self) -> Five: ...


class Splitter(Protocol):
    """The expression of appendix B, which matches every text."""

    def match(self, text: str) -> FiveParts: ...


def five_parts(scheme: str) -> Splitter:
    """Return an expression that splits a text into the five parts needed for resolution."""
    pattern = rf"(?s)(?:({scheme}):|(?!))?+(?://([^/?#]*+))?+([^?#]*+)(?:\?([^#]*+))?+(?:#(.*+))?+"
    return cast("Splitter", expression(pattern))


PARTS = tuple(Part)
NAMES = tuple(part.value for part in Part)
INDEX = {part: index for index, part in enumerate(PARTS, 1)}
SCHEME, AUTHORITY, USERINFO, HOST, PORT, PATH, QUERY, FRAGMENT = range(1, 9)


class Reference:
    """A text as parsed according to one edition, with the spans of its parts."""

    __slots__ = ("_components", "_edition", "_spans", "_violations", "text")

    def __init__(self, text: str, edition: Edition, spans: Spans) -> None:
        self.text = text
        self._edition = edition
        self._spans = spans

    @classmethod
    def without_violations(cls, text: str, edition: Edition, spans: Spans) -> Reference:
        """Return a reference that is known to be valid."""
        result = cls(text, edition, spans)
        result._violations = ()
        return result

    def __repr__(self) -> str:
        return f"Reference({self.text!r}, edition={self.edition!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reference):
            return NotImplemented
        return self.text == other.text and self._edition is other._edition

    def __hash__(self) -> int:
        return hash((self.text, self.edition))

    @property
    def edition(self) -> str:
        """The name of the edition: its year."""
        return self._edition.name

    @property
    def rules(self) -> Edition:
        """The rules of the edition: how it parses, checks and normalizes."""
        return self._edition

    @property
    def spans(self) -> Spans:
        return self._spans

    def span(self, part: Part) -> Span | None:
        """Return the span of a part, or None if it is undefined."""
        start, end = self._spans[INDEX[part]]
        return None if start < 0 else Span(start, end)

    def _part(self, index: int) -> str | None:
        start, end = self._spans[index]
        return None if start < 0 else self.text[start:end]

    @property
    def scheme(self) -> str | None:
        """The text before the first colon, if it is a scheme according to the edition's rule."""
        start, end = self._spans[SCHEME]
        return None if start < 0 else self.text[start:end]

    @property
    def scheme_name(self) -> str:
        """The scheme in lowercase, or ""."""
        return lowered(self.scheme or "")

    @property
    def authority(self) -> str | None:
        return self._part(AUTHORITY)

    @property
    def userinfo(self) -> str | None:
        """The text before the authority's last "@"."""
        return self._part(USERINFO)

    @property
    def host(self) -> str | None:
        start, end = self._spans[HOST]
        return None if start < 0 else self.text[start:end]

    @property
    def port(self) -> str | None:
        """The port as written, not as a number."""
        return self._part(PORT)

    @property
    def path(self) -> str:
        """The path, which is never undefined but may be empty."""
        start, end = self._spans[PATH]
        return self.text[start:end]

    @property
    def query(self) -> str | None:
        return self._part(QUERY)

    @property
    def fragment(self) -> str | None:
        return self._part(FRAGMENT)

    @property
    def components(self) -> Mapping[Part, Component]:
        """The defined components, in the order of ``Part``."""
        try:
            return self._components
        except AttributeError:
            terms = self._edition.terms(self)
            self._components: Mapping[Part, Component] = MappingProxyType(
                {
                    part: Component(part, Span(*span), self.text[span[0] : span[1]], terms[part])
                    for part, span in zip(PARTS, self._spans[1:], strict=True)
                    if span[0] >= 0
                }
            )
            return self._components

    @property
    def part_spans(self) -> list[tuple[str, int, int]]:
        """The parts that only this edition names, with start and end, in text order."""
        result = list(self._edition.parts(self))
        if len(result) > 1:
            result.sort(key=lambda each: (each[1], -each[2]))
        return result

    @property
    def edition_parts(self) -> tuple[EditionPart, ...]:
        """The parts in ``part_spans``, with their texts."""
        text = self.text
        return tuple(
            EditionPart(term, Span(start, end), text[start:end])
            for term, start, end in self.part_spans
        )

    @property
    def violations(self) -> tuple[Violation, ...]:
        """All violations of the edition's grammar, in the order of the text."""
        try:
            return self._violations
        except AttributeError:
            judged = () if self._matches() else self._edition.judge(self)
            # Sorting twice by a simple key is faster: there can be a fault for every third
            # character.
            result = sorted(judged, key=attrgetter("end")) if judged else []
            result.sort(key=attrgetter("start"))
            self._violations: tuple[Violation, ...] = tuple(result)
            return self._violations

    @property
    def valid(self) -> bool:
        """True if the whole text is valid in this edition."""
        try:
            return not self._violations
        except AttributeError:
            return self._matches() or next(iter(self._edition.judge(self)), None) is None

    def _matches(self) -> bool:
        """Return True if a single expression shows that the text is valid, as it does for most
        texts.
        """
        whole = self._edition.whole
        if whole is None or whole.fullmatch(self.text) is None:
            return False
        self._violations = ()
        return True

    @property
    def derivation(self) -> Node:
        assert self._edition.derive is not None
        return self._edition.derive(self)

    def to_dict(self) -> Json:
        text, terms, violations = self.text, self._edition.terms(self), self.violations
        return {
            "schema": 1,
            "text": text,
            "edition": self.edition,
            "valid": not violations,
            "violations": [each.to_dict() for each in violations],
            "components": {
                name: component_json(start, end, text[start:end], terms[part])
                for name, part, (start, end) in zip(NAMES, PARTS, self._spans[1:], strict=True)
                if start >= 0
            },
            "edition_parts": [each.to_dict() for each in self.edition_parts],
        }


class Edition(NamedTuple):
    """The rules of an edition: how it parses, names, checks, derives and normalizes.

    ``whole`` matches only valid texts, but not necessarily all of them.
    """

    name: str
    title: str
    read: Callable[[str], Spans]
    terms: Callable[[Reference], Mapping[Part, str]]
    parts: Callable[[Reference], Iterable[tuple[str, int, int]]]
    judge: Callable[[Reference], Iterator[Violation]]
    ladder: Ladder
    # True if a target that equals the base is the same document (2005 4.4).
    compares_with_base: bool = False
    derive: Callable[[Reference], Node] | None = None  # filled in by the table of editions
    whole: re.Pattern[str] | None = None


STEPS_IN_JSON = 256
# In JSON, the middle of longer buffers is left out.
BUFFER_IN_JSON = 4096
# An output buffer as a linked list: the previous buffer and the newest piece. Steps share the
# pieces that they have in common.
Chain: TypeAlias = Union["tuple[Chain, str]", None]


def chained(chain: Chain) -> str:
    pieces = []
    while chain is not None:
        chain, piece = chain
        pieces.append(piece)
    pieces.reverse()
    return "".join(pieces)


def newest(chain: Chain, most: int) -> str:
    """Return the end of a chain's text, at most ``most`` characters, without reading the rest."""
    pieces: list[str] = []
    size = 0
    while chain is not None and size <= most:
        chain, piece = chain
        pieces.append(piece)
        size += len(piece)
    pieces.reverse()
    text = "".join(pieces)
    return text if chain is None and size <= most else "\u2026" + text[-most:]


class Buffer(NamedTuple):
    """The text that an algorithm works on: the output so far, and the remaining input."""

    source: str
    chain: Chain
    start: int
    end: int

    @property
    def output(self) -> str:
        return chained(self.chain)

    @property
    def input(self) -> str:
        return self.source[self.start : self.end]


def has_two_buffers(edition: str) -> bool:
    """Return True if the edition has separate input and output buffers (RFC 3986 5.2.4)."""
    return edition == "2005"


class Step(NamedTuple):
    """A step of an edition's algorithm, named by its clause.

    ``before`` and ``after`` are the text before and after the step. ``part`` is the component of
    the target that the step sets, and ``origin`` its source: base, reference or merged.
    """

    rule: str
    note: str
    before: str | Buffer | None = None
    after: str | Buffer | None = None
    part: Part | None = None
    origin: str | None = None

    def to_dict(self) -> Json:
        """Return the step as JSON; output and input buffers are also given separately."""
        buffer = self.after if isinstance(self.after, Buffer) else None
        return {
            "rule": self.rule,
            "before": _shown(self.before),
            "after": _shown(self.after),
            "note": self.note,
            "output": newest(buffer.chain, BUFFER_IN_JSON) if buffer else None,
            "input": _first(buffer) if buffer else None,
        } | json_of(self, "part origin")


def _shown(state: str | Buffer | None) -> str | None:
    if state is None:
        return None
    if isinstance(state, Buffer):
        # The part that steps change: the end of the output, and the beginning of the input.
        return newest(state.chain, BUFFER_IN_JSON) + _first(state)
    return _elided(state)


def _first(buffer: Buffer) -> str:
    end = min(buffer.end, buffer.start + BUFFER_IN_JSON)
    return buffer.source[buffer.start : end] + ("\u2026" if end < buffer.end else "")


def _elided(text: str) -> str:
    if len(text) <= BUFFER_IN_JSON:
        return text
    half = BUFFER_IN_JSON // 2
    return f"{text[:half]}\u2026{text[-half:]}"


Record: TypeAlias = Callable[[Step], object]


class Base(NamedTuple):
    """A base and its parts; for resolution, only the scheme has to be defined."""

    scheme: str | None
    authority: str | None
    path: str
    query: str | None
    without_fragment: str

    def is_same_document(self, target: str) -> bool:
        """Return True if a target equals the base, ignoring fragments."""
        return target.partition("#")[0] == self.without_fragment


# All references in a document have the same base, so it is split only once.
remembered = lru_cache(maxsize=16)


class Manner(NamedTuple):
    """Options for cases that an edition leaves open."""

    strict: bool
    above_root: str


# The result of resolution: a target or a problem, or neither for the current document.
Outcome: TypeAlias = tuple[str | None, Problem | None]


def base_relative(cite: str) -> Problem:
    """Return the problem that the base is itself relative, which no edition allows."""
    explanation = "The reference needs a scheme from the base, and the base has none."
    return Problem("base-relative", explanation, (cite,))


def recompose(
    scheme: str | None,
    authority: str | None = None,
    path: str = "",
    query: str | None = None,
    fragment: str | None = None,
) -> str:
    """Join the components (RFC 3986 5.3, and the last step of the earlier drafts).

    An undefined component has no delimiter; an empty one keeps its delimiter.
    """
    if scheme is not None:
        result = f"{scheme}:{path}" if authority is None else f"{scheme}://{authority}{path}"
    else:
        result = path if authority is None else f"//{authority}{path}"
    if query is not None:
        result = f"{result}?{query}"
    return result if fragment is None else f"{result}#{fragment}"

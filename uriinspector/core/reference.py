"""A reference as one edition reads it, and what an edition is: the answers in which they differ.

Everything beyond the spans is made when asked for.
"""

from __future__ import annotations

from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING

from uriinspector.core.model import (
    Component,
    EditionPart,
    Json,
    Node,
    Part,
    Span,
    Violation,
    component_json,
)
from uriinspector.core.named_tuple import NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from uriinspector.core.appendix_b import Spans
    from uriinspector.core.normal import Ladder
    from uriinspector.core.resolution import Base, Outcome

PARTS = tuple(Part)
NAMES = tuple(part.value for part in Part)
INDEX = {part: index for index, part in enumerate(PARTS, 1)}
SCHEME, AUTHORITY, USERINFO, HOST, PORT, PATH, QUERY, FRAGMENT = range(1, 9)


class Reference:
    """One text, the edition that reads it, and the spans of its parts."""

    __slots__ = ("_components", "_edition", "_spans", "_violations", "text")

    def __init__(self, text: str, edition: Edition, spans: Spans) -> None:
        self.text = text
        self._edition = edition
        self._spans = spans

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
        """The edition's name: its year."""
        return self._edition.name

    @property
    def rules(self) -> Edition:
        """The edition itself: what it allows and how it resolves."""
        return self._edition

    @property
    def spans(self) -> Spans:
        """The whole, then the eight parts in the order of ``Part``; (-1, -1) where undefined."""
        return self._spans

    def span(self, part: Part) -> Span | None:
        """Where a part stands, or None if it is undefined."""
        start, end = self._spans[INDEX[part]]
        return None if start < 0 else Span(start, end)

    def _part(self, index: int) -> str | None:
        start, end = self._spans[index]
        return None if start < 0 else self.text[start:end]

    @property
    def scheme(self) -> str | None:
        """Before the first colon, if it is a scheme by the edition's rule."""
        start, end = self._spans[SCHEME]
        return None if start < 0 else self.text[start:end]

    @property
    def authority(self) -> str | None:
        """After "//"."""
        return self._part(AUTHORITY)

    @property
    def userinfo(self) -> str | None:
        """Before the authority's last "@"."""
        return self._part(USERINFO)

    @property
    def host(self) -> str | None:
        "As written."
        start, end = self._spans[HOST]
        return None if start < 0 else self.text[start:end]

    @property
    def port(self) -> str | None:
        """As it is written; not a number yet."""
        return self._part(PORT)

    @property
    def path(self) -> str:
        """Never undefined, maybe empty."""
        start, end = self._spans[PATH]
        return self.text[start:end]

    @property
    def query(self) -> str | None:
        """After the "?"."""
        return self._part(QUERY)

    @property
    def fragment(self) -> str | None:
        """After the "#"."""
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
        """What only this edition has a name for, and where it stands; in the order of the text."""
        result = list(self._edition.parts(self))
        if len(result) > 1:
            result.sort(key=lambda each: (each[1], -each[2]))
        return result

    @property
    def edition_parts(self) -> tuple[EditionPart, ...]:
        """The same as values."""
        text = self.text
        return tuple(
            EditionPart(term, Span(start, end), text[start:end])
            for term, start, end in self.part_spans
        )

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every place where the edition's grammar is not met, in the order of the text."""
        try:
            return self._violations
        except AttributeError:
            judged = () if self._matches() else self._edition.judge(self)
            # One key after the other: there can be a fault for every third character.
            result = sorted(judged, key=attrgetter("end")) if judged else []
            result.sort(key=attrgetter("start"))
            self._violations: tuple[Violation, ...] = tuple(result)
            return self._violations

    @property
    def valid(self) -> bool:
        """Whether the whole text is in the language of the edition."""
        try:
            return not self._violations
        except AttributeError:
            return self._matches() or next(iter(self._edition.judge(self)), None) is None

    def _matches(self) -> bool:
        """Whether one expression tells that there is no fault: so it is for nearly every text."""
        whole = self._edition.whole
        if whole is None or whole.fullmatch(self.text) is None:
            return False
        self._violations = ()
        return True

    def settle(self) -> None:
        """Told by who has seen that no character of it can be a fault: nothing is looked for."""
        self._violations = ()

    @property
    def derivation(self) -> Node:
        """The tree of the edition's rules over this text."""
        return self._edition.derive(self)

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
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
    """One edition: how it reads, names, judges, derives, resolves and normalises.

    ``whole`` matches only what is in its language, though perhaps not all of it.
    """

    name: str
    title: str
    read: Callable[[str], Spans]
    terms: Callable[[Reference], Mapping[Part, str]]
    parts: Callable[[Reference], Iterable[tuple[str, int, int]]]
    judge: Callable[[Reference], Iterator[Violation]]
    derive: Callable[[Reference], Node]
    base: Callable[[str], Base]
    resolve: Callable[..., Outcome]
    ladder: Ladder
    # Whether a target that is the base again is the same document (2005 4.4).
    compares_with_base: bool = False
    whole: re.Pattern[str] | None = None

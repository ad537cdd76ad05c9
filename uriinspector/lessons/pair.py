"""A base and a reference, taken apart once for every mistake that can be made on them."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

from uriinspector.core.listing import LISTINGS
from uriinspector.core.parse import Resolution, resolve
from uriinspector.core.reference import LETTER_SCHEME, five_parts, recompose

match = five_parts(LETTER_SCHEME)
# Scheme, authority, path, query, fragment; None for what is not present.
Components: TypeAlias = "tuple[str | None, str | None, str, str | None, str | None]"
# The last line of the algorithm of 1994 is for what its text leaves open.
OPEN_IN_1994 = len(LISTINGS["1994"].lines) - 1
NO_TARGET, SAME_DOCUMENT = "none", "same document"


def components(text: str) -> Components:
    """The five components, by the expression of appendix B."""
    scheme, authority, path, query, fragment = match(text).groups()
    return scheme, authority, path or "", query, fragment


def is_defined(resolution: Resolution) -> bool:
    """Whether the edition's text decides the case: that of 1994 leaves some open."""
    listing = LISTINGS["1994"]
    return not any(listing.place(step) == OPEN_IN_1994 for step in resolution.steps[-1:])


def answer_of(resolution: Resolution) -> str:
    """The target, or the words for that there is none."""
    if resolution.target is not None:
        return resolution.target
    return SAME_DOCUMENT if resolution.same_document else NO_TARGET


class Pair:
    """What a question about a target gives: the mistakes work on this."""

    def __init__(self, base: str, reference: str, edition: str = "2005") -> None:
        self.base = base
        self.reference = reference
        self.edition = edition
        self.base_parts = components(base)
        self.parts = components(reference)
        self.segments = self.parts[2].split("/")
        scheme, authority, path, *_ = self.base_parts
        self.origin = recompose(scheme, authority)
        self.directory = path[: path.rfind("/") + 1] or ("" if authority is None else "/")

    @cached_property
    def is_relative(self) -> bool:
        """Whether neither scheme nor authority is present: the base's host is kept."""
        return self.parts[0] is None and self.parts[1] is None

    @cached_property
    def is_merged(self) -> bool:
        """Whether its path is put behind the base's last slash."""
        return self.is_relative and self.parts[2][:1] not in {"", "/"}

    @cached_property
    def levels_up(self) -> int:
        """How many of its segments are ".."."""
        return self.segments.count("..")

    @cached_property
    def ending(self) -> str:
        """Query and fragment of the reference, with their delimiters."""
        return self.reference[len(recompose(*self.parts[:3])) :]

    @cached_property
    def target(self) -> str | None:
        """What the edition makes of both."""
        return resolve(self.base, self.reference, edition=self.edition).target

    @cached_property
    def target_parts(self) -> Components | None:
        """Its components; None where there is no target."""
        return None if self.target is None else components(self.target)

    def resolved(self, reference: str, base: str | None = None) -> str | None:
        """What the edition makes of another reference, or of another base."""
        base = self.base if base is None else base
        return resolve(base, reference, edition=self.edition).target

    def with_path(self, path: str) -> str | None:
        """The target of the reference if this were its path."""
        scheme, authority, _, query, fragment = self.parts
        return self.resolved(recompose(scheme, authority, path, query, fragment))

    def in_directory(self, rest: str) -> str:
        """A text right behind the base's last slash."""
        return f"{self.origin}{self.directory}{rest}"

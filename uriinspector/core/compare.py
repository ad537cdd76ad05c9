"""Comparison: two references climb the ladder until they meet, or are not shown equivalent.

Section 6.1 says that two URIs can be shown to be equivalent and never to be different.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from uriinspector.core.appearance import Appearance, align
from uriinspector.core.editions.table import URN_EDITIONS
from uriinspector.core.misuse import not_text, unknown_choice
from uriinspector.core.model import Json, Part
from uriinspector.core.normalize import normalize
from uriinspector.core.parse import parse
from uriinspector.core.schemes.dossier import Choice

if TYPE_CHECKING:
    from uriinspector.core.normal import Rung


@dataclass(frozen=True, slots=True)
class ComparedRung:
    """Both texts on one rung; ``equal`` is None where the rung is not climbed."""

    a: Rung
    b: Rung

    @property
    def name(self) -> str:
        """The rung's name."""
        return self.a.name

    @property
    def cites(self) -> tuple[str, ...]:
        """The clauses of both: their schemes may have some of their own."""
        return tuple(dict.fromkeys(self.a.cites + self.b.cites))

    @property
    def equal(self) -> bool | None:
        """Whether they meet here."""
        return None if self.a.text is None else self.a.text == self.b.text

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "rung": self.name,
            "a": self.a.text,
            "b": self.b.text,
            "equal": self.equal,
            "cites": list(self.cites),
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two texts, rung by rung."""

    a: str
    b: str
    edition: str
    rungs: tuple[ComparedRung, ...]

    @property
    def first_equal(self) -> str | None:
        """The first rung on which they meet; None: not shown equivalent."""
        return next((rung.name for rung in self.rungs if rung.equal), None)

    @property
    def differs(self) -> tuple[Part, ...]:
        """The components in which the last climbed rung still differs."""
        last = self.rungs[-2]
        a, b = (parse(rung.text or "", edition=self.edition) for rung in (last.a, last.b))
        return tuple(part for part in Part if getattr(a, part.value) != getattr(b, part.value))

    @property
    def appearance(self) -> Appearance:
        """The two texts character by character."""
        return align(self.a, self.b)

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return {
            "schema": 1,
            "a": self.a,
            "b": self.b,
            "edition": self.edition,
            "rungs": [rung.to_dict() for rung in self.rungs],
            "first_equal": self.first_equal,
            "differs": [part.value for part in self.differs],
            "appearance": self.appearance.to_dict(),
        }


def compare(a: str, b: str, *, edition: str = "2005", urn_edition: str = "rfc8141") -> Comparison:
    """Both texts on every rung of the edition's ladder; two URNs by their own edition's rules."""
    if urn_edition not in URN_EDITIONS:
        raise unknown_choice("urn_edition", urn_edition, URN_EDITIONS)
    for name, text in (("a", a), ("b", b)):
        if not isinstance(text, str):
            raise not_text(name, text)
    ladders = [normalize(parse(text, edition=edition), Choice(urn_edition)) for text in (a, b)]
    pairs = zip(*ladders, strict=True)
    return Comparison(a, b, edition, tuple(ComparedRung(*pair) for pair in pairs))

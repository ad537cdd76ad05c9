"""Inspection: everything that is known about one text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.hosts import Host, describe_host
from uriinspector.core.compare import URN_EDITIONS
from uriinspector.core.misuse import unknown_choice
from uriinspector.core.parse import parse
from uriinspector.core.resolve import Resolution, resolve
from uriinspector.core.schemes.dossier import Choice, Dossier
from uriinspector.core.schemes.table import describe

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from uriinspector.core.model import Component, EditionPart, Json, Part, Problem, Violation
    from uriinspector.core.reference import Reference


class Inspection:
    """One text as one edition reads it, with its base; what costs is made when asked for."""

    __slots__ = (
        "_dossier",
        "_host",
        "edition",
        "protect",
        "reference",
        "resolution",
        "text",
        "urn_edition",
    )

    def __init__(
        self,
        reference: Reference,
        resolution: Resolution | None,
        urn_edition: str,
        protect: tuple[str, ...],
    ) -> None:
        self.reference = reference
        self.resolution = resolution
        self.text = reference.text
        self.edition = reference.edition
        self.urn_edition = urn_edition
        self.protect = protect

    def __repr__(self) -> str:
        return f"Inspection({self.text!r}, edition={self.edition!r})"

    @property
    def base(self) -> str | None:
        """The base that was given."""
        return self.resolution.base if self.resolution else None

    @property
    def components(self) -> Mapping[Part, Component]:
        """The defined components."""
        return self.reference.components

    @property
    def edition_parts(self) -> tuple[EditionPart, ...]:
        """What only this edition has a name for."""
        return self.reference.edition_parts

    @property
    def violations(self) -> tuple[Violation, ...]:
        """Every place where the edition's grammar is not met."""
        return self.reference.violations

    @property
    def valid(self) -> bool:
        """Whether the whole text is in the language of the edition."""
        return self.reference.valid

    @property
    def host(self) -> Host | None:
        """What the host is, under every name it has."""
        try:
            return self._host
        except AttributeError:
            self._host: Host | None = describe_host(self.reference)
            return self._host

    @property
    def dossier(self) -> Dossier | None:
        """What the scheme's own text says; None without a scheme."""
        try:
            return self._dossier
        except AttributeError:
            choice = Choice(urn_edition=self.urn_edition)
            self._dossier: Dossier | None = describe(self.reference, choice)
            return self._dossier

    @property
    def target(self) -> str | None:
        """The resolved text; None without a base, or where there is a problem."""
        return self.resolution.target if self.resolution else None

    @property
    def problem(self) -> Problem | None:
        """Why there is no target although there is a base."""
        return self.resolution.problem if self.resolution else None

    @property
    def same_document(self) -> bool:
        """Whether the reference leads to where it stands."""
        return self.resolution.same_document if self.resolution else False

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        found = self.reference.to_dict()
        found["base"] = self.base
        found["host"] = self.host.to_dict() if self.host else None
        found["target"] = self.target
        found["problem"] = self.problem.to_dict() if self.problem else None
        found["same_document"] = self.same_document
        found["dossier"] = self.dossier.to_dict() if self.dossier else None
        # Not made yet: undefined, which is something else than "nothing found".
        for key in ("findings", "verdict", "readings", "nested"):
            found[key] = None
        return found


def inspect(
    text: str,
    *,
    base: str | None = None,
    edition: str = "2005",
    urn_edition: str = "rfc8141",
    protect: Iterable[str] = (),
    strict: bool = True,
    above_root: str = "keep",
) -> Inspection:
    """One text, and its base if it has one."""
    if urn_edition not in URN_EDITIONS:
        raise unknown_choice("urn_edition", urn_edition, URN_EDITIONS)
    reference = parse(text, edition=edition)
    # Resolved against nothing, an unknown choice is still the caller's mistake.
    resolution = resolve(base or "", text, edition=edition, strict=strict, above_root=above_root)
    return Inspection(
        reference, resolution if base is not None else None, urn_edition, tuple(protect)
    )

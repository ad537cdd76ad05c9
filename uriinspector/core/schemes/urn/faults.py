"""What each edition's grammar finds wrong with a name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.schemes.urn import draft2012, rfc2141, rfc8141

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.core.model import Violation
    from uriinspector.core.schemes.urn.name import Name

FAULTS = {"rfc2141": rfc2141.faults, "draft2012": draft2012.faults, "rfc8141": rfc8141.faults}


def faults(name: Name) -> Iterator[Violation]:
    """Every place where the grammar of the name's edition is not met."""
    return iter(FAULTS[name.urn_edition](name))

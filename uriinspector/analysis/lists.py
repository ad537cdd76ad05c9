"""The lists that judge: those that are shipped, or files in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from uriinspector.analysis.international.known_names import KnownNames
    from uriinspector.analysis.rewriters.table import Rewriters
    from uriinspector.analysis.services import Services
    from uriinspector.core.model import Json

KNOWN_NAMES, SERVICES, REWRITERS = "known-names", "services", "rewriters"
# The kinds of lists that a file can take the place of, by the names of their options.
KINDS = (KNOWN_NAMES, SERVICES, REWRITERS)


class ListSource(NamedTuple):
    """Which file a list was read from; ``entries`` are the file's own.

    ``extends``: the shipped list judges as well.
    """

    kind: str
    name: str
    entries: int
    date: str | None
    extends: bool
    sha256: str

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return self._asdict()


class Lists(NamedTuple):
    """What judges in place of the shipped lists; None: the shipped one."""

    known_names: KnownNames | None = None
    services: Services | None = None
    rewriters: Rewriters | None = None
    sources: tuple[ListSource, ...] = ()


SHIPPED = Lists()

"""The lists that judge: those that are shipped, or files in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.core.model import Count, Json, NamedTuple, message

if TYPE_CHECKING:
    from uriinspector.analysis.international.known_names import KnownNames
    from uriinspector.analysis.parameters import ServiceTable
    from uriinspector.analysis.rewriters import Rewriters
    from uriinspector.analysis.services import Services

KNOWN_NAMES, SERVICES, REWRITERS = "known-names", "services", "rewriters"
PARAMETERS = "parameters"
# The kinds of lists that a file can take the place of, by the names of their options.
KINDS = (KNOWN_NAMES, SERVICES, REWRITERS, PARAMETERS)


SHIPPED_FILES = {
    KNOWN_NAMES: "lists/known-names.txt",
    SERVICES: "lists/services.toml",
    REWRITERS: "lists/rewriters.toml",
    PARAMETERS: "lists/parameters.toml",
}
TITLES = {
    KNOWN_NAMES: "Known names",
    SERVICES: "Hosting and redirect services",
    REWRITERS: "Link rewriters",
    PARAMETERS: "Parameters of services",
}
ADDED = "{list}: {file} (entries: {count}) in addition to the built-in list"
REPLACED = "{list}: {file} (entries: {count}) instead of the built-in list"


class ListSource(NamedTuple):
    """Which file a list was read from; ``entries`` are the file's own.

    ``kind`` is one of ``KINDS``, or the file name of another list or table without its ending.
    ``extends``: the shipped list judges as well.
    """

    kind: str
    name: str
    entries: int
    date: str | None
    extends: bool
    sha256: str

    @property
    def text(self) -> str:
        """In words."""
        template = ADDED if self.extends else REPLACED
        title = message(TITLES[self.kind]) if self.kind in TITLES else self.kind
        return message(template, list=title, file=self.name, count=Count(self.entries))

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return self._asdict()


class Lists(NamedTuple):
    """What judges in place of the shipped lists; None: the shipped one."""

    known_names: KnownNames | None = None
    services: Services | None = None
    rewriters: Rewriters | None = None
    parameters: ServiceTable | None = None
    sources: tuple[ListSource, ...] = ()

    def to_dict(self) -> Json:
        """The member of the JSON that names the files; nothing without any."""
        return {"lists": [each.to_dict() for each in self.sources]} if self.sources else {}


SHIPPED = Lists()

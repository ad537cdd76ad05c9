"""The lists in use: built-in ones, or files that replace or extend them."""

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
# The kinds of lists that a file can replace, as in the names of the options.
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
    """The file that a list was read from; ``entries`` counts only those in the file.

    ``kind`` is one of ``KINDS``, or the file name of another list or table without its
    extension. ``extends``: the built-in list is used as well.
    """

    kind: str
    name: str
    entries: int
    date: str | None
    extends: bool
    sha256: str

    @property
    def text(self) -> str:
        template = ADDED if self.extends else REPLACED
        title = message(TITLES[self.kind]) if self.kind in TITLES else self.kind
        return message(template, list=title, file=self.name, count=Count(self.entries))

    def to_dict(self) -> Json:
        return self._asdict()


class Lists(NamedTuple):
    """The lists to use; where a field is None, the built-in list."""

    known_names: KnownNames | None = None
    services: Services | None = None
    rewriters: Rewriters | None = None
    parameters: ServiceTable | None = None
    sources: tuple[ListSource, ...] = ()

    def to_dict(self) -> Json:
        """Return a JSON member with the files; {} if there are none."""
        return {"lists": [each.to_dict() for each in self.sources]} if self.sources else {}


SHIPPED = Lists()

"""What the pages of a site share while they are checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from uriinspector.documents.site.site_address import SiteAddress
    from uriinspector.documents.site.site_store import SiteStore
    from uriinspector.documents.site.structure import SiteStructure
    from uriinspector.documents.site.target_check import TargetChecker

# So many hosts are known by heart.
HOSTS = 50_000


@dataclass(frozen=True, slots=True)
class SiteRecords:
    """Where the site is, what is known of it, and who looks targets up."""

    address: SiteAddress
    store: SiteStore
    structure: SiteStructure
    targets: TargetChecker
    _hosts: set[tuple[str, str]] = field(default_factory=set)

    def is_new_host(self, host: str, scheme: str) -> bool:
        """Whether a link to another host is to be written down."""
        key = host, scheme
        if key in self._hosts:
            return False
        if len(self._hosts) < HOSTS:
            self._hosts.add(key)
        return True

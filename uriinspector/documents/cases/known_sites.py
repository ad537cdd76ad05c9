"""Sites that somebody knows: their rows fold away, unless something is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from uriinspector.analysis.domains import public_suffix
from uriinspector.analysis.finding import MEDIUM, RANK
from uriinspector.documents.cases.link_row import MALICIOUS
from uriinspector.documents.rules.sites import is_address
from uriinspector.readers.browser import host_in_browsers

if TYPE_CHECKING:
    from collections.abc import Iterable

    from uriinspector.documents.cases.link_row import LinkRow

# From here on no row folds away, whatever is known.
WORST = RANK[MEDIUM]
ENDS = ("", "/", "?", "#", ":")


class RatedHost(Protocol):
    """What a row shares with all of its severity and host."""

    @property
    def rank(self) -> int:
        """The severity."""

    @property
    def host(self) -> str | None:
        """The host, if it has one."""


class KnownSites:
    """Names of hosts and domains; one stands for all that is below it."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset(filter(None, map(name_of, names)))
        self._answers: dict[str, bool] = {}

    def __bool__(self) -> bool:
        return bool(self.names)

    def has(self, host: str) -> bool:
        """Whether a host, as browsers name it, is one of them."""
        result = self._answers.get(host)
        if result is None:
            result = self._answers[host] = self._has(host.lower().removesuffix("."))
        return result

    def folds(self, row: LinkRow, mark: str = "") -> bool:
        """Whether a row folds away: calm, straight to a known host, and not marked as malicious."""
        return (
            mark != MALICIOUS
            and row.host is not None
            and self.may_fold(row)
            and leads_straight(row.target or row.value, row.host)
        )

    def may_fold(self, kind: RatedHost) -> bool:
        """Whether rows of this severity and host fold away, unless their text has a say."""
        return kind.rank < WORST and kind.host is not None and self.has(kind.host)

    def _has(self, host: str) -> bool:
        if host in self.names:
            return True
        if is_address(host):
            return False
        above = host
        while "." in above:
            above = above.partition(".")[2]
            # Nobody knows all that is registered under a suffix: it stands for itself alone.
            if above in self.names and public_suffix(above) != above:
                return True
        return False


def name_of(written: str) -> str | None:
    """A name as browsers have it, from how people write one; None where it is none."""
    name = written.strip().removeprefix("*").removeprefix(".").lower().removesuffix(".")
    return host_in_browsers(name) if name and not set(name) & set("/?#@\\ ") else None


def leads_straight(text: str, host: str) -> bool:
    """Whether the text names the host itself, and leads to no other one through it."""
    rest = text.partition("://")[2].lower()
    if not rest.startswith(host) or rest[len(host) : len(host) + 1] not in ENDS:
        return False
    return "//" not in rest and "%2f%2f" not in rest

"""What a host is: its kind by the edition, and what browsers make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.domains import UNREGISTERED, Registration, registration
from uriinspector.core.host import (
    address_range,
    host_kind,
    is_ipv6,
    matches_hostnumber,
    matches_ipv4,
)
from uriinspector.core.model import NamedTuple
from uriinspector.readers.browser import host_in_browsers, host_in_unicode

if TYPE_CHECKING:
    from uriinspector.core.model import Json
    from uriinspector.core.reference import Reference

# Schemes whose hosts the URL standard reads as domains; everything else it leaves as it is.
SPECIAL = frozenset({"http", "https", "ws", "wss", "ftp", "file"})


class Host(NamedTuple):
    """One host, under every name it has."""

    kind: str
    text: str
    ascii: str | None
    unicode: str | None
    address: str | None
    range: str | None
    registrable_domain: str | None
    public_suffix: str | None

    def to_dict(self) -> Json:
        """As in the JSON of the package."""
        return self._asdict()


def describe_host(reference: Reference, plain: Registration | None = None) -> Host | None:
    """The host of a reference; None where it has none.

    Of a host that all readers agree about it is known already what of it is registered.
    """
    text = reference.host
    if text is None:
        return None
    kind = host_kind(text) or "empty"
    if reference.edition in {"1994", "1997"} and matches_hostnumber(text):
        kind = "ipv4"  # hostnumber: any four numbers
    if plain is not None:
        return _described(kind, text, text, None if kind == "reg-name" else _address(text), plain)
    name = host_in_browsers(text)
    is_domain = (reference.scheme or "http").lower() in SPECIAL
    address = _address(name) if is_domain or kind != "reg-name" else None
    is_name = kind == "reg-name" and address is None and name is not None
    registered = registration(name) if is_name and name else UNREGISTERED
    return _described(kind, text, name, address, registered)


def _described(
    kind: str, text: str, name: str | None, address: str | None, registered: Registration
) -> Host:
    shown = host_in_unicode(name) if name and "xn--" in name else None
    return Host(
        kind,
        text,
        name,
        shown if shown != name else None,
        address,
        address_range(address) if address else None,
        registered.domain,
        registered.suffix,
    )


def _address(host: str | None) -> str | None:
    """Browsers have written every address in its usual form by now."""
    if host is None:
        return None
    if host.startswith("["):
        return host[1:-1] if is_ipv6(host[1:-1]) else None
    return host if matches_ipv4(host) else None

"""Whether two references could be taken for each other, and whether they lead to one site."""

from __future__ import annotations

from dataclasses import dataclass

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.international.scripts import are_confusable
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.readers.browser import host_in_browsers, host_in_unicode, serialized

# No more of a text than this is made into a skeleton: nobody looks at the rest.
LOOKED_AT = 100_000


@dataclass(frozen=True, slots=True)
class HostForms:
    """Where a reference leads: the host as it is written, in A-labels, in Unicode; its site."""

    written: str | None
    ascii: str | None
    unicode: str | None
    site: str | None
    url: str | None  # what browsers write in their address bar; None where they refuse the text


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two references as people see them, and where browsers would go with them."""

    a: HostForms
    b: HostForms
    is_confusable: bool  # different texts with the same skeleton

    @property
    def is_same_url(self) -> bool | None:
        """Whether browsers make the same URL of both; None where they refuse one of them."""
        return None if self.a.url is None or self.b.url is None else self.a.url == self.b.url

    @property
    def is_same_site(self) -> bool | None:
        """Whether both lead to one site; None where one of them leads to none."""
        return None if self.a.site is None or self.b.site is None else self.a.site == self.b.site

    @property
    def has_confusable_hosts(self) -> bool | None:
        """Whether the hosts, as people read them, pass for each other; None without two hosts."""
        a, b = self.a.unicode or self.a.ascii, self.b.unicode or self.b.ascii
        return None if a is None or b is None else are_confusable(a, b)

    @property
    def is_same_host(self) -> bool | None:
        """Whether both have one host; None where one of them has none."""
        if self.a.ascii is None or self.b.ascii is None:
            return None
        return self.a.ascii == self.b.ascii


def likeness(a: str, b: str, *, edition: str = "2005") -> Likeness:
    """Look at two texts; the edition says what the host of each is."""
    left, right = (place_of(parse(text, edition=edition)) for text in (a, b))
    return Likeness(left, right, are_confusable(a[:LOOKED_AT], b[:LOOKED_AT]))


def place_of(reference: Reference) -> HostForms:
    """Where browsers go; for what they refuse without a base, where its own host leads."""
    url = serialized(reference.text)
    host = _in_browsers(reference, url)
    unicode = host_in_unicode(host) if host and "xn--" in host else None
    return HostForms(
        written=reference.host,
        ascii=host,
        unicode=unicode if unicode != host else None,
        site=site_of(host) if host else None,
        url=url.text if url else None,
    )


def _in_browsers(reference: Reference, url: Reference | None) -> str | None:
    if url is not None:
        return url.host or None
    return host_in_browsers(reference.host) if reference.host else None

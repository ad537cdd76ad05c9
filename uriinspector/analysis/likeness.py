"""Comparison of two references: whether they look alike, and whether they lead to the same site."""

from dataclasses import dataclass

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.international.scripts import are_confusable
from uriinspector.core.parse import parse
from uriinspector.core.reference import Reference
from uriinspector.readers.browser import host_in_browsers, host_in_unicode, serialized

# Longer texts are only compared up to this length, as people do not read further.
LOOKED_AT = 100_000


@dataclass(frozen=True, slots=True)
class HostForms:
    """The host that a reference leads to, as written, in A-labels and in Unicode; and its site."""

    written: str | None
    ascii: str | None
    unicode: str | None
    site: str | None
    url: str | None  # as in a browser's address bar; None if browsers reject the text


@dataclass(frozen=True, slots=True)
class Likeness:
    """Two references as people see them, and where browsers would go."""

    a: HostForms
    b: HostForms
    is_confusable: bool  # different texts with the same skeleton

    @property
    def is_same_url(self) -> bool | None:
        """True if browsers make the same URL of both; None if they reject either."""
        return None if self.a.url is None or self.b.url is None else self.a.url == self.b.url

    @property
    def is_same_site(self) -> bool | None:
        """True if both lead to the same site; None if either has no site."""
        return None if self.a.site is None or self.b.site is None else self.a.site == self.b.site

    @property
    def has_confusable_hosts(self) -> bool | None:
        """True if the hosts look alike, in Unicode if possible; None unless both have one."""
        a, b = self.a.unicode or self.a.ascii, self.b.unicode or self.b.ascii
        return None if a is None or b is None else are_confusable(a, b)

    @property
    def is_same_host(self) -> bool | None:
        """True if both have the same host; None if either has none."""
        if self.a.ascii is None or self.b.ascii is None:
            return None
        return self.a.ascii == self.b.ascii


def likeness(a: str, b: str, *, edition: str = "2005") -> Likeness:
    """Compare two texts; the edition decides what their hosts are."""
    left, right = (place_of(parse(text, edition=edition)) for text in (a, b))
    return Likeness(left, right, are_confusable(a[:LOOKED_AT], b[:LOOKED_AT]))


def place_of(reference: Reference) -> HostForms:
    """Return the host that browsers find, or the written host if they reject the text."""
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

"""Mistakes about a host that is not whole: a piece of it, or more than it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.domains import site_of
from uriinspector.lessons.link_question import suffix_of
from uriinspector.lessons.mistake import row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.link_question import LinkQuestion

WWW = "www."
MOST_LABELS = 20


def with_port(link: LinkQuestion) -> Iterator[str]:
    """Host and port."""
    if link.reference.port is not None and link.host:
        yield f"{link.reference.host}:{link.reference.port}"
        yield f"{link.host}:{link.reference.port}"


def whole_authority(link: LinkQuestion) -> Iterator[str]:
    """All that is between the slashes and the path."""
    if "@" in link.authority:
        yield link.authority
        yield f"{link.userinfo}@{link.reference.host}"
        yield f"//{link.authority}"


def whole_link(link: LinkQuestion) -> Iterator[str]:
    """The host with the scheme, or with more."""
    if link.host:
        for host in {link.host, link.reference.host or link.host}:
            for scheme in {link.reference.scheme or "https", "http", "https"}:
                yield f"{scheme}://{host}"
                yield f"{scheme}://{host}/"
            yield f"//{host}"
            yield f"{host}/"
            yield host + (link.reference.path or "")
        yield link.text


def front_of_the_name(link: LinkQuestion) -> Iterator[str]:
    """A name that the host begins with."""
    site = site_of(link.host or "")
    if site and link.host:
        labels = link.host[: -len(site)].strip(".").split(".")[-MOST_LABELS:]
        for count in range(len(labels), 0, -1):
            for start in range(len(labels) - count + 1):
                if count > 1:
                    yield ".".join(labels[start : start + count])
        yield from (f"{'.'.join(labels[at:])}.{site.split('.')[0]}" for at in range(len(labels)))


def hyphens_as_dots(link: LinkQuestion) -> Iterator[str]:
    """Hyphens are taken for dots."""
    host = link.host or ""
    if "-" in host:
        for label in host.split("."):
            dotted = label.replace("-", ".")
            if dotted != label:
                yield dotted
                yield dotted.removeprefix(WWW)
        yield host.replace("-", ".")
        site = site_of(host)
        front = host[: -len(site)].strip(".") if site else ""
        yield front.replace("-", ".")
        yield f"{front}.{(site or '').split('-')[0]}"


def registrable_only(link: LinkQuestion) -> Iterator[str | None]:
    """The registrable domain in place of the host."""
    if link.host and site_of(link.host) and not link.asks_site:
        yield site_of(link.host)


def www_cut(link: LinkQuestion) -> Iterator[str]:
    """The host without "www."."""
    if link.host and link.host.startswith(WWW) and not link.asks_site:
        yield link.host.removeprefix(WWW)


def www_added(link: LinkQuestion) -> Iterator[str]:
    """The host with "www." in front of it."""
    if link.host and not link.host.startswith(WWW) and site_of(link.host):
        yield WWW + link.host


def first_label(link: LinkQuestion) -> Iterator[str]:
    """The first label of the host."""
    site = site_of(link.host or "")
    if link.host and site and site != link.host and not link.asks_site:
        yield link.host.partition(".")[0]


def label_of_site(link: LinkQuestion) -> Iterator[str]:
    """The registrable domain without its suffix."""
    site = site_of(link.host or "")
    if site:
        yield site.partition(".")[0]


def last_two_labels(link: LinkQuestion) -> Iterator[str]:
    """The last two labels, whatever the suffix is."""
    if link.host and site_of(link.host) and link.host.count(".") > 1:
        labels = ".".join(link.host.rstrip(".").split(".")[-2:])
        if labels != site_of(link.host):
            yield labels


def public_suffix(link: LinkQuestion) -> Iterator[str | None]:
    """The suffix alone."""
    if link.host and suffix_of(link.host):
        yield suffix_of(link.host)


def host_for_site(link: LinkQuestion) -> Iterator[str | None]:
    """The host where the registrable domain was asked for."""
    if link.asks_site and link.host and site_of(link.host):
        labels = link.host.split(".")
        longer = len(labels) - (site_of(link.host) or "").count(".") - 1
        yield from (".".join(labels[at:]) for at in range(min(longer, MOST_LABELS)))


def front_cut(link: LinkQuestion) -> Iterator[str]:
    """The host without some labels at its front."""
    site = site_of(link.host or "")
    if link.host and site and not link.asks_site:
        count = link.host.count(".") - site.count(".")
        labels = link.host.split(".")
        yield from (".".join(labels[at:]) for at in range(1, min(count, MOST_LABELS)))


def final_dot_lost(link: LinkQuestion) -> Iterator[str]:
    """The host without its final dot."""
    if link.host and link.host.endswith("."):
        yield link.host[:-1]


NARROW = (
    row(
        "final-dot-lost",
        final_dot_lost,
        "You left out the final dot. It is part of the host name.",
    ),
    row(
        "with-port",
        with_port,
        "You gave host and port. The port is another component.",
        "RFC 3986 3.2.3",
    ),
    row(
        "whole-authority",
        whole_authority,
        "You gave the whole authority. The host is only a part of it.",
        "RFC 3986 3.2",
    ),
)
WIDE = (
    row("host-for-site", host_for_site, "You gave the host. Its registrable domain is shorter."),
    row("www-cut", www_cut, 'You left out "www". It is part of the host name.'),
    row(
        "front-cut",
        front_cut,
        "You left out the front of the name. The host is the whole name.",
    ),
    row("www-added", www_added, 'You added "www". It is not part of this host name.'),
    row(
        "registrable-only",
        registrable_only,
        "You gave the registrable domain. The host is the whole name.",
    ),
    row(
        "last-two-labels",
        last_two_labels,
        "You gave two labels from the end of the name.",
    ),
    row("public-suffix", public_suffix, "You gave the public suffix alone."),
    row(
        "hyphens-as-dots",
        hyphens_as_dots,
        "You read hyphens as dots. A hyphen is a character of a label.",
    ),
    row(
        "front-of-the-name",
        front_of_the_name,
        "You took the front of the name for the host. The registrable domain is at the end.",
    ),
    row("first-label", first_label, "You gave the first label. The host is the whole name."),
    row("label-of-site", label_of_site, "You gave one label. The rest of the name belongs to it."),
    row(
        "whole-link",
        whole_link,
        "You gave more than the host. Scheme and path are other components.",
    ),
)

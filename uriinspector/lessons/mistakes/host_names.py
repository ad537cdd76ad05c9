"""Mistakes about where a link goes: a name that is not the host, or a piece of the host."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.international.folding import looks_like_ascii
from uriinspector.core.parse import parse
from uriinspector.lessons.destination import same_host, suffix_of
from uriinspector.lessons.mistake import row
from uriinspector.readers.browser import host_in_unicode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.destination import Destination

WWW = "www."


def userinfo_as_host(link: Destination) -> Iterator[str]:
    """All that is before "@"."""
    if link.userinfo:
        yield link.userinfo
        yield unquote(link.userinfo)


def userinfo_before_colon(link: Destination) -> Iterator[str]:
    """What is before the ":" of a password."""
    name, colon, _ = link.userinfo.partition(":")
    if colon:
        yield name


def name_in_userinfo(link: Destination) -> Iterator[str]:
    """A name somewhere before "@"."""
    yield from link.names_in(unquote(link.userinfo))


def between_ats(link: Destination) -> Iterator[str]:
    """What is between two "@"."""
    pieces = link.authority.split("@")
    if len(pieces) > 2:
        yield from pieces[1:-1]
        yield from (name for piece in pieces[1:-1] for name in link.names_in(piece))


def behind_first_at(link: Destination) -> Iterator[str]:
    """All behind the first of several "@"."""
    if link.authority.count("@") > 1:
        yield link.authority.partition("@")[2]


def any_last_at(link: Destination) -> Iterator[str]:
    """What is behind an "@" in path, query or fragment."""
    rest = link.text[link.text.find(link.authority) + len(link.authority) :]
    if "@" in rest:
        behind = rest.rpartition("@")[2]
        yield behind
        yield behind.split("/")[0].split("?")[0].split("#")[0]
        yield from islice(link.names_in(behind), 1)


def with_port(link: Destination) -> Iterator[str]:
    """Host and port."""
    if link.reference.port is not None and link.host:
        yield f"{link.reference.host}:{link.reference.port}"
        yield f"{link.host}:{link.reference.port}"


def whole_authority(link: Destination) -> Iterator[str]:
    """All that is between the slashes and the path."""
    if "@" in link.authority:
        yield link.authority
        yield f"//{link.authority}"


def whole_link(link: Destination) -> Iterator[str]:
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


def front_of_the_name(link: Destination) -> Iterator[str]:
    """A name that the host begins with."""
    site = site_of(link.host or "")
    if site and link.host:
        labels = link.host[: -len(site)].strip(".").split(".")
        for count in range(len(labels), 0, -1):
            for start in range(len(labels) - count + 1):
                if count > 1:
                    yield ".".join(labels[start : start + count])
        yield from (f"{'.'.join(labels[at:])}.{site.split('.')[0]}" for at in range(len(labels)))


def hyphens_as_dots(link: Destination) -> Iterator[str]:
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


def registrable_only(link: Destination) -> Iterator[str | None]:
    """The registrable domain in place of the host."""
    if link.host and site_of(link.host) and not link.asks_site:
        yield site_of(link.host)


def www_cut(link: Destination) -> Iterator[str]:
    """The host without "www."."""
    if link.host and link.host.startswith(WWW) and not link.asks_site:
        yield link.host.removeprefix(WWW)


def www_added(link: Destination) -> Iterator[str]:
    """The host with "www." in front of it."""
    if link.host and not link.host.startswith(WWW) and site_of(link.host):
        yield WWW + link.host


def first_label(link: Destination) -> Iterator[str]:
    """The first label of the host."""
    site = site_of(link.host or "")
    if link.host and site and site != link.host and not link.asks_site:
        yield link.host.partition(".")[0]


def label_of_site(link: Destination) -> Iterator[str]:
    """The registrable domain without its suffix."""
    site = site_of(link.host or "")
    if site:
        yield site.partition(".")[0]


def last_two_labels(link: Destination) -> Iterator[str]:
    """The last two labels, whatever the suffix is."""
    if link.host and site_of(link.host) and link.host.count(".") > 1:
        labels = ".".join(link.host.rstrip(".").split(".")[-2:])
        if labels != site_of(link.host):
            yield labels


def public_suffix(link: Destination) -> Iterator[str | None]:
    """The suffix alone."""
    if link.host and suffix_of(link.host):
        yield suffix_of(link.host)


def host_for_site(link: Destination) -> Iterator[str | None]:
    """The host where the registrable domain was asked for."""
    if link.asks_site:
        yield link.host


def host_in_path(link: Destination) -> Iterator[str]:
    """A name in the path."""
    if link.reference.authority is not None:
        yield from link.names_in(unquote(link.reference.path or ""))


def host_in_query(link: Destination) -> Iterator[str]:
    """A name in the query."""
    yield from link.names_in(unquote(link.reference.query or ""))


def host_in_fragment(link: Destination) -> Iterator[str]:
    """A name in the fragment."""
    yield from link.names_in(unquote(link.reference.fragment or ""))


def inner_instead_of_outer(link: Destination) -> Iterator[str | None]:
    """Where the service in front sends on to."""
    final = link.inspection.verdict.final_host
    if final and final != link.host:
        yield final


def path_as_host(link: Destination) -> Iterator[str]:
    """The first segment of a relative path."""
    if link.reference.scheme is None and link.reference.authority is None and link.base:
        first = (link.reference.path or "").lstrip("/").partition("/")[0]
        if "." in first:
            yield first
            yield from link.names_in(first)


def network_path_as_path(link: Destination) -> Iterator[str | None]:
    """The base's host although the link names one."""
    if link.base and link.host:
        host = parse(link.base, edition="2005").host
        if link.text.lstrip().replace("\\", "/").startswith("//"):
            yield host


def base_host(link: Destination) -> Iterator[str | None]:
    """The base's host although the link is absolute."""
    if link.base and link.host and link.reference.scheme is not None:
        yield parse(link.base, edition="2005").host


def no_host_here(link: Destination) -> Iterator[str]:
    """A name in a link that has no host."""
    if link.host is None:
        yield from link.names_in(unquote(link.text))


def nowhere(link: Destination) -> Iterator[str | None]:
    """No host although there is one."""
    if link.host is not None:
        yield None


def encoding_kept(link: Destination) -> Iterator[str]:
    """The host with its percent-encoding."""
    host = link.reference.host or ""
    if "%" in host:
        yield host


def as_written(link: Destination) -> Iterator[str]:
    """The host as it is written, where browsers write it otherwise."""
    written = link.reference.host
    if link.host and written and "%" not in written and not same_host(written, link.host):
        yield written


def as_the_rfc(link: Destination) -> Iterator[str]:
    """The host of RFC 3986 where browsers go to another one."""
    if link.reference.host and "\\" in link.text:
        yield link.reference.host


def final_dot_lost(link: Destination) -> Iterator[str]:
    """The host without its final dot."""
    if link.host and link.host.endswith("."):
        yield link.host[:-1]


def looks_like(link: Destination) -> Iterator[str]:
    """The ASCII name that the host looks like."""
    shown = host_in_unicode(link.host or "")
    if not shown.isascii():
        yield ".".join(looks_like_ascii(label) or label for label in shown.split("."))


def lure(link: Destination) -> Iterator[str]:
    """Any name that is written in the link."""
    yield from link.names_in(unquote(link.text))


NARROW = (
    row(
        "no-host-here",
        no_host_here,
        "You named a host. With this link, browsers do not connect to a host.",
    ),
    row("nowhere", nowhere, "You named no host. This link has one."),
    row(
        "final-dot-lost",
        final_dot_lost,
        "You left out the final dot. It is part of the host name.",
    ),
    row(
        "network-path-as-path",
        network_path_as_path,
        'You gave the host of the base. After "//", the link names a host.',
        "RFC 3986 4.2",
    ),
    row(
        "base-host",
        base_host,
        "You gave the host of the base. A link with a scheme takes nothing from the base.",
        "RFC 3986 5.2.2",
    ),
    row(
        "path-as-host",
        path_as_host,
        'You took the first segment of a path for the host. A host needs "//" before it.',
        "RFC 3986 4.2",
    ),
    row(
        "behind-first-at",
        behind_first_at,
        'You took the text after the first "@". The host begins after the last "@" of the '
        "authority.",
        "RFC 3986 3.2.1",
    ),
    row(
        "between-ats",
        between_ats,
        'You took the text between two "@". The host begins after the last "@" of the authority.',
        "RFC 3986 3.2.1",
    ),
    row(
        "as-the-rfc",
        as_the_rfc,
        "You took the host of RFC 3986. Browsers treat a backslash as a slash, so the host ends "
        "before it.",
        "RFC 3986 3.2",
    ),
    row(
        "userinfo-before-colon",
        userinfo_before_colon,
        'You took the user name for the host. The host begins after "@".',
        "RFC 3986 3.2.1",
    ),
    row(
        "userinfo-as-host",
        userinfo_as_host,
        'You took the userinfo for the host. The host begins after "@".',
        "RFC 3986 3.2.1",
    ),
    row(
        "name-in-userinfo",
        name_in_userinfo,
        'You took a name in the userinfo for the host. The host begins after "@".',
        "RFC 3986 3.2.1",
    ),
    row(
        "any-last-at",
        any_last_at,
        'You took the text after an "@" that is not in the authority. There it has no meaning '
        "for the host.",
        "RFC 3986 3.2.1",
    ),
    row(
        "escapes-kept",
        encoding_kept,
        "You kept the percent-encoding. Browsers decode it in a host.",
        "RFC 3986 3.2.2",
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
    row(
        "as-written",
        as_written,
        "You copied the host as written. Browsers convert this spelling to another one.",
        "RFC 3986 7.4",
    ),
    row(
        "inner-instead-of-outer",
        inner_instead_of_outer,
        "You named where the link is redirected. Browsers first go to the host of the link.",
    ),
    row(
        "looks-like",
        looks_like,
        "You named what the host looks like. The host has other characters.",
    ),
    row(
        "host-in-query",
        host_in_query,
        "You took a name in the query for the host. The host is in the authority.",
        "RFC 3986 3.4",
    ),
    row(
        "host-in-fragment",
        host_in_fragment,
        "You took a name in the fragment for the host. The host is in the authority.",
        "RFC 3986 3.5",
    ),
    row(
        "host-in-path",
        host_in_path,
        "You took a name in the path for the host. The host ends at the slash before the path.",
        "RFC 3986 3.2",
    ),
)
WIDE = (
    row("host-for-site", host_for_site, "You gave the host. Its registrable domain is shorter."),
    row("www-cut", www_cut, 'You left out "www". It is part of the host name.'),
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
ANY_NAME = (
    row("lure", lure, "You gave a name that is only text in this link. It is not the host."),
)

"""Mistakes about where a link goes: a name that is not the host, or a piece of the host."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import unquote

from uriinspector.analysis.international.scripts import looks_like_ascii
from uriinspector.core.parse import parse
from uriinspector.lessons.link_question import same_host
from uriinspector.lessons.mistake import row
from uriinspector.readers.browser import host_in_browsers, host_in_unicode

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.link_question import LinkQuestion


def userinfo_as_host(link: LinkQuestion) -> Iterator[str]:
    """All that is before "@"."""
    if link.userinfo:
        yield link.userinfo
        yield unquote(link.userinfo)


def userinfo_before_colon(link: LinkQuestion) -> Iterator[str]:
    """What is before the ":" of a password."""
    name, colon, _ = link.userinfo.partition(":")
    if colon:
        yield name


def name_in_userinfo(link: LinkQuestion) -> Iterator[str]:
    """A name somewhere before "@"."""
    if "@" in link.userinfo:
        return  # then it is between the two
    whole = {link.userinfo, link.userinfo.partition(":")[0]}
    yield from (name for name in link.names_in(unquote(link.userinfo)) if name not in whole)


def between_ats(link: LinkQuestion) -> Iterator[str]:
    """What is between two "@"."""
    pieces = link.authority.split("@")
    if len(pieces) > 2:
        yield from pieces[1:-1]
        yield from (name for piece in pieces[1:-1] for name in link.names_in(piece))


def behind_first_at(link: LinkQuestion) -> Iterator[str]:
    """All behind the first of several "@"."""
    if link.authority.count("@") > 1:
        yield link.authority.partition("@")[2]


def any_last_at(link: LinkQuestion) -> Iterator[str]:
    """What is behind an "@" in path, query or fragment."""
    rest = link.text[link.text.find(link.authority) + len(link.authority) :]
    if "@" in rest:
        behind = rest.rpartition("@")[2]
        yield behind
        yield behind.split("/")[0].split("?")[0].split("#")[0]
        yield from islice(link.names_in(behind), 1)


def host_in_path(link: LinkQuestion) -> Iterator[str]:
    """A name in the path."""
    if link.reference.authority is not None:
        yield from link.names_in(unquote(link.reference.path or ""))


def host_in_query(link: LinkQuestion) -> Iterator[str]:
    """A name in the query."""
    yield from link.names_in(unquote(link.reference.query or ""))


def host_in_fragment(link: LinkQuestion) -> Iterator[str]:
    """A name in the fragment."""
    yield from link.names_in(unquote(link.reference.fragment or ""))


def inner_instead_of_outer(link: LinkQuestion) -> Iterator[str | None]:
    """Where the service in front sends on to."""
    final = link.inspection.verdict.final_host
    if final and final != link.host:
        yield final


def path_as_host(link: LinkQuestion) -> Iterator[str]:
    """A name in a relative path."""
    if link.reference.scheme is None and link.reference.authority is None and link.base:
        yield from link.names_in(link.reference.path)


def network_path_as_path(link: LinkQuestion) -> Iterator[str | None]:
    """The base's host although the link names one."""
    if link.base and link.host:
        host = parse(link.base, edition="2005").host
        if link.text.lstrip().replace("\\", "/").startswith("//"):
            yield host


def base_host(link: LinkQuestion) -> Iterator[str | None]:
    """The base's host although the link is absolute."""
    if link.base and link.host and link.reference.scheme is not None:
        yield parse(link.base, edition="2005").host


def no_host_here(link: LinkQuestion) -> Iterator[str]:
    """A name in a link that has no host."""
    if link.host is None:
        rest = link.text.partition(":")[2].lstrip("/")
        yield from (rest, rest.partition("?")[0], rest.partition("/")[0])
        yield from link.names_in(unquote(link.text))


def scheme_as_host(link: LinkQuestion) -> Iterator[str]:
    """The scheme of a link that has no host."""
    if link.host is None and link.reference.scheme:
        yield link.reference.scheme


def nowhere(link: LinkQuestion) -> Iterator[str | None]:
    """No host although there is one."""
    if link.host is not None:
        yield None


def keep_encoding(link: LinkQuestion) -> Iterator[str]:
    """The host with its percent-encoding."""
    host = link.reference.host or ""
    if "%" in host:
        yield host


def as_written(link: LinkQuestion) -> Iterator[str]:
    """The host as it is written, where browsers write it otherwise."""
    written = link.reference.host
    if not link.host or not written or "%" in written or same_host(written, link.host):
        return
    if host_in_browsers(written) == link.host:
        yield written


def as_the_rfc(link: LinkQuestion) -> Iterator[str]:
    """The host of RFC 3986 where browsers go to another one."""
    if link.reference.host and "\\" in link.text:
        yield link.reference.host


def looks_like(link: LinkQuestion) -> Iterator[str]:
    """The ASCII name that the host looks like."""
    shown = host_in_unicode(link.host or "")
    if not shown.isascii():
        yield ".".join(looks_like_ascii(label) or label for label in shown.split("."))


def lure(link: LinkQuestion) -> Iterator[str]:
    """Any name that is written in the link, or one label of it."""
    names = list(link.names_in(unquote(link.text)))
    yield from names
    labels = set((link.host or "").split("."))
    yield from (label for name in names for label in name.split(".") if label not in labels)


ROWS = (
    row(
        "no-host-here",
        no_host_here,
        "You named a host. With this link, browsers do not connect to a host.",
    ),
    row(
        "scheme-as-host",
        scheme_as_host,
        "You named the scheme. With this link, browsers do not connect to a host.",
        "RFC 3986 3.1",
    ),
    row("nowhere", nowhere, "You named no host. With this link, browsers go to one."),
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
        'You took a name in a relative path for the host. A host needs "//" before it.',
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
        keep_encoding,
        "You kept the percent-encoding. Browsers decode it in a host.",
        "RFC 3986 3.2.2",
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
ANY_NAME = (
    row("lure", lure, "You gave a name that is only text in this link. It is not the host."),
)

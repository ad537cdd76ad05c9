"""Mistakes about the host of a link: another name, a piece of it, or more than it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from itertools import islice
from urllib.parse import unquote

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.international.scripts import looks_like_ascii
from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind
from uriinspector.core.model import Part, message
from uriinspector.core.parse import parse
from uriinspector.lessons.mistake import (
    LinkQuestion,
    Mistake,
    row,
    same_host,
    site_or_host,
    suffix_of,
)
from uriinspector.readers.browser import host_in_browsers, host_in_unicode


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


def names_in(part: Part) -> Callable[[LinkQuestion], Iterator[str]]:
    """Return a mistake with links: a name in this component is taken for the host."""

    def wrong(link: LinkQuestion) -> Iterator[str]:
        if part != Part.PATH or link.reference.authority is not None:
            span = link.reference.span(part)
            yield from link.names_in(unquote(span.of(link.reference.text) if span else ""))

    return wrong


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


WRONG_HOST_ROWS = (
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
        names_in(Part.QUERY),
        "You took a name in the query for the host. The host is in the authority.",
        "RFC 3986 3.4",
    ),
    row(
        "host-in-fragment",
        names_in(Part.FRAGMENT),
        "You took a name in the fragment for the host. The host is in the authority.",
        "RFC 3986 3.5",
    ),
    row(
        "host-in-path",
        names_in(Part.PATH),
        "You took a name in the path for the host. The host ends at the slash before the path.",
        "RFC 3986 3.2",
    ),
)
ANY_NAME = (
    row("lure", lure, "You gave a name that is only text in this link. It is not the host."),
)

WWW = "www."
AROUND = (("http://", ""), ("https://", ""), ("http://", "/"), ("https://", "/"), ("", "/"))
MOST_LABELS = 20
DELIMITERS = expression("[/?#&=.]")


def with_port(link: LinkQuestion) -> Iterator[str]:
    """Host and port."""
    if link.reference.port is not None and link.host:
        yield f"{link.reference.host}:{link.reference.port}"
        yield f"{link.host}:{link.reference.port}"
        yield f"{link.host.strip('[]')}:{link.reference.port}"
        yield f"{link.host.rstrip('.')}:{link.reference.port}"


def whole_authority(link: LinkQuestion) -> Iterator[str]:
    """All that is between the slashes and the path."""
    if "@" in link.authority:
        yield link.authority
        yield f"{link.userinfo}@{link.reference.host}"
        yield f"//{link.authority}"


def with_delimiter(link: LinkQuestion) -> Iterator[str]:
    """The host with "@" before it or ":" behind it."""
    if link.host:
        yield f"@{link.key}"
        yield f"{link.key}:"


def behind_first_colon(link: LinkQuestion) -> Iterator[str]:
    """What is behind the first colon, though that is in the userinfo."""
    if ":" in link.userinfo:
        behind = link.authority.partition(":")[2]
        yield behind
        yield behind.rpartition("@")[0]


def cut_at_colon(link: LinkQuestion) -> Iterator[str]:
    """An address of version 6 up to one of its colons."""
    host = link.reference.host or ""
    if host.startswith("["):
        inside = host[1:-1]
        yield inside.partition(":")[0]
        yield f"[{inside.partition(':')[0]}"
        yield inside.rpartition(":")[0]


def octal_as_decimal(link: LinkQuestion) -> Iterator[str]:
    """Leading zeros, or the mark of another base, are left out."""
    numbers = (link.reference.host or "").split(".")
    if link.host and all(each[:1].isdigit() and each.isascii() for each in numbers):
        plain = [each.lower().removeprefix("0x").lstrip("0") or "0" for each in numbers]
        if plain != numbers:
            yield ".".join(plain)


def zeros_behind(link: LinkQuestion) -> Iterator[str]:
    """The last number of a short address is taken for one byte."""
    numbers = (link.reference.host or "").split(".")
    if len(numbers) < 4 and all(each.isascii() and each.isdigit() for each in numbers):
        yield ".".join([*numbers, *["0"] * (4 - len(numbers))])


def whole_link(link: LinkQuestion) -> Iterator[str]:
    """The host with the scheme, or with more."""
    if link.host:
        if link.asks_site and link.key:
            yield from (f"{front}{link.key}{end}" for front, end in AROUND)
            tail = link.text[link.text.find(link.host) + len(link.host) :]
            if link.host in link.text and tail:
                stops = [each.start() for each in islice(DELIMITERS.finditer(tail), MOST_LABELS)]
                yield from (link.key + tail[:stop] for stop in (*stops, len(tail)) if stop)
        for host in dict.fromkeys((link.host, link.reference.host or link.host)):
            for scheme in dict.fromkeys((link.reference.scheme or "https", "http", "https")):
                yield f"{scheme}://{host}"
                yield f"{scheme}://{host}/"
            yield f"//{host}"
            yield f"{host}/"
            behind = link.text[link.text.find(host) + len(host) :] if host in link.text else ""
            ends = islice(DELIMITERS.finditer(behind), MOST_LABELS)
            yield from (host + behind[: end.start()] for end in ends if end.start())
            yield host + behind
        yield link.text


def front_of_the_name(link: LinkQuestion) -> Iterator[str]:
    """A name that the host begins with."""
    site = site_of(link.host or "")
    if site and link.host:
        front = link.host[: -len(site)].strip(".")
        labels = front.split(".")[-MOST_LABELS:] if front else []
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
            if label.startswith("xn--"):
                continue  # nobody reads that as hyphens
            dotted = label.replace("-", ".")
            if dotted != label:
                yield dotted
                yield dotted.removeprefix(WWW)
        yield host.replace("-", ".")
        site = site_of(host)
        front = host[: -len(site)].strip(".") if site else ""
        if "-" in front:
            yield front.replace("-", ".")
        if "-" in (site or ""):
            yield (site or "").rpartition("-")[2]
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


def last_label(link: LinkQuestion) -> Iterator[str]:
    """The last of several labels of the suffix."""
    suffix = suffix_of(link.host or "") or ""
    if "." in suffix:
        yield suffix.rpartition(".")[2]


def part_of_address(link: LinkQuestion) -> Iterator[str]:
    """Some of the numbers of an address."""
    host = link.host or ""
    if host_kind(host) == "ipv4":
        numbers = host.split(".")
        for start in range(4):
            yield from (".".join(numbers[start:end]) for end in range(start + 1, 5 - (start == 0)))


def other_component(part: Part) -> Mistake:
    """Another component in place of the host."""

    def wrong(link: LinkQuestion) -> Iterator[str]:
        text = getattr(link.reference, part.value)
        if text and link.host:
            yield text

    words = message("You gave another component: {part}.", part=message(part.value))
    return Mistake("other-component", words, ("RFC 3986 3",), wrong)


def host_for_site(link: LinkQuestion) -> Iterator[str | None]:
    """The host where the registrable domain was asked for."""
    if link.asks_site and link.host and site_of(link.host) not in {None, link.host}:
        yield link.host


def site_with_front(link: LinkQuestion) -> Iterator[str | None]:
    """A part of the host that has more labels than the registrable domain."""
    site = site_of(link.host or "")
    if link.asks_site and link.host and site:
        labels = link.host.split(".")
        longer = len(labels) - site.count(".") - 1
        yield from (".".join(labels[at:]) for at in range(1, min(longer, MOST_LABELS)))


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


OTHERS = (Part.SCHEME, Part.PORT, Part.PATH, Part.QUERY, Part.FRAGMENT)
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
    row(
        "delimiter-with-host",
        with_delimiter,
        'You gave a delimiter with the host. "@" and ":" are not part of it.',
        "RFC 3986 3.2",
    ),
    row(
        "behind-first-colon",
        behind_first_colon,
        'You took the text after ":" for the host. That colon is in the userinfo.',
        "RFC 3986 3.2.1",
    ),
    row(
        "cut-at-colon",
        cut_at_colon,
        "You cut the address at a colon. In brackets, colons are part of the address.",
        "RFC 3986 3.2.2",
    ),
    row(
        "octal-as-decimal",
        octal_as_decimal,
        "You read the numbers as decimal. A leading 0 marks octal numbers, 0x hexadecimal ones.",
        "RFC 3986 7.4",
    ),
    row(
        "zeros-added",
        zeros_behind,
        "You added zeros at the end. The last number of a short address fills all bytes left.",
        "RFC 3986 7.4",
    ),
)
WIDE = (
    row(
        "last-label",
        last_label,
        "You gave only the last label. A registrable domain has more labels.",
    ),
    row(
        "part-of-address",
        part_of_address,
        "You gave a part of an address. Only the whole address names a host.",
        "RFC 3986 3.2.2",
    ),
    row("host-for-site", host_for_site, "You gave the host. Its registrable domain is shorter."),
    row(
        "site-with-front",
        site_with_front,
        "You gave too many labels. The registrable domain is the public suffix and one label.",
    ),
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
        "You gave two labels from the end. The public suffix of this name has more than one.",
    ),
    row(
        "public-suffix",
        public_suffix,
        "You gave the public suffix alone. A registrable domain has one label more.",
    ),
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
        "You gave more than a name. Scheme, path and query are other components.",
    ),
    *map(other_component, OTHERS),
)

MOST_LAYERS = 8
# A value of a query, and its name.
PAIR = expression(r"[?&]([^=&#]*)=([^&#]*)")


class NestedLink:
    """A link, and those inside of it, from the outer one to the innermost one."""

    def __init__(self, text: str, base: str = "") -> None:
        self.text = text
        self.base = base

    @cached_property
    def layers(self) -> tuple[tuple[str, str | None], ...]:
        """Text and host of each link; of several in one, the first."""
        found: list[tuple[str, str | None]] = []
        inspection: Inspection | None = inspect(self.text, base=self.base or None)
        while inspection and len(found) < MOST_LAYERS:
            found.append((inspection.text, inspection.verdict.host))
            if not inspection.nested:
                break
            inspection = inspection.nested[0].inspection
        return tuple(found)

    @property
    def key(self) -> str | None:
        """The host of the innermost link; None where there is no link inside."""
        return self.layers[-1][1] if len(self.layers) > 1 else None


def outer_instead_of_inner(link: NestedLink) -> Iterator[str | None]:
    """The host of the whole link."""
    yield link.layers[0][1]


def link_between(link: NestedLink) -> Iterator[str | None]:
    """The host of a link that has another one inside."""
    yield from (host for _, host in link.layers[1:-1])


def whole_inner_link(link: NestedLink) -> Iterator[str]:
    """More than the host of the inner link."""
    text, host = link.layers[-1]
    if host and len(link.layers) > 1:
        scheme = parse(text, edition="2005").scheme
        yield from (text, f"{scheme}://{host}", f"{scheme}://{host}/", f"{host}/")
        yield text.partition("//")[2]


def inner_escapes(link: NestedLink) -> Iterator[str]:
    """The value as it is written, with its percent-encoding."""
    for match in PAIR.finditer(link.text):
        if "%" in match[2]:
            yield match[2]


def parameter_name(link: NestedLink) -> Iterator[str]:
    """The name of the parameter that has the link."""
    yield from (match[1] for match in PAIR.finditer(link.text))


def inner_site(link: NestedLink) -> Iterator[str]:
    """The registrable domain of the host."""
    if link.key and site_or_host(link.key) != link.key:
        yield site_or_host(link.key)


def nothing_inside(link: NestedLink) -> Iterator[str | None]:
    """None, though there is a link."""
    if link.key:
        yield None


NESTED_ROWS = (
    row(
        "link-between",
        link_between,
        "You gave the host of a link that has another link inside. The innermost one was asked "
        "for.",
        "RFC 3986 3.4",
    ),
    row(
        "outer-instead-of-inner",
        outer_instead_of_inner,
        "You gave the host of the outer link. The link inside of it has another one.",
        "RFC 3986 3.4",
    ),
    row(
        "inner-escapes-kept",
        inner_escapes,
        "You gave the whole value as it is written. Only the host of the link in it was asked for.",
        "RFC 3986 2.4",
    ),
    row(
        "inner-site-only",
        inner_site,
        "You gave the registrable domain. The host is the whole name.",
    ),
    row(
        "whole-inner-link",
        whole_inner_link,
        "You gave more than the host of the inner link.",
        "RFC 3986 3.2.2",
    ),
    row(
        "parameter-name",
        parameter_name,
        "You gave the name of a parameter. Its value has the link.",
        "RFC 3986 3.4",
    ),
    row("nothing-inside", nothing_inside, "You named no host. There is a link inside of this one."),
)

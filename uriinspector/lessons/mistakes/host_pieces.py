"""Mistakes about a host that is not whole: a piece of it, or more than it."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from uriinspector.analysis.domains import site_of
from uriinspector.analysis.finding import TERM, Arg, Phrase
from uriinspector.core.expression import expression
from uriinspector.core.host import host_kind
from uriinspector.core.model import Part
from uriinspector.lessons.link_question import suffix_of
from uriinspector.lessons.mistake import Mistake, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.lessons.link_question import LinkQuestion

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

    words = Phrase("You gave another component: {part}.", (Arg("part", part.value, TERM),))
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

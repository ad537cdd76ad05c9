"""Links by trick: how each is written, and the host that it was built around."""

from __future__ import annotations

from ipaddress import IPv4Address
from typing import TYPE_CHECKING

from uriinspector.lessons.built_link import BuiltLink, rest
from uriinspector.lessons.forwarding_links import forwarding_path, forwarding_query, twice_nested
from uriinspector.lessons.hostless_links import name_of_something
from uriinspector.lessons.look_alike_links import look_alike, own_letters, punycode
from uriinspector.lessons.material import SPREAD_MATERIAL
from uriinspector.lessons.wider_links import WIDER

if TYPE_CHECKING:
    from collections.abc import Callable

    from uriinspector.lessons.material import Pool


def plain(pool: Pool) -> BuiltLink:
    """Nothing odd."""
    host = pool.take("hosts")
    return BuiltLink(f"https://{host}{rest(pool)}", host)


def honest(pool: Pool) -> BuiltLink:
    """Odd, and honest all the same: ports, addresses, many labels, "@" in a path."""
    host = pool.take("hosts")
    form = pool.draw.number(5)
    if form == 0:
        return BuiltLink(f"http://{host}:{pool.take('ports')}{rest(pool)}", host)
    if form == 1:
        return BuiltLink(f"https://{host}/@{pool.take('users')}/{pool.take('names')}", host)
    if form == 2:
        deep = f"{pool.take('dirs')}.{pool.take('dirs')}.{host}"
        return BuiltLink(f"https://{deep}{rest(pool)}", deep)
    if form == 3:
        host = pool.take("addresses")
        return BuiltLink(f"http://{host}{rest(pool)}", host)
    host = pool.take("addresses6")
    return BuiltLink(f"http://{host}:{pool.take('ports')}{rest(pool)}", host)


def userinfo(pool: Pool) -> BuiltLink:
    """A name before "@"."""
    host = pool.take("others")
    return BuiltLink(f"https://{pool.take('lures')}@{host}{rest(pool)}", host)


def password(pool: Pool) -> BuiltLink:
    """A name and a password before "@"."""
    host = pool.take("others")
    front = f"{pool.take('lures')}:{pool.take('passwords')}"
    return BuiltLink(f"https://{front}@{host}{rest(pool)}", host)


def login(pool: Pool) -> BuiltLink:
    """A user name before "@", without any name of a host."""
    host = pool.take("hosts")
    return BuiltLink(f"https://{pool.take('users')}@{host}:{pool.take('ports')}{rest(pool)}", host)


def two_ats(pool: Pool) -> BuiltLink:
    """Two "@" in the authority."""
    host = pool.take("others")
    front = f"{pool.take('users')}@{pool.take('lures')}"
    return BuiltLink(f"https://{front}@{host}{rest(pool)}", host)


def subdomain(pool: Pool) -> BuiltLink:
    """A name in front of the registrable domain."""
    host = f"{pool.take('lures')}.{pool.take('others')}"
    return BuiltLink(f"https://{host}{rest(pool)}", host)


def hyphen(pool: Pool) -> BuiltLink:
    """A name with hyphens for dots."""
    host = f"{pool.take('lures').replace('.', '-')}.{pool.take('others')}"
    return BuiltLink(f"https://{host}{rest(pool)}", host)


def in_path(pool: Pool) -> BuiltLink:
    """A name in the path."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}/{pool.take('lures')}{rest(pool)}", host)


def in_query(pool: Pool) -> BuiltLink:
    """A name in the query."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}/?from={pool.take('lures')}", host)


def in_fragment(pool: Pool) -> BuiltLink:
    """A name in the fragment."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}/#{pool.take('lures')}", host)


def at_in_path(pool: Pool) -> BuiltLink:
    """An "@" behind the host."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}/{pool.take('dirs')}@{pool.take('lures')}/", host)


def rare_ip(pool: Pool) -> BuiltLink:
    """An address written in another way."""
    host = pool.take("addresses")
    number = int(IPv4Address(host))
    octets = host.split(".")
    spelling = (
        f"0x{number:x}",
        str(number),
        ".".join(f"0{int(each):o}" for each in octets),
        ".".join(f"0x{int(each):x}" for each in octets),
        f"{octets[0]}.{number & 0xFFFFFF}",
    )[pool.draw.number(5)]
    return BuiltLink(f"http://{spelling}{rest(pool)}", host)


def encoded_host(pool: Pool) -> BuiltLink:
    """A host with percent-encoding."""
    host = pool.take("others")
    at = pool.draw.number(host.index("."))
    written = f"{host[:at]}%{ord(host[at]):02x}{host[at + 1 :]}"
    return BuiltLink(f"https://{written}{rest(pool)}", host)


def network_path(pool: Pool) -> BuiltLink:
    """A host behind two slashes, at a base."""
    host = pool.take("others")
    base = f"https://{pool.take('hosts')}{rest(pool)}"
    return BuiltLink(f"//{host}{rest(pool)}", host, base)


def relative_name(pool: Pool) -> BuiltLink:
    """A name without two slashes, at a base."""
    host = pool.take("hosts")
    base = f"https://{host}{rest(pool)}"
    return BuiltLink(f"{pool.take('lures')}/{pool.take('names')}", host, base)


def at_other_base(pool: Pool) -> BuiltLink:
    """A whole link, in a page of another host."""
    host = pool.take("others")
    return BuiltLink(
        f"https://{host}{rest(pool)}", host, f"https://{pool.take('hosts')}{rest(pool)}"
    )


def final_dot(pool: Pool) -> BuiltLink:
    """A host with a dot at its end."""
    host = f"{pool.take('others')}."
    return BuiltLink(f"https://{host}{rest(pool)}", host)


def backslash(pool: Pool) -> BuiltLink:
    """A backslash ends the host for browsers."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}\\@{pool.take('lures')}{rest(pool)}", host)


def no_host(pool: Pool) -> BuiltLink:
    """A link that connects to no host."""
    if pool.draw.chance(2):
        return BuiltLink(f"mailto:{pool.take('users')}@{pool.take('lures')}", None)
    return BuiltLink(f"javascript://{pool.take('lures')}/%0Aalert(1)", None)


TRICKS: dict[str, Callable[[Pool], BuiltLink]] = {
    "plain": plain,
    "honest": honest,
    "login": login,
    "userinfo": userinfo,
    "password": password,
    "two-ats": two_ats,
    "subdomain": subdomain,
    "hyphen": hyphen,
    "path": in_path,
    "query": in_query,
    "fragment": in_fragment,
    "at-in-path": at_in_path,
    "rare-ip": rare_ip,
    "encoded-host": encoded_host,
    "network-path": network_path,
    "relative-name": relative_name,
    "other-base": at_other_base,
    "final-dot": final_dot,
    "backslash": backslash,
    "no-host": no_host,
    "look-alike": look_alike,
    "punycode": punycode,
    "own-letters": own_letters,
    "redirect": forwarding_query,
    "redirect-path": forwarding_path,
    "nested-twice": twice_nested,
    "name": name_of_something,
}
# Where no trick is named, one of these is drawn.  Whatever came later is drawn by its name alone:
# else the seeds of before would draw other questions.
HONEST_MIXED = ("plain", "honest", "login")
MIXED = tuple(TRICKS)[: list(TRICKS).index("no-host") + 1]
HONEST = (*HONEST_MIXED, "own-letters")


def built_link(trick: str, pool: Pool, material: int) -> BuiltLink:
    """A link of a trick, as packs of this material draw it."""
    build = TRICKS[trick]
    return (WIDER.get(trick, build) if material >= SPREAD_MATERIAL else build)(pool)


# What each is called where people read it.
TITLES = {
    "plain": "Nothing odd",
    "honest": "Odd but honest",
    "login": "User name before @",
    "userinfo": "Name of another host before @",
    "password": "Name and password before @",
    "two-ats": "Two @ in the authority",
    "subdomain": "Name in front of the registrable domain",
    "hyphen": "Hyphens in place of dots",
    "path": "Name in the path",
    "query": "Name in the query",
    "fragment": "Name in the fragment",
    "at-in-path": "@ after the host",
    "rare-ip": "Address written differently",
    "encoded-host": "Percent-encoding in the host",
    "network-path": "Host after two slashes",
    "relative-name": "Name without two slashes",
    "other-base": "Base with another host",
    "final-dot": "Dot at the end of the host",
    "backslash": "Backslash after the host",
    "no-host": "No host",
    "look-alike": "Letter of another script",
    "punycode": "Letter of another script, as ASCII",
    "own-letters": "Honest letters outside ASCII",
    "redirect": "Link in the query",
    "redirect-path": "Link in the path",
    "nested-twice": "Link inside of a link inside of a link",
    "name": "Name without a host",
}
# The mistakes that a trick leads to: their answers are among the choices.
LEADS_TO = {
    "login": ("userinfo-as-host", "with-port"),
    "userinfo": ("userinfo-as-host",),
    "password": ("userinfo-before-colon",),
    "two-ats": ("between-ats", "behind-first-at"),
    "subdomain": ("front-of-the-name", "registrable-only"),
    "hyphen": ("hyphens-as-dots", "registrable-only"),
    "path": ("host-in-path",),
    "query": ("host-in-query",),
    "fragment": ("host-in-fragment",),
    "at-in-path": ("any-last-at",),
    "rare-ip": ("as-written", "octal-as-decimal"),
    "encoded-host": ("escapes-kept",),
    "network-path": ("network-path-as-path",),
    "relative-name": ("path-as-host",),
    "other-base": ("base-host",),
    "final-dot": ("final-dot-lost",),
    "backslash": ("as-the-rfc",),
    "no-host": ("no-host-here",),
    "look-alike": ("looks-like",),
    "punycode": ("looks-like",),
    "own-letters": ("looks-like", "www-added", "www-cut"),
    "redirect": ("host-in-query",),
    "redirect-path": ("host-in-path",),
    "nested-twice": ("host-in-query",),
    "name": ("no-host-here",),
    "plain": ("registrable-only", "www-added", "www-cut"),
    "honest": ("any-last-at", "with-port", "registrable-only"),
}

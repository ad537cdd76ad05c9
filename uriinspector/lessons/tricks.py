"""Deceptive and ordinary links by trick, with the host that each was built around.

Packs that name the second material draw these; sheets of before keep their links.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import IPv4Address
from urllib.parse import quote

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.draw import SPREAD_MATERIAL, Pool


class BuiltLink(NamedTuple):
    """A link, the host built into it (None where there is none), and its base if it needs one.

    ``inside`` is the host of the innermost link in it, "" where there is none.
    """

    text: str
    host: str | None
    base: str = ""
    inside: str = ""


def rest(pool: Pool) -> str:
    """A path, sometimes with a query or a fragment."""
    path = f"/{pool.take('dirs')}/{pool.take('names')}"
    return (
        path + ("", f"?{pool.take('queries')}", f"#{pool.take('fragments')}")[pool.draw.number(3)]
    )


FORMS = (
    "urn:example:{lure}:{name}",
    "urn:example:{dir}:{lure}",
    "data:text/plain,https://{lure}/",
    "data:,{lure}",
    "cid:{dir}.{user}@{lure}",
    "mid:{user}.{dir}@{lure}",
    "tag:{lure},2026:{name}",
    "news:{dir}.{user}@{lure}",
    "mailto:{user}@{lure}",
)
WIDER_FORMS = (
    "urn:example:{lure}:{dir}:{name}",
    "urn:example:{dir}:{name}:{lure}",
    "data:text/plain,https://{lure}/{dir}/{name}",
    "data:,{lure}/{dir}/{name}",
    "cid:{dir}.{user}@{lure}",
    "mid:{user}.{dir}@{lure}",
    "tag:{lure},2026:{dir}/{name}",
    "news:{dir}.{user}@{lure}",
    "mailto:{user}.{dir}@{lure}",
)


def name_of_something(pool: Pool) -> BuiltLink:
    """A URN, data, a part of a message, a tag, an article, an address for mail."""
    return _filled(FORMS, pool)


def wider_name(pool: Pool) -> BuiltLink:
    """The same, with more of it drawn."""
    return _filled(WIDER_FORMS, pool)


def _filled(forms: tuple[str, ...], pool: Pool) -> BuiltLink:
    form = pool.draw.choice(forms)
    text = form.format(
        lure=pool.take("lures"),
        name=pool.take("names"),
        dir=pool.take("dirs"),
        user=pool.take("users"),
    )
    return BuiltLink(text, None)


PARAMETERS = ("url", "next", "u", "to", "goto", "target", "continue", "redirect")
FOLDERS = ("r", "go", "out", "link")


def forwarding_query(pool: Pool) -> BuiltLink:
    """A link in a parameter of the query, with and without percent-encoding."""
    host, inside = pool.take("hosts"), pool.take("others")
    inner = f"https://{inside}/{pool.take('dirs')}"
    value = inner if pool.draw.chance(3) else quote(inner, safe="")
    name = pool.draw.choice(PARAMETERS)
    before = f"{pool.take('queries')}&" if pool.draw.chance(3) else ""
    return BuiltLink(
        f"https://{host}/{pool.take('dirs')}?{before}{name}={value}", host, inside=inside
    )


def forwarding_path(pool: Pool) -> BuiltLink:
    """A link at the end of the path."""
    host, inside = pool.take("hosts"), pool.take("others")
    return BuiltLink(
        f"https://{host}/{pool.draw.choice(FOLDERS)}/https://{inside}{rest(pool)}",
        host,
        inside=inside,
    )


def twice_nested(pool: Pool) -> BuiltLink:
    """A link in a parameter, and another one in a parameter of that."""
    outer, middle, inside = pool.take("hosts"), pool.take("lures"), pool.take("others")
    first, second = pool.draw.sample(PARAMETERS, 2)
    inner = quote(f"https://{inside}/{pool.take('dirs')}", safe="")
    between = quote(f"https://{middle}/?{second}={inner}", safe="")
    return BuiltLink(f"https://{outer}/?{first}={between}", outer, inside=inside)


# Cyrillic letters by the Latin ones that they look like (UTS 39, intentional confusables).
CYRILLIC = dict(
    zip("aceopxyis", "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0455", strict=True)
)
# The letters of one label and of no other script.
HONEST_LABELS = (
    "b\u00fccher",
    "m\u00fcller",
    "caf\u00e9",
    "se\u00f1or",
    "sm\u00f8rrebr\u00f8d",
    "\u0431\u0438\u0431\u043b\u0438\u043e\u0442\u0435\u043a\u0430",
    "\u03bc\u03bf\u03c5\u03c3\u03b5\u03af\u03bf",
)
ENDINGS = ("example", "test")


def ascii_form(host: str) -> str:
    """A host as it is asked for: Punycode (RFC 3492) after "xn--", label by label."""
    labels = (
        each if each.isascii() else f"xn--{each.encode('punycode').decode('ascii')}"
        for each in host.split(".")
    )
    return ".".join(labels)


def with_look_alike(pool: Pool) -> tuple[str, int]:
    """A known name in which one letter is Cyrillic, and the place of that letter."""
    name = pool.take("lures")
    # The last label is the ending: another letter there would be another suffix.
    places = [at for at, char in enumerate(name[: name.rindex(".")]) if char in CYRILLIC]
    at = pool.draw.choice(places)
    return f"{name[:at]}{CYRILLIC[name[at]]}{name[at + 1 :]}", at


def look_alike(pool: Pool) -> BuiltLink:
    """A letter of another script that looks like one of ASCII."""
    host, _ = with_look_alike(pool)
    return BuiltLink(f"https://{host}{rest(pool)}", ascii_form(host))


def punycode(pool: Pool) -> BuiltLink:
    """The same, in the form that has only ASCII."""
    host = ascii_form(with_look_alike(pool)[0])
    return BuiltLink(f"https://{host}{rest(pool)}", host)


def honest_host(pool: Pool) -> str:
    """A name that is written with letters outside ASCII."""
    front = ("", "www.")[pool.draw.number(2)]
    return f"{front}{pool.draw.choice(HONEST_LABELS)}.{pool.draw.choice(ENDINGS)}"


def own_letters(pool: Pool) -> BuiltLink:
    """Letters outside ASCII, all of one script, as people write that name."""
    host = honest_host(pool)
    return BuiltLink(f"https://{host}{rest(pool)}", ascii_form(host))


def wider_in_query(pool: Pool) -> BuiltLink:
    """A name in the query."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}{_wider_path(pool)}?from={pool.take('lures')}", host)


def wider_in_fragment(pool: Pool) -> BuiltLink:
    """A name in the fragment."""
    host = pool.take("others")
    return BuiltLink(f"https://{host}{_wider_path(pool)}#{pool.take('lures')}", host)


def wider_no_host(pool: Pool) -> BuiltLink:
    """A link that connects to no host."""
    if pool.draw.chance(2):
        return BuiltLink(
            f"mailto:{pool.take('users')}.{pool.take('dirs')}@{pool.take('lures')}", None
        )
    return BuiltLink(f"javascript://{pool.take('lures')}{_wider_path(pool)}%0Aalert(1)", None)


def _wider_path(pool: Pool) -> str:
    return f"/{pool.take('dirs')}/{pool.take('names')}"


WIDER: dict[str, Callable[[Pool], BuiltLink]] = {
    "query": wider_in_query,
    "fragment": wider_in_fragment,
    "no-host": wider_no_host,
    "name": wider_name,
}


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

"""Deceptive and ordinary links by trick, with the host that each leads to.

Packs that use the second version of drawing have more variety; older sheets keep their links.
"""

from collections.abc import Callable, Iterator
from ipaddress import IPv4Address
from typing import Any
from urllib.parse import quote

from uriinspector.core.model import NamedTuple
from uriinspector.lessons.draw import SPREAD_MATERIAL, Pool


class BuiltLink(NamedTuple):
    """A link, its host (None if it has none), and its base if it needs one.

    ``inside`` is the host of the innermost nested link, or "".
    """

    text: str
    host: str | None
    base: str = ""
    inside: str = ""


def rest(pool: Pool) -> str:
    """Draw a path, sometimes with a query or a fragment."""
    path = f"/{pool.take('dirs')}/{pool.take('names')}"
    return (
        path + ("", f"?{pool.take('queries')}", f"#{pool.take('fragments')}")[pool.draw.number(3)]
    )


PARAMETERS = ("url", "next", "u", "to", "goto", "target", "continue", "redirect")
# Lists in addition to those that are shipped.
OWN_LISTS = {
    "folder": ("r", "go", "out", "link"),
    "ending": ("?=", "?+", "#"),
    "address": ("addresses", "addresses6"),
}


class MaterialText(str):
    """A drawn word, and other ways to write it."""

    __slots__ = ()

    @property
    def hyphened(self) -> str:
        """The text with hyphens instead of dots."""
        return self.replace(".", "-")

    @property
    def raised(self) -> str:
        """The text in uppercase."""
        return self.upper()

    @property
    def in_ascii(self) -> str:
        """The host in ASCII: labels with other letters become "xn--" and Punycode (RFC 3492)."""
        return ".".join(
            each if each.isascii() else f"xn--{each.encode('punycode').decode('ascii')}"
            for each in self.split(".")
        )

    @property
    def first_encoded(self) -> str:
        return f"%{ord(self[0]):X}{self[1:]}"

    @property
    def last_encoded(self) -> str:
        return f"{self[:-1]}%{ord(self[-1]):X}"


def taken(names: str, pool: Pool) -> Iterator[MaterialText]:
    """Draw an item from each of these lists, in order; "rest" is a path, perhaps with a query
    or fragment.
    """
    for name in names.split():
        if name in BUILT_TEXTS:
            yield MaterialText(BUILT_TEXTS[name](pool))
        elif name in OWN_LISTS:
            own = pool.draw.choice(OWN_LISTS[name])
            yield MaterialText(pool.take(own) if name == "address" else own)
        else:
            yield MaterialText(pool.take(name))


def forwarding_query(pool: Pool) -> BuiltLink:
    """Build a link with another link in its query, which can be percent-encoded."""
    host, inside = pool.take("hosts"), pool.take("others")
    inner = f"https://{inside}/{pool.take('dirs')}"
    value = inner if pool.draw.chance(3) else quote(inner, safe="")
    name = pool.draw.choice(PARAMETERS)
    before = f"{pool.take('queries')}&" if pool.draw.chance(3) else ""
    return BuiltLink(
        f"https://{host}/{pool.take('dirs')}?{before}{name}={value}", host, inside=inside
    )


def twice_nested(pool: Pool) -> BuiltLink:
    """Build a link that has a link in a parameter, which in turn has a link in a parameter."""
    outer, middle, inside = pool.take("hosts"), pool.take("lures"), pool.take("others")
    first, second = pool.draw.sample(PARAMETERS, 2)
    inner = quote(f"https://{inside}/{pool.take('dirs')}", safe="")
    between = quote(f"https://{middle}/?{second}={inner}", safe="")
    return BuiltLink(f"https://{outer}/?{first}={between}", outer, inside=inside)


# Cyrillic letters by the Latin letters that they resemble (UTS 39, intentional confusables).
CYRILLIC = dict(
    zip("aceopxyis", "\u0430\u0441\u0435\u043e\u0440\u0445\u0443\u0456\u0455", strict=True)
)
# Labels with non-ASCII letters, each in a single script.
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


def with_look_alike(pool: Pool) -> tuple[str, int]:
    """Return a well-known name with one Cyrillic letter, and the position of that letter."""
    name = pool.take("lures")
    # Not in the last label, where a changed letter would change the suffix.
    places = [at for at, char in enumerate(name[: name.rindex(".")]) if char in CYRILLIC]
    at = pool.draw.choice(places)
    return f"{name[:at]}{CYRILLIC[name[at]]}{name[at + 1 :]}", at


def honest_host(pool: Pool) -> str:
    """Draw an honest host name with non-ASCII letters."""
    front = ("", "www.")[pool.draw.number(2)]
    return f"{front}{pool.draw.choice(HONEST_LABELS)}.{pool.draw.choice(ENDINGS)}"


def rare_ip(pool: Pool) -> BuiltLink:
    """Build a link with an IPv4 address in an unusual spelling."""
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
    """Build a link with a percent-encoded character in its host."""
    host = pool.take("others")
    at = pool.draw.number(host.index("."))
    written = f"{host[:at]}%{ord(host[at]):02x}{host[at + 1 :]}"
    return BuiltLink(f"https://{written}{rest(pool)}", host)


BUILT_TEXTS: dict[str, Callable[[Pool], str]] = {
    "rest": rest,
    "look-alike": lambda pool: with_look_alike(pool)[0],
    "own-letters": honest_host,
}
# For each trick: the lists to draw from, in order; then forms, one of which is drawn: further
# lists, the link, its host ("" without one), its base, and the host of the nested link.
FORMS: dict[str, tuple[Any, ...]] = {
    "plain": ("hosts rest", ("", "https://{0}{1}", "{0}")),
    "honest": (
        "hosts",
        ("ports rest", "http://{0}:{1}{2}", "{0}"),
        ("users names", "https://{0}/@{1}/{2}", "{0}"),
        ("dirs dirs rest", "https://{1}.{2}.{0}{3}", "{1}.{2}.{0}"),
        ("addresses rest", "http://{1}{2}", "{1}"),
        ("addresses6 ports rest", "http://{1}:{2}{3}", "{1}"),
    ),
    "login": ("hosts users ports rest", ("", "https://{1}@{0}:{2}{3}", "{0}")),
    "userinfo": ("others lures rest", ("", "https://{1}@{0}{2}", "{0}")),
    "password": ("others lures passwords rest", ("", "https://{1}:{2}@{0}{3}", "{0}")),
    "two-ats": ("others users lures rest", ("", "https://{1}@{2}@{0}{3}", "{0}")),
    "subdomain": ("lures others rest", ("", "https://{0}.{1}{2}", "{0}.{1}")),
    "hyphen": ("lures others rest", ("", "https://{0.hyphened}.{1}{2}", "{0.hyphened}.{1}")),
    "path": ("others lures rest", ("", "https://{0}/{1}{2}", "{0}")),
    "query": ("others lures", ("", "https://{0}/?from={1}", "{0}")),
    "fragment": ("others lures", ("", "https://{0}/#{1}", "{0}")),
    "at-in-path": ("others dirs lures", ("", "https://{0}/{1}@{2}/", "{0}")),
    "network-path": ("others hosts rest rest", ("", "//{0}{3}", "{0}", "https://{1}{2}")),
    "relative-name": ("hosts rest lures names", ("", "{2}/{3}", "{0}", "https://{0}{1}")),
    "other-base": ("others rest hosts rest", ("", "https://{0}{1}", "{0}", "https://{2}{3}")),
    "final-dot": ("others rest", ("", "https://{0}.{1}", "{0}.")),
    "backslash": ("others lures rest", ("", "https://{0}\\@{1}{2}", "{0}")),
    "no-host": (
        "",
        ("users lures", "mailto:{0}@{1}", ""),
        ("lures", "javascript://{0}/%0Aalert(1)", ""),
    ),
    "look-alike": ("look-alike rest", ("", "https://{0}{1}", "{0.in_ascii}")),
    "punycode": ("look-alike rest", ("", "https://{0.in_ascii}{1}", "{0.in_ascii}")),
    "own-letters": ("own-letters rest", ("", "https://{0}{1}", "{0.in_ascii}")),
    "redirect-path": (
        "hosts others folder rest",
        ("", "https://{0}/{2}/https://{1}{3}", "{0}", "", "{1}"),
    ),
    "name": (
        "",
        ("lures names dirs users", "urn:example:{0}:{1}", ""),
        ("lures names dirs users", "urn:example:{2}:{0}", ""),
        ("lures names dirs users", "data:text/plain,https://{0}/", ""),
        ("lures names dirs users", "data:,{0}", ""),
        ("lures names dirs users", "cid:{2}.{3}@{0}", ""),
        ("lures names dirs users", "mid:{3}.{2}@{0}", ""),
        ("lures names dirs users", "tag:{0},2026:{1}", ""),
        ("lures names dirs users", "news:{2}.{3}@{0}", ""),
        ("lures names dirs users", "mailto:{3}@{0}", ""),
    ),
}
# Forms for the second version of drawing, in which more of a link is random.
WIDER_FORMS: dict[str, tuple[Any, ...]] = {
    "query": ("others dirs names lures", ("", "https://{0}/{1}/{2}?from={3}", "{0}")),
    "fragment": ("others dirs names lures", ("", "https://{0}/{1}/{2}#{3}", "{0}")),
    "no-host": (
        "",
        ("users dirs lures", "mailto:{0}.{1}@{2}", ""),
        ("lures dirs names", "javascript://{0}/{1}/{2}%0Aalert(1)", ""),
    ),
    "name": (
        "",
        ("lures names dirs users", "urn:example:{0}:{2}:{1}", ""),
        ("lures names dirs users", "urn:example:{2}:{1}:{0}", ""),
        ("lures names dirs users", "data:text/plain,https://{0}/{2}/{1}", ""),
        ("lures names dirs users", "data:,{0}/{2}/{1}", ""),
        ("lures names dirs users", "cid:{2}.{3}@{0}", ""),
        ("lures names dirs users", "mid:{3}.{2}@{0}", ""),
        ("lures names dirs users", "tag:{0},2026:{2}/{1}", ""),
        ("lures names dirs users", "news:{2}.{3}@{0}", ""),
        ("lures names dirs users", "mailto:{3}.{2}@{0}", ""),
    ),
}
BUILT: dict[str, Callable[[Pool], BuiltLink]] = {
    "rare-ip": rare_ip,
    "encoded-host": encoded_host,
    "redirect": forwarding_query,
    "nested-twice": twice_nested,
}


def built_link(trick: str, pool: Pool, material: int) -> BuiltLink:
    """Build a link with a trick, as in a certain version of drawing."""
    if trick in BUILT:
        return BUILT[trick](pool)
    is_wide = material >= SPREAD_MATERIAL and trick in WIDER_FORMS
    first, *forms = (WIDER_FORMS if is_wide else FORMS)[trick]
    texts = list(taken(first, pool))
    more, *templates = forms[pool.draw.number(len(forms))] if len(forms) > 1 else forms[0]
    texts += taken(more, pool)
    text, host, *others = (each.format(*texts) for each in templates)
    return BuiltLink(text, host or None, *others)


# Every trick, and its title for people.
TITLES = {
    "plain": "Nothing unusual",
    "honest": "Odd but legitimate",
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
    "rare-ip": "IP address in an unusual form",
    "encoded-host": "Percent-encoding in the host",
    "network-path": "Host after two slashes",
    "relative-name": "Name without two slashes before it",
    "other-base": "Base with another host",
    "final-dot": "Dot at the end of the host",
    "backslash": "Backslash after the host",
    "no-host": "No host",
    "look-alike": "Letter from another script",
    "punycode": "Letter from another script, as ASCII",
    "own-letters": "Legitimate letters outside ASCII",
    "redirect": "Link in the query",
    "redirect-path": "Link in the path",
    "nested-twice": "Link inside a link inside a link",
    "name": "Name in a link without a host",
}
TRICKS = tuple(TITLES)
# If no trick is named, one of these is drawn. Newer tricks are only drawn by name, so that older
# seeds still draw the same questions.
HONEST_MIXED = ("plain", "honest", "login")
MIXED = TRICKS[: TRICKS.index("no-host") + 1]
HONEST = (*HONEST_MIXED, "own-letters")
# The mistakes that a trick invites; the resulting answers are among the choices.
LEADS_TO = {
    "login": "userinfo-as-host with-port",
    "userinfo": "userinfo-as-host",
    "password": "userinfo-before-colon",
    "two-ats": "between-ats behind-first-at",
    "subdomain": "front-of-the-name registrable-only",
    "hyphen": "hyphens-as-dots registrable-only",
    "path": "host-in-path",
    "query": "host-in-query",
    "fragment": "host-in-fragment",
    "at-in-path": "any-last-at",
    "rare-ip": "as-written octal-as-decimal",
    "encoded-host": "escapes-kept",
    "network-path": "network-path-as-path",
    "relative-name": "path-as-host",
    "other-base": "base-host",
    "final-dot": "final-dot-lost",
    "backslash": "as-the-rfc",
    "no-host": "no-host-here",
    "look-alike": "looks-like",
    "punycode": "looks-like",
    "own-letters": "looks-like www-added www-cut",
    "redirect": "host-in-query",
    "redirect-path": "host-in-path",
    "nested-twice": "host-in-query",
    "name": "no-host-here",
    "plain": "registrable-only www-added www-cut",
    "honest": "any-last-at with-port registrable-only",
}

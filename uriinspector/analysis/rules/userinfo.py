"""Where it goes: what stands before the "@"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.flags import When
from uriinspector.analysis.rule import Hit, Rule
from uriinspector.core.model import Part, Span
from uriinspector.core.schemes.dossier import decoded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.facts import Facts

SEMANTIC = ("RFC 3986 7.6", "rfc2396bis-01 7.5")
# Schemes in which a user name is the ordinary thing.
LOGIN_SCHEMES = frozenset({"ssh", "sftp", "scp", "rsync", "svn+ssh", "git+ssh", "git", "ftp"})
# Two labels with a dot, the last one of letters: what people read as a site.
SITE = re.compile(r"(?<![\w-])(?:[\w-]{1,63}+\.)++[^\W\d_]{2,}+")
# Longer than this it pushes the host out of most address bars.
LONG = 40
MANY_ESCAPES = 3


def _looks(user: str, protect: tuple[str, ...]) -> tuple[str, str] | None:
    """What people would take the user name for: a site, a path, a protected name, a long noise."""
    plain = decoded(user)
    site = SITE.match(plain) or SITE.search(plain)
    if site:
        return "site", site[0]
    if "://" in plain or plain.startswith(("http:", "https:", "www.")):
        return "site", plain[:LONG]
    name = next((name for name in protect if name.partition(".")[0].lower() in plain.lower()), None)
    if name:
        return "name", name
    if "/" in plain or "\\" in plain:
        return "path", plain[:LONG]
    if len(plain) > LONG or user.count("%") >= MANY_ESCAPES:
        return "noise", ""
    return None


def without_userinfo(facts: Facts, span: Span) -> Fix:
    """The same reference with the user name out of sight."""
    text = facts.text
    return Fix("Show without userinfo", text[: span.start] + text[span.end + 1 :])


def deceptive(facts: Facts) -> Iterator[Hit]:
    """A user name that is made to be read as the place where the link goes."""
    span = facts.span(Part.USERINFO)
    if span is None or facts.scheme in LOGIN_SCHEMES - {"ftp"}:
        return
    result = _looks(span.of(facts.text), facts.protect)
    if result:
        variant, shown = result
        args = {"shown": shown, "host": facts.reference.host or ""}
        yield Hit(*span, variant=variant, fix=without_userinfo(facts, span), args=args)


def present(facts: Facts) -> Iterator[Hit]:
    """Any user name: in a web link it has next to no honest use left."""
    span = facts.span(Part.USERINFO)
    if span is None:
        return
    if facts.scheme in LOGIN_SCHEMES:
        yield Hit(*span, INFO, "login")
    else:
        yield Hit(*span, fix=without_userinfo(facts, span))


def password(facts: Facts) -> Iterator[Hit]:
    """A password in clear text."""
    span = facts.span(Part.USERINFO)
    if span is None:
        return
    colon = facts.text.find(":", *span)
    if 0 <= colon < span.end - 1:
        yield Hit(colon + 1, span.end, MEDIUM if facts.is_web else LOW)


RULES = (
    Rule(
        "userinfo-deceptive",
        HIGH,
        "User name imitates a host name",
        {
            "site": '"{shown}" is read by people as the site; only what follows the "@" names it: '
            "{host}.",
            "name": 'The user name speaks of {shown}; the site is what follows the "@": {host}.',
            "path": 'What looks like a path is a user name; the site follows the "@": {host}.',
            "noise": 'A long or escaped user name hides the site that follows the "@": {host}.',
        },
        SEMANTIC,
        When.USERINFO,
        deceptive,
    ),
    Rule(
        "userinfo-present",
        LOW,
        "A user name stands before the host",
        {
            "": 'All before the "@" is a user name, not the site; browsers hide it.',
            "login": "A user name is the ordinary thing in this scheme.",
        },
        ("RFC 3986 3.2.1", "RFC 3986 7.5"),
        When.USERINFO,
        present,
        rises="info where a login is ordinary (ssh, git, ftp)",
    ),
    Rule(
        "userinfo-password",
        MEDIUM,
        "A password in clear text",
        {"": "It can be read by everybody who sees the link."},
        ("RFC 3986 3.2.1", "RFC 3986 7.5", "rfc2396bis-01 7.4"),
        When.USERINFO,
        password,
        rises="low outside of web links",
    ),
)

"""Where it goes: what stands before the "@"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.flags import When
from uriinspector.analysis.rule import Hit, Rule
from uriinspector.core.decoding import decoded
from uriinspector.core.model import Part, Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.facts import Facts

SEMANTIC = ("RFC 3986 7.6", "rfc2396bis-01 7.5")
# Schemes in which a user name is the ordinary thing.
LOGIN_SCHEMES = frozenset({"ssh", "sftp", "scp", "rsync", "svn+ssh", "git+ssh", "git", "ftp"})
# Two labels with a dot, the last one of letters: what people read as a site.
SITE = re.compile(r"(?<![\w-])(?:[\w-]{1,63}+\.)++[^\W\d_]{2,}+")
MAILBOX = re.compile(r"[^@\s/\\]+@[^@\s/\\]+")
# Who says that a password can be no secret.
PUBLIC = {
    "1994": ("RFC 1738 3.2",),
    "1997": ("url-syntax-05 4.3.1",),
    "2003": ("rfc2396bis-01 7.4",),
    "2005": ("RFC 3986 7.5",),
}
# Longer than this it pushes the host out of most address bars.
LONG = 40
MANY_ESCAPES = 3


def imitated(user: str, protect: tuple[str, ...]) -> tuple[str, str] | None:
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


def without_userinfo(facts: Facts, span: Span) -> Fix | None:
    """The same reference with the user name out of sight.

    An empty one is none to hide, and leaving out its "@" would say that there is no user at all,
    which is something else (RFC 1738 3.1, 1997 4.3.1).
    """
    text = facts.text
    if not span.of(text).strip(":"):
        return None
    return Fix("Show without userinfo", text[: span.start] + text[span.end + 1 :])


def deceptive(facts: Facts) -> Iterator[Hit]:
    """A user name that is made to be read as the place where the link goes."""
    span = facts.span(Part.USERINFO)
    if span is None or facts.scheme in LOGIN_SCHEMES - {"ftp"}:
        return
    result = imitated(span.of(facts.text), facts.protect)
    if result and not has_mailbox_password(facts, span):
        variant, shown = result
        args = {"shown": shown, "host": facts.reference.host or ""}
        yield Hit(*span, variant=variant, fix=without_userinfo(facts, span), args=args)


def has_mailbox_password(facts: Facts, span: Span) -> bool:
    """A public login of ftp, whose password is the mailbox of the one who asks (RFC 1738 3.2.1)."""
    from uriinspector.core.schemes.rfc1738 import is_public_login

    user = span.of(facts.text)
    if facts.scheme != "ftp" or not is_public_login(user):
        return False
    return MAILBOX.fullmatch(decoded(user.partition(":")[2])) is not None


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
    if not 0 <= colon < span.end - 1:
        return
    from uriinspector.core.schemes.rfc1738 import is_public_login

    if is_public_login(span.of(facts.text)):
        yield Hit(colon + 1, span.end, INFO, "public", cites=PUBLIC[facts.reference.edition])
    else:
        yield Hit(colon + 1, span.end, MEDIUM if facts.is_web else LOW)


RULES = (
    Rule(
        "userinfo-deceptive",
        HIGH,
        "Userinfo imitates a host name",
        {
            "site": 'The host is {host}. "{shown}" is userinfo: the text before "@" does not '
            "select the server.",
            "name": 'The host is {host}. The userinfo before "@" mentions {shown} but does not '
            "select the server.",
            "path": 'The host is {host}. The text before "@" looks like a path but is userinfo.',
            "noise": "The host is {host}. Long or encoded userinfo pushes it out of view.",
        },
        SEMANTIC,
        When.USERINFO,
        deceptive,
    ),
    Rule(
        "userinfo-present",
        LOW,
        "Userinfo before the host",
        {
            "": 'The text before "@" is login data, not part of the host.',
            "login": "A user name is normal for this scheme.",
        },
        ("RFC 3986 3.2.1", "RFC 3986 7.5"),
        When.USERINFO,
        present,
        rises="info for ssh, git and ftp",
    ),
    Rule(
        "userinfo-password",
        MEDIUM,
        "Password in the userinfo",
        {
            "": "Anyone who sees the link can read the password.",
            "public": "This login is open to the public; its password is not a secret.",
        },
        ("RFC 3986 3.2.1", "RFC 3986 7.5", "rfc2396bis-01 7.4"),
        When.USERINFO,
        password,
        rises="low outside web links, info for a public login",
    ),
)

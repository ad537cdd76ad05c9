"""Rules about userinfo."""

from collections.abc import Iterator

from uriinspector.analysis.facts import Facts, Hit, Rule
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, Fix
from uriinspector.analysis.host_shape import MOST, read_host, read_name
from uriinspector.analysis.international.known_names import KnownNameIndex
from uriinspector.analysis.international.scripts import appearance
from uriinspector.analysis.verdict import NO_FETCH
from uriinspector.core.expression import expression
from uriinspector.core.model import Span
from uriinspector.core.percent import decoded

SEMANTIC = ("RFC 3986 7.6", "rfc2396bis-01 7.5")
# Schemes in which user names are usual.
LOGIN_SCHEMES = frozenset({"ssh", "sftp", "scp", "rsync", "svn+ssh", "git+ssh", "git", "ftp"})
SCHEME = expression(r"(?i)\s*(?:[A-Za-z][A-Za-z0-9+.-]{0,20}://|https?:)")
# The account of a Windows domain, with a backslash.
ACCOUNT = expression(r"[\w.-]+\\[\w.$-]+")
MAILBOX = expression(r"[^@\s/\\]+@[^@\s/\\]+")
# Clauses on passwords that are not secret.
PUBLIC = {
    "1994": ("RFC 1738 3.2",),
    "1997": ("url-syntax-05 4.3.1",),
    "2003": ("rfc2396bis-01 7.4",),
    "2005": ("RFC 3986 7.5",),
}
# Longer userinfo pushes the host out of most address bars; tokens of services may be longer.
LONG = 40
TOKEN = expression(r"(?=[^0-9]*[0-9])[A-Za-z0-9_.=-]+")
LONGEST_TOKEN = 100
# At least three unnecessary escapes, or a run of the same character.
NEEDLESS = expression(r"(?:%(?:20|2[dDeE]|3[0-9]|[46][1-9a-fA-F]|[57][0-9aA]|5[fF]|7[eE]).*?){3}")
PADDING = expression(r"([-_.=+*\s])\1{7}")


def imitated(user: str, names: KnownNameIndex, host: str = "") -> tuple[str, str] | None:
    """Return what people may take the userinfo for: a site, name, path or noise; None if
    nothing.

    A name that belongs to the host, as in gitlab@gitlab.example, is not an imitation.
    """
    plain = decoded(user)
    read = read_host(plain, names)
    if read is None and "@" in user:
        # In honest user names that are mailboxes, the "@" is escaped.
        other = read_host(decoded(user.rpartition("@")[2]), names)
        read = other if other and other.domain in names.domains else None
    if read:
        return None if _is_own(read.domain, host) else ("site", read.written)
    if SCHEME.match(plain):
        return "site", plain[:LONG]
    name = read_name(plain.partition(":")[0], names)
    if name and name.domain and not _is_own(name.domain, host):
        return "name", name.written
    login = appearance(plain[:MOST].partition(":")[0])
    if "/" in login or ("\\" in login and not ACCOUNT.fullmatch(login)):
        return "path", plain[:LONG]
    return ("noise", "") if _is_noise(user) else None


def _is_noise(user: str) -> bool:
    """Return True if the text is only there to take up room: long, padded or needlessly
    encoded.
    """
    login = decoded(user).partition(":")[0]
    most = LONGEST_TOKEN if TOKEN.fullmatch(login) else LONG
    return len(login) > most or bool(NEEDLESS.search(user) or PADDING.search(login))


def _is_own(domain: str | None, host: str) -> bool:
    """Return True if the host is in the domain, or has the domain's name as a label."""
    if not domain:
        return False
    return f".{host}".endswith(f".{domain}") or domain.partition(".")[0] in host.split(".")


def without_userinfo(facts: Facts, span: Span) -> Fix | None:
    """Return a fix that removes the userinfo.

    None for empty userinfo, which means something other than no userinfo (RFC 1738 3.1, 1997
    4.3.1).
    """
    text = facts.text
    if not span.of(text).strip(":"):
        return None
    return Fix("Show without userinfo", text[: span.start] + text[span.end + 1 :])


def _imitated(facts: Facts) -> tuple[str, str] | None:
    span = facts.userinfo_span
    user = span.of(facts.text) if span else ""
    return imitated(user, facts.names, facts.browser_host or "") if user else None


def is_imitating(facts: Facts) -> bool:
    return facts.once(_imitated) is not None


def _userinfo(facts: Facts) -> Span | None:
    span = facts.userinfo_span
    is_one = span is not None and facts.is_read_as_written and "\\" not in span.of(facts.text)
    return span if is_one else None


def deceptive(facts: Facts) -> Iterator[Hit]:
    span = _userinfo(facts)
    if span is None or facts.scheme in LOGIN_SCHEMES - {"ftp"}:
        return
    result = facts.once(_imitated)
    if result and not has_mailbox_password(facts, span):
        variant, shown = result
        host = facts.reached_host if facts.is_web else None
        args = {"shown": shown, "host": host or facts.reference.host or ""}
        if variant == "name" and (known := facts.names.labels.get(shown.lower())):
            args |= {"instead": known.domain}
        variant = variant if args["host"] else "nowhere"
        yield Hit(*span, variant=variant, fix=without_userinfo(facts, span), args=args)


def has_mailbox_password(facts: Facts, span: Span) -> bool:
    """Return True for public FTP logins with an email address as the password (RFC 1738 3.2.1)."""
    from uriinspector.core.schemes.rfc1738 import is_public_login

    user = span.of(facts.text)
    if facts.scheme != "ftp" or not is_public_login(user):
        return False
    return MAILBOX.fullmatch(decoded(user.partition(":")[2])) is not None


def present(facts: Facts) -> Iterator[Hit]:
    """Find user names, which have almost no honest use in web links."""
    span = _userinfo(facts)
    if span is None or not span.of(facts.text).strip(":") or facts.scheme in NO_FETCH:
        return  # empty userinfo has its own rule, and these schemes have no login
    if next(deceptive(facts), None) or next(password(facts), None):
        return  # those findings are more specific
    if facts.scheme in LOGIN_SCHEMES:
        yield Hit(*span, INFO, "login")
    else:
        yield Hit(*span, fix=without_userinfo(facts, span))


# Text that people read as a host and port, so "443" is not reported as a password.
PORT_LIKE = expression(r"[\w-]+(?:\.[\w-]+)+:[0-9]{2,5}")


def password(facts: Facts) -> Iterator[Hit]:
    span = _userinfo(facts)
    if span is None:
        return
    colon = facts.text.find(":", *span)
    if not 0 <= colon < span.end - 1 or PORT_LIKE.fullmatch(facts.text, *span):
        return
    from uriinspector.core.schemes.rfc1738 import is_public_login

    if facts.effective_scheme == "ftp" and is_public_login(span.of(facts.text)):
        yield Hit(colon + 1, span.end, INFO, "public", cites=PUBLIC[facts.reference.edition])
    else:
        # Access tokens in repository links are usual on the command line, but are still
        # secrets.
        is_login = not facts.is_web or facts.reference.path.endswith(".git")
        fix = None if facts.scheme in LOGIN_SCHEMES else without_userinfo(facts, span)
        yield Hit(colon + 1, span.end, LOW if is_login else MEDIUM, fix=fix)


RULES = (
    Rule(
        "userinfo-deceptive",
        HIGH,
        "Userinfo that may mislead",
        {
            "site": 'The host is {host}. "{shown}" is userinfo: the text before "@" does not '
            "select the server.",
            "name": 'The host is {host}. "{shown}" is in the userinfo: the text before "@" does '
            "not select the server.",
            "path": 'The host is {host}. The text before "@" looks like a path but is userinfo.',
            "nowhere": 'No host follows the "@". "{shown}" is userinfo: it does not select the '
            "server.",
            "noise": "The host is {host}. Long or encoded userinfo can push it out of view.",
        },
        SEMANTIC,
        deceptive,
        plain={
            "site": 'What is before "@" does not count. The site is {site}, not {shown}.',
            "name": 'What is before "@" does not count. The site is {site}, not {shown}.',
            "path": 'The text before "@" looks like part of an address, but only hides the site: '
            "{site}.",
            "nowhere": 'The text before "@" does not choose the site, and no site follows it.',
            "noise": 'Long or odd text before "@" can push the site out of view: {site}.',
        },
        when="has_user",
    ),
    Rule(
        "userinfo-present",
        LOW,
        "Userinfo before the host",
        {
            "": 'The text before "@" is login data, not part of the host.',
            "login": "A user name is normal in this kind of link.",
        },
        ("RFC 3986 3.2.1", "RFC 3986 7.5"),
        present,
        rises="Info in ssh, git and ftp links.",
        plain={
            "": 'The text before "@" is a user name; it does not choose the site. The site '
            "is {site}."
        },
        when="has_user",
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
        password,
        rises="Low in links to Git repositories and in links other than web links. Info if the "
        "login is open to the public.",
        plain={"": "The link contains a password; anyone who sees the link can read it."},
        when="has_user",
    ),
)

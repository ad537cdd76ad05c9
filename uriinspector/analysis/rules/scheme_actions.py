"""What it does: schemes that run, open, attach, or speak to something else than they say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.analysis.facts import SPECIAL, Facts, Hit, Rule, valid_fix
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.gates import When
from uriinspector.analysis.headline_text import DRIVE, INTERNAL, is_labelled_text, share_of
from uriinspector.analysis.host_shape import remote_path
from uriinspector.core.expression import expression
from uriinspector.core.model import Part, Span
from uriinspector.core.percent import decoded, octets_of
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.lookup import is_registered, schemes

CODE = frozenset({"javascript", "vbscript", "livescript", "mocha", "jscript", "vbs"})
# What pages write where a link has no destination and their scripts do the rest; never longer.
IDLE = expression(
    r":\s*(?:(?:void\s*(?:\(\s*[0-9]?\s*\)|[0-9])|false|true|null|undefined|return\s+false|\{\s*\})"
    r"[;\s]*|[;\s]*)(?:(?://|#)[^\r\n\u2028\u2029]*)?"
)
REACH = 80
# Handlers of a system that have been used to start programs, fetch files or search foreign shares.
HANDLERS = frozenset(
    {"search-ms", "search", "ms-msdt", "ms-officecmd", "ms-appinstaller", "ms-settings", "shell"}
    | {"ms-cxh", "ms-cxh-full", "ms-its", "mk", "its", "res", "hcp", "wscript", "ms-search"}
    | {"ms-gamingoverlay", "ms-screensketch", "ms-windows-store", "ldap-search", "itms-services"}
)
OFFICE = expression(r"ms-(?:word|excel|powerpoint|access|visio|project|publisher|infopath|spd)\Z")
WRAPPING = frozenset({"view-source", "blob", "filesystem", "jar", "feed", "wyciwyg", "content"})
# Of these, those with words of their own.
HOLDERS = WRAPPING - {"view-source", "feed"}
GOPHER_PORTS = frozenset({"", "70"})
ENDS_LINE = frozenset(b"\r\n")
ATTACH = expression(r"(?:[?&]|&amp;)(attach(?:ment)?)=", re.IGNORECASE)
HIDDEN = expression(r"(?:[?&]|&amp;)(bcc)=", re.IGNORECASE)
INJECTED = expression(r"(?:%0[adAD])+")
BODY = expression(r"[?&]body=[^&#]*+", re.IGNORECASE)
# Between commas, semicolons and blanks; in a quoted name "@" is an ordinary character.
TWO_AT = expression(
    r"(?<![^\s,;<])([^\s\"@,;<>]{1,64}@[^\s\"@,;<>]{1,253})(?:@[^\s\"@,;<>]{1,253})*?@"
    r"([^\s\"@,;<>]{1,253})(?![^\s,;>])"
)
# Text before a colon that is a host or a user rather than a scheme.
HOST_AND_PORT = expression(
    r"(?:localhost|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+):(?:[0-9]{1,5})(?=[/?#]|\Z)"
)


def dangerous_scheme(facts: Facts) -> Iterator[Hit]:
    """Following it runs code or starts a program with what stands behind the colon."""
    scheme = facts.browser_scheme
    if scheme is None:
        return
    span = facts.span(Part.SCHEME) or Span(0, facts.text.index(":"))
    if scheme == "javascript" and _is_idle(facts.text[span.end :]):
        yield Hit(*span, INFO, "idle")
    elif scheme in CODE:
        yield Hit(*span, variant="code" if scheme == "javascript" else "legacy")
    elif scheme in HANDLERS:
        yield Hit(*span)
    elif OFFICE.match(scheme):
        yield Hit(*span, MEDIUM, "office")


def _is_idle(code: str) -> bool:
    return len(code) <= REACH and IDLE.fullmatch(decoded(code)) is not None


def nested_scheme(facts: Facts) -> Iterator[Hit]:
    """A scheme that stands in front of another reference."""
    span = facts.span(Part.SCHEME)
    if span is not None and facts.scheme in WRAPPING:
        variant = facts.scheme if facts.scheme in HOLDERS else ""
        is_empty = not (facts.dossier and facts.dossier.inner)
        if is_empty and facts.scheme in {"feed", "jar", "filesystem"}:
            variant = "feed" if facts.scheme == "feed" else "empty"
        severity = INFO if facts.scheme == "blob" else None
        yield Hit(*span, severity, variant, args={"scheme": facts.scheme or ""})


def unknown_scheme(facts: Facts) -> Iterator[Hit]:
    """Whatever has registered for it on a machine will be started."""
    span = facts.span(Part.SCHEME)
    if span is not None and facts.scheme not in schemes() and facts.scheme not in INTERNAL:
        match = facts.scheme in CODE | HANDLERS | {"url"} or HOST_AND_PORT.match(facts.text)
        match = match or DRIVE.match(facts.text) or remote_path(facts.text)
        if match or is_registered(facts.scheme) or is_labelled_text(facts):
            return
        yield Hit(*span, args={"scheme": facts.scheme or ""})


def file_remote(facts: Facts) -> Iterator[Hit]:
    """A file on another machine: asking for it can send the user's credentials there."""
    if facts.effective_scheme == "file":
        yield from _asked(facts)
    elif facts.scheme in {"smb", "cifs"} and facts.reference.host:
        args = {"host": facts.reference.host}
        yield Hit(*facts.reference.spans[4], MEDIUM, "smb", args=args)


def _asked(facts: Facts) -> Iterator[Hit]:
    share = share_of(facts)
    if share is not None:
        variant = "webdav" if share.is_webdav else ""
        yield Hit(share.start, share.end, variant=variant, args={"host": share.host})


def unc(facts: Facts) -> Iterator[Hit]:
    """A share of another machine, by a path."""
    if facts.effective_scheme != "file":
        yield from _asked(facts)


def gopher_commands(facts: Facts) -> Iterator[Hit]:
    """Bytes for another protocol: gopher sends them as they are."""
    if facts.scheme != "gopher":
        return
    from uriinspector.core.schemes.rfc1738 import as_1738

    # "?" is part of what is sent (RFC 1738 3.4.1), whatever the edition makes of it.
    read = as_1738(facts.reference)
    path = read.span(Part.PATH)
    if path is None:
        return
    sent = octets_of(path.of(facts.text))
    if (facts.reference.port or "").lstrip("0") in GOPHER_PORTS:
        if not ENDS_LINE.isdisjoint(sent) and _breaks_lines(read):
            yield Hit(*path, variant="line", cites=("RFC 1738 3.4.1", "RFC 1738 6"))
    elif not ENDS_LINE.isdisjoint(sent) or 0 in sent:
        yield Hit(*path)
    elif len(sent) > 2:
        yield Hit(*path, MEDIUM, "port")


def _breaks_lines(read: Reference) -> bool:
    """Whether a line ends inside of what has to be one; a form has lines of its own (3.4.9)."""
    from uriinspector.core.schemes.gopher import item_of, sent_lines

    kind = item_of(read).type
    runs = [span for name, span in sent_lines(read) if name != "form"]
    runs += [kind] if kind else []
    return any(not ENDS_LINE.isdisjoint(octets_of(run.of(read.text))) for run in runs)


def mailto_dangerous(facts: Facts) -> Iterator[Hit]:
    """A mail that attaches files, hides recipients or brings headers of its own."""
    if facts.scheme != "mailto":
        return
    for variant, pattern in (("attach", ATTACH), ("hidden", HIDDEN)):
        for match in pattern.finditer(facts.text):
            yield Hit(*match.span(1), variant=variant)
    yield from _second_at(facts)
    bodies = [Span(*result.span()) for result in BODY.finditer(facts.text)]
    for match in INJECTED.finditer(facts.text):
        if not any(body.start <= match.start() < body.end for body in bodies):
            yield Hit(*match.span(), variant="header")


def _second_at(facts: Facts) -> Iterator[Hit]:
    """An address in front of another one, as if it were the whole."""
    if facts.reference.edition == "1994":
        return
    from uriinspector.core.schemes.mailto import MailtoMessage

    mail = MailtoMessage(facts.reference)
    lists = [mail.to, *(each.value for each in mail.headers if each.meant in {"to", "cc", "bcc"})]
    for span in lists:
        for match in TWO_AT.finditer(decoded(span.of(facts.text))):
            args = {"shown": match[1], "host": match[2]}
            yield Hit(*span, MEDIUM, "at", args=args)


def option_injection(facts: Facts) -> Iterator[Hit]:
    """A host or a user name that the program behind the scheme would read as an option."""
    for part in (Part.USERINFO, Part.HOST):
        span = facts.span(part)
        if span is not None and span.of(facts.text).startswith(("-", "%2D", "%2d")):
            high = facts.effective_scheme not in SPECIAL
            yield Hit(*span, HIGH if high else LOW)


SHOW = 'Show with "{}"'


def scheme_ambiguous(facts: Facts) -> Iterator[Hit]:
    """ "localhost:3000": a scheme by the grammar, a host and a port to people."""
    match = HOST_AND_PORT.match(facts.text)
    if match and facts.reference.authority is None:
        # By itself it is judged as what an address bar makes of it, and is no fault.
        meaning = facts.derived
        title = SHOW.format(meaning.changes[0].after) if meaning else ""
        fix = valid_fix(facts, title, meaning.text) if meaning else None
        severity = INFO if meaning else None
        yield Hit(*match.span(), severity, "" if facts.scheme else "number", fix=fix)
    drive = DRIVE.match(facts.text)
    if drive:
        yield Hit(*drive.span(), variant="drive")
    remote = remote_path(facts.text) if facts.scheme else None
    if remote:
        yield Hit(*remote.span("host"), variant="remote")


ASKED = "On Windows, opening it can send the user name and a password hash to {host}."
ASKED_BY_WEBDAV = (
    "On Windows, opening it can connect to {host} over WebDAV and send the user name and a "
    "password hash."
)
RULES = (
    Rule(
        "dangerous-scheme",
        HIGH,
        "Runs code or starts a program",
        {
            "": "Can start a system program with text from the link.",
            "code": "In a browser, the code runs with the rights of the current page.",
            "idle": "The code in the link does nothing; in a page, scripts may act on the click.",
            "legacy": "Runs a script in old browsers; current browsers do not support this scheme.",
            "office": "Opens a document in an Office app, from the location in the link.",
        },
        ("RFC 3986 7.2", "RFC 7595 3.7"),
        When.OTHER_SCHEME | When.RISKY,
        dangerous_scheme,
        rises="medium for Office links; info for code that does nothing",
    ),
    Rule(
        "nested-scheme",
        LOW,
        "Scheme that wraps another link",
        {
            "": "{scheme} only sets how the link is shown; the link inside is what opens.",
            "blob": "Data that a page created in the browser; the address inside is that page's "
            "origin.",
            "filesystem": "A file that a page stored in the browser; the address inside is that "
            "page's origin.",
            "jar": "Names a file of an archive; a link to the archive is inside.",
            "wyciwyg": "A page from the cache of an old Firefox; the address inside is its source.",
            "content": "Names data of an Android app; there is no link inside.",
            "empty": "{scheme} needs a link with a scheme inside, and there is none.",
            "feed": "A feed reader fetches the feed at this address.",
        },
        ("RFC 3986 3.1",),
        When.OTHER_SCHEME,
        nested_scheme,
        rises="info for blob, which pages create for themselves",
    ),
    Rule(
        "unknown-scheme",
        LOW,
        "Unknown scheme",
        {"": "Opens whatever app is registered for {scheme}, if any."},
        ("RFC 3986 3.1", "RFC 7595 3.8"),
        When.UNKNOWN_SCHEME,
        unknown_scheme,
    ),
    Rule(
        "file-remote",
        HIGH,
        "File on another computer",
        {
            "": ASKED,
            "webdav": ASKED_BY_WEBDAV,
            "smb": "A network share on {host}: to open it, the computer may log in there.",
        },
        ("RFC 8089 A", "RFC 1738 3.10"),
        When.LOCAL | When.OTHER_SCHEME,
        file_remote,
        rises="medium for smb",
    ),
    Rule(
        "unc",
        HIGH,
        "Network share (UNC path)",
        {"": ASKED, "webdav": ASKED_BY_WEBDAV},
        ("RFC 8089 E.3",),
        When.BACKSLASH | When.NETWORK,
        unc,
    ),
    Rule(
        "gopher-commands",
        HIGH,
        "Gopher link with commands",
        {
            "": "Gopher sends these bytes unchanged; another service can run each line as a "
            "command.",
            "port": "Gopher sends this text to a non-Gopher port, where another protocol may "
            "answer.",
            "line": "A line break ends the request early, which Gopher forbids; the server can "
            "read the rest as another line.",
        },
        ("RFC 1738 6", "rfc2396bis-01 7.2"),
        When.OTHER_SCHEME,
        gopher_commands,
        rises="medium for another port without line breaks",
    ),
    Rule(
        "mailto-dangerous",
        HIGH,
        "Risky email fields",
        {
            "attach": "Asks the email program to attach a local file.",
            "hidden": "Adds a hidden recipient (Bcc).",
            "at": 'Two "@" in one address: it begins like {shown}; programs can send it to {host}.',
            "header": "Line breaks outside the body can add headers to the message.",
        },
        ("RFC 6068 4", "RFC 6068 7"),
        When.OTHER_SCHEME,
        mailto_dangerous,
        rises="medium for a second @",
    ),
    Rule(
        "option-injection",
        HIGH,
        "Possible command-line option",
        {"": "A program that gets this on its command line can treat it as an option."},
        ("RFC 3986 7.3",),
        When.OPTION,
        option_injection,
        rises="low in web links",
    ),
    Rule(
        "scheme-ambiguous",
        LOW,
        "Ambiguous scheme",
        {
            "": "Looks like a host and port; by the grammar, the text before the colon is a "
            "scheme.",
            "number": "Looks like a host and port; without a scheme, the grammar does not allow "
            "the colon here.",
            "drive": "On Windows, a drive and path; by the grammar, a one-letter scheme.",
            "remote": "Git and scp read a host and a path on it; by the grammar, the text before "
            "the colon is a scheme.",
        },
        ("RFC 3986 3.1", "RFC 3986 4.2"),
        When.ODD_START | When.UNKNOWN_SCHEME,
        scheme_ambiguous,
        rises="info where it is judged as a host",
    ),
)

"""What it does: schemes that run, open, attach, or speak to something else than they say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.defang import is_defanged
from uriinspector.analysis.facts import SPECIAL
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.flags import When
from uriinspector.analysis.rule import Hit, Rule
from uriinspector.core.model import Part, Span
from uriinspector.core.schemes.dossier import octets_of
from uriinspector.core.schemes.lookup import schemes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from uriinspector.analysis.facts import Facts

CODE = frozenset({"javascript", "vbscript", "livescript", "mocha", "jscript", "vbs"})
# Handlers of a system that have been used to start programs, fetch files or search foreign shares.
HANDLERS = frozenset(
    {"search-ms", "search", "ms-msdt", "ms-officecmd", "ms-appinstaller", "ms-settings", "shell"}
    | {"ms-cxh", "ms-cxh-full", "ms-its", "mk", "its", "res", "hcp", "wscript", "ms-search"}
    | {"ms-gamingoverlay", "ms-screensketch", "ms-windows-store", "ldap-search", "itms-services"}
)
OFFICE = re.compile(r"ms-(?:word|excel|powerpoint|access|visio|project|publisher|infopath|spd)\Z")
ACTIVE = re.compile(
    r"data:\s*(?:text/(?:html|xml|javascript|ecmascript|xsl)|application/(?:xhtml\+xml|xml|javascript"
    r"|ecmascript|x-javascript|hta|xslt\+xml|pdf)|image/svg\+xml|multipart/related|message/rfc822)",
    re.IGNORECASE,
)
WRAPPING = frozenset({"view-source", "blob", "filesystem", "jar", "feed", "wyciwyg", "content"})
LOCAL = frozenset({"", "localhost", "127.0.0.1", "[::1]", "."})
UNC = re.compile(r"\s*(?:\\\\|\\/|/\\)(?:[?.][\\/](?:UNC[\\/])?)?[^\\/?#]+", re.IGNORECASE)
GOPHER_PORTS = frozenset({"", "70"})
ATTACH = re.compile(r"(?:[?&]|&amp;)(attach(?:ment)?)=", re.IGNORECASE)
HIDDEN = re.compile(r"(?:[?&]|&amp;)(bcc)=", re.IGNORECASE)
INJECTED = re.compile(r"(?:%0[adAD])+")
BODY = re.compile(r"[?&]body=[^&#]*+", re.IGNORECASE)
DRIVE = re.compile(r"[A-Za-z]:(?=[\\/])")
# Text before a colon that is a host or a user rather than a scheme.
HOST_AND_PORT = re.compile(
    r"(?:localhost|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+):(?:[0-9]{1,5})(?=[/?#]|\Z)"
)


def dangerous_scheme(facts: Facts) -> Iterator[Hit]:
    """Following it runs code or starts a program with what stands behind the colon."""
    scheme = facts.browser_scheme
    if scheme is None:
        return
    span = facts.span(Part.SCHEME) or Span(0, facts.text.index(":"))
    if scheme in CODE:
        yield Hit(*span, variant="code")
    elif scheme in HANDLERS:
        yield Hit(*span)
    elif OFFICE.match(scheme):
        yield Hit(*span, MEDIUM, "office")


def data_active(facts: Facts) -> Iterator[Hit]:
    """A document that the link carries itself, and that can hold scripts or forms."""
    match = ACTIVE.match(facts.text)
    if facts.scheme == "data" and match:
        yield Hit(*match.span())


def nested_scheme(facts: Facts) -> Iterator[Hit]:
    """A scheme that stands in front of another reference."""
    span = facts.span(Part.SCHEME)
    if span is not None and facts.scheme in WRAPPING:
        severity = INFO if facts.scheme == "blob" else None
        yield Hit(*span, severity, args={"scheme": facts.scheme})


def unknown_scheme(facts: Facts) -> Iterator[Hit]:
    """Whatever has registered for it on a machine will be started."""
    span = facts.span(Part.SCHEME)
    if span is not None and facts.scheme not in schemes():
        match = facts.scheme in CODE | HANDLERS | {"url"} or HOST_AND_PORT.match(facts.text)
        if match or is_defanged(facts.text):
            return
        yield Hit(*span, args={"scheme": facts.scheme or ""})


def file_remote(facts: Facts) -> Iterator[Hit]:
    """A file on another machine: asking for it can send the user's credentials there."""
    if facts.effective_scheme != "file":
        return
    host = facts.span(Part.HOST)
    if host is not None and host.of(facts.text).lower() not in LOCAL:
        yield Hit(*host, args={"host": host.of(facts.text)})
        return
    path = facts.span(Part.PATH)
    share = SHARE.match(path.of(facts.text)) if path else None
    if share and path:
        start = path.start + share.start(1)
        yield Hit(start, start + len(share[1]), args={"host": share[1]})


SHARE = re.compile(r"[/\\]*?[/\\]{2}([^/\\]+)")


def unc(facts: Facts) -> Iterator[Hit]:
    """A share of another machine, by a path."""
    match = UNC.match(facts.text)
    if match and facts.scheme is None:
        yield Hit(*match.span())


def gopher_commands(facts: Facts) -> Iterator[Hit]:
    """Bytes for another protocol: gopher sends them as they are."""
    path = facts.reference.span(Part.PATH)
    if facts.scheme != "gopher" or path is None:
        return
    sent = octets_of(path.of(facts.text))
    lines = b"\r" in sent or b"\n" in sent or b"\0" in sent
    other_port = (facts.reference.port or "") not in GOPHER_PORTS
    if lines and (other_port or b"\r\n" in sent.partition(b"\t")[0]):
        yield Hit(*path)
    elif other_port and len(sent) > 2:
        yield Hit(*path, MEDIUM, "port")


def mailto_dangerous(facts: Facts) -> Iterator[Hit]:
    """A mail that attaches files, hides recipients or brings headers of its own."""
    if facts.scheme != "mailto":
        return
    for variant, pattern in (("attach", ATTACH), ("hidden", HIDDEN)):
        for match in pattern.finditer(facts.text):
            yield Hit(*match.span(1), variant=variant)
    bodies = [Span(*result.span()) for result in BODY.finditer(facts.text)]
    for match in INJECTED.finditer(facts.text):
        if not any(body.start <= match.start() < body.end for body in bodies):
            yield Hit(*match.span(), variant="header")


def option_injection(facts: Facts) -> Iterator[Hit]:
    """A host or a user name that the program behind the scheme would read as an option."""
    for part in (Part.USERINFO, Part.HOST):
        span = facts.span(part)
        if span is not None and span.of(facts.text).startswith(("-", "%2D", "%2d")):
            high = facts.effective_scheme not in SPECIAL
            yield Hit(*span, HIGH if high else LOW)


def scheme_ambiguous(facts: Facts) -> Iterator[Hit]:
    """ "localhost:3000": a scheme by the grammar, a host and a port to people."""
    match = HOST_AND_PORT.match(facts.text)
    if match and facts.reference.authority is None:
        yield Hit(*match.span())
    drive = DRIVE.match(facts.text)
    if drive:
        yield Hit(*drive.span(), variant="drive")


RULES = (
    Rule(
        "dangerous-scheme",
        HIGH,
        "Runs something",
        {
            "": "It starts a program of the system with what the link says.",
            "code": "It goes nowhere: it runs code in the page that it is followed from.",
            "office": "It opens a document in an office program, from wherever the link says.",
        },
        ("RFC 3986 7.2", "RFC 7595 3.7"),
        When.OTHER_SCHEME | When.RISKY,
        dangerous_scheme,
        rises="medium for office handlers",
    ),
    Rule(
        "data-active",
        HIGH,
        "Carries a document of its own",
        {"": "The page is inside the link: no site stands behind it, and it can hold scripts."},
        ("RFC 2397 2",),
        When.OTHER_SCHEME,
        data_active,
    ),
    Rule(
        "nested-scheme",
        LOW,
        "A scheme in front of another",
        {"": "{scheme} only says how to show it; what counts is the reference inside."},
        ("RFC 3986 3.1",),
        When.OTHER_SCHEME,
        nested_scheme,
        rises="info for blob, which pages make for themselves",
    ),
    Rule(
        "unknown-scheme",
        LOW,
        "A scheme that is not known",
        {"": "Whatever program has registered for {scheme} would be started."},
        ("RFC 3986 3.1", "RFC 7595 3.8"),
        When.UNKNOWN_SCHEME,
        unknown_scheme,
    ),
    Rule(
        "file-remote",
        HIGH,
        "A file on another machine",
        {"": "Asking {host} for it can send the user's name and a password's hash there."},
        ("RFC 8089 A", "RFC 1738 3.10"),
        When.LOCAL,
        file_remote,
    ),
    Rule(
        "unc",
        HIGH,
        "A share of another machine",
        {"": "On some systems following it sends the user's name and a password's hash."},
        ("RFC 8089 E.3",),
        When.BACKSLASH,
        unc,
    ),
    Rule(
        "gopher-commands",
        HIGH,
        "Bytes for another protocol",
        {
            "": "Gopher sends these bytes as they are: line by line they are commands.",
            "port": "Gopher would send this text to a port of another protocol.",
        },
        ("RFC 1738 6", "rfc2396bis-01 7.2"),
        When.OTHER_SCHEME,
        gopher_commands,
        rises="medium for another port without line ends",
    ),
    Rule(
        "mailto-dangerous",
        HIGH,
        "More than a mail to write",
        {
            "attach": "It asks the mail program to attach a file of the sender's.",
            "hidden": "It adds a recipient whom nobody else sees.",
            "header": "Line ends outside of the body can add headers to the mail.",
        },
        ("RFC 6068 4", "RFC 6068 7"),
        When.OTHER_SCHEME,
        mailto_dangerous,
    ),
    Rule(
        "option-injection",
        HIGH,
        "Reads as an option",
        {"": "A program that is started with it may take it for one of its options."},
        ("RFC 3986 7.3",),
        When.OPTION,
        option_injection,
        rises="low in web links",
    ),
    Rule(
        "scheme-ambiguous",
        LOW,
        "A host, or a scheme",
        {
            "": "People read a host and a port; by the grammar a scheme stands before the colon.",
            "drive": "A drive and a path on some systems; by the grammar a scheme of one letter.",
        },
        ("RFC 3986 3.1", "RFC 3986 4.2"),
        When.ODD_START | When.UNKNOWN_SCHEME,
        scheme_ambiguous,
    ),
)

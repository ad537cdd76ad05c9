"""Simple schemes: ldap, ws, names that RFC 1738 reserves, and many others with one row each.

A row has a title, what a program would do with the link, and how to find links nested in it. The
fields are the parts of the generic syntax and the parameters of the query.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import starmap
from typing import Any

from uriinspector.core.expression import lowered
from uriinspector.core.model import FaultRows, NamedTuple, Part, Span, Violation, fault, message
from uriinspector.core.reference import Reference, cut
from uriinspector.core.schemes import nesting
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    Inner,
    Note,
    NoteRows,
    Remarks,
    Scheme,
    always,
    generic_faults,
    noted,
    option_notes,
    pair_fields,
    pairs,
    part_of,
    server_faults,
    share_notes,
    visible,
    whole_of,
)
from uriinspector.core.schemes.rfc1738 import smuggled

# By name: the intended use, the danger, the port, and later definitions.
NAMES: dict[str, tuple[str, str, int | None, tuple[str, ...]]] = {
    "afs": ("a file on the Andrew file system (AFS)", "local", None, ()),
    "nfs": ("a file on a network file system (NFS)", "fetches", 2049, ("RFC 2224",)),
    "mailserver": ("data that an email server sends on request", "mail", None, ()),
    "z39.50": ("a Z39.50 service", "fetches", 210, ("RFC 2056",)),
    "z39.50r": ("a record on a Z39.50 server", "fetches", 210, ("RFC 2056",)),
    "z39.50s": ("a session with a Z39.50 server", "fetches", 210, ("RFC 2056",)),
}
RESERVED_MEANINGS = {
    Part.USERINFO: "login data",
    Part.HOST: "the named computer",
    Part.PORT: "the named port",
    Part.PATH: "the named item",
    Part.QUERY: "the text after the question mark",
    Part.FRAGMENT: "a place inside the named item",
}


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "critical-extension": (
        "unusual",
        "critical extension: a client that does not support it must stop",
        ("RFC 4516 2",),
    ),
    "lookup": (
        "info",
        "a program that resolves such text automatically, as logging libraries did, runs the "
        "result",
        (),
    ),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "a URL with this scheme must begin with two slashes": ("ldapurl", '"//"', ("RFC 4516 2",)),
    "ldap URLs allow no login data": ("ldapurl", "a host", ("RFC 4516 2",)),
    "a slash separates the host from the rest": ("ldapurl", '"/"', ("RFC 4516 2",)),
    "not an LDAP scope": ("scope", "base, one or sub", ("RFC 4516 2",)),
    "a filter needs parentheses": ("filter", '"("', ("RFC 4515 3",)),
    "nothing may follow the extensions": ("ldapurl", "the end", ("RFC 4516 2",)),
}


def describe_reserved(reference: Reference, _: Choice) -> Remarks:
    """Describe the intended use of the scheme and the parts of the generic syntax."""
    later = NAMES[reference.scheme_name][-1]
    explanation = "RFC 1738 reserves the name but defines no syntax; the generic syntax applies"
    if later:
        explanation = message(explanation + "; {later} defines one", later=later[0])
    yield from generic_fields(reference)
    yield Action("open", "the app registered for this scheme")
    yield from generic_faults(reference)
    yield Note("reserved", "info", explanation, None, ("RFC 1738 4", *later))
    yield from option_notes(reference)


def generic_fields(
    reference: Reference, meanings: dict[Part, str] | None = None
) -> Iterator[Field]:
    """Yield the parts that are present, under their generic names."""
    values = RESERVED_MEANINGS | (meanings or {})
    for part, meaning in values.items():
        span = reference.span(part)
        if span and (not span.is_empty or part is not Part.PATH):
            yield Field(part.value, span, meaning)


NAMED = tuple(
    Scheme((name,), title, ("RFC 1738 4", *later), danger, describe_reserved, port)
    for name, (title, danger, port, later) in NAMES.items()
)

LDAP_PORTS = {"ldap": 389, "ldaps": 636}
SCOPES = ("base", "one", "sub")
LDAP_MEANINGS = (
    ("dn", "the entry where the search begins", "the root of the directory"),
    ("attributes", "the requested attributes of each entry", "all attributes"),
    ("scope", "depth of the search below the entry", "base: this entry only"),
    ("filter", "filter for the entries", "(objectClass=*): all entries"),
    ("extensions", 'further requirements; those with "!" are mandatory', "none"),
)


def describe_ldap(reference: Reference, _: Choice) -> Remarks:
    """Describe which directory is searched, and for what."""
    text, default = reference.text, LDAP_PORTS[reference.scheme_name]
    for each in generic_fields(reference):
        if each.name in {"userinfo", "host", "port"}:
            yield each
    host = visible(reference.host or "") or "the client's default LDAP server"
    port = visible(reference.port or str(default))
    yield Action("connect", message("{host} port {port}", host=host, port=port))
    user, path, query = (reference.span(p) for p in (Part.USERINFO, Part.PATH, Part.QUERY))
    start, end = path or (0, 0)
    first, *runs = (Span(start + text.startswith("/", start, end), end), *cut(text, query, "?"))
    parts: list[Span | None] = [first if start < end else None]
    parts += [each if not each.is_empty else None for each in runs[:4]]
    parts += [None] * (5 - len(parts))
    for (name, meaning, without), span in zip(LDAP_MEANINGS, parts, strict=True):
        yield Field(name, span, meaning, without)
    dn, _attributes, scope, wanted, extensions = parts
    what = (visible(each.of(text)) if each else "" for each in (dn, wanted))
    yield Action("send", _searched(*what))
    if reference.authority is None:
        yield fault(
            FAULTS, "a URL with this scheme must begin with two slashes", part_of(reference).start
        )
    if user:
        yield fault(FAULTS, "ldap URLs allow no login data", *user)
    if query and start == end:
        yield fault(FAULTS, "a slash separates the host from the rest", start)
    if scope and lowered(scope.of(text)) not in SCOPES:
        yield fault(FAULTS, "not an LDAP scope", *scope)
    if wanted and not text.startswith(("(", "%28"), *wanted):
        yield fault(FAULTS, "a filter needs parentheses", *wanted)
    if len(runs) > 4:
        yield fault(FAULTS, "nothing may follow the extensions", runs[4].start - 1, runs[-1].end)
    yield from generic_faults(reference)
    if extensions and "!" in extensions.of(text):
        yield noted(NOTES, "critical-extension", extensions)
    if reference.host:
        yield noted(NOTES, "lookup", reference.span(Part.HOST))


def _searched(dn: str, wanted: str) -> str:
    return message('search "{dn}" for {wanted}', dn=dn, wanted=wanted or "(objectClass=*)")


LDAP_PLAIN = Scheme(
    ("ldap",), "a search in a directory (LDAP)", ("RFC 4516",), "fetches", describe_ldap, 389
)
LDAP_SECURE = LDAP_PLAIN._replace(
    names=("ldaps",), title="an encrypted search in a directory (LDAP)", port=636
)


class Row(NamedTuple):
    """A simple scheme: names, title, danger class, action (a verb and its manner), clauses."""

    names: tuple[str, ...]
    title: str
    danger: str
    verb: str
    how: str
    cites: tuple[str, ...]
    port: int | None = None
    inner: Callable[[Reference], Iterator[Inner]] = nesting.nothing
    # A warning that applies to every such link, and its level.
    warning: str = ""
    level: str = "danger"


CITES = {
    "web": ("HTML",),
    "git": ("gitremote-helpers", "git-clone"),
    "ms": ("Microsoft Learn",),
    "app": ("vendor",),
}
# Warnings that several rows share, with their levels.
WARNINGS = {
    "options": (
        "such references have been used to make programs run an attacker's commands",
        "unusual",
    ),
    "handler": ("passes its text to a Windows program as arguments; often abused", "danger"),
    "installs": ("can start the installation of a program", "danger"),
    "acts": ("the app that receives the link is logged in as the user", "info"),
    "changes": ("the calendar's owner can change its entries at any time", "unusual"),
    "scripts": ("a package can run code while it is being installed", "unusual"),
    "secret": ("contains a secret: anyone who sees the link or the QR code can use it", "unusual"),
    "irreversible": ("a payment usually cannot be reversed", "danger"),
}
URL_PARAMS = "url,link,u,redirect,redirect_url,href,source,target"

# Names, title, danger, verb, manner and clauses; then, as needed, the port, how to find nested
# links (functions of ``nesting`` with their arguments, "|" for the first that finds any; URL is
# URL_PARAMS) and the warning.
SIMPLE: tuple[tuple[Any, ...], ...] = (
    # Schemes of browsers.
    ("view-source", "the source code of a page", "fetches", "show", "as text", "web", None,
     "whole"),
    ("blob", "content that a page keeps in memory", "content", "show", "only in the same browser",
     "File API 8.2", None, "part"),
    ("filesystem", "a file that a page has stored", "content", "show", "only in the same browser",
     "File API: Directories and System", None, "part"),
    ("about", "a page made by the browser", "content", "show", "nothing is fetched", "RFC 6694"),
    ("chrome edge opera vivaldi", "a page or part of the browser", "local", "show",
     "browsers do not let web pages open such links", "web"),
    ("chrome-extension moz-extension safari-web-extension", "a file of a browser extension",
     "local", "show", "if that extension is installed", "web"),
    ("resource", "a file shipped with Firefox", "local", "show", "nothing is fetched", "web"),
    ("lpa", "an eSIM, a phone contract without a card", "program", "open", "after confirmation",
     "app"),
    ("mhtml", "a saved page (MHTML)", "program", "show", "in Internet Explorer", "ms"),
    ("res", "a resource inside a Windows program file", "local", "show",
     "can reveal to a page which programs are installed", "ms"),
    ("mk", "a page of compiled help", "program", "show", "in the help viewer", "ms", None,
     "before:::", "compiled help can run programs"),
    ("ms-its its ms-itss", "a page of compiled help", "program", "show", "in the help viewer", "ms",
     None, "before:::", "compiled help can run programs"),
    ("feed", "a news feed", "fetches", "fetch", "in a feed reader", "app", None, "whole_or_http"),
    ("webcal", "a calendar to subscribe to", "fetches", "fetch", "repeatedly", "app", None,
     "nothing", "changes"),
    # Other machines and protocols.
    ("ssh", "remote login (SSH)", "program", "connect", "and log in",
     "draft-ietf-secsh-scp-sftp-ssh-uri-04", 22, "nothing", "options"),
    ("sftp", "a file on another computer (SSH)", "fetches", "connect", "and log in",
     "draft-ietf-secsh-scp-sftp-ssh-uri-04", 22),
    ("git", "a Git repository", "fetches", "clone", "unencrypted; the server is not verified",
     "git", 9418),
    ("git+ssh", "a Git repository", "fetches", "clone", "through SSH", "git", 22, "plus",
     "options"),
    ("ssh+git", "a Git repository", "fetches", "clone", "through SSH", "git", 22,
     "nothing", "options"),
    ("git+http", "a Git repository", "fetches", "clone", "over HTTP", "git", 80, "plus"),
    ("git+https", "a Git repository", "fetches", "clone", "over HTTPS", "git", 443, "plus"),
    ("git+file", "a Git repository", "local", "clone", "from a disk", "git", None, "plus"),
    ("svn", "a Subversion repository", "fetches", "check out", "unencrypted", "app", 3690),
    ("svn+ssh", "a Subversion repository", "fetches", "check out", "through SSH", "app", 22,
     "nothing", "options"),
    ("rsync", "files on another computer", "fetches", "copy", "unencrypted", "app", 873),
    ("smb cifs", "a network share", "local", "connect", "and log in", "app", 445, "nothing",
     "on Windows, opening the link can send the user name and a password hash"),
    ("dav davs", "files on a web server", "fetches", "connect", "and log in", "RFC 4918"),
    ("vnc", "the screen of another computer", "program", "connect", "and show its screen",
     "RFC 7869", 5900),
    ("rdp ms-rd", "the screen of another computer", "program", "connect", "and log in", "ms", 3389),
    ("rtsp", "an audio or video stream", "fetches", "play", "from a server", "RFC 7826", 554),
    ("rtsps", "an audio or video stream", "fetches", "play", "from a server, encrypted", "RFC 7826",
     322),
    ("rtmp", "an audio or video stream", "fetches", "play", "from a server", "app", 1935),
    ("gemini", "a page in Geminispace", "fetches", "fetch", "encrypted", "app", 1965),
    ("dict", "a word to look up on a dictionary server", "fetches", "ask", "unencrypted",
     "RFC 2229", 2628),
    ("finger", "a user on another computer", "fetches", "ask", "unencrypted", "RFC 1288", 79),
    ("imap", "messages on an email server", "fetches", "connect", "and log in", "RFC 5092", 143),
    ("imaps", "messages on an email server", "fetches", "connect", "and log in", "app", 993),
    ("pop", "a mailbox on an email server", "fetches", "connect", "and log in", "RFC 2384", 110),
    ("afp", "a network share", "local", "connect", "and log in", "app", 548),
    ("tftp", "a file on another computer", "fetches", "fetch", "unencrypted", "RFC 3617", 69),
    ("snmp", "settings of a network device", "fetches", "ask", "and log in", "RFC 4088", 161),
    ("ipp ipps", "a printer", "fetches", "print", "through this printer", "RFC 3510; RFC 7472",
     631),
    ("coap coap+tcp", "a resource on a small device", "fetches", "ask", "unencrypted",
     "RFC 7252; RFC 8323", 5683),
    ("coaps coaps+tcp", "a resource on a small device", "fetches", "ask", "encrypted",
     "RFC 7252; RFC 8323", 5684),
    ("coap+ws", "a resource on a small device", "fetches", "ask", "unencrypted", "RFC 8323", 80),
    ("coaps+ws", "a resource on a small device", "fetches", "ask", "encrypted", "RFC 8323", 443),
    ("redis rediss mongodb", "a database on a server", "fetches", "connect", "and log in", "app"),
    ("udp", "a server, such as a BitTorrent tracker", "fetches", "connect", "over UDP", "app"),
    ("stun stuns", "a server that reports the client's public address", "names", "ask",
     "to set up a call", "RFC 7064"),
    ("turn turns", "a server that forwards the data of a call", "names", "connect", "and log in",
     "RFC 7065"),
    ("dns", "a DNS entry", "names", "look up", "in the DNS", "RFC 4501"),
    ("irc ircs", "a chat channel", "fetches", "join", "unencrypted or encrypted", "app"),
    ("xmpp", "a chat address", "program", "write", "to this address", "RFC 5122"),
    ("matrix", "a room or person on Matrix", "program", "open", "in a chat app", "app"),
    # Names, and content identified by its hash.
    ("ipfs ipns", "content identified by its hash", "fetches", "fetch", "from any peer that has it",
     "app"),
    ("doi", "a document's name", "names", "look up", "through a resolver", "ISO 26324"),
    ("did", "identifier of a person or account", "names", "look up",
     "with the DID method that the link names", "W3C DID 3.1"),
    ("acct", "an account's name", "names", "look up", "through WebFinger", "RFC 7565"),
    ("tag", "a name made from an owner and a date", "names", "show",
     "it does not say where the resource is", "RFC 4151"),
    ("info", "a name from a public list", "names", "show", "it does not say where the resource is",
     "RFC 4452"),
    ("ni", "content identified by its hash", "names", "compare", "with the fetched content",
     "RFC 6920"),
    ("bitcoin ethereum lightning litecoin monero", "a payment request", "program", "pay",
     "after confirmation", "app", None, "nothing", "irreversible"),
    ("solana", "a payment request", "program", "pay", "after confirmation", "app", None, "whole_if",
     "irreversible"),
    ("upi bhim gpay paytmmp phonepe swish tez venmo", "a payment request", "program", "pay",
     "after confirmation", "app", None, "nothing", "irreversible"),
    ("sgnl", "a place in the Signal app", "program", "open", "in Signal", "app", None, "nothing",
     "acts"),
    ("payto", "a payment request", "program", "pay", "after confirmation", "RFC 8905", None,
     "nothing", "irreversible"),
    # Packages.
    ("pkg", "a software package, by name and version", "names", "look up", "in its registry",
     "Package URL", None, "params:repository_url,download_url,vcs_url"),
    ("npm", "a package in the npm registry", "names", "install", "and run its scripts", "app", None,
     "nothing", "scripts"),
    ("docker", "a container image", "names", "fetch", "from a registry", "app"),
    # Calls, chats, shops: programs in which the user is logged in.
    ("facetime facetime-audio", "a FaceTime call", "calls", "call", "after confirmation", "app"),
    ("skype", "a call or chat on Skype", "calls", "call", "or send a message", "app", None,
     "nothing", "acts"),
    ("sip", "a call over the internet", "calls", "call", "after confirmation", "RFC 3261 19.1",
     5060),
    ("sips", "a call over the internet", "calls", "call", "after confirmation", "RFC 3261 19.1",
     5061),
    ("slack", "a place in the Slack app", "program", "open", "in Slack", "app", None,
     "nothing", "acts"),
    ("zoommtg zoomus", "a meeting on Zoom", "program", "join", "with audio and camera", "app", None,
     "params:zc,URL", "acts"),
    ("msteams", "a place in the Teams app", "program", "open", "in Teams", "app", None,
     "nothing", "acts"),
    ("whatsapp", "a message on WhatsApp", "program", "write", "the user must send it", "app", None,
     "params:URL+mentions:text", "acts"),
    ("tg", "a place in the Telegram app", "program", "open", "in Telegram", "app", None,
     "params:URL+mentions:text,url",
     "can log in on another device, install a language pack or route all traffic through a proxy"),
    ("content", "data of an Android app", "local", "show", "if that app allows it", "app"),
    ("market", "an app on Google Play", "program", "show", "with a button to install it", "app",
     None, "mentions:referrer,URL"),
    ("itms-services", "an iPhone app to install without the App Store", "program", "install",
     "after confirmation", "app", None, "params:URL", "installs"),
    ("itms itms-apps itms-appss macappstore", "an app in Apple's App Store", "program", "show",
     "with a button to install it", "app"),
    ("android-app", "a location in an Android app", "program", "open", "if it is installed", "app"),
    ("microsoft-edge", "a page to open in Microsoft Edge", "program", "open", "in that browser",
     "ms", None, "whole_if|params:url"),
    (
     "microsoft-edge-http microsoft-edge-https googlechrome googlechromes x-safari-http "
     "x-safari-https opera-http opera-https touch-http touch-https ddgquicklink",
     "a page to open in a specific browser", "program", "open", "if it is installed", "app", None,
     "swapped|params:url"),
    ("brave firefox firefox-focus googlechrome-x-callback samsungbrowser",
     "a page to open in a specific browser", "program", "open", "if it is installed", "app", None,
     "params:url|tail"),
    ("steam", "a location in Steam", "program", "open", "in Steam", "app", None, "tail", "acts"),
    ("shortcuts workflow", "a shortcut to import or run", "program", "run", "on an Apple device",
     "app", None, "params:URL,x-success,x-error", "can start the actions of the user's shortcuts"),
    ("fb fb-messenger instagram twitter", "a location in a social network app", "program",
     "open", "in the app", "app", None, "params:URL", "acts"),
    ("sourcetree github-windows github-mac x-github-client",
     "a Git repository for a specific program", "program", "clone", "after confirmation", "app",
     None, "params:cloneurl,URL|tail"),
    ("obsidian notion evernote", "a location in a note-taking program", "program", "open",
     "in the program", "app", None, "params:URL"),
    ("spotify", "music or a podcast in Spotify", "program", "open", "in Spotify", "app"),
    ("otpauth otpauth-migration", "a key for one-time passwords", "program", "save",
     "in an authenticator app", "app", None, "nothing", "secret"),
    ("wifi", "access to a wireless network", "program", "join", "after confirmation", "app", None,
     "nothing", "secret"),
    # Windows: programs that receive the text as arguments.
    ("search-ms search", "a search in Windows Explorer", "program", "search",
     "possibly on another computer", "ms", None, "crumbs",
     "can show files on another computer as if they were local"),
    ("ms-msdt", "the Windows troubleshooter", "program", "run", "with these arguments", "ms", None,
     "embedded", "has been abused to run arbitrary commands (CVE-2022-30190)"),
    ("ms-officecmd", "a command for Microsoft Office", "program", "run", "the command in the JSON",
     "ms", None, "embedded", "handler"),
    ("ms-appinstaller", "a Windows program to install", "program", "install", "after confirmation",
     "ms", None, "params:source,URL", "installs"),
    ("ms-settings ms-search ms-cxh ms-availablenetworks", "a part of Windows", "program", "open",
     "on the user's computer", "ms"),
    ("ms-windows-store", "an app in the Microsoft Store", "program", "show",
     "with a button to install it", "ms"),
    ("ms-gamebar ms-screenclip ms-people ms-help", "a part of Windows", "program", "open",
     "on the user's computer", "ms", None, "nothing", "handler"),
    ("shell", "a Windows folder, by name or number", "local", "open", "in File Explorer", "ms",
     None, "nothing", "handler"),
    ("onenote", "a page in OneNote", "program", "open", "in OneNote", "ms", None, "whole_if"),
    ("vscode vscode-insiders cursor windsurf vscodium",
     "a file or a command for an editor", "program", "open", "after confirmation", "app", None,
     "params:URL", "acts"),
)  # fmt: skip


def _row(
    names: str,
    title: str,
    danger: str,
    verb: str,
    how: str,
    cites: str,
    port: int | None = None,
    inner: str = "nothing",
    warning: str = "",
) -> Row:
    clauses = CITES.get(cites) or tuple(cites.split("; "))
    warned = WARNINGS.get(warning, (warning,))
    return Row(
        *(tuple(names.split()), title, danger, verb, how, clauses, port),
        *(_inner(inner.replace("URL", URL_PARAMS)), *warned),
    )


def _inner(text: str) -> Callable[[Reference], Iterator[Inner]]:
    for joint, joined in (("|", nesting.first), ("+", nesting.several)):
        if joint in text:
            return joined(*map(_inner, text.split(joint)))
    name, _, arguments = text.partition(":")
    found: Any = getattr(nesting, name)
    return found(*arguments.split(",")) if arguments else found  # type: ignore[no-any-return]


TABLE = tuple(starmap(_row, SIMPLE))
# Schemes in which the text after "//" is a command or an internal name, not a host:
# "whatsapp://send", "vscode://file", "chrome://settings".
COMMAND_NAMES = """
    about chrome edge brave opera vivaldi chrome-extension moz-extension safari-web-extension
    resource res mk ms-its its ms-itss ipfs ipns doi did payto acct tag info ni bitcoin ethereum
    lightning litecoin monero pkg npm facetime facetime-audio skype slack whatsapp tg content
    market itms-services android-app search-ms search ms-msdt ms-officecmd ms-appinstaller
    ms-settings ms-search ms-cxh ms-windows-store ms-availablenetworks ms-gamebar ms-screenclip
    ms-people ms-help shell onenote vscode vscode-insiders steam shortcuts workflow spotify fb
    fb-messenger instagram twitter sourcetree github-windows github-mac x-github-client obsidian
    notion evernote otpauth otpauth-migration wifi firefox firefox-focus googlechrome-x-callback
    samsungbrowser microsoft-edge
"""
COMMANDS = frozenset(COMMAND_NAMES.split())


def describe(row: Row, reference: Reference, _: Choice) -> Remarks:
    text = reference.text
    yield from generic_fields(reference)
    yield from pair_fields(text, pairs(text, reference.span(Part.QUERY)), {})
    yield Action(row.verb, visible(part_of(reference).of(text)), row.how)
    yield from generic_faults(reference)
    if row.warning:
        yield Note("by-nature", row.level, row.warning, reference.span(Part.SCHEME))
    yield from option_notes(reference)
    yield from share_notes(text, whole_of(reference))
    yield from row.inner(reference)


ROWS = tuple(
    Scheme(
        names=row.names,
        title=row.title,
        cites=row.cites,
        danger=row.danger,
        remarks=partial(describe, row),
        port=row.port,
        nests=row.inner is not nesting.nothing,
        commands=not COMMANDS.isdisjoint(row.names),
    )
    for row in TABLE
)

WEBSOCKET_PORTS = {"ws": 80, "wss": 443}
WEBSOCKET_CITES = ("RFC 6455 3",)
WEBSOCKET_MEANINGS = {
    Part.USERINFO: "login data is not allowed here, and browsers do not send it",
    Part.HOST: "the server",
    Part.PORT: "the port of the server",
    Part.PATH: "the service on the server",
    Part.QUERY: "sent to the server along with the path",
    Part.FRAGMENT: "has no meaning here",
}


def describe_websocket(reference: Reference, _: Choice) -> Remarks:
    """Describe the server, and how the connection begins."""
    scheme = reference.scheme_name
    rule = f"{scheme}-URI"
    yield from generic_fields(reference, WEBSOCKET_MEANINGS)
    if reference.host:
        port = visible(reference.port or str(WEBSOCKET_PORTS[scheme]))
        where = message("{host} port {port}", host=visible(reference.host), port=port)
        yield Action("connect", where)
        how = "an HTTP request, then a protocol switch"
        yield Action("send", "GET ... Upgrade: websocket", how)
    yield from server_faults(
        reference, rule, "a URI with this scheme must name a server", *WEBSOCKET_CITES * 2
    )
    user, fragment = reference.span(Part.USERINFO), reference.span(Part.FRAGMENT)
    if user:
        explanation = "a URI with this scheme allows no login data"
        yield Violation(*user, rule, "a host", explanation, WEBSOCKET_CITES)
    yield from generic_faults(reference)
    if fragment:
        explanation = "a fragment has no meaning here and must not be used"
        start, end = fragment
        yield Violation(start - 1, end, rule, "the end", explanation, WEBSOCKET_CITES)
    yield from smuggled(reference.text, part_of(reference), "web")


WEBSOCKET_PLAIN = Scheme(
    ("ws",),
    "a persistent connection to a web server",
    WEBSOCKET_CITES,
    "fetches",
    describe_websocket,
    80,
    clauses=always(*WEBSOCKET_CITES),
)
WEBSOCKET_SECURE = WEBSOCKET_PLAIN._replace(
    names=("wss",), title="an encrypted persistent connection to a web server", port=443
)

"""Simple schemes: ldap, ws, names that RFC 1738 reserves, and many with one row each.

A row has a title, what a program would do with the link, and how to find links nested in it. The
fields are the parts of the generic syntax and the parameters of the query.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

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
    "such a URL must begin with two slashes": ("ldapurl", '"//"', ("RFC 4516 2",)),
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
    yield Action("open", "the app registered for it")
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
        yield fault(FAULTS, "such a URL must begin with two slashes", part_of(reference).start)
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
    names=("ldaps",), title="a search in a directory (LDAP), encrypted", port=636
)


class Row(NamedTuple):
    """A simple scheme: names, title, danger class, action (a verb and its manner), clauses."""

    names: str
    title: str
    danger: str
    verb: str
    how: str
    cites: tuple[str, ...]
    port: int | None = None
    inner: Callable[[Reference], Iterator[Inner]] = nesting.nothing
    # A warning that applies to every such link.
    warning: str = ""


WEB, GIT, MS, APP = ("HTML",), ("gitremote-helpers", "git-clone"), ("Microsoft Learn",), ("vendor",)
OPTIONS = "such references have been used to make programs run an attacker's commands"
HANDLER = "passes its text to a Windows program as arguments; often abused"
INSTALLS = "can start the installation of a program"
ACTS = "the app that receives the link is logged in as the user"
AT_ANY_TIME = "the calendar's owner can change its entries at any time"
SCRIPTS = "a package can run code while it is being installed"
SECRET = "contains a secret: anyone who sees the link or the QR code can use it"
IRREVERSIBLE = "a payment usually cannot be reversed"
BROWSER, CLONE = "a page to open in a certain browser", "a Git repository for a certain program"
# The levels of warnings that are not "danger".
LEVELS = {
    ACTS: "info",
    OPTIONS: "unusual",
    AT_ANY_TIME: "unusual",
    SECRET: "unusual",
    SCRIPTS: "unusual",
}
URL_PARAMS = ("url", "link", "u", "redirect", "redirect_url", "href", "source", "target")

TABLE: tuple[Row, ...] = (
    # Schemes of browsers.
    Row("view-source", "the source code of a page", "fetches", "show", "as text",
        WEB, inner=nesting.whole),
    Row("blob", "content that a page keeps in memory", "content", "show",
        "only in the same browser",
        ("File API 8.2",), inner=nesting.part),
    Row("filesystem", "a file that a page has stored", "content", "show",
        "only in the same browser",
        ("File API: Directories and System",), inner=nesting.part),
    Row("about", "a page made by the browser", "content", "show", "nothing is fetched",
        ("RFC 6694",)),
    Row("chrome edge opera vivaldi", "a page or part of the browser", "local", "show",
        "browsers do not let web pages open it", WEB),
    Row("chrome-extension moz-extension safari-web-extension", "a file of a browser extension",
        "local", "show", "if that extension is installed", WEB),
    Row("resource", "a file shipped with Firefox", "local", "show", "nothing is fetched", WEB),
    Row("res", "a resource inside a Windows program file", "local", "show",
        "can reveal to a page which programs are installed", MS),
    Row("mk", "a page of compiled help", "program", "show", "in the help viewer",
        MS, inner=nesting.before("::"), warning="compiled help can run programs"),
    Row("ms-its its ms-itss", "a page of compiled help", "program", "show", "in the help viewer",
        MS, inner=nesting.before("::"), warning="compiled help can run programs"),
    Row("feed", "a news feed", "fetches", "fetch", "in a feed reader", APP,
        inner=nesting.whole_or_http),
    Row("webcal", "a calendar to subscribe to", "fetches", "fetch", "repeatedly", APP,
        warning=AT_ANY_TIME),
    # Other machines and protocols.
    Row("ssh", "remote login (SSH)", "program", "connect", "and log in",
        ("draft-ietf-secsh-scp-sftp-ssh-uri-04",), 22, warning=OPTIONS),
    Row("sftp", "a file on another computer (SSH)", "fetches", "connect", "and log in",
        ("draft-ietf-secsh-scp-sftp-ssh-uri-04",), 22),
    Row("git", "a Git repository", "fetches", "clone",
        "unencrypted; the server is not verified", GIT, 9418),
    Row("git+ssh", "a Git repository", "fetches", "clone", "through SSH", GIT, 22,
        inner=nesting.plus, warning=OPTIONS),
    Row("ssh+git", "a Git repository", "fetches", "clone", "through SSH", GIT, 22,
        warning=OPTIONS),
    Row("git+http", "a Git repository", "fetches", "clone", "over HTTP", GIT, 80, nesting.plus),
    Row("git+https", "a Git repository", "fetches", "clone", "over HTTPS", GIT, 443, nesting.plus),
    Row("git+file", "a Git repository", "local", "clone", "from a disk", GIT, inner=nesting.plus),
    Row("svn", "a Subversion repository", "fetches", "check out", "unencrypted", APP, 3690),
    Row("svn+ssh", "a Subversion repository", "fetches", "check out", "through SSH", APP, 22,
        warning=OPTIONS),
    Row("rsync", "files on another computer", "fetches", "copy", "unencrypted", APP, 873),
    Row("smb cifs", "a network share", "local", "connect", "and log in", APP, 445,
        warning="on Windows, opening it can send the user name and a password hash"),
    Row("dav davs", "files on a web server", "fetches", "connect", "and log in", ("RFC 4918",)),
    Row("vnc", "the screen of another computer", "program", "connect", "and show its screen",
        ("RFC 7869",), 5900),
    Row("rdp ms-rd", "the screen of another computer", "program", "connect", "and log in",
        MS, 3389),
    Row("rtsp", "an audio or video stream", "fetches", "play", "from a server", ("RFC 7826",), 554),
    Row("rtsps", "an audio or video stream", "fetches", "play", "from a server, encrypted",
        ("RFC 7826",), 322),
    Row("rtmp", "an audio or video stream", "fetches", "play", "from a server", APP, 1935),
    Row("gemini", "a page in Geminispace", "fetches", "fetch", "encrypted", APP, 1965),
    Row("dict", "a word to look up on a dictionary server", "fetches", "ask", "unencrypted",
        ("RFC 2229",), 2628),
    Row("finger", "a user on another computer", "fetches", "ask", "unencrypted",
        ("RFC 1288",), 79),
    Row("imap", "messages on an email server", "fetches", "connect", "and log in",
        ("RFC 5092",), 143),
    Row("imaps", "messages on an email server", "fetches", "connect", "and log in", APP, 993),
    Row("pop", "a mailbox on an email server", "fetches", "connect", "and log in",
        ("RFC 2384",), 110),
    Row("afp", "a network share", "local", "connect", "and log in", APP, 548),
    Row("tftp", "a file on another computer", "fetches", "fetch", "unencrypted",
        ("RFC 3617",), 69),
    Row("snmp", "settings of a network device", "fetches", "ask", "and log in", ("RFC 4088",), 161),
    Row("ipp ipps", "a printer", "fetches", "print", "through this printer",
        ("RFC 3510", "RFC 7472"), 631),
    Row("coap coap+tcp", "a resource of a small device", "fetches", "ask", "unencrypted",
        ("RFC 7252", "RFC 8323"), 5683),
    Row("coaps coaps+tcp", "a resource of a small device", "fetches", "ask", "encrypted",
        ("RFC 7252", "RFC 8323"), 5684),
    Row("coap+ws", "a resource of a small device", "fetches", "ask", "unencrypted",
        ("RFC 8323",), 80),
    Row("coaps+ws", "a resource of a small device", "fetches", "ask", "encrypted",
        ("RFC 8323",), 443),
    Row("redis rediss mongodb", "a database on a server", "fetches", "connect", "and log in", APP),
    Row("udp", "a server, such as a BitTorrent tracker", "fetches", "connect", "over UDP", APP),
    Row("stun stuns", "a server that reports the client's public address", "names", "ask",
        "to set up a call", ("RFC 7064",)),
    Row("turn turns", "a server that forwards the data of a call", "names", "connect", "and log in",
        ("RFC 7065",)),
    Row("dns", "an entry of the DNS", "names", "look up", "in the DNS", ("RFC 4501",)),
    Row("irc ircs", "a chat channel", "fetches", "join", "unencrypted or encrypted", APP),
    Row("xmpp", "a chat address", "program", "write", "to this address", ("RFC 5122",)),
    Row("matrix", "a room or person on Matrix", "program", "open", "in a chat app", APP),
    # Names, and content identified by its hash.
    Row("ipfs ipns", "content identified by its hash", "fetches", "fetch",
        "from any peer that has it", APP),
    Row("doi", "a document's name", "names", "look up", "through a resolver", ("ISO 26324",)),
    Row("did", "identifier of a person or account", "names", "look up",
        "with the DID method that the link names", ("W3C DID 3.1",)),
    Row("acct", "an account's name", "names", "look up", "through WebFinger", ("RFC 7565",)),
    Row("tag", "a name made from an owner and a date", "names", "show",
        "it does not say where the resource is", ("RFC 4151",)),
    Row("info", "a name from a public list", "names", "show",
        "it does not say where the resource is", ("RFC 4452",)),
    Row("ni", "content identified by its hash", "names", "compare", "with the fetched content",
        ("RFC 6920",)),
    Row("bitcoin ethereum lightning litecoin monero", "a payment to make", "program", "pay",
        "after confirmation", APP, warning=IRREVERSIBLE),
    Row("payto", "a payment to make", "program", "pay", "after confirmation", ("RFC 8905",),
        warning=IRREVERSIBLE),
    # Packages.
    Row("pkg", "a software package, by name and version", "names", "look up", "in its registry",
        ("Package URL",), inner=nesting.params("repository_url", "download_url", "vcs_url")),
    Row("npm", "a package in the npm registry", "names", "install", "and run its scripts", APP,
        warning=SCRIPTS),
    Row("docker", "a container image", "names", "fetch", "from a registry", APP),
    # Calls, chats, shops: programs in which the user is logged in.
    Row("facetime facetime-audio", "a FaceTime call", "calls", "call", "after confirmation", APP),
    Row("skype", "a call or chat on Skype", "calls", "call", "or send a message", APP,
        warning=ACTS),
    Row("sip", "a call over the internet", "calls", "call", "after confirmation",
        ("RFC 3261 19.1",), 5060),
    Row("sips", "a call over the internet", "calls", "call", "after confirmation",
        ("RFC 3261 19.1",), 5061),
    Row("slack", "a place in the Slack app", "program", "open", "in Slack", APP, warning=ACTS),
    Row("zoommtg zoomus", "a meeting on Zoom", "program", "join", "with audio and camera", APP,
        inner=nesting.params("zc", *URL_PARAMS), warning=ACTS),
    Row("msteams", "a place in the Teams app", "program", "open", "in Teams", APP, warning=ACTS),
    Row("whatsapp", "a message on WhatsApp", "program", "write", "the user must send it", APP,
        inner=nesting.several(nesting.params(*URL_PARAMS), nesting.mentions("text")), warning=ACTS),
    Row("tg", "a place in the Telegram app", "program", "open", "in Telegram", APP,
        inner=nesting.several(nesting.params(*URL_PARAMS), nesting.mentions("text", "url")),
        warning="can log in another device, install a language or route all traffic through a "
                "proxy"),
    Row("content", "data of an Android app", "local", "show", "if that app allows it", APP),
    Row("market", "an app in Google Play", "program", "show", "with a button to install it",
        APP, inner=nesting.mentions("referrer", *URL_PARAMS)),
    Row("itms-services", "an iPhone app to install without the App Store", "program", "install",
        "after confirmation", APP, inner=nesting.params(*URL_PARAMS), warning=INSTALLS),
    Row("itms itms-apps itms-appss macappstore", "an app in Apple's App Store", "program", "show",
        "with a button to install it", APP),
    Row("android-app", "a place in an Android app", "program", "open", "if it is installed",
        APP),
    Row("microsoft-edge", "a page to open in Microsoft Edge", "program", "open", "in that browser",
        MS, inner=nesting.first(nesting.whole_if, nesting.params("url"))),
    Row("microsoft-edge-http microsoft-edge-https googlechrome googlechromes x-safari-http "
        "x-safari-https opera-http opera-https touch-http touch-https ddgquicklink", BROWSER,
        "program", "open", "if it is installed", APP,
        inner=nesting.first(nesting.swapped, nesting.params("url"))),
    Row("brave firefox firefox-focus googlechrome-x-callback samsungbrowser", BROWSER, "program",
        "open", "if it is installed", APP,
        inner=nesting.first(nesting.params("url"), nesting.tail)),
    Row("steam", "a place in Steam", "program", "open", "in Steam", APP, inner=nesting.tail,
        warning=ACTS),
    Row("shortcuts workflow", "a shortcut to import or run", "program", "run",
        "on an Apple device", APP, inner=nesting.params(*URL_PARAMS, "x-success", "x-error"),
        warning="can start the actions of the user's shortcuts"),
    Row("fb fb-messenger instagram twitter", "a place in an app of a social network", "program",
        "open", "in the app", APP, inner=nesting.params(*URL_PARAMS), warning=ACTS),
    Row("sourcetree github-windows github-mac x-github-client", CLONE, "program", "clone",
        "after confirmation", APP,
        inner=nesting.first(nesting.params("cloneurl", *URL_PARAMS), nesting.tail)),
    Row("obsidian notion evernote", "a place in a program for notes", "program", "open",
        "in the program", APP, inner=nesting.params(*URL_PARAMS)),
    Row("spotify", "music or a podcast in Spotify", "program", "open", "in Spotify", APP),
    Row("otpauth otpauth-migration", "a key for one-time passwords", "program", "save",
        "in an authenticator app", APP, warning=SECRET),
    Row("wifi", "access to a wireless network", "program", "join", "after confirmation", APP,
        warning=SECRET),
    # Windows: programs that receive the text as arguments.
    Row("search-ms search", "a search in Windows Explorer", "program", "search",
        "possibly on another computer", MS, inner=nesting.crumbs,
        warning="can show files on another computer as if they were local"),
    Row("ms-msdt", "the Windows troubleshooter", "program", "run", "with these arguments", MS,
        inner=nesting.embedded, warning="has been abused to run arbitrary commands "
                                        "(CVE-2022-30190)"),
    Row("ms-officecmd", "a command for Microsoft Office", "program", "run",
        "the command in the JSON",
        MS, inner=nesting.embedded, warning=HANDLER),
    Row("ms-appinstaller", "a Windows program to install", "program", "install",
        "after confirmation", MS, inner=nesting.params("source", *URL_PARAMS), warning=INSTALLS),
    Row("ms-settings ms-search ms-cxh ms-availablenetworks", "a part of Windows", "program",
        "open", "on the user's computer", MS),
    Row("ms-windows-store", "an app in the Microsoft Store", "program", "show",
        "with a button to install it", MS),
    Row("ms-gamebar ms-screenclip ms-people ms-help", "a part of Windows", "program", "open",
        "on the user's computer", MS, warning=HANDLER),
    Row("shell", "a Windows folder, by name or number", "local", "open", "in File Explorer", MS,
        warning=HANDLER),
    Row("onenote", "a page in OneNote", "program", "open", "in OneNote", MS,
        inner=nesting.whole_if),
    Row("vscode vscode-insiders", "a file or a command for an editor", "program", "open",
        "after confirmation", APP, inner=nesting.params(*URL_PARAMS), warning=ACTS),
)  # fmt: skip
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
        level = LEVELS.get(row.warning, "danger")
        yield Note("by-nature", level, row.warning, reference.span(Part.SCHEME))
    yield from option_notes(reference)
    yield from share_notes(text, whole_of(reference))
    yield from row.inner(reference)


ROWS = tuple(
    Scheme(
        names=tuple(row.names.split()),
        title=row.title,
        cites=row.cites,
        danger=row.danger,
        remarks=partial(describe, row),
        port=row.port,
        nests=row.inner is not nesting.nothing,
        commands=not COMMANDS.isdisjoint(row.names.split()),
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
    yield from server_faults(reference, rule, "such a URI must name a server", *WEBSOCKET_CITES * 2)
    user, fragment = reference.span(Part.USERINFO), reference.span(Part.FRAGMENT)
    if user:
        explanation = "such a URI allows no login data"
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
    names=("wss",), title="a persistent connection to a web server, encrypted", port=443
)

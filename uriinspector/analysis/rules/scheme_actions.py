"""Rules about what schemes do: run code, open apps, attach files, call, or embed documents."""

import re
from collections.abc import Iterator
from itertools import islice

from uriinspector.analysis.domains import registrable_domain
from uriinspector.analysis.facts import Facts, Hit, Rule, valid_fix
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM
from uriinspector.analysis.host_shape import remote_path
from uriinspector.analysis.triggers import RUNS, last_ending
from uriinspector.analysis.unpack import from_base64
from uriinspector.analysis.verdict import (
    DOES_NOTHING,
    DRIVE,
    INTERNAL,
    LINKS_DEVICE,
    OFFERS_APP,
    PAYS,
    SUBSCRIBES,
    is_labelled_text,
    share_of,
)
from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import Part, Span
from uriinspector.core.parse import parse
from uriinspector.core.percent import decoded, octets_of
from uriinspector.core.reference import Reference, cut
from uriinspector.core.schemes.apps import dialled
from uriinspector.core.schemes.data import content_octets
from uriinspector.core.schemes.dossier import part_of, whole_of
from uriinspector.core.schemes.lookup import is_registered, schemes

CODE = frozenset({"javascript", "vbscript", "livescript", "mocha", "jscript", "vbs"})
# Code that does nothing, in links that the page's scripts handle; at most REACH characters.
IDLE = expression(
    r":\s*(?:(?:void\s*(?:\(\s*[0-9]?\s*\)|[0-9])|false|true|null|undefined|return\s+false|\{\s*\})"
    r"[;\s]*|[;\s]*)(?:(?://|#)[^\r\n\u2028\u2029]*)?"
)
REACH = 80
# System handlers that attackers have used to start programs, fetch files or search remote shares.
HANDLERS = frozenset(
    {"search-ms", "search", "ms-msdt", "ms-officecmd", "ms-appinstaller", "shell", "applescript"}
    | {"ms-cxh", "ms-cxh-full", "ms-its", "mk", "its", "res", "hcp", "wscript", "ms-search"}
    | {"ms-gamingoverlay", "ms-screensketch", "ms-windows-store", "ldap-search", "itms-services"}
    | {"jnlp", "jnlps", "mhtml"}
)
OFFICE = expression(r"ms-(?:word|excel|powerpoint|access|visio|project|publisher|infopath|spd)\Z")
# Links that make an editor install a tool server, including the command that starts it.
TOOL_SERVER = expression(
    r"[a-z][a-z0-9.+-]*:(?://)?(?:[^/?#]*/)*(?:mcp/install(?=[/?]|\Z)|add_mcp\?|extension\?cmd=)",
    re.IGNORECASE,
)
CONFIG = expression(r"(?:\A|&)config=([^&]+)")
LONGEST_COMMAND = 4_096
# Programs that run any code they are given.
SHELL = expression(
    r"(?:\S*[/\\])?(?:cmd|(?:ba|z|da|k)?sh|powershell|pwsh|curl|wget|mshta|wscript|cscript|osascript"
    r"|rundll32|certutil)(?:\.exe)?(?:\s|\Z)",
    re.IGNORECASE,
)
INSTALLERS = frozenset({"ms-appinstaller", "itms-services"})
# An Office document on a server that has only an IP address, or one with macros.
DOUBTFUL_SOURCE = expression(
    r"https?://(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|\[)|\.(?:doc|xls|ppt|dot|xlt|pot)m(?=[?#|]|\Z)",
    re.IGNORECASE,
)
# EIP-681: calls that allow another account to take tokens.
ALLOWANCE = expression(
    r"ethereum:[^?#]*/(?:approve|increaseAllowance|setApprovalForAll|permit)(?=[/?]|\Z)",
    re.IGNORECASE,
)
WITHOUT_LIMIT = expression(r"uint256=(?:[0-9]{60}|0x[fF]{40}|1e[3-9][0-9])")
SHORTCUT = expression(
    r"shortcuts:(?://)?(?:x-callback-url/)?(run|import|create)-shortcut", re.IGNORECASE
)
# Editors: folders on other computers, extensions, and repositories to fetch.
EDITOR = r"(?:vscode|vscode-insiders|vscodium|cursor|windsurf):(?://)?"
REMOTE = expression(
    EDITOR + r"(?:vscode-remote/(?:ssh-remote|tunnel|k8s-container)(?:\+|%2B)"
    r"|ms-vscode-remote\.remote-ssh/)",
    re.IGNORECASE,
)
EXTENSION = expression(EDITOR + "extension/[^/?#]", re.IGNORECASE)
CLONE = expression(
    rf"(?:{EDITOR}[^/?#]+/(?:clone|cloneInVolume)(?=[/?])|jetbrains://[^/?#]+/checkout/)",
    re.IGNORECASE,
)
# A payment that a server defines, and that the wallet fetches from there (Solana Pay).
FETCHED_PAYMENT = expression(r"solana:https(?::|%3a)", re.IGNORECASE)
PROXY = expression(r"tg:(?://)?(?:proxy|socks)\?(?:[^#]*&)?server=[^&#]", re.IGNORECASE)
# Programs with which people control one computer from another.
CONTROL = expression(
    r"(?:anydesk|rustdesk|splashtop|supremo|teamviewer|ultraviewer)\w*:(?://)?[^/]", re.IGNORECASE
)
# Links that give someone else's device access to an account.
DEVICE = expression(
    r"sgnl:(?://)?linkdevice(?=[/?]|\Z)|tsdevice:|tg:(?://)?login\?(?:[^#]*&)?token=", re.IGNORECASE
)
MEETINGS = frozenset({"zoommtg", "zoomus"})
ESIM = expression(r"lpa:1\$", re.IGNORECASE)
# Schemes that open a page in one browser, whatever browser people use.
ONE_BROWSER = expression(r"(?:microsoft-edge|googlechromes?|firefox):(?!//?\Z)", re.IGNORECASE)
MONEY = expression(
    r"(?:bitcoin(?:cash)?|dogecoin|ethereum|lightning|litecoin|monero|solana|zcash"
    r"|bhim|cashapp|gpay|paytmmp|payto|phonepe|swish|tez|upi|venmo):(?://)?\w",
    re.IGNORECASE,
)
# Reasons for a payment that no authority or shop asks for in this way.
PRETEXT = expression(
    r"[?&](?:label|message|memo|note|pn|tn)=[^?&#]*?(?:\btax|police|polizei|court|customs|refund|fines?\b"
    r"|\birs\b|\bhmrc|support|verif|unlock|penalt|arrest|warrant)",
    re.IGNORECASE,
)
CALENDAR = expression(r"webcals?:(?://)?[^/]", re.IGNORECASE)
STORE = expression(r"(?:market|itms-appss?|samsungapps|mimarket):(?://)?\w", re.IGNORECASE)
WRAPPING = frozenset({"view-source", "blob", "filesystem", "jar", "feed", "wyciwyg", "content"})
# Schemes with messages only for them.
HOLDERS = WRAPPING - {"view-source"}
GOPHER_PORTS = frozenset({"", "70"})
ENDS_LINE = frozenset(b"\r\n")
ATTACH = expression(r"(?:[?&]|&amp;)(attach(?:ment)?)=", re.IGNORECASE)
HIDDEN = expression(r"(?:[?&]|&amp;)(bcc)=([^&#]*+)", re.IGNORECASE)
INJECTED = expression(r"(?:%0[adAD])+")
# A recipient after a line break.
ADDED = expression(r"\s*(?:to|b?cc)\s*:\s*([^\r\n]+)", re.IGNORECASE)
BODY = expression(r"[?&]body=[^&#]*+", re.IGNORECASE)
# Two "@" in one address of a list; in a quoted name "@" is allowed.
TWO_AT = expression(
    r"(?<![^\s,;<])([^\s\"@,;<>]{1,64}@[^\s\"@,;<>]{1,253})(?:@[^\s\"@,;<>]{1,253})*?@"
    r"([^\s\"@,;<>]{1,253})(?![^\s,;>])"
)
# The domains of recipients, and the findings about names that imitate others.
AT_DOMAIN = expression(r"[^\s,;<>@]@([^\s,;<>@/?#%\\:\[\]]{3,253})(?=[\s,;>]|\Z)")
LONGEST_LIST, MOST_DOMAINS = 500, 4
IMITATING = frozenset(
    {"lookalike", "subdomain-deception", "whole-script-confusable", "mixed-script"}
)
# Text before a colon that is a host or a user rather than a scheme.
HOST_AND_PORT = expression(
    r"(?:localhost|[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+):(?:[0-9]{1,5})(?=[/?#]|\Z)"
)


def dangerous_scheme(facts: Facts) -> Iterator[Hit]:
    scheme = facts.browser_scheme
    if scheme is None:
        return
    span = facts.scheme_span or Span(0, facts.text.index(":"))
    if scheme == "javascript" and _is_idle(facts.text[span.end :]):
        yield Hit(*span, INFO, "idle")
    elif scheme in CODE:
        yield Hit(*span, variant="code" if scheme == "javascript" else "legacy")
    elif scheme in HANDLERS:
        is_empty = not facts.text[span.end :].strip(":/")
        variant = "bare" if is_empty else "install" if scheme in INSTALLERS else ""
        yield Hit(*span, LOW if is_empty else None, variant)
    elif scheme == "ms-settings":
        yield Hit(*span, LOW, "settings")
    elif OFFICE.match(scheme):
        yield Hit(*span, HIGH if DOUBTFUL_SOURCE.search(facts.text) else MEDIUM, "office")
    elif TOOL_SERVER.match(facts.text) and (command := _command(facts.text)):
        severity = HIGH if SHELL.match(command) else MEDIUM
        yield Hit(*span, severity, "command", args={"found": command})
    elif scheme in MEETINGS:
        yield from _meeting(facts)
    elif variant := _app_variant(facts.text):
        severity = LOW if variant in MILD else MEDIUM
        if variant == "wallet" and WITHOUT_LIMIT.search(facts.text):
            severity = HIGH
        elif variant == "money" and PRETEXT.search(facts.text):
            severity = MEDIUM
        yield Hit(*span, severity, variant)


APP_LINKS = {
    "tools": TOOL_SERVER,
    "wallet": ALLOWANCE,
    "shortcut": SHORTCUT,
    "remote": REMOTE,
    "extension": EXTENSION,
    "clone": CLONE,
    "payment": FETCHED_PAYMENT,
    "proxy": PROXY,
    "control": CONTROL,
    "device": DEVICE,
    "money": MONEY,
    "calendar": CALENDAR,
    "store": STORE,
    "esim": ESIM,
    "browser": ONE_BROWSER,
}
# There are many honest links of these kinds, and the app asks first.
MILD = frozenset({"extension", "clone", "proxy", "money", "calendar", "store", "esim", "browser"})


def _meeting(facts: Facts) -> Iterator[Hit]:
    """Find Zoom links with the host of another site."""
    host, known = facts.reference.host or "", facts.names.labels.get("zoom")
    if known and "." in host and registrable_domain(lowered(host)) not in known.own:
        args = {"host": host, "known": known.domain}
        yield Hit(*facts.reference.spans[4], MEDIUM, "meeting", args=args)


def _app_variant(text: str) -> str:
    """Return the variant for app links whose effect goes beyond the app, or ""."""
    return next((name for name, pattern in APP_LINKS.items() if pattern.match(text)), "")


def _command(text: str) -> str:
    """Return the command in the configuration of a tool server, in JSON or base64; "" if there
    is none.
    """
    import json  # only a few links need it

    query = text.partition("?")[2][:LONGEST_COMMAND]
    config = CONFIG.search(query)
    plain = decoded(config[1] if config else query)
    try:
        values = json.loads(from_base64(plain) or plain)
    except (ValueError, RecursionError):
        return ""
    command = values.get("command") if isinstance(values, dict) else None
    if not isinstance(command, str):
        return ""
    given = values.get("args")
    return " ".join([command, *map(str, given if isinstance(given, list) else ())])


def _is_idle(code: str) -> bool:
    return len(code) <= REACH and IDLE.fullmatch(decoded(code)) is not None


def nested_scheme(facts: Facts) -> Iterator[Hit]:
    span = facts.scheme_span
    if span is not None and facts.scheme in WRAPPING:
        variant = facts.scheme if facts.scheme in HOLDERS else ""
        is_empty = not (facts.dossier and facts.dossier.inner)
        if is_empty and facts.scheme in {"jar", "filesystem"}:
            variant = "empty"
        severity = INFO if facts.scheme in {"blob", "feed"} else None
        args = {"scheme": facts.scheme or ""}
        if facts.scheme == "blob" and (host := parse(part_of(facts.reference).of(facts.text)).host):
            variant, args["other"] = "origin", host
        yield Hit(*span, severity, variant, args=args)


def unknown_scheme(facts: Facts) -> Iterator[Hit]:
    """Find unknown schemes; such a link starts whatever app is registered for its scheme."""
    span = facts.scheme_span
    if span is not None and facts.scheme not in schemes() and facts.scheme not in INTERNAL:
        match = facts.scheme in CODE | HANDLERS | {"url"} or HOST_AND_PORT.match(facts.text)
        match = match or DRIVE.match(facts.text) or remote_path(facts.text)
        if (
            match
            or _app_variant(facts.text)
            or is_registered(facts.scheme)
            or is_labelled_text(facts)
        ):
            return
        variant = "" if facts.has_browser_scheme else "old"
        yield Hit(*span, variant=variant, args={"scheme": facts.scheme or ""})


def file_remote(facts: Facts) -> Iterator[Hit]:
    """Find files on other computers; such a computer may get the user's credentials."""
    if facts.effective_scheme == "file":
        yield from _share_hits(facts)
    elif facts.scheme in {"smb", "cifs"} and facts.reference.host:
        args = {"host": facts.reference.host}
        yield Hit(*facts.reference.spans[4], MEDIUM, "smb", args=args)


def _share_hits(facts: Facts) -> Iterator[Hit]:
    share = share_of(facts)
    if share is not None:
        variant = "webdav" if share.is_webdav else ""
        yield Hit(share.start, share.end, variant=variant, args={"host": share.host})


def unc(facts: Facts) -> Iterator[Hit]:
    if facts.effective_scheme != "file":
        yield from _share_hits(facts)


def gopher_commands(facts: Facts) -> Iterator[Hit]:
    """Find bytes for another protocol, which gopher sends unchanged."""
    if facts.scheme != "gopher":
        return
    from uriinspector.core.schemes.rfc1738 import as_1738

    # "?" is part of what is sent (RFC 1738 3.4.1), in every edition.
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
    """Return True if a part that must be one line has a line end; forms have several (3.4.9)."""
    from uriinspector.core.schemes.gopher import item_of, sent_lines

    kind = item_of(read).type
    runs = [span for name, span in sent_lines(read) if name != "form"]
    runs += [kind] if kind else []
    return any(not ENDS_LINE.isdisjoint(octets_of(run.of(read.text))) for run in runs)


def mailto_dangerous(facts: Facts) -> Iterator[Hit]:
    if facts.scheme != "mailto":
        return
    for match in ATTACH.finditer(facts.text):
        yield Hit(*match.span(1), variant="attach")
    for match in HIDDEN.finditer(facts.text):
        receiver = decoded(match[2][:LONGEST])
        args = {"other": receiver} if receiver else {}
        yield Hit(*match.span(1), variant="named" if receiver else "hidden", args=args)
    yield from _second_at(facts)
    yield from _imitating_recipients(facts)
    bodies = [Span(*result.span()) for result in BODY.finditer(facts.text)]
    for match in INJECTED.finditer(facts.text):
        if not any(body.start <= match.start() < body.end for body in bodies):
            rest = facts.text[match.end() : match.end() + LONGEST].partition("&")[0]
            added = ADDED.match(decoded(rest))
            args = {"other": added[1]} if added else {}
            yield Hit(*match.span(), variant="added" if added else "header", args=args)


def _recipients(facts: Facts) -> list[Span]:
    """Return the spans of the lists of recipients."""
    from uriinspector.core.schemes.mailto import MailtoMessage

    mail = MailtoMessage(facts.reference)
    return [mail.to, *(each.value for each in mail.headers if each.meant in {"to", "cc", "bcc"})]


def _imitating_recipients(facts: Facts) -> Iterator[Hit]:
    """Find recipients whose domain imitates a known name, using the rules for web links."""
    from uriinspector.analysis.rules.table import findings

    for span in _recipients(facts):
        domains = AT_DOMAIN.findall(decoded(span.of(facts.text)[:LONGEST_LIST]))
        for domain in islice(dict.fromkeys(domains), MOST_DOMAINS):
            host = Facts(parse(f"https://{domain}/"), None, None, facts.protect, lists=facts.lists)
            for each in findings(host):
                known = each.args.get("instead") or each.args.get("known") or each.args.get("like")
                if each.code in IMITATING and known and each.severity != LOW:
                    args = {"host": domain, "known": known}
                    yield Hit(*span, each.severity, "imitating", args=args)
                    break


def _second_at(facts: Facts) -> Iterator[Hit]:
    """Find recipients with two "@", whose start looks like another complete address."""
    if facts.reference.edition == "1994":
        return
    for span in _recipients(facts):
        for match in TWO_AT.finditer(decoded(span.of(facts.text))):
            args = {"shown": match[1], "host": match[2]}
            yield Hit(*span, MEDIUM, "at", args=args)


def option_injection(facts: Facts) -> Iterator[Hit]:
    for part in (Part.USERINFO, Part.HOST):
        span = facts.span(part)
        if span is not None and span.of(facts.text).startswith(("-", "%2D", "%2d")):
            severity = LOW if facts.is_special else HIGH
            yield Hit(*span, severity, args={"shown": decoded(span.of(facts.text))})


SHOW = 'Show with "{}"'


def scheme_ambiguous(facts: Facts) -> Iterator[Hit]:
    """Find "localhost:3000": a scheme to the grammar, a host and port to people."""
    match = HOST_AND_PORT.match(facts.text)
    if match and facts.reference.authority is None:
        # An address bar reads it as a host, so it is only a fault in a document.
        meaning = facts.derived
        title = SHOW.format(meaning.changes[0].after) if meaning else ""
        fix = valid_fix(facts, title, meaning.text) if meaning else None
        severity = INFO if meaning else None
        yield Hit(*match.span(), severity, "" if facts.scheme else "number", fix=fix)
    drive = DRIVE.match(facts.text)
    if drive:
        ending = last_ending(facts.text, 0, len(facts.text))
        variant = "drive-program" if ending in RUNS else "drive"
        args = {"found": f".{ending}"} if ending in RUNS else {}
        yield Hit(*drive.span(), variant=variant, args=args)
    remote = remote_path(facts.text) if facts.scheme else None
    if remote:
        yield Hit(*remote.span("host"), variant="remote")


ASKED = "On Windows, opening the link can send the user name and a password hash to {host}."
ASKED_BY_WEBDAV = (
    "On Windows, opening the link can connect to {host} over WebDAV and send user name and "
    "password hash."
)
A_DRIVE = (
    "On Windows, the text is a drive and a path; by the grammar, it begins with a one-letter "
    "scheme."
)
BLOB = (
    "Data that a page created in the browser. The address in the link is the origin of that page."
)
ACTION_RULES = (
    Rule(
        "dangerous-scheme",
        HIGH,
        "Runs code or starts a program",
        {
            "": "Can start a system program with text from the link.",
            "bare": "Can start a system program.",
            "install": "Asks the system to install an app from the address in the link.",
            "code": "In a browser, the code runs with the rights of the current page.",
            "idle": DOES_NOTHING,
            "legacy": "Runs a script in old browsers; current browsers do not support this scheme.",
            "office": "Opens a document in an Office app, from the location in the link.",
            "settings": "Opens a page in the Windows settings.",
            "tools": (
                "Asks an app to add a tool server, a program or service that the app will use from "
                "then on."
            ),
            "command": "Asks an app to add a tool server with this command: {found}",
            "wallet": "Asks a wallet to let another account take its tokens.",
            "shortcut": "Asks the Shortcuts app to run or add a shortcut, which is a script for "
            "the device.",
            "remote": "Asks an editor to connect to another computer and to open files there.",
            "extension": "Asks an editor to install an extension, a program that runs in the "
            "editor.",
            "clone": "Asks an editor to fetch a repository, which can contain programs.",
            "payment": "Asks a wallet to fetch a transaction from the address in the link, for you "
            "to sign.",
            "proxy": "Asks Telegram to send everything through a server that the link names.",
            "control": "Asks a program for remote control to connect this device with another.",
            "money": PAYS,
            "calendar": SUBSCRIBES,
            "store": OFFERS_APP,
            "device": LINKS_DEVICE,
            "esim": "Asks the phone to download the profile of a mobile operator (eSIM).",
            "browser": "Opens the address in one browser, even if another one is the usual one.",
            "meeting": "The host is {host}, which does not belong to {known}.",
        },
        ("RFC 3986 7.2", "RFC 7595 3.7"),
        dangerous_scheme,
        rises="Medium for Office documents, unless they have macros or come from an IP address; "
        "for links that add a tool server to an app, unless it runs a shell; and for wallet "
        "allowances that have a limit. Also medium for payments that the wallet fetches from a "
        "server, payments that pretend to be a tax, a fine or support, shortcuts, remote control, "
        "links that add a device to an account, Zoom links with the host of another site, and "
        "folders on other computers. Low for "
        "Windows settings, for extensions and repositories in an editor, for other payment "
        "requests, calendars, app stores and eSIMs, for links that choose the browser, and for "
        "code in the links of a page or an email. Also low if the program gets no text from the "
        "link. Info for code that does nothing.",
        plain={
            "office": "Opens a document in an Office app; such a document can contain a harmful "
            "program.",
            "": "Can start a program on the computer; the link says what it is to do.",
            "bare": "Can start a program on the computer.",
            "code": "The link is a program: it can read the page that is open and act there in "
            "your name.",
            "legacy": "The link contains program code that only old browsers run.",
            "tools": "Asks an app to add a program or service; the app will use it from then on.",
            "command": "Asks an app to add a service with this command: {found}",
            "wallet": "Asks your app for digital money (wallet) to let someone else take money out "
            "of it.",
            "control": "Starts remote control: someone at one computer can see and use the other.",
            "money": "Asks an app for a payment; you may not be able to get back money that you "
            "send.",
            "calendar": "Adds a calendar that someone else fills, even with unwanted links.",
            "store": "Opens an app store, which can install the app that the link names.",
            "device": "Gives another device access to your account in a messaging app: it can read "
            "and write there.",
            "esim": "Asks the phone to add an eSIM: a company then handles its calls and internet "
            "use.",
            "browser": "Opens a page in one certain browser, even if you use another one.",
            "meeting": "Meetings of this kind are usually at {known}, but this link names {host}.",
            "extension": (
                "Asks the app that opens the link to install an add-on, a program that can do harm "
                "in that app."
            ),
        },
        when="has_unusual is_other",
    ),
    Rule(
        "nested-scheme",
        LOW,
        "Scheme that wraps another link",
        {
            "": "{scheme} only determines how the link is shown; the link inside is what opens.",
            **dict.fromkeys(("blob", "origin"), BLOB),
            "filesystem": (
                "A file that a page stored in the browser. The address in the link is the origin "
                "of that page."
            ),
            "jar": "Names a file in an archive; the link to the archive is part of this link.",
            "wyciwyg": "A page from the cache of an old Firefox version; the address inside is its "
            "source.",
            "content": "Names data of an Android app; there is no link inside.",
            "empty": "A {scheme} link must contain a link with a scheme, but this one does not.",
            "feed": "A feed reader (an app for news) opens the address in the link.",
        },
        ("RFC 3986 3.1",),
        nested_scheme,
        rises="Info for blob links, which pages create for their own use, and for feed links.",
        plain={
            "origin": "Works only in the browser in which a page of {other} created the link.",
            "blob": "Works only in the browser in which a page created the link; it does not lead "
            "to a site.",
            "filesystem": "A file that a web page stored in the browser, not a page of a site.",
            "empty": 'A "{scheme}" link needs another link inside it, and there is none.',
        },
        when="is_other",
    ),
    Rule(
        "unknown-scheme",
        LOW,
        "Unknown scheme",
        {
            "": 'Opens an app for "{scheme}" links, if there is one.',
            "old": (
                "In this edition, a scheme need not begin with a letter; browsers read the text as "
                "a relative path."
            ),
        },
        ("RFC 3986 3.1", "RFC 7595 3.8"),
        unknown_scheme,
        plain={
            "": 'An unusual kind of link ("{scheme}"): an app may open it, with unknown results.'
        },
        when="is_other",
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
        file_remote,
        rises="Medium for smb links.",
        plain={
            "": "On Windows, opening the link can send your user name and scrambled password to "
            "{host}.",
            "webdav": "On Windows, opening the link can send your user name and scrambled password "
            "to {host}.",
            "smb": "A shared folder on {host}: to open it, the computer may sign in there.",
        },
        when="is_local is_other",
    ),
    Rule(
        "unc",
        HIGH,
        "Network share (UNC path)",
        {"": ASKED, "webdav": ASKED_BY_WEBDAV},
        ("RFC 8089 E.3",),
        unc,
        plain={
            "": "On Windows, opening the link can send your user name and scrambled password to "
            "{host}.",
            "webdav": "On Windows, opening the link can send your user name and scrambled password "
            "to {host}.",
        },
        when="is_odd",
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
            "line": "A line break ends the request early; the server can read the rest as another "
            "line.",
        },
        ("RFC 1738 6", "rfc2396bis-01 7.2"),
        gopher_commands,
        rises="Medium if there are no line breaks and the link only names another port.",
        plain={
            "": "An old kind of link (gopher): it sends text to a server, which can run it as "
            "commands.",
            "port": "An old kind of link (gopher): it sends text to another kind of service.",
            "line": "A hidden line break: the server can take the rest for another command.",
        },
        when="is_other",
    ),
    Rule(
        "mailto-dangerous",
        HIGH,
        "Risky email fields",
        {
            "attach": "Asks the email program to attach a local file.",
            **dict.fromkeys(("hidden", "named"), "Adds a hidden recipient (Bcc)."),
            "imitating": "The domain {host} contains or resembles a known name: {known}.",
            "at": 'Two "@" in one address: it begins like {shown}; programs can send the email '
            "to {host}.",
            **dict.fromkeys(
                ("header", "added"), "Line breaks outside the body can add headers to the message."
            ),
        },
        ("RFC 6068 4", "RFC 6068 7"),
        mailto_dangerous,
        rises='Medium for a second "@". For a domain that imitates a known name, the same severity '
        "as in web links.",
        plain={
            "attach": "Asks the email program to attach a file from this computer.",
            "hidden": "Adds a hidden recipient (Bcc), who also gets the email.",
            "imitating": "The email goes to {host}, a name like that of {known}; it may belong to "
            "someone else.",
            "named": "The email goes to {other} (Bcc), hidden from any other recipients.",
            "header": "A hidden line break can add recipients, or other things, to the email "
            "unseen.",
            "added": "Behind a hidden line break is another recipient, who can get the email "
            "unseen: {other}",
        },
        when="is_other",
    ),
    Rule(
        "option-injection",
        HIGH,
        "Possible command-line option",
        {"": "A program that receives this text on its command line can treat it as an option."},
        ("RFC 3986 7.3",),
        option_injection,
        rises="Low in web links.",
        plain={
            "": '"{shown}" begins with "-": the program that opens the link can take it for a '
            "command and run it."
        },
        when="has_user is_odd",
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
            **dict.fromkeys(("drive", "drive-program"), A_DRIVE),
            "remote": (
                "Git and scp read the text as a host and a path on that host; in the grammar, the "
                "text before the colon is a scheme."
            ),
        },
        ("RFC 3986 3.1", "RFC 3986 4.2"),
        scheme_ambiguous,
        rises="Info if programs treat the text as a host.",
        plain={
            "": "Looks like a site and a port number, but programs can take it for another kind "
            "of link.",
            "number": 'Looks like a site and a port number, but a beginning such as "http://" is '
            "missing.",
            "drive": (
                "On Windows, the text names a drive and a file or folder; other programs can take "
                "it for a link."
            ),
            "drive-program": (
                'On Windows, the text names a drive and a file ending in "{found}", which can '
                "start a program."
            ),
            "remote": (
                "Git and scp read the text as a computer and a path there; other programs can take "
                "it for a link."
            ),
        },
        when="is_beginning is_other",
    ),
)

CALLS = frozenset({"tel", "callto", "facetime", "facetime-audio"})
MESSAGES = frozenset({"sms", "smsto", "mms", "mmsto"})
# MMI and USSD codes (3GPP TS 22.030) begin like this; a later "#" is an extension or a pause.
# Service codes that forward calls (3GPP TS 22.030, annex B).
FORWARDING = expression(r"\*\*?(?:21|61|62|67|002|004)\*(\+?[0-9]{3,})")
SHORT_NUMBER = expression(r"[0-9]{3,6}")
COMMAND = expression(r"[*#][0-9*#+]")
# Codes that end with this character are run by the phone itself; others go to the network.
CLOSED = "#"
# Schemes for telephone calls; video calls have no codes.
WITH_CODES = frozenset({"tel", "callto"})
# Prefixes of premium-rate numbers, only with a country code, as national prefixes differ by
# country. Entered by hand from the numbering plans of ITU-T (E.169.2), NANPA, Ofcom,
# Bundesnetzagentur, Arcep, AGCOM, CNMC, BAKOM, RTR, ACM, BIPT and UKE, and not verified.
PREMIUM = {
    "+979": "all countries",
    "+1900": "North America",
    **dict.fromkeys(("+4490", "+4491", "+4498"), "United Kingdom"),
    **dict.fromkeys(("+49900", "+49137"), "Germany"),
    "+3389": "France",
    "+35315": "Ireland",
    "+358700": "Finland",
    **dict.fromkeys(("+420900", "+420906", "+420909"), "Czechia"),
    **dict.fromkeys(("+46900", "+46939", "+46944"), "Sweden"),
    **dict.fromkeys(("+61190", "+64900"), "Australia and New Zealand"),
    "+7809": "Russia",
    "+90900": "Turkey",
    "+3989": "Italy",
    **dict.fromkeys(("+34803", "+34806", "+34807", "+34905", "+34907"), "Spain"),
    **dict.fromkeys(("+41900", "+41901", "+41906"), "Switzerland"),
    **dict.fromkeys(("+43900", "+43901", "+43930", "+43931"), "Austria"),
    **dict.fromkeys(("+31900", "+31906", "+31909"), "Netherlands"),
    **dict.fromkeys(("+32900", "+32901", "+32902", "+32903", "+32904", "+32905"), "Belgium"),
    "+4870": "Poland",
}
LENGTHS = sorted({len(prefix) for prefix in PREMIUM})
# Longer numbers, including separators, do not exist.
LONGEST = 64


def phone_number(facts: Facts) -> Iterator[Hit]:
    if facts.scheme in CALLS:
        yield from _number(facts, _first(facts, whole_of(facts.reference)))
    elif facts.scheme in MESSAGES:
        for each in cut(facts.text, part_of(facts.reference), ","):
            yield from _number(facts, _first(facts, each))
    elif facts.scheme == "intent":
        for note in facts.dossier.notes if facts.dossier else ():
            if note.code == "call" and note.span:
                is_empty = not part_of(facts.reference).of(facts.text).strip("/")
                yield Hit(*note.span, MEDIUM, "started" if is_empty else "direct")


def _first(facts: Facts, span: Span) -> Span:
    end = next((at for at in range(*span) if facts.text[at] in ";?"), span.end)
    return Span(span.start, min(end, span.start + LONGEST))


def _number(facts: Facts, span: Span) -> Iterator[Hit]:
    number = dialled(decoded(span.of(facts.text))).replace(" ", "")
    if facts.scheme in WITH_CODES and (match := FORWARDING.match(number)):
        yield Hit(*span, HIGH, "forward", args={"shown": number, "number": match[1]})
    elif facts.scheme in WITH_CODES and COMMAND.match(number):
        variant = "code" if number.endswith(CLOSED) else "network"
        yield Hit(*span, MEDIUM, variant, args={"shown": number})
    if facts.scheme in MESSAGES and BODY.search(facts.text) and SHORT_NUMBER.fullmatch(number):
        yield Hit(*span, LOW, "short")
    for length in LENGTHS:
        country = PREMIUM.get(number[:length])
        if country:
            args = {"found": number[:length], "meaning": country}
            yield Hit(*span, LOW, "premium", args=args)
            return


CALL_RULES = (
    Rule(
        "phone-number",
        MEDIUM,
        "Risky phone number",
        {
            "code": 'Some phones run "{shown}" as a command (MMI or USSD code) instead of calling '
            "it.",
            "network": 'Begins with "*" or "#": phone networks can treat "{shown}" as a code, '
            "such as one for call forwarding.",
            "premium": "Numbers that begin with {found} are premium-rate numbers ({meaning}).",
            "forward": 'Dialed, "{shown}" makes the phone network forward calls to {number}.',
            "short": "Prepares a message to a short number; such messages can cost money or order "
            "a service.",
            "direct": "Asks the app to call at once, without showing the number first.",
            "started": "The app is asked to call at once, but the link contains no number.",
        },
        ("RFC 3966 3", "numbering plans"),
        phone_number,
        rises="High for codes that forward calls. Low for premium-rate numbers, and for messages "
        "to short numbers.",
        plain={
            "code": 'Some phones run "{shown}" as a command instead of calling it; such commands '
            "can forward your calls.",
            "forward": "Dialing this can forward all your calls to {number}, such as calls with "
            "sign-in codes.",
            "premium": "A premium-rate number ({found}, {meaning}): calls or messages can "
            "cost a lot.",
        },
        when="is_other",
    ),
)

ACTIVE = expression(
    r"data:\s*(?:text/(?:html|xml|javascript|ecmascript|xsl)|application/(?:xhtml\+xml|xml|javascript"
    r"|ecmascript|x-javascript|hta|xslt\+xml|pdf)|multipart/related|message/rfc822)",
    re.IGNORECASE,
)
SVG = expression(r"data:\s*image/svg\+xml", re.IGNORECASE)
# Active content in a picture: scripts, events, embedded documents, links to code.
ACTS = expression(
    rb"<\s*(?:[\w-]{1,20}:)?(?:script|foreignobject|iframe|embed|object|handler)\b"
    rb"|[\s\"'/]on[a-z]{3,24}\s*=|(?:java|vb)script:|<!entity|<\?xml-stylesheet"
    rb"|href\s*=\s*[\"']?\s*data:(?!image/)",
    re.IGNORECASE,
)
PROGRAM_TYPE = expression(
    r"data:\s*((?:application/(?:x-(?:msdownload|msdos-program|msi|ms-installer|executable|dosexec|elf"
    r"|mach-binary|sh|shellscript|csh|bat|powershell|java-archive|apple-diskimage|ms-shortcut)"
    r"|vnd\.microsoft\.portable-executable|vnd\.android\.package-archive|java-archive|bat)"
    r"|text/(?:vbscript|x-sh|x-shellscript|x-bat|x-powershell|x-vbscript)))(?=[;,\s])",
    re.IGNORECASE,
)
# The first bytes of executable files.
MAGIC = (
    (expression(rb"MZ(?=.{0,62}\x00)", re.DOTALL), "Windows program"),
    (expression(rb"\x7fELF"), "Linux program"),
    (expression(rb"(?:\xcf|\xce)\xfa\xed\xfe|\xca\xfe\xba\xbe"), "macOS or Java program"),
    (expression(rb"L\x00\x00\x00\x01\x14\x02\x00"), "Windows shortcut"),
    (expression(rb"dex\n0"), "Android program"),
    (expression(rb"#!\s*/"), "script"),
)


def is_active_picture(facts: Facts) -> bool | None:
    """Return True if the SVG image in a data URL has active content; None if there is no SVG
    image.
    """
    if facts.scheme != "data" or not SVG.match(facts.text):
        return None
    return ACTS.search(content_octets(facts.reference)) is not None


def data_active(facts: Facts) -> Iterator[Hit]:
    if facts.scheme != "data":
        return
    match = ACTIVE.match(facts.text)
    if match:
        yield Hit(*match.span(), variant="program" if match[0].lower().endswith("hta") else "")
    elif is_active_picture(facts):
        yield Hit(0, facts.text.find("+") + len("+xml"), variant="svg")


def data_program(facts: Facts) -> Iterator[Hit]:
    if facts.scheme != "data":
        return
    start, end = facts.reference.spans[0]
    octets = content_octets(facts.reference)
    kind = next((kind for pattern, kind in MAGIC if pattern.match(octets)), None)
    declared = PROGRAM_TYPE.match(facts.text)
    if kind:
        yield Hit(facts.text.find(",", start, end) + 1, end, args={"meaning": kind})
    elif declared:
        yield Hit(*declared.span(1), variant="type", args={"found": declared[1]})


EMBEDDED = "The document is in the link, not on a site. It can contain scripts or forms."
CONTENT_RULES = (
    Rule(
        "data-active",
        HIGH,
        "Embedded active document",
        {
            **dict.fromkeys(("", "program"), EMBEDDED),
            "svg": "The SVG image inside the link contains scripts or other active content.",
        },
        ("RFC 2397 2",),
        data_active,
        plain={
            "": "The link contains a whole page, which may ask for a password; nothing shows who "
            "made it.",
            "program": "The link itself contains a page that Windows can run as a program; there "
            "is no site.",
            "svg": "The link itself contains an image with program code; there is no site.",
        },
        when="is_other",
    ),
    Rule(
        "data-program",
        HIGH,
        "Embedded program",
        {
            "": "The content inside the link begins like a file of this kind: {meaning}.",
            "type": 'The content inside the link has the type "{found}", which is used for '
            "programs.",
        },
        ("RFC 2397 2",),
        data_program,
        plain={
            "": "The link itself contains a file that begins like a program or a similar file: "
            "{meaning}.",
            "type": 'The link itself contains a file of the type "{found}", which is used for '
            "programs.",
        },
        when="is_other",
    ),
)
RULES = (*ACTION_RULES, *CALL_RULES, *CONTENT_RULES)

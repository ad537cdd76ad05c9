r"""The verdict: one sentence about where a link goes, the reasons, and the route.

The verdict never promises safety: if nothing was found, it says what was not checked. "Goes to" is
only for links that a browser would fetch.

Most links to apps name the app by their scheme. An Android intent names it in its parameters: by a
package, a component, or the scheme of its data.

``file://host/share``, ``file:////host/share`` and ``\\host\share`` name a computer. With "@SSL",
"@443" or "@SSL@443" after that name, Windows uses WebDAV, and the name is not userinfo.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice

from uriinspector.analysis.derived import (
    DEFANGED,
    EMAIL,
    ENCODED,
    MEANT,
    MISSPELLED,
    NETWORK_PATH,
    REPLACED,
    WRAPPED,
)
from uriinspector.analysis.domains import CLOUD, site_of, special_use
from uriinspector.analysis.facts import INNER, SPECIAL, Facts
from uriinspector.analysis.finding import (
    HIGH,
    INFO,
    LOW,
    MEDIUM,
    RANK,
    Finding,
    finding_order,
    headline,
    opening_of,
    through,
    with_letters,
)
from uriinspector.analysis.host_memo import HostRecord
from uriinspector.analysis.host_shape import remote_path
from uriinspector.analysis.international.idna import ACE_PREFIX
from uriinspector.analysis.international.lookalike import KINDS as LOOK_ALIKE_KINDS
from uriinspector.analysis.meaning import LABEL
from uriinspector.analysis.nested import CLAIMED, LOOKING, Layer, forwards
from uriinspector.analysis.resource_files import lazy
from uriinspector.analysis.rewriters import is_opaque
from uriinspector.analysis.running_text import references_in
from uriinspector.analysis.safe_text import visible
from uriinspector.analysis.triggers import LONGEST_NAME, WEB
from uriinspector.analysis.unpack import link_in_base64
from uriinspector.core.expression import expression, lowered
from uriinspector.core.host import address_range, is_loopback, matches_ipv4
from uriinspector.core.model import (
    EVIDENCE,
    HOST,
    INSTEAD,
    LIKE,
    OTHER,
    Count,
    Json,
    Marked,
    Message,
    NamedTuple,
    Part,
    Span,
    joined,
    json_of,
    message,
)
from uriinspector.core.parse import parse
from uriinspector.core.percent import decoded
from uriinspector.core.schemes.dossier import part_of, whole_of
from uriinspector.core.schemes.lookup import names_host, scheme_of
from uriinspector.core.schemes.nesting import VIA_FALLBACK
from uriinspector.core.schemes.unc import WEBDAV, WEBDAV_ROOT, is_webdav, shape
from uriinspector.readers.browser import REMOVED_INSIDE, STRIPPED, host_in_browsers

# The maximum length of a quotation in a headline.
REST = 80
# Schemes that are handled by the program that contains the link, not by a registered app.
INTERNAL = {
    **dict.fromkeys(
        ("chrome", "edge", "brave", "opera", "vivaldi", "resource", "devtools", "chrome-untrusted"),
        "Opens a built-in browser page",
    ),
    **dict.fromkeys(
        ("chrome-extension", "moz-extension", "ms-browser-extension", "safari-web-extension"),
        "Opens a page of a browser extension",
    ),
    **dict.fromkeys(("livescript", "mocha", "jscript", "vbs"), "Runs a script in old browsers"),
    "cid": "Refers to a part of an email; works only in that email",
    "mid": "Refers to an email or a part of one",
    "filesystem": "Opens a file that a web page stored in the browser",
    "content": "Opens an Android app's data",
    "wyciwyg": "Opens a page from the cache of an old Firefox version",
}
# What links to apps start, for the schemes of which every link does the same.
STARTS = {
    "magnet": message("In a torrent program, starts a download from other people's computers"),
    "bitcoin": message("Opens an app for digital money with a request to pay, if there is one"),
    "lightning": message("Opens an app for digital money with a request, if there is one"),
    "otpauth": message("Adds a source of sign-in codes to an authenticator app, if there is one"),
}
# What links for one browser contain, in the words of their descriptions.
BROWSERS = frozenset({"a page to open in Microsoft Edge", "a page to open in a specific browser"})
# A Windows drive, whose letter the grammar reads as a scheme.
DRIVE = expression(r"[A-Za-z]:(?=[\\/])")


def opening_of_app(facts: Facts, scheme: str, host: str | None) -> Message:
    """Describe a link that browsers do not fetch, by its scheme and host."""
    if scheme == "intent":
        return _intent(facts, host)
    is_empty = facts.stripped_scheme is None and not (facts.dossier and facts.dossier.inner)
    if scheme in {"filesystem", "jar"} and is_empty:
        return not_valid(scheme)
    if scheme in INTERNAL:
        return message(INTERNAL[scheme])
    if scheme in STARTS:
        return STARTS[scheme]
    if DRIVE.match(facts.text):
        return message("On Windows, opens a file on this computer")
    named = quoted(scheme)
    if "." in scheme and (remote := remote_path(facts.text)):
        return over_ssh(remote["host"])
    if not facts.has_browser_scheme:
        return headline(
            message("In a page, browsers read the text as a file name"),
            message("; some programs take it for a link of type {scheme}", scheme=named),
        )
    row = scheme_of(scheme)
    if host and (row.port is not None or row.danger == "fetches"):
        words = FETCHES.get(scheme, CONNECTS).template
        return message(words, host=marked_site(host), scheme=named)
    if not host and scheme == "android-app" and facts.reference.authority:
        app = quoted(facts.reference.authority)
        return message("On Android, opens the app {app}, if installed", app=app)
    return _in_app(named, row.title if facts.scheme in row.names else "", host)


def _in_app(scheme: Marked, title: str, host: str | None) -> Message:
    """Describe what an app can do with a link, by its title, if it is known, and its host."""
    if not host and title:
        what = message(title)
        return message("Does not open a web page. It can start an app for this: {what}", what=what)
    if not host:
        return message(
            'Does not open a web page. It can start an app for "{scheme}" links', scheme=scheme
        )
    args = {"host": marked_host(host), "scheme": scheme}
    if title in BROWSERS:
        return message('Opens {host} in a browser for "{scheme}" links, if there is one', **args)
    if title:
        args["what"] = message(title)
        return message(
            "Does not open a web page. It can start an app for this: {what}, at {host}", **args
        )
    return message(
        'Does not open a web page. It can start an app for "{scheme}" links, with {host}', **args
    )


def marked_host(host: str, kind: str = HOST) -> str:
    """Mark a host; one in punycode becomes a message with both of its forms."""
    named = with_letters(host, kind)
    return named if isinstance(named, Message) else Marked(named, kind)


SUFFIX_LIKE = expression(r"(?:com|co|org|net)\.[a-z]{2}|z[0-9]{1,3}\.web\.core\.windows\.net")


def marked_site(host: str, kind: str = HOST) -> str:
    """Mark a host's registrable domain, or the host itself if it has none or others share it."""
    site = site_of(host.removesuffix("."))
    return marked_host(site if site and not SUFFIX_LIKE.fullmatch(site) else host, kind)


def quoted(text: str) -> Marked:
    return Marked(visible(text, REST), EVIDENCE)


def over_ssh(host: str) -> Message:
    """Describe how Git and scp read "user@host:path"."""
    return message("In Git or scp, connects to {host} over SSH", host=marked_site(host))


def not_valid(scheme: str) -> Message:
    return message("Is not a valid {scheme} link", scheme=Marked(scheme, EVIDENCE))


def _intent(facts: Facts, host: str | None) -> Message:
    """Describe an intent by its package or component, otherwise by the scheme of its data."""
    app, scheme = _parameter(facts, "component").partition("/")[0], _parameter(facts, "scheme")
    app = app or _parameter(facts, "package")
    place = {"host": marked_host(host)} if host else {}
    if app:
        args = {"app": quoted(app), **place}
        if host:
            return message("On Android, opens {host} in the app {app}, if installed", **args)
        return message("On Android, opens the app {app}, if installed", **args)
    if scheme:
        args = {"scheme": quoted(lowered(scheme)), **place}
        if host:
            return message(
                'On Android, opens {host} in an app for "{scheme}" links, if there is one', **args
            )
        return message('On Android, opens an app for "{scheme}" links, if there is one', **args)
    if host:
        return message("On Android, opens {host} in an app that accepts the link", **place)
    return message("On Android, opens an app that accepts the link, if any")


def _parameter(facts: Facts, name: str) -> str:
    for field in facts.dossier.fields if facts.dossier else ():
        if field.name.lower() == name and field.value:
            return field.value
    return ""


def fallback_of(facts: Facts, inner: Iterable[Layer]) -> Layer | None:
    """Return the link that browsers open if no app handles an intent."""
    if facts.scheme != "intent" or facts.dossier is None:
        return None
    places = {each.span for each in facts.dossier.inner if each.via == VIA_FALLBACK}
    return next((layer for layer in inner if (layer.start, layer.end) in places), None)


def otherwise(host: str | None) -> Message:
    """Return the end of a headline: where browsers go if no app handles an intent."""
    if not host:
        return message("")
    return message("; otherwise, browsers can go to {other}", other=marked_site(host, OTHER))


# The last two are the names under which Windows shows the files of its Linux systems.
LOCAL = frozenset({"", "localhost", ".", "?", "wsl$", "wsl.localhost"})
# The beginning of a UNC path: two slashes, at least one of them a backslash.
PATH = expression(r"\s*(?=\\\\|\\/|/\\)")
# A share on this computer, such as \\localhost\c$, or a device, such as \\.\pipe\x.
LOCAL_SHARE = expression(
    r"(?=\\\\|\\/|/\\)[\\/]{2}(?:localhost|wsl\$|wsl\.localhost|127(?:\.[0-9]{1,3}){3}|[.?](?![\\/]UNC[\\/]))(?=[\\/]|\Z)",
    re.IGNORECASE,
)
SLASHES = expression("//(?=[^/])")
# The notation of IPv6 addresses in Windows, without colons.
IPV6 = expression(
    r"([0-9A-Fa-f-]{2,60}?)(?:s[0-9A-Za-z]{1,16})?\.ipv6-literal\.net\.?", re.IGNORECASE
)
# A possible computer name; Windows allows more characters than DNS.
SHARE_NAME = expression(r"[^\s\x00-\x1f<>|\"*?]+\Z")


class Share(NamedTuple):
    """A network share: the span of the computer's name, its host in browsers, and the protocol."""

    start: int
    end: int
    host: str
    is_webdav: bool


def share_of(facts: Facts) -> Share | None:
    if facts.has_no_scheme:
        # A quick check that excludes most texts without a scheme.
        first, second = facts.text[:1], facts.text[1:2]
        may_be = first.isspace() or (first in "/\\" and second in "/\\")
        return facts.once(_by_path) if may_be else None
    return facts.once(_by_file) if facts.effective_scheme == "file" else None


def is_local_path(facts: Facts) -> bool:
    """Return True if the text, outside of any document, is a Windows path on this computer."""
    return facts.stands_alone and facts.scheme is None and LOCAL_SHARE.match(facts.text) is not None


def _by_path(facts: Facts) -> Share | None:
    text = facts.text
    begin = PATH.match(text)
    if begin is None and not (
        SLASHES.match(text) and is_webdav(text, facts.reference.spans[2], is_file=False)
    ):
        return None
    start = begin.end() if begin else 0
    marks = (text.find("?", start + 4), text.find("#", start))
    end = min((at for at in marks if at >= 0), default=len(text))
    return _named(text, shape(text, Span(start, end)).server)


def _by_file(facts: Facts) -> Share | None:
    reference, text = facts.reference, facts.text
    start = 0 if facts.scheme is None else reference.spans[1][1] + 1
    server = shape(text, Span(start, reference.spans[6][1])).server
    if server is None:
        return None
    if server == reference.span(Part.AUTHORITY) and not WEBDAV.search(server.of(text)):
        # Ignore a user before the name, since file URLs have none; with a port, it is not a share.
        server = reference.span(Part.HOST) if reference.port is None else None
    return _named(text, server)


def _named(text: str, server: Span | None) -> Share | None:
    if server is None:
        return None
    marks = WEBDAV.search(text, *server)
    end = marks.start() if marks else server.end
    written = decoded(text[server.start : end])
    literal = IPV6.fullmatch(written)
    name = f"[{literal[1].replace('-', ':')}]" if literal else written
    host = host_in_browsers(name) or lowered(name)
    is_name = SHARE_NAME.match(host) is not None and any(map(str.isalnum, host))
    if host in LOCAL or not is_name or is_loopback(host):
        return None
    by_web = marks is not None or WEBDAV_ROOT.match(text, server.end) is not None
    return Share(server.start, end, host, by_web)


CALM = (
    "Nothing in the link's text looks deceptive. URI Inspector did not visit the site and cannot "
    "judge it."
)
CALM_WITHOUT_SITE = "Nothing in the link's text looks deceptive. Nothing was opened."
TEXT_ONLY = "Only the text was checked; URI Inspector did not visit the site."
TEXT_ONLY_WITHOUT_SITE = "Only the text was checked; nothing was opened."
STAYING = frozenset({"1997", "2003"})
RELATIVE = "The start of the link is missing: the page that contains it decides where it goes."
NO_LINK = "No link was found in the text."
IN_A_DOCUMENT = "As a link in a web page, text like this would name a file on that page's own site."
PLAIN_TEXT = (
    "No link was found in the text. As a link in a web page, text like this would name a file on "
    "that page's own site."
)
OWN_DESTINATIONS = "Each link in the text has its own destination."
ROOTED_PATH = (
    "In a page, a path from the root is relative to the host of the page; on a computer, it can "
    "name a file. Nothing was opened."
)
OVER_SSH = 'Not a web link: Git and scp read "user@host:path" as a path on that computer.'
LONGEST_TEXT = 65_536
# A single word, and several words that do not begin like a path or query.
ONE_WORD = expression(r"[^\s/\\?#.:@=&%~]{2,}")
SEVERAL_WORDS = expression(
    r"(?!.*(?://|@|\\))\s*[\"'(\u201e\u201c\u00ab]?[^\W_][\w'\u2019-]*+[\"'),.!?:;\u201d\u00bb]{0,3}\s+\S",
    re.DOTALL,
)
ROOTED = expression(r"~?/[^/\\?#\s][^?#\s]*")
UNREAD = "; the destination is not in the link"
DEEP = "; the next link is nested too deeply to read"
# Schemes that fetch nothing, whatever follows "//", and what they do.
NO_FETCH = {
    "javascript": "In a browser, runs code in the current page",
    "vbscript": "Runs a script in old browsers",
    "data": "Opens content that is in the link itself; opens no site",
    "about": "Opens a built-in browser page",
    "blob": "Opens data that a web page created; works only in that browser",
    "mailto": "Starts an email to {rest}",
    "tel": "Starts a call to {rest}",
    "sms": "Starts a text message to {rest}",
    "urn": "Only the name of a thing, such as a book ({text}); opens no site",
}
# The messages of findings about actions, which have their own advice.
PAYS = "Asks an app to send money, which can be impossible to get back."
SUBSCRIBES = "Asks a calendar app to subscribe to a calendar that someone else fills."
OFFERS_APP = "Opens an app store on the page of an app that the link names."
CREATES = "Asks {name} to create what a template or repository at {other} describes."
LINKS_BY_SITE = "Agreeing here lets another device use the account at {name}."
LINKS_DEVICE = "Asks a messaging app to give another device access to the account."
DOES_NOTHING = "The code in the link does nothing; in a page, scripts may act on the click."
IDLE_CODE = "The code in the link does nothing"
OF_PAGE = message("Opens data that a page of {host} created; works only in that browser", host="")
# For links without a recipient.
WITHOUT_RECIPIENT = {
    "mailto": "Starts an email without a recipient",
    "tel": "Starts a call without a number",
    "sms": "Starts a text message without a number",
}
LINE_BREAK = expression(r"[\r\n]")
# Text that is not a phone number: without any digit, or a code that phones run.
NO_NUMBER = expression(r"[^0-9]*\Z|[/\s(]*[*#]")
TO_PHONE_APP = "Opens a phone app with {rest}"
STARTS_EMAIL = frozenset({NO_FETCH["mailto"], WITHOUT_RECIPIENT["mailto"]})
# Kinds of imitations that do not look exactly like the name: with added words or another suffix.
MOVED_MARKS = LOOK_ALIKE_KINDS["moved-marks"]
NOT_ALIKE = frozenset({LOOK_ALIKE_KINDS["added-words"], LOOK_ALIKE_KINDS["other-suffix"]})
# The message of the finding about blocked ports, which browsers do not connect to.
BLOCKED_PORT = "Browsers block this port because another protocol uses it."
# Findings about a name that the host looks like, and the argument with that name.
LOOKS_LIKE = {"lookalike": "shown", "whole-script-confusable": "like", "mixed-script": "like"}
NAME = expression(r"[\w-]+(?:\.[\w-]+)+")
# Kinds of services whose name says less about the owner than the full host.
SHARED = frozenset({"shared-host", "file-or-form-service", "dynamic-dns", "tunnel"})

# Findings about text before "@" that people may take for the site.
ABOUT_USER = frozenset({"userinfo-deceptive", "missing-authority"})

GOES = "Goes to {host}"
LOCAL_DEVICE = message("Goes to {host} (a device on the local network)")
# Headlines for names that public DNS does not contain, by their use (RFC 6761 6).
BY_USE = {
    "testing": message("Names {host} (reserved for tests)"),
    "documentation": message("Names {host} (reserved for examples)"),
    "deliberately invalid names": message("Names {host} (reserved, never valid)"),
    "this device": message("Goes to {host} (the device you open it on)"),
    **dict.fromkeys(("devices on the local network (mDNS)", "home networks"), LOCAL_DEVICE),
}
# Headlines for addresses that are not those of sites, by their range.
BY_RANGE = {
    "loopback": BY_USE["this device"],
    **dict.fromkeys(("private use", "unique local"), LOCAL_DEVICE),
}
# All headlines that only name where the link goes.
LOCAL_SITES = frozenset({*(each.template for each in (*BY_USE.values(), *BY_RANGE.values()))})
GOING = frozenset({GOES, *LOCAL_SITES})
CONNECTS = message("Connects to {host} over {scheme}", host="", scheme="")
# The headlines of links to apps that fetch something from a host.
FETCHES = dict.fromkeys(
    ("webcal", "webcals"), message("In a calendar app, adds a calendar from {host}", host="")
)
NEEDS_BASE = message("Incomplete link: where it goes depends on the page it is on")
NO_ADDRESS = message("Names {other}, which is not a valid address")
NOT_A_LINK = message("Not a link")
IN_BASE64 = message("Base64: contains a link")
SEVERAL_LINKS = "Text with {count} links"
SAME_DOCUMENT = message("Stays in the same document")
LOCAL_PATH = message("On Windows, a path on this computer")


def sentence(facts: Facts, host: str | None, findings: tuple[Finding, ...]) -> Message:
    if host is not None and any(each.template == BLOCKED_PORT for each in findings):
        return message("Browsers do not open this link to {host}", host=marked_site(host))
    if is_labelled_text(facts):
        return NOT_A_LINK
    scheme = facts.effective_scheme
    runs = (each for each in findings if each.code == "option-injection" and each.severity == HIGH)
    if scheme not in NO_FETCH and any(runs):
        named = quoted(scheme)
        return message('Can run a command, in a program for "{scheme}" links', scheme=named)
    return _by_scheme(facts, host, findings)


def _by_scheme(facts: Facts, host: str | None, findings: tuple[Finding, ...]) -> Message:
    if host is not None and facts.scheme in {"http", "https"}:
        is_fit = facts.is_plain and len(host) <= LONGEST_NAME
        return _goes(facts, host, findings, is_fit=is_fit)
    if host is not None and facts.has_no_scheme and share_of(facts):
        opening = message("On Windows, opens a shared folder on {host}", host=marked_host(host))
        if facts.base is None and facts.reached_host and facts.text.lstrip().startswith("/"):
            place = marked_site(facts.reached_host, OTHER)
            return headline(opening, message("; in a web page, goes to {other}", other=place))
        return opening
    if needs_base(facts):
        return _without_base(facts, findings)
    scheme = facts.stripped_scheme or facts.effective_scheme
    if facts.base is not None and is_same_document(facts):
        return SAME_DOCUMENT
    if scheme in NO_FETCH:
        by_base = facts.scheme is None and facts.stripped_scheme is None
        if by_base and not facts.is_accepted:
            return REJECTED
        return _no_fetch(facts, scheme, findings)
    if scheme == "file":
        return _file(facts, host)
    is_app = scheme not in SPECIAL or scheme == "ftp"
    if _is_rejected(facts, host, is_app=is_app):
        return _rejected(facts, findings)
    if is_app and host and any(each.code == "ip-invalid" for each in findings):
        return message(NO_ADDRESS.template, other=marked_host(host, OTHER))
    if is_app:
        return opening_of_app(facts, scheme, host)
    return _goes(facts, host or "", findings)


def _is_rejected(facts: Facts, host: str | None, *, is_app: bool) -> bool:
    """Return True if browsers find no host, or reject the host of an app's link."""
    if is_app:
        return bool(facts.reference.host) and facts.has_browser_scheme and not facts.is_accepted
    return host is None


def _without_base(facts: Facts, findings: tuple[Finding, ...]) -> Message:
    if is_local_path(facts):
        return LOCAL_PATH
    return SAME_DOCUMENT if is_same_document(facts) else _relative(facts, findings)


def _relative(facts: Facts, findings: tuple[Finding, ...]) -> Message:
    """Describe text that may be a file, a host, a relative path, or not a link."""
    for each in findings:
        if each.code == "suffix-reference" and "host" in each.args:
            host = Marked(each.args["host"], HOST)
            return message(
                "In a page, browsers read the text as a file name; an address bar can go to {host}",
                host=host,
            )
    return relative_text(facts).sentence


class RelativeText(NamedTuple):
    """The headline for a text without a scheme and host, and its explanation."""

    sentence: Message
    detail: str


def relative_text(facts: Facts) -> RelativeText:
    """Distinguish remote paths, local paths and plain text from other relative references.

    In a document every such text is a relative reference.
    """
    text = facts.text
    if facts.stands_alone and len(text) <= LONGEST_TEXT:
        if link_in_base64(text):
            return RelativeText(IN_BASE64, IN_A_DOCUMENT)
        if remote := remote_path(text):
            return RelativeText(over_ssh(remote["host"]), OVER_SSH)
        if ROOTED.fullmatch(text):
            return RelativeText(message("A path, not a complete link"), ROOTED_PATH)
        count = len(references_in(text)) if " " in text or "\n" in text else 0
        if ONE_WORD.fullmatch(text) or (SEVERAL_WORDS.match(text) and not count):
            return RelativeText(NOT_A_LINK, PLAIN_TEXT)
        if count > 1:
            several = message(SEVERAL_LINKS, count=Count(count))
            return RelativeText(several, OWN_DESTINATIONS)
    return RelativeText(NEEDS_BASE, RELATIVE)


def links_in_text(text: str, template: str) -> tuple[str, ...]:
    """Return the links in a text that is not itself a link, as its headline's template implies."""
    if template == IN_BASE64.template:
        return (link_in_base64(text) or "",)
    return tuple(references_in(text)) if template == SEVERAL_LINKS else ()


def is_labelled_text(facts: Facts) -> bool:
    """Return True for prose such as "Note: some text", where the grammar finds a scheme."""
    if not facts.stands_alone or LABEL.match(facts.text) is None or not facts.is_unknown:
        return False
    return not references_in(facts.text, 1)


# A host that DNS cannot contain: with an empty label that is not the last, or a label that is too
# long (RFC 1035 2.3.4).
NO_NAME = expression(r"\A\.|\.\.|(?:\A|\.)[^.:\[]{64}")
REJECTED = message("Browsers reject this link")
# The end of a headline for a text shaped like a host, which the grammar reads as a path.
IN_PAGE = message("; as a link in a web page, it would usually stay on that page's own site")


def needs_base(facts: Facts) -> bool:
    """Return True if the text has no destination without a base."""
    if facts.scheme is not None or facts.stripped_scheme is not None:
        return False
    if facts.base is None:
        return True
    # 1997 and 2003 define no target for a reference to the same document.
    stays = facts.reference.edition in STAYING and is_same_document(facts)
    return facts.target is None and not stays and not facts.is_accepted


def is_same_document(facts: Facts) -> bool:
    """Return True if the reference is empty, or just a fragment."""
    if facts.scheme is not None:
        return False
    _, _, (authority, _), _, _, _, (start, end), (query, _), _ = facts.reference.spans
    return start == end and authority < 0 and query < 0


def _no_fetch(facts: Facts, scheme: str, findings: tuple[Finding, ...]) -> Message:
    if scheme in {"javascript", "data"} and (idle := _idle(facts, scheme, findings)):
        return idle
    words = NO_FETCH[scheme]
    if scheme == "urn":
        return _of_urn(facts)
    if scheme == "blob":
        page = parse(part_of(facts.reference).of(facts.text))
        if page.host and lowered(page.scheme or "") in WEB:
            return message(OF_PAGE.template, host=marked_site(lowered(page.host)))
    if "{" not in words:
        return message(words)
    path = facts.browser.path or "" if facts.stripped_scheme else facts.reference.path
    if scheme == "mailto" and facts.reference.authority:
        path = part_of(facts.reference).of(facts.text)  # programs differ on what "//" means there
    if scheme == "tel" and not facts.stripped_scheme:
        path = whole_of(facts.reference).of(facts.text)  # RFC 3966 3: "#" is a digit
    path = REMOVED_INSIDE.sub("", path)
    number = decoded(path[: 4 * REST])
    if scheme == "sms":
        number = number.partition("&")[0]  # some phones expect "sms:&body=hi"
    if scheme == "mailto":
        # What follows a line break is not a recipient; a finding is about it.
        number = LINE_BREAK.split(number.lstrip("\r\n"), maxsplit=1)[0]
    rest = visible(number, REST)
    if rest and scheme == "tel" and NO_NUMBER.match(decoded(path)):
        words = TO_PHONE_APP
    rest = rest or _written_to(facts)
    return (
        message(words, rest=Marked(rest, EVIDENCE)) if rest else message(WITHOUT_RECIPIENT[scheme])
    )


def _of_urn(facts: Facts) -> Message:
    """Name the URN if it is valid; other components are not part of the name (RFC 8141 2)."""
    if facts.dossier is None or facts.dossier.violations:
        return not_valid("urn")
    words, name = NO_FETCH["urn"], facts.text.partition("#")[0].partition("?")[0]
    return message(words, text=quoted(name))


def _idle(facts: Facts, scheme: str, findings: tuple[Finding, ...]) -> Message | None:
    """Describe code that does nothing, or a data URL without content (RFC 2397 3); otherwise
    None.
    """
    if scheme == "data" and "," not in facts.text:
        return message("Has no content: a data URL needs a comma")
    is_idle = any(each.template == DOES_NOTHING for each in findings)
    return message(IDLE_CODE) if is_idle else None


def _written_to(facts: Facts) -> str:
    """Return the "to" parameter of an email link, or ""."""
    for name, value in facts.query_pairs():
        if name.of(facts.text).lower() == "to" and value is not None and value.start < value.end:
            return visible(decoded(value.of(facts.text)[: 4 * REST]), REST)
    return ""


def _file(facts: Facts, host: str | None) -> Message:
    if host and host != "localhost":
        return message("On Windows, opens a file on {host}", host=marked_host(host))
    accepted = facts.is_accepted
    return message("Opens a file on this computer" if accepted else "Does not name a file")


def _rejected(facts: Facts, findings: tuple[Finding, ...]) -> Message:
    """Return the headline for a link that browsers reject, with the host for other programs."""
    written = facts.generic_host
    if not written:
        return REJECTED
    other = marked_host(written, OTHER)
    if any(each.code in {"ip-invalid", "ip-future"} for each in findings):
        return headline(REJECTED, message("; {other} is not a valid address", other=other))
    args = next((each.args for each in findings if {"instead", "site"} <= each.args.keys()), None)
    if args is not None:
        named = {"host": Marked(args["site"], HOST), "name": Marked(args["instead"], INSTEAD)}
        return headline(
            message("May go to {host}, not {name}", **named), message("; browsers reject this link")
        )
    if is_loopback(written) and written.count("[") == written.count("]"):
        place = message(
            "; other programs may go to {other}, the device you open it on", other=other
        )
        return headline(REJECTED, place)
    return headline(REJECTED, message("; other programs may go to {other}", other=other))


def _goes_to(host: str, site: str | None) -> Message:
    return message(GOES, host=_shown_site(host, site))


def _shown_site(host: str, site: str | None) -> str:
    is_plain = site and ACE_PREFIX not in site and not SUFFIX_LIKE.fullmatch(site)
    return Marked(site or "", HOST) if is_plain else marked_site(host)


def _goes(
    facts: Facts, host: str, findings: tuple[Finding, ...], *, is_fit: bool = False
) -> Message:
    """Return the headline for a host, with the name that people may read instead of it."""
    site = facts.site if is_fit else None
    if not findings:
        return _goes_to(host, site)
    shown = marked_host(host)
    is_shared = not SHARED.isdisjoint(facts.service_kinds)
    named = shown if is_shared else _shown_site(host, site)
    if NO_NAME.search(host):
        return message("Leads nowhere: {host} cannot be looked up", host=shown)
    for each in findings:
        if each.severity != HIGH:
            break
        args = each.args
        is_parsed = each.code in {"backslash", "parser-differential", "missing-authority"}
        if is_parsed and args.get("other"):
            other = Marked(args["other"], OTHER)
            return message(
                "Browsers go to {host}; other programs may go to {other}", host=shown, other=other
            )
        # In 2003 a name without a host still has an authority (3.2).
        if is_parsed and "shown" not in args and not facts.reference.authority:
            return message("Browsers go to {host}; other programs may find no site", host=shown)
    for each in findings:
        if (name := _name_instead(facts, each)) and name != host and NAME.fullmatch(name):
            return message(
                "Goes to {host}, not {name}", host=named, name=marked_site(name, INSTEAD)
            )
    return _goes_to_look_alike(facts, host, findings, named) or _usual(host, named)


def _usual(host: str, named: str) -> Message:
    """Return the headline for a host that does not look like another name."""
    words = BY_USE.get(special_use(host) or "")
    if host.startswith("[") or matches_ipv4(host):
        words = BY_RANGE.get(address_range(host.strip("[]")))
    return message(words.template if words else GOES, host=named)


def forms_of(named: object) -> frozenset[str]:
    """Return a name and its form in parentheses as a set, to compare names."""
    if isinstance(named, Message):
        return frozenset(map(str, named.args.values()))
    return frozenset(str(named).removesuffix(")").split(" ("))


def _name_instead(facts: Facts, finding: Finding) -> str:
    """Return the name that people may read instead of the host."""
    args = finding.args
    is_shown = finding.code in ABOUT_USER and "instead" not in args
    return args.get("shown" if is_shown or _has_name(facts, finding) else "instead", "")


def _has_name(facts: Facts, finding: Finding) -> bool:
    """Return True if the host contains the exact name of another domain, apart from dots or
    hyphens.
    """
    how = finding.args.get("how")
    return how in NOT_ALIKE or (how == MOVED_MARKS and not _is_alike(facts, finding))


def _is_alike(facts: Facts, finding: Finding) -> bool:
    """Return True if the host looks like another domain, including its suffix."""
    how, known = finding.args.get("how"), finding.args.get("known", "")
    return how is None or (how not in NOT_ALIKE and known.partition(".")[2] == facts.suffix)


def _goes_to_look_alike(
    facts: Facts, host: str, findings: tuple[Finding, ...], shown: str
) -> Message | None:
    alike = (each for each in findings if _is_alike(facts, each))
    names = (each.args.get(LOOKS_LIKE.get(each.code, ""), "") for each in alike)
    # Whole domains first: they are more precise than parts of a name.
    for name in sorted(names, key=lambda each: "." not in each):
        if name and name != host:
            like = Marked(name, LIKE)
            if "." in name:
                return message("Goes to {host}, which looks like {name}", host=shown, name=like)
            return message("Goes to {host}; part of it looks like {name}", host=shown, name=like)
    return None


# Findings about services whose links do not show the destination.
FORWARDING = frozenset({"shortener"})
# The finding about a link inside, whose problems are part of that link's own verdict.
NESTED = "nested-uri"
OPEN_REDIRECT = "open-redirect"
COMMAND = "pasted-command"
# Findings about access that the reader can give at the site.
OFFERS = frozenset({"consent-request", "device-code"})
# Findings about a link inside, or about how the whole link is written.
ABOUT_WHOLE = frozenset({NESTED, "defanged", "percent-encoded", "wrapped"})
# Findings that make a link inside matter to servers: IP addresses, ports and commands of others.
INNER_ADDRESS = frozenset(
    {"special-ip", "special-name", "rare-ip", "ipv4-in-ipv6", "gopher-commands", "port-sensitive"}
)


class Hop(NamedTuple):
    """A stop on the route; ``known`` is False if the text does not show what comes next.

    ``via`` is the service that leads to it from the previous stop.
    """

    role: str
    host: str | None
    text: str
    known: bool = True
    via: str = ""

    def to_dict(self) -> Json:
        return json_of(self, "role host text known")


class Words:
    """The headline without services, and the reasons, one sentence each; computed on demand."""

    def __init__(
        self, sentence: Callable[[], Message], why: Callable[[], tuple[Message, ...]]
    ) -> None:
        self._makers = sentence, why

    @lazy
    def sentence(self) -> Message:
        return self._makers[0]()

    @lazy
    def why(self) -> tuple[Message, ...]:
        return self._makers[1]()

    def _read(self) -> tuple[Message, tuple[Message, ...]]:
        return self.sentence, self.why

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Words) and self._read() == other._read()

    def __hash__(self) -> int:
        return hash(self._read())

    def __reduce__(self) -> tuple[object, ...]:
        return written, self._read()


def written(sentence: Message, why: tuple[Message, ...] = ()) -> Words:
    """Return ``Words`` for a headline and reasons that are already known."""
    return Words(lambda: sentence, lambda: why)


# Advice for the reader.
_DO_NOT_OPEN = message("Do not open it.")
_DO_NOT_RUN = message("Do not run it, and do not paste it anywhere.")
_IF_TO_RUN = message("Run it only if you know this site and wanted to install something from it.")
_NOT_EVEN_IF_KNOWN = message("Do not open it, even if you know this site.")
_TYPE = message("Do not open it; instead, type the address of the site you want to visit.")
_SIGN_IN_ELSEWHERE = message(
    "Do not open it; to sign in somewhere, type that site's address yourself."
)
UNLESS_CONFIRMED = message("Do not open it unless the sender confirms it, for example by phone.")
_UNLESS_WANTED = message("Do not open it unless you wanted exactly this.")
_UNLESS_CLEAR = message("Do not open it unless you know what it does.")
_UNLESS_SET_UP = message("Do not open it unless you or someone you know set this up.")
_UNLESS_WHOSE = message("Do not open it unless you know whose computer this is.")
_IF_KNOWN = message("Open it only if you know and use this site.")
_IF_BOTH_KNOWN = message("Open it only if you know and use both sites.")
_IF_RIGHT = message("Open it only if you know and use {host}.", host="it")
_IF_EXPECTED = message("Open it only if you expected it.")
_IF_CONFIRMED = message(
    "Open it only if you expected it; if in doubt, ask the sender, for example by phone."
)
_IF_SET_UP = message("Open it only if you or someone you know set this up.")
_IF_WHOSE = message("Open it only if you know whose computer this is.")
_IF_FILE = message("Open it only if you know this site and wanted this file.")
_IF_REVEALED = message("Open it only if you do not mind the sender knowing that you did.")
_IF_PAID = message("Open it only if you know what it costs.")
_KEEP_SECRET = message("Do not pass the link on, and open it only if you know this site.")
_KEEP_SECRET_OWN = message("Do not pass the link on, and open it only if you expected it.")
_IF_PAYEE = message("Pay only if you know who gets the money.")
_IF_CALENDAR = message("Add the calendar only if you know who runs it.")
_IF_LOOKED_FOR = message("Install the app only if you looked for it yourself.")
_UNLESS_OWN_DEVICE = message("Do not open it unless you are adding a device of your own.")
_IF_NUMBER = message("Call only if you know whose number this is.")
_CHECK_MESSAGE = message("Check the number and the text before you send the message.")
_ELSEWHERE = message("If someone sent you this link, ask for another one.")
_IF_YOURS = message("Open the link and agree only if you started this sign-in yourself.")
_IF_CLOUD = message("Do not open it unless you manage that computer; pass on nothing it shows.")
_IF_CODE_YOURS = message("Enter a code on that page only if you started the sign-in yourself.")
_CHECK_EMAIL = message("Check who gets the email before you send it.")
_ASK_WHERE = message("Ask the sender for the destination before you open the link.")
_ASK_FOR_ANOTHER = message("This link does not work in browsers; ask the sender for one that does.")
_ASK_FOR_ADDRESS = message("Ask the sender for a link with the right address.")
_ASK_FOR_WHOLE = message("Ask for the whole link, or for the page it is on.")
_CHECK_EACH = message("Check each link separately.")
_NO_SITE = message("It opens no site, so there is nothing to decide.")
# The advice for a low and for a medium verdict, by the finding that decides it.
_USUAL_ADVICE = _IF_KNOWN, _TYPE
_ADVICE = {
    code: advice
    for codes, *advice in (
        # The right site has another name.
        ("lookalike subdomain-deception name-in-path notice-number odd-site", _IF_RIGHT, _TYPE),
        ("confusable mixed-script whole-script-confusable non-ascii-host", _IF_RIGHT, _TYPE),
        ("emoji-host idna-deviation compatibility-mapping encoded-host", _IF_RIGHT, _TYPE),
        ("account-words", _IF_KNOWN, _SIGN_IN_ELSEWHERE),
        # Anyone can publish there, so knowing the site is not enough.
        ("shared-host file-or-form-service bucket-page", _IF_CONFIRMED, UNLESS_CONFIRMED),
        ("dynamic-dns tunnel ipfs-gateway", _IF_CONFIRMED, UNLESS_CONFIRMED),
        ("random-name random-path", _IF_CONFIRMED, UNLESS_CONFIRMED),
        # The right site may be hacked, or the link may attack it.
        ("encoded-payload hidden-page dot-segments", _IF_KNOWN, _NOT_EVEN_IF_KNOWN),
        ("double-encoding encoded-control encoded-delimiter", _IF_KNOWN, _NOT_EVEN_IF_KNOWN),
        # It is not a public site, or not its usual entrance.
        ("special-ip special-name", _IF_SET_UP, _UNLESS_SET_UP),
        ("file-remote port-unusual port-sensitive", _IF_KNOWN, _UNLESS_SET_UP),
        ("bare-address ipv4-in-ipv6 rare-ip", _IF_WHOSE, _UNLESS_WHOSE),
        # It does something other than showing a page.
        ("dangerous-scheme", _UNLESS_WANTED, _UNLESS_WANTED),
        ("unknown-scheme scheme-ambiguous nested-scheme", _IF_EXPECTED, _UNLESS_WANTED),
        ("phone-number", _IF_PAID, _UNLESS_CLEAR),
        ("runnable-file", _IF_FILE, _TYPE),
        ("double-extension", _IF_FILE, _DO_NOT_OPEN),
        ("consent-request", _IF_YOURS, _IF_YOURS),
        ("device-code", _IF_CODE_YOURS, _IF_CODE_YOURS),
        # It leads on, or it reveals something.
        ("open-redirect", _IF_BOTH_KNOWN, _TYPE),
        ("recipient-id", _IF_REVEALED, UNLESS_CONFIRMED),
        ("sensitive-info userinfo-password", _KEEP_SECRET, _KEEP_SECRET),
    )
    for code in codes.split()
}
# The advice for actions, by the message of the finding; for other actions, by the headline.
_ON_ACTION = {
    PAYS: _IF_PAYEE,
    SUBSCRIBES: _IF_CALENDAR,
    OFFERS_APP: _IF_LOOKED_FOR,
    LINKS_DEVICE: _UNLESS_OWN_DEVICE,
    LINKS_BY_SITE: _IF_YOURS,
    CREATES: _UNLESS_WANTED,
    **dict.fromkeys(CLOUD, _IF_CLOUD),
}
_ON_HEADLINE = {
    NO_FETCH["tel"]: _IF_NUMBER,
    NO_FETCH["sms"]: _CHECK_MESSAGE,
    NO_FETCH["blob"]: _ELSEWHERE,
    OF_PAGE.template: _ELSEWHERE,
    NO_FETCH["urn"]: _NO_SITE,
    BY_USE["documentation"].template: _ASK_FOR_ADDRESS,
    BY_USE["deliberately invalid names"].template: _ASK_FOR_ADDRESS,
}
# Findings whose advice also applies if they are for information only.
_ALSO_INFO = frozenset({"special-ip", "special-name", "recipient-id"})
# A passcode of a meeting is meant to be passed on.
_TO_BE_SHARED = '"{name}" lets anyone with the link join; such links are meant to be shared.'
# What replaces advice if the headline names the site that people may read instead.
_ABOUT_NAME = {
    _TYPE: message("Do not open it; to visit {name}, type that address yourself.", name=""),
    _IF_RIGHT: message(
        "Do not open it unless you know this site; to visit {name}, type that address yourself.",
        name="",
    ),
}
# What replaces advice about a site if there is none, or if it is only a numeric address.
_WITHOUT_SITE = {
    _IF_KNOWN: _IF_EXPECTED,
    _IF_BOTH_KNOWN: _IF_EXPECTED,
    _IF_RIGHT: _IF_EXPECTED,
    _IF_FILE: _IF_EXPECTED,
    _TYPE: _UNLESS_WANTED,
    _NOT_EVEN_IF_KNOWN: _DO_NOT_OPEN,
    _KEEP_SECRET: _KEEP_SECRET_OWN,
}
_AT_ADDRESS = {
    _IF_KNOWN: _IF_WHOSE,
    _IF_RIGHT: _IF_WHOSE,
    _TYPE: _UNLESS_WHOSE,
    _KEEP_SECRET: _KEEP_SECRET_OWN,
}
_AT_INNER_ADDRESS = {
    **dict.fromkeys((_IF_KNOWN, _IF_RIGHT, _IF_WHOSE), _IF_SET_UP),
    _TYPE: _UNLESS_SET_UP,
    _UNLESS_WHOSE: _UNLESS_SET_UP,
    _KEEP_SECRET: _KEEP_SECRET_OWN,
}
# Advice for texts without a destination, by their headline.
_NO_LINKS = {
    NEEDS_BASE.template: (_ASK_FOR_WHOLE,),
    "A path, not a complete link": (_ASK_FOR_WHOLE,),
    "In a page, browsers read the text as a file name": (_ASK_FOR_WHOLE,),
    "In a page, browsers read the text as a file name; an address bar can go to {host}": (
        _ASK_FOR_WHOLE,
    ),
    IN_BASE64.template: (_CHECK_EACH,),
    SEVERAL_LINKS: (_CHECK_EACH,),
    **dict.fromkeys((NOT_A_LINK.template, SAME_DOCUMENT.template, IDLE_CODE), (_NO_SITE,)),
    LOCAL_PATH.template: (_IF_EXPECTED,),
    NO_ADDRESS.template: (_ASK_FOR_ADDRESS,),
}
# Headlines of links that browsers do not open.
LEADS_NOWHERE = frozenset(
    {
        REJECTED.template,
        "May go to {host}, not {name}",
        "Browsers do not open this link to {host}",
        "Leads nowhere: {host} cannot be looked up",
        "Is not a valid {scheme} link",
        "Does not name a file",
        "Has no content: a data URL needs a comma",
    }
)
# The scope of every verdict: only the text was examined.
TEXT = "text only"
UNKNOWN = Hop("unknown", None, "", known=False)


class Verdict(NamedTuple):
    """The headline, the reasons and the route of a link.

    ``through`` names the services on the route.
    """

    severity: str | None
    host: str | None
    route: tuple[Hop, ...]
    final_host: str | None
    words: Words = written(message(""))
    through: tuple[str, ...] = ()
    scope: str = TEXT
    # The finding that decides the severity; it may be about a link inside that the text leads
    # to.
    worst: Finding | None = None

    @property
    def sentence(self) -> Message:
        return self.words.sentence

    @property
    def why(self) -> tuple[Message, ...]:
        """The reasons, and what the reader can do."""
        return (*self.words.why, *self.advice)

    @property
    def advice(self) -> tuple[Message, ...]:
        """Sentences about what to do, which depend on the kind of the worst finding."""
        opening, worst, severity = opening_of(self.sentence), self.worst, self.severity
        if worst is not None and worst.code == COMMAND:
            return (_DO_NOT_RUN if severity == HIGH else _IF_TO_RUN,)
        if severity == HIGH:
            return (_DO_NOT_OPEN,)
        if opening.template in _NO_LINKS:
            before = (_DO_NOT_OPEN,) if severity == MEDIUM else ()
            return (*before, *_NO_LINKS[opening.template])
        if opening.template in LEADS_NOWHERE:
            return (_ASK_FOR_ANOTHER,)
        if any(not each.known for each in self.route):
            return (_ASK_WHERE,)
        if opening.template in STARTS_EMAIL:
            return (_CHECK_EMAIL,)
        if worst is not None and worst.template in _ON_ACTION:
            return (_ON_ACTION[worst.template],)
        if opening.template in _ON_HEADLINE and severity not in {LOW, MEDIUM}:
            return (_ON_HEADLINE[opening.template],)
        return (self._advice_about_site(opening),)

    def _advice_about_site(self, opening: Message) -> Message:
        worst, severity, host = self.worst, self.severity, self.final_host or ""
        low, medium = _USUAL_ADVICE
        is_told = severity in {LOW, MEDIUM} or (worst is not None and worst.code in _ALSO_INFO)
        if is_told and worst is not None and worst.template != _TO_BE_SHARED:
            low, medium = _ADVICE.get(worst.code, _USUAL_ADVICE)
        advice = medium if severity == MEDIUM else low
        if not host or "host" not in opening.args:
            return _WITHOUT_SITE.get(advice, advice)
        is_number = host[0] == "[" or matches_ipv4(host)
        is_inner = is_number and address_range(host.strip("[]")) in INNER
        if is_inner or opening.template in LOCAL_SITES:
            return _AT_INNER_ADDRESS.get(advice, advice)
        if is_number or opening.template == CONNECTS.template:
            return _AT_ADDRESS.get(advice, advice)
        name = opening.args.get("name") or (worst.args.get("instead") if worst else "")
        if advice in _ABOUT_NAME and "." in (name := str(name or "")):
            return message(_ABOUT_NAME[advice].template, name=Marked(name, INSTEAD))
        return message(advice.template, host=opening.args["host"])

    def saying(self, sentence: Message, why: tuple[Message, ...] | None = None) -> Verdict:
        """Return the verdict with a different headline, and different reasons if they are given."""
        own = self.words
        words = Words(lambda: sentence, lambda: own.why) if why is None else written(sentence, why)
        return self._replace(words=words)

    @property
    def is_plain_text(self) -> bool:
        return self.sentence.template == NOT_A_LINK.template

    @property
    def headline(self) -> Message:
        return through(self.sentence, self.through)

    @property
    def whole_host(self) -> str:
        """The full host if the headline only shows its registrable domain; otherwise ""."""
        named = forms_of(opening_of(self.sentence).args.get("host", ""))
        both = (self.final_host, self.host)
        hosts = (each for each in both if each and forms_of(marked_host(each)) != named)
        return next((each for each in hosts if forms_of(marked_site(each)) == named), "")

    @property
    def detail(self) -> str:
        return " ".join(self.why)

    def to_dict(self) -> Json:
        return json_of(self, "severity headline detail host route final_host scope")


def host_of(facts: Facts) -> str | None:
    """Return the host that browsers go to, in ASCII; None if they fetch nothing.

    For schemes unknown to browsers, return the host as written, or the base's host.
    """
    if facts.scheme in WEB and facts.is_plain:
        return facts.reference.host
    if facts.effective_scheme == "file" or facts.has_no_scheme:
        share = share_of(facts)
        if share is not None:
            return share.host
    if facts.stripped_scheme is not None:
        return None if facts.stripped_scheme in NO_FETCH else facts.browser_host or None
    scheme = facts.effective_scheme
    if scheme in NO_FETCH or facts.has_no_scheme:
        return None
    if scheme in SPECIAL or not facts.has_browser_scheme:
        return facts.browser_host or None
    if facts.scheme is None and facts.target is not None:
        if STRIPPED.search(facts.text):
            return facts.browser_host or None
        return parse(facts.target, edition=facts.reference.edition).host or None
    return (facts.generic_host or None) if names_host(facts.reference) else None


def judge(
    facts: Facts, findings: tuple[Finding, ...], inner: Sequence[tuple[Layer, Verdict | None]]
) -> Verdict:
    """Judge a text by its own findings and by those of the links that it leads to.

    A layer without a verdict is nested too deeply.
    """
    host = host_of(facts)
    way = _onward_route(facts, host, findings, inner)
    first = host if way.first is None else way.first
    worst = _worst(facts, findings, inner)
    return Verdict(
        worst.severity if worst else None,
        first,
        (Hop("written", first, facts.text), *way.onward),
        way.final_host,
        Words(
            lambda: way.sentence or _leading_on(facts, host, findings, inner, worst),
            lambda: _why(facts, host, findings, inner),
        ),
        way.services,
        worst=worst,
    )


def _leading_on(
    facts: Facts,
    host: str | None,
    findings: tuple[Finding, ...],
    inner: Sequence[tuple[Layer, Verdict | None]],
    worst: Finding | None,
) -> Message:
    """Return the text's headline, with the destination of any worse link that it may lead to."""
    own = sentence(facts, host, findings)
    if worst is None or own.template not in GOING:
        return own
    if worst in findings and worst.code in OFFERS:
        return headline(own, _offer(worst))
    is_own = worst in findings or worst.severity not in {HIGH, MEDIUM}
    if is_own and worst.code != OPEN_REDIRECT:
        return own
    for layer, ahead in inner:
        if ahead and ahead.final_host and not layer.follows:
            place = (layer.start, layer.end)
            if ahead.worst == worst or (worst.start, worst.end) == place:
                other = marked_site(ahead.final_host, OTHER)
                return headline(own, message("; can send you on to {other}", other=other))
    return own


def _offer(worst: Finding) -> Message:
    """Return the end of a headline: who can get access at the site, and to what."""
    if worst.template == LINKS_BY_SITE:
        return message("; there, you can give another device access to your account")
    if worst.template == CREATES:
        args = {"other": marked_site(worst.args["other"], OTHER)}
        return message("; there, your account can carry out a plan from {other}", **args)
    if worst.code == "device-code":
        return message("; there, a code can give another device access to your account")
    # An administrator agrees for everyone.
    is_whole, other = "whole organization" in worst.template, worst.args.get("other")
    if not other:
        if is_whole:
            return message(
                "; there, an administrator can give an app access to the whole organization"
            )
        return message("; there, you can give an app access to your account")
    args = {"other": marked_site(other, OTHER)}
    if is_whole:
        return message(
            "; there, an administrator can give {other} access to the whole organization", **args
        )
    return message("; there, you can give {other} access to your account", **args)


def calm_verdict(text: str, record: HostRecord) -> Verdict:
    """Return the verdict for a web link without findings."""
    host, words = record.host, record.words
    if words is None:
        site = record.registration.domain
        words = record.words = Words(lambda: _goes_to(host, site), lambda: _CALM)
    return Verdict(None, host, (Hop("written", host, text),), host, words)


class OnwardRoute(NamedTuple):
    """The route after the first stop, and the headline if that is not the text's own.

    ``first`` is the host of the first stop if the text has none.
    """

    sentence: Message | None
    final_host: str | None
    onward: tuple[Hop, ...] = ()
    services: tuple[str, ...] = ()
    first: str | None = None


def _onward_route(
    facts: Facts,
    host: str | None,
    findings: tuple[Finding, ...],
    inner: Sequence[tuple[Layer, Verdict | None]],
) -> OnwardRoute:
    for layer, ahead in inner:
        if layer.via == "scheme" and facts.is_refused:
            break  # browsers pass it to no app
        if layer.via == "scheme" and not layer.service:
            if layer.follows and ahead is not None and ahead.final_host is not None:
                return _by_app(facts, host, layer, ahead, inner)
        elif layer.follows:
            way = _through(facts, host, layer, ahead)
            return _as_source(way) if facts.scheme == "view-source" else way
    if host is not None and _is_opaque(facts, findings):
        return _first(host, UNREAD)
    return OnwardRoute(None, host)


def _worst(
    facts: Facts, findings: tuple[Finding, ...], inner: Sequence[tuple[Layer, Verdict | None]]
) -> Finding | None:
    own = _leading_finding(findings)
    if not inner:
        return own
    # A link that is only archived, checked or shared does not affect the severity.
    candidates = (own, *(each.worst for layer, each in inner if each and _leads_to(facts, layer)))
    return max(filter(None, candidates), key=_weight, default=None)


def inside_of(verdict: Verdict, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the worst finding if it is about a nested link and worse than the link's own."""
    is_inside = not findings or findings[0].severity != verdict.severity
    return (verdict.worst,) if verdict.worst is not None and is_inside else ()


def _leading_finding(findings: tuple[Finding, ...]) -> Finding | None:
    """Return the worst finding; if several are low, the one that the reasons begin with."""
    # Findings are sorted, the worst first.
    if not findings or findings[0].severity in {HIGH, MEDIUM}:
        return findings[0] if findings else None
    alike = (each for each in findings if each.severity == findings[0].severity)
    return min(alike, key=_is_minor)


def _weight(finding: Finding) -> tuple[int, bool]:
    """Return a sort key: severity, then findings about inner links or overall spelling last."""
    return RANK[finding.severity], finding.code not in {OPEN_REDIRECT, *ABOUT_WHOLE}


def _leads_to(facts: Facts, layer: Layer) -> bool:
    """Return True if the outer link leads to this one, or passes it to a program."""
    if layer.follows or layer.via == CLAIMED or _hands_over(facts):
        return True
    path = facts.path_span.start
    return (
        facts.is_web
        and facts.carrier is None
        and forwards(layer.name, facts.text[path : layer.start])
    )


def _hands_over(facts: Facts) -> bool:
    """Return True if an app, a script or the user receives everything in the link."""
    return facts.scheme is not None and not facts.is_web


def with_nested(
    facts: Facts, findings: tuple[Finding, ...], inner: Sequence[tuple[Layer, Verdict | None]]
) -> tuple[Finding, ...]:
    """Raise findings about links inside to the severity of those links, where it matters.

    It matters if the links are handed over, if they lead to internal addresses of networks or cloud
    services, or if the site may redirect to them. If a redirect is uncertain, the limit is medium.
    """
    hands_over = _hands_over(facts)
    redirects = {
        (each.start, each.end): OPEN_REDIRECT for each in findings if each.code == OPEN_REDIRECT
    }
    severities, hosts = {}, {}
    for layer, ahead in inner:
        worst, place = ahead.worst if ahead else None, (layer.start, layer.end)
        is_redirect = place in redirects
        if is_redirect and ahead and ahead.final_host:
            hosts[place] = {"other": str(marked_site(ahead.final_host))}
        if worst is None:
            continue
        if hands_over or worst.code in INNER_ADDRESS or (is_redirect and _leads_to(facts, layer)):
            severities[place] = worst.severity
        elif is_redirect and not LOOKING.search(facts.text, facts.path_span.start, layer.start):
            severities[place] = MEDIUM if worst.severity == HIGH else worst.severity
    if not severities and not hosts:
        return findings
    named = (
        each._replace(args={**each.args, **hosts.get((each.start, each.end), {})})
        if each.code == OPEN_REDIRECT
        else each
        for each in findings
    )
    raised = (
        each._replace(severity=max(each.severity, known, key=RANK.__getitem__))
        if (known := severities.get((each.start, each.end)))
        and each.code == (NESTED if hands_over else redirects.get((each.start, each.end), NESTED))
        else each
        for each in named
    )
    return tuple(sorted(raised, key=finding_order))


def _is_opaque(facts: Facts, findings: tuple[Finding, ...]) -> bool:
    for each in findings:
        if each.code in FORWARDING:
            return True
    return facts.carrier is not None and is_opaque(facts.carrier, facts.reference)


def _first(host: str | None, tail: str) -> OnwardRoute:
    if host is None:
        first = message("The first stop has no host")
    else:
        first = message("Goes to {host} first", host=marked_site(host))
    return OnwardRoute(headline(first, message(tail)), None, (UNKNOWN,))


def _as_source(way: OnwardRoute) -> OnwardRoute:
    """Adapt the route of "view-source", which shows the source of a page."""
    if way.final_host is None:
        return way
    shown = message("Shows the source code of {host}", host=marked_site(way.final_host))
    return way._replace(sentence=shown, services=())


def _through(facts: Facts, host: str | None, layer: Layer, ahead: Verdict | None) -> OnwardRoute:
    """Continue the route with that of a layer, whose sentence becomes the headline."""
    if ahead is None:
        return _first(host, DEEP)
    if layer.via in MEANT:  # the same stop in another spelling
        sentence = ahead.sentence if layer.via in REPLACED else _completed(facts, layer.via, ahead)
        return OnwardRoute(sentence, ahead.final_host, ahead.route[1:], ahead.through, ahead.host)
    onward = ahead.route[0]._replace(role="forwarded", via=layer.service or "")
    services = (layer.service, *ahead.through) if layer.service else ahead.through
    return OnwardRoute(
        ahead.sentence, ahead.final_host, (onward, *ahead.route[1:]), tuple(dict.fromkeys(services))
    )


def _by_app(
    facts: Facts,
    host: str | None,
    layer: Layer,
    ahead: Verdict,
    inner: Sequence[tuple[Layer, Verdict | None]],
) -> OnwardRoute:
    """Return the route into the app that gets the link inside, and where browsers go without it."""
    way = _through(facts, host, layer, ahead)
    fallback = fallback_of(facts, (each for each, _ in inner))
    given = None if layer is fallback else way.final_host
    opening = opening_of_app(facts, facts.effective_scheme, given)
    after = dict(inner).get(fallback) if fallback else None
    ending = otherwise(after.final_host if after else None)
    return way._replace(sentence=headline(opening, ending), services=())


def _completed(facts: Facts, how: str, ahead: Verdict) -> Message:
    """Return the headline for a text without a scheme: what programs and the grammar make of it."""
    if how == EMAIL:
        return headline(_in_email_app(opening_of(ahead.sentence)), IN_PAGE)
    if opening_of(ahead.sentence).template.startswith("Leads nowhere"):
        return ahead.sentence
    named = marked_site(ahead.final_host or ahead.host or "")
    if opening_of(ahead.sentence).template in LOCAL_SITES:
        return ahead.sentence  # a name or an address that is not that of a public site
    if how == NETWORK_PATH:
        if ahead.through or ahead.final_host is None:
            return ahead.sentence
        return message("Goes to {host}; the start, such as https, comes from the page", host=named)
    opening = message("Typed into a browser, goes to {host}", host=named)
    if ahead.final_host is None:
        opening = message("Typed into a browser, goes to {host} first", host=named)
    if facts.scheme is None:
        return headline(opening, IN_PAGE)
    scheme = quoted(facts.scheme)
    return headline(
        opening, message("; some programs take it for a link of type {scheme}", scheme=scheme)
    )


def _in_email_app(opening: Message) -> Message:
    """Return the headline for an email address in an email app."""
    return message("In an email app, starts an email to {rest}", **opening.args)


# Findings that do not say what the text does, so that others with their severity come first.
VAGUE = frozenset({"encoded-control"})
# Findings about spelling that browsers correct; any other low finding is preferred as a reason.
SPELLING = frozenset({"excluded-char", "raw-non-ascii", "encoded-unreserved"})


def _why(
    facts: Facts,
    host: str | None,
    findings: tuple[Finding, ...],
    inner: Sequence[tuple[Layer, Verdict | None]],
) -> tuple[Message, ...]:
    """Return the reasons: the worst findings, then inner links; else what was not checked."""
    own = [each for each in findings if each.code != NESTED]
    own.sort(key=lambda each: (-RANK[each.severity], each.code in VAGUE))
    messages = (each.plain for each in own if each.severity in {HIGH, MEDIUM})
    # A message is not repeated for another place.
    text: list[tuple[Message, ...]] = [(each,) for each in islice(dict.fromkeys(messages), 2)]
    for layer, ahead in inner:
        if ahead is not None and ahead.severity in {HIGH, MEDIUM} and len(text) < 3:
            text.append(_of_inner(facts, findings, layer, ahead))
    for layer, ahead in inner:
        if layer.via in MEANT and ahead is not None:
            notes = tuple(_notes(facts, layer))
            rest = ahead.words.why
            if (own and own[0].severity != INFO) and RANK[own[0].severity] > _rank(ahead):
                scope = _TEXT_ONLY if ahead.final_host else _TEXT_ONLY_WITHOUT_SITE
                rest = (own[0].plain, *scope)
            rest = tuple(each for each in rest if each not in notes)
            return (*rest, *notes) if text else (*notes, *rest)
    if text:
        return tuple(line for lines in text for line in lines)
    if is_no_reference(facts):
        return _calm(facts, host)  # faults of its syntax as a link do not matter
    worst = _leading_finding(tuple(own))
    low = worst.plain if worst and worst.severity == LOW else None
    if low is None:
        for layer, ahead in inner:
            if ahead is not None and ahead.severity == LOW:
                is_next = layer.follows and (layer.via != "scheme" or layer.service)
                if is_next:
                    return ahead.words.why
                own_lines = _of_inner(facts, findings, layer, ahead)[:2]
                return tuple(dict.fromkeys((*own_lines, *_after_low(facts, host))))
    return _with_note(facts, host, findings) if low is None else (low, *_after_low(facts, host))


def _is_minor(finding: Finding) -> tuple[bool, bool, bool]:
    """Return a sort key for low findings: those about names come first, spelling last."""
    return finding.code in SPELLING, finding.code in ABOUT_WHOLE, "instead" not in finding.args


def _rank(verdict: Verdict) -> int:
    return -1 if verdict.severity is None else RANK[verdict.severity]


def _with_note(
    facts: Facts, host: str | None, findings: tuple[Finding, ...]
) -> tuple[Message, ...]:
    """Return the detail if no finding is above "info": what was not checked, and one finding."""
    calm = _calm(facts, host)
    if not findings or calm not in {_CALM, _CALM_WITHOUT_SITE}:
        return calm
    note = min(findings, key=_is_minor)
    if note.code in {"special-ip", "special-name"}:
        return (note.plain, *_TEXT_ONLY_WITHOUT_SITE)
    if note.code in _ALSO_INFO:
        return (note.plain, *calm)  # the advice is about it
    return (*calm, joined((_NOTE, note.plain)))


def _of_inner(
    facts: Facts, findings: tuple[Finding, ...], layer: Layer, ahead: Verdict
) -> tuple[Message, ...]:
    """Return where a link inside goes, and the reasons of its verdict."""
    if layer.follows:
        return (*ahead.words.why, *_coded_at(facts, layer, ahead))
    is_redirect = any(
        each.code == OPEN_REDIRECT and each.start == layer.start and each.severity in {HIGH, MEDIUM}
        for each in findings
    )
    if is_redirect:
        return ahead.words.why[:1]  # that finding already names the destination
    host = ahead.final_host or ahead.host
    args = {"host": marked_site(host)} if host else {}
    if layer.via == CLAIMED and host:
        where = message("The link names {host} as its destination.", **args)
    elif _leads_to(facts, layer):
        where = message("Contains another link, to {host}.", **args) if host else _INSIDE
    else:
        where = (
            message(
                "Contains another link, to {host}; what this site does with it is not known.",
                **args,
            )
            if host
            else _MENTIONED
        )
    return where, *ahead.words.why[:1]


def _coded_at(facts: Facts, layer: Layer, ahead: Verdict) -> tuple[Message, ...]:
    """Return how this link encodes the "@" that the inner link's verdict is about."""
    is_at = ahead.worst is not None and ahead.worst.code == "userinfo-deceptive"
    place = facts.text[layer.start : layer.end]
    return _CODED_AT if is_at and "%40" in place and "@" not in place else ()


def is_no_reference(facts: Facts) -> bool:
    """Return True for text that is not a reference: prose, or a remote path in Git and scp."""
    if facts.scheme is not None:
        return is_labelled_text(facts)
    if not facts.stands_alone or not needs_base(facts) or is_same_document(facts):
        return False
    return not is_local_path(facts) and relative_text(facts).detail in {
        PLAIN_TEXT,
        OVER_SSH,
        OWN_DESTINATIONS,
    }


def _notes(facts: Facts, layer: Layer) -> Iterator[Message]:
    """Yield notes if the verdict applies to a different text from the one written."""
    if layer.via == DEFANGED:
        yield _DEFANGED
    if layer.via == ENCODED:
        yield _ENCODED
    if layer.via == MISSPELLED:
        yield message(
            'The link is misspelled. The verdict is for "{inner}", the corrected link.',
            inner=quoted(layer.text),
        )
    if layer.via in REPLACED and layer.end - layer.start < len(facts.text):
        around = facts.text[: layer.start] + facts.text[layer.end :]
        yield _WRAPPED if around.strip() else _SPACED
    elif layer.via == WRAPPED and len(facts.text.splitlines()) == 1:
        yield _SPACED_INSIDE


_CODED_AT = (message('In the link, this "@" is written as "%40".'),)
_NOTE = message("For information only: ")
_INSIDE = message("Contains another link.")
_MENTIONED = message("Contains another link, which matters only if it is opened itself.")
_DEFANGED = message("Written so that it cannot be clicked. The verdict is for the restored link.")
_ENCODED = message(
    'The link is written in codes such as "%3A" or "&colon;". The verdict is for the decoded link.'
)
_WRAPPED = message("There is text around the link. The verdict is for the link inside.")
_SPACED = message("There is white space around the link. The verdict is for the link inside.")
_SPACED_INSIDE = message(
    "There is white space in the link. The verdict is for the link without it."
)


def _calm(facts: Facts, host: str | None) -> tuple[Message, ...]:
    """Return the detail if nothing was found: what was not checked."""
    if facts.scheme is not None:
        if is_labelled_text(facts):
            return _PLAIN_TEXT
        if facts.scheme == "magnet":
            return _UNSEEN_FILES
        return _CALM_WITHOUT_SITE if host is None else _CALM
    if is_same_document(facts) or is_local_path(facts):
        return _CALM_WITHOUT_SITE
    if needs_base(facts):
        return (message(relative_text(facts).detail),)
    return _CALM_WITHOUT_SITE if host is None else _CALM


def _after_low(facts: Facts, host: str | None) -> tuple[Message, ...]:
    """Return the detail after a low finding: ``_calm`` without "nothing looks deceptive"."""
    calm = _calm(facts, host)
    if calm == _CALM:
        return _TEXT_ONLY
    return _TEXT_ONLY_WITHOUT_SITE if calm == _CALM_WITHOUT_SITE else calm


_UNSEEN_FILES = (
    message(
        "The link does not show what the files contain or who offers them. Nothing was opened."
    ),
)
_PLAIN_TEXT, _CALM, _CALM_WITHOUT_SITE, _TEXT_ONLY, _TEXT_ONLY_WITHOUT_SITE = (
    (message(words),)
    for words in (NO_LINK, CALM, CALM_WITHOUT_SITE, TEXT_ONLY, TEXT_ONLY_WITHOUT_SITE)
)

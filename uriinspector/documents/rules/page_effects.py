"""Rules about effects of a page on its links: BASE, forms, refreshes, event handlers, scripts.

Most code in links calls functions of the page, whose effects the link does not show. These rules
only report what is written in the code: an address that the window moves to, a script that is
loaded, code that is assembled as it runs.

In RFC 3986 4.4 and the HTML standard (7.4.2.3.3), a reference stays in the document only if it
resolves to the document's own address; in 1997 (3) and 2003 (4.2), this depends on its spelling
alone, whatever the BASE is.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from uriinspector.analysis.domains import is_listed
from uriinspector.analysis.finding import HIGH, INFO, LOW, MEDIUM, RANK, Finding, opening_of
from uriinspector.analysis.unpack import from_base64
from uriinspector.analysis.verdict import STARTS_EMAIL
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple
from uriinspector.core.parse import parse
from uriinspector.core.percent import decoded
from uriinspector.documents.document_values import (
    CONTENT_BASE,
    CONTENT_LOCATION,
    EMBEDDED,
    END,
    ONE,
    PLACE,
    START,
    LinkPlace,
)
from uriinspector.documents.html.embedded_addresses import items_of
from uriinspector.documents.html.page import REFRESH, SCRIPT
from uriinspector.documents.html.tokens import XML_BASE
from uriinspector.documents.judge import FOLLOWED, FRAMED, effect_of
from uriinspector.documents.leaf import FORMS, STAYING, Leaf, base_at, base_of, is_unfetched
from uriinspector.documents.rules.link_rule import (
    SOURCE,
    DocumentRule,
    LinkContext,
    LinkHit,
    LinkRule,
    finding,
)
from uriinspector.documents.rules.mismatch import is_carried
from uriinspector.documents.rules.sites import FILES, is_listed_site, is_same, known_site
from uriinspector.readers import browser

# The maximum number of characters of code to search.
MOST = 20_000
CODE_MOVES, CODE_OPENS, CODE_REWRITES, CODE_LOADS, CODE_SENDS = (
    "moves",
    "opens",
    "rewrites",
    "loads",
    "sends",
)
WRITES, CODE_HIDES = "writes", "hides"


class CodeEffect(NamedTuple):
    """An effect of the code, the host involved, and the text that shows it."""

    kind: str
    host: str | None
    shown: str


WS = r"\s{0,9}"
# Actions whose target is the string that follows. If one action begins with another, the longer one
# comes first.
ACTIONS = {
    CODE_MOVES: rf"\blocation(?:{WS}\.{WS}href)?{WS}=(?!=)"
    rf"|\blocation{WS}\.{WS}(?:assign|replace){WS}\(|\bnavigation\.navigate{WS}\(",
    CODE_SENDS: rf"\b(?:fetch|sendBeacon){WS}\(|\bopen{WS}\({WS}[\"'](?:GET|POST|PUT)[\"']{WS},"
    rf"|\.{WS}(?:action|formAction){WS}=(?!=)",
    CODE_OPENS: rf"\bopen{WS}\(",
    CODE_LOADS: rf"\bimport{WS}\(|\.{WS}src{WS}=(?!=)|\bsetAttribute{WS}\({WS}[\"']src[\"']{WS},",
    CODE_REWRITES: rf"\.{WS}href{WS}=(?!=)",
}
TARGETS = expression(
    "(?:"
    + "|".join(f"(?P<{kind}>{action})" for kind, action in ACTIONS.items())
    + rf"){WS}(?P<coded>(?:\w{{1,20}}\.)?atob{WS}\({WS})?"
    + r"(?:\"(?P<double>[^\"\\\n]{0,2000})\"|'(?P<single>[^'\\\n]{0,2000})'"
    + r"|`(?P<template>[^`\\]{0,2000})`)"
)
MOVES_TO_NAME = expression(
    rf"\blocation(?:{WS}\.{WS}href)?{WS}=(?!=){WS}(?!this\b|self\b|window\b|document\b)[\w$]"
    rf"|\blocation{WS}\.{WS}(?:assign|replace){WS}\({WS}(?!this\b|self\b|window\b)[\w$]"
)
CODE_ABSOLUTE = expression(r"\s*(?:(?i:https?|ftp|wss?):)?[/\\]{2}[^/\\]")
# Code that loads a script; a ``src`` alone may be that of a picture.
OF_SCRIPT = expression(
    rf"\bcreateElement{WS}\({WS}[\"']script[\"']|\bgetScript{WS}\(|\bimport{WS}\("
)
HIDING = expression(
    rf"\b(?:eval|atob|unescape|Function|execScript){WS}\(|\bString{WS}\.{WS}fromCharCode\b"
    rf"|\b(?:window|self|top|this|document|globalThis){WS}\[{WS}[\"'][^\"'\]]{{0,40}}[\"']{WS}\+"
)
# A letter of a name written as an escape, which no program needs.
ESCAPED_NAME = expression(r"(?:[\w$])?\\u(?:\{[0-9a-fA-F]{1,6}\}|[0-9a-fA-F]{4})\w*\s*[=.(\[]")
WRITES_PAGE = expression(
    rf"\bdocument{WS}\.{WS}write|\.innerHTML{WS}=|\A\s*(?:void)?[\s(]*[\"'`]\s*<"
)
WRITTEN = expression(r"<\s{0,9}(?:script|form|iframe|embed|object|meta|base)\b", re.IGNORECASE)
JOINT = expression(r"'\s*\+\s*'|\"\s*\+\s*\"")
SCHEME = expression(r"[\x00-\x20]*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:", re.IGNORECASE)


def code_of(link: str) -> str | None:
    """Return the code of a ``javascript:`` link as it would run, or None for other links."""
    match = SCHEME.match(link)
    return decoded(link[match.end() :][:MOST]) if match else None


def code_effects(code: str) -> tuple[CodeEffect, ...]:
    """Return the effects that the text of the code shows."""
    return _effects(code[:MOST])


def moves_to_name(code: str) -> bool:
    """Return True if the code sends the window to the value of a variable."""
    return _code_moves_to_name(code[:MOST])


# One piece of code can contain thousands of links.
@lru_cache(maxsize=8)
def _code_moves_to_name(code: str) -> bool:
    return MOVES_TO_NAME.search(code) is not None


@lru_cache(maxsize=8)
def _effects(code: str) -> tuple[CodeEffect, ...]:
    return tuple(_effects_in(code))


def _effects_in(code: str) -> Iterator[CodeEffect]:
    plain = JOINT.sub("", code)
    loads_script = OF_SCRIPT.search(plain) is not None
    for match in TARGETS.finditer(plain):
        kind = next(each for each in ACTIONS if match[each] is not None)
        if kind == CODE_LOADS and not loads_script:
            continue
        host = _host(match)
        if host is not None:
            yield CodeEffect(kind, host, host)
    hides = HIDING.search(code) or ESCAPED_NAME.search(code)
    if hides:
        yield CodeEffect(CODE_HIDES, None, hides[0])
    written = WRITTEN.search(plain) if WRITES_PAGE.search(plain) else None
    if written:
        yield CodeEffect(WRITES, None, written[0])


def _host(match: re.Match[str]) -> str | None:
    """Return the host of an absolute address in a string, which may be in base64, or None."""
    target = match["double"] or match["single"] or match["template"] or ""
    if match["coded"]:
        target = from_base64(target) or ""
    if not CODE_ABSOLUTE.match(target):
        return None
    return browser.read(target, "https://page.invalid/").host or None


ELEMENTS = {"a": "href", "area": "href", "form": "action"}
MOVED = "moved-fragment"


def moved_fragment(context: LinkContext) -> Iterator[LinkHit]:
    """Find fragment references that browsers resolve, or may resolve, to another document."""
    base, document = context.leaf.base, context.leaf.outer.text
    if base.origin != EMBEDDED or base.text is None or "#" not in context.value:
        return
    value = browser.STRIPPED.sub("", context.value)
    if value[:1] != "#":
        return
    target = browser.serialized(value, base.text)
    if target is None:
        return
    address = browser.serialized(document) if document is not None else None
    if address is not None and _without_fragment(address.text) == _without_fragment(target.text):
        return
    # "#" alone is used for buttons, whose effects are in scripts.
    severity = LOW if address is not None and len(value) > 1 else INFO
    # The verdict depends on the edition: 1997 and 2003 have no target for such references.
    stays = context.leaf.judge.edition in STAYING
    args = {"inner": target.text, "host": "" if stays else target.host or ""}
    variant = "" if address is not None else "unknown"
    yield LinkHit(0, len(context.value), severity, variant, args)


def _without_fragment(address: str) -> str:
    return address.partition("#")[0]


def _is_within(place: LinkPlace) -> bool:
    """Return True for links that users follow; SVG images search their own file (SVG 2 16.1)."""
    element = place.element
    return (
        place.how == ONE
        and not place.foreign
        and element is not None
        and ELEMENTS.get(element) == place.attribute
    )


MOVED_FRAGMENTS_RULES = (
    LinkRule(
        MOVED,
        LOW,
        "Link within the page, with a base URL set",
        {
            "": "Browsers resolve the link against the base URL and leave the page for {inner}",
            "unknown": "Browsers resolve this link against the base URL. The link stays within the "
            "document only if the document has this address: {inner}",
        },
        ("RFC 3986 4.4", "RFC 3986 5.1.1", "HTML 4.2.3"),
        _is_within,
        moved_fragment,
        rises='Info if the address of the document is unknown, or if the link is only "#".',
    ),
)
# Larger pages contain libraries, in which all of this is usual.
SMALL = 16_384
PAGE_LONGEST = 1 << 20
PAGE_SCRIPT = expression(rb"<script\b", re.IGNORECASE)
# HTML applications are declared near the beginning.
APPLICATION = expression(rb"<hta:application\b", re.IGNORECASE)
PAGE_HEAD = 16_384
# Code that assembles an address or other code as the page runs.
PAGE_HIDES = expression(
    (
        rf"\b(?:eval|atob|unescape|Function|execScript){WS}\("
        rf"|\bString{WS}\.{WS}fromCharCode\b"
        rf"|\breverse{WS}\({WS}\){WS}\.{WS}join\b"
        rf"|\bdecodeURI(?:Component)?{WS}\({WS}[\"'`](?:[^\"'`%]{{0,9}}%[0-9a-fA-F]{{2}}){{3}}"
        rf"|\b(?:window|self|top|this|document|globalThis){WS}"
        rf"\[{WS}[\"'][^\"'\]]{{0,40}}[\"']{WS}\+"
    ).encode()
)
# Code that uses the result: it navigates, runs it, or writes it into the page.
ACTS = expression(
    (
        rf"\blocation\b|\bloc[\"']{WS}\+|\bdocument{WS}\.{WS}write|\.innerHTML\b"
        rf"|\b(?:eval|Function|execScript){WS}\(|\.(?:src|action|href){WS}="
    ).encode()
)
# A file made from data in the page.
FILE = expression(rf"\bnew\s{{1,9}}(?:Blob|File){WS}\(".encode())
OFFERED = expression(
    (
        rf"\.download{WS}=|\bsetAttribute{WS}\({WS}[\"']download[\"']"
        r"|\bmsSaveOrOpenBlob\b|\bmsSaveBlob\b"
    ).encode()
)
UNPACKED = expression(rf"\batob{WS}\(|\bfromBase64\b|\bnew\s{{1,9}}Uint8Array{WS}\({WS}\[".encode())
PAGE_BY_ITSELF = expression(rf"\.click{WS}\(|\bmsSave(?:OrOpen)?Blob\b".encode())
# A command that users are meant to paste and run.
COMMANDS = (
    r"(?:powershell|pwsh|mshta|rundll32|msiexec|certutil|bitsadmin|regsvr32|wscript|cscript"
    r"|osascript|cmd(?:\.exe)?\s{1,9}/|(?:curl|wget)\b[^\"'`|]{1,300}\|)"
)
COPIED = expression(
    (
        rf"\b(?:writeText|setData){WS}\((?:{WS}[\"']text(?:/plain)?[\"']{WS},)?{WS}"
        rf"[\"'`](?P<command>[^\"'`]{{0,300}}?\b{COMMANDS}[^\"'`]{{0,300}})"
    ).encode(),
    re.IGNORECASE,
)

HIDDEN_CODE = DocumentRule(
    "hidden-code",
    MEDIUM,
    "Script assembles its code as it runs",
    {"": 'A script on this small page decodes or assembles text as it runs: "{found}".'},
    ("MITRE T1027",),
)
SMUGGLED_FILE = DocumentRule(
    "smuggled-file",
    MEDIUM,
    "Page saves a file that it contains",
    {"": "A script builds a file from data in the page and can save it without a click."},
    ("MITRE T1027", "MITRE T1204.002"),
)
COPIED_COMMAND = DocumentRule(
    "copied-command",
    MEDIUM,
    "Page copies a command",
    {"": 'A script copies a command to the clipboard: "{found}".'},
    ("MITRE T1204.002",),
)
HTML_APPLICATION = DocumentRule(
    "html-application",
    MEDIUM,
    "HTML application",
    {"": "Windows runs an HTML application as a program, with the rights of the user."},
    ("MITRE T1204.002",),
)


def page_code(leaf: Leaf, name: str | None) -> Iterator[Finding]:
    """Find dangerous code in a page; ``name`` is the name of its file."""
    octets, start, end = leaf.octets.get(), leaf.start, min(leaf.end, leaf.start + PAGE_LONGEST)
    is_named_so = (name or "").lower().endswith(".hta")
    if is_named_so or APPLICATION.search(octets, start, min(end, start + PAGE_HEAD)):
        yield _finding(HTML_APPLICATION, leaf, start, start)
    if not PAGE_SCRIPT.search(octets, start, end):
        return
    if (copied := COPIED.search(octets, start, end)) is not None:
        yield _finding(COPIED_COMMAND, leaf, *copied.span("command"))
    file = FILE.search(octets, start, end)
    needed = (OFFERED, UNPACKED, PAGE_BY_ITSELF)
    if file and all(each.search(octets, start, end) for each in needed):
        yield _finding(SMUGGLED_FILE, leaf, *file.span())
    if leaf.end - start > SMALL:
        return
    hides = PAGE_HIDES.search(octets, start, end)
    if hides and ACTS.search(octets, start, end):
        yield _finding(HIDDEN_CODE, leaf, *hides.span())


def _finding(rule: DocumentRule, leaf: Leaf, start: int, end: int) -> Finding:
    found = leaf.octets.get()[start:end].decode("utf-8", "replace")
    args = {"found": found} if "{found}" in rule.texts[""] else {}
    source = leaf.source(start, end)
    return finding(rule, LinkHit(source.start, source.end, args=args, of=SOURCE))


PAGE_RULES = (HIDDEN_CODE, SMUGGLED_FILE, COPIED_COMMAND, HTML_APPLICATION)

SCRIPT_MOVES, SCRIPT_OPENS, SCRIPT_REWRITES = CODE_MOVES, CODE_OPENS, CODE_REWRITES
SCRIPT_LOADS, SCRIPT_SENDS = CODE_LOADS, CODE_SENDS
# The code before an address that a script navigates to.
MOVING_ON = expression(
    rb"(?:\blocation(?:[\"']\s{0,9}\])?(?:\.href)?\s{0,9}=\s{0,9}\(?"
    rb"|\blocation\.(?:assign|replace)\s{0,9}\()\s{0,9}"
    rb"(?P<coded>(?:\w{1,20}\.)?atob\s{0,9}\(\s{0,9})?[\"'`]\Z"
)
BEFORE = 64
# The code before an address that data is sent to, and services that collect stolen passwords.
SENDING = expression(
    rb"(?:\b(?:fetch|sendBeacon|post|ajax)\s{0,9}\(|\.action\s{0,9}=|\burl\s{0,9}:"
    rb"|\bopen\s{0,9}\(\s{0,9}[\"'](?:GET|POST|PUT)[\"']\s{0,9},)\s{0,9}[\"'`]\Z"
)
COLLECTING = expression(
    r"https://(?:api\.telegram\.org/bot|discord(?:app)?\.com/api/webhooks/|hooks\.slack\.com/)"
)
SCRIPT_LONGEST = 500
SIDES, WHOLE = ("width", "height"), frozenset({"100%", "100vw", "100vh"})
SPACES = expression(r"\s+")
# Events that fire without user action.
SCRIPT_BY_ITSELF = frozenset(
    {"onload", "onerror", "onpageshow", "onfocus", "onanimationstart", "ontoggle"}
)
# The attribute with an element's destination, which the element's code may override.
SPELLED = {"a": "href", "area": "href", "form": "action"}
# Findings about sites where anyone can publish or redirect.
OPEN_SITE_CODES = frozenset(
    {"shared-host", "file-or-form-service", "open-redirect", "shortener", "ipfs-gateway", "tunnel"}
)
WEIGHT = {
    SCRIPT_MOVES: HIGH,
    SCRIPT_SENDS: HIGH,
    SCRIPT_LOADS: HIGH,
    SCRIPT_OPENS: MEDIUM,
    SCRIPT_REWRITES: MEDIUM,
}


def moved_on_to(context: LinkContext) -> re.Match[bytes] | None:
    """Return the match of code that sets the page's location to this address, or None."""
    start = context.location[START]
    before = context.leaf.octets.get()[max(start - BEFORE, context.leaf.start) : start]
    return MOVING_ON.search(before)


def event_handler(context: LinkContext) -> Iterator[LinkHit]:
    """Find event handlers that go to a different site from their element."""
    event, end = context.place.attribute or "", len(context.value)
    spelled, host = _spelled(context), context.host
    code = context.attribute(event) or ""
    effects = [each for each in code_effects(code) if each.host == host]
    if host and moves_to_name(code):
        effects.append(CodeEffect(SCRIPT_MOVES, host, host))
    if not spelled and _leaves(effects):
        yield from _by_code_alone(context, event, effects)
    elif spelled is None:
        yield LinkHit(0, end, INFO, "alone", {"event": event})
    elif effects and host and spelled and not context.is_same(spelled, host):
        severity = _weight(context, effects, host)
        is_counting = {each.kind for each in effects} == {SCRIPT_REWRITES}
        if severity == MEDIUM and known_site(spelled, context.leaf.judge.names):
            severity = HIGH
        elif is_counting and not context.leaf.in_message:
            severity = LOW  # pages count clicks on advertisements
        yield LinkHit(0, end, severity, "", {"event": event, "host": host, "shown": spelled})
    else:
        yield LinkHit(0, end, LOW, "alone", {"event": event})


def _leaves(effects: list[CodeEffect]) -> bool:
    return any(each.kind in {SCRIPT_MOVES, SCRIPT_OPENS} for each in effects)


def _by_code_alone(
    context: LinkContext, event: str, effects: list[CodeEffect]
) -> Iterator[LinkHit]:
    """Find handlers that navigate from an element without an address."""
    there, end = context.elsewhere, len(context.value)
    if there is None:
        yield LinkHit(0, end, INFO, "alone", {"event": event})
        return
    moves = any(each.kind == SCRIPT_MOVES for each in effects)
    if _is_known(context, there) or context.is_home(there):
        severity = LOW
    elif event in SCRIPT_BY_ITSELF:
        severity = HIGH if moves else MEDIUM
    else:
        severity = MEDIUM if moves else INFO
    variant = "itself" if event in SCRIPT_BY_ITSELF else "click"
    yield LinkHit(0, end, severity, variant, {"event": event, "host": there})


def _weight(context: LinkContext, effects: list[CodeEffect], host: str) -> str:
    if _is_known(context, host) or context.is_home(host):
        return LOW
    return max((WEIGHT[each.kind] for each in effects), key=RANK.__getitem__)


def _is_known(context: LinkContext, host: str) -> bool:
    """Return True if the host is a known site, unless anyone can publish at the address."""
    if not is_listed_site(host, context.leaf.judge.names):
        return False
    if not any(each.code in OPEN_SITE_CODES for each in context.judged.findings):
        return True
    # A link such as "Share this page" leads elsewhere, but carries the page's own address.
    shown = _spelled(context) or context.leaf.home
    return shown is not None and is_carried(context, shown)


def _spelled(context: LinkContext) -> str | None:
    """Return the host of the element's own address.

    "" if it has no host, None if the element is not a link or form.
    """
    name = SPELLED.get(context.place.element or "")
    written = context.attribute(name) if name else None
    if written is None:
        return None
    place = context.place._replace(attribute=name)
    base = base_at(context.leaf, place, written)
    verdict = context.leaf.judge.of(written, base.text, in_document=True).verdict
    return verdict.final_host or verdict.host or ""


def script_sends(context: LinkContext) -> Iterator[LinkHit]:
    """Find addresses that a script sends data to, in a page with a password field."""
    host, start = context.elsewhere, context.location[START]
    if host is None:
        return
    before = context.leaf.octets.get()[max(start - BEFORE, context.leaf.start) : start]
    collects = COLLECTING.match(context.value) is not None
    if not (collects or SENDING.search(before)) or not context.leaf.passwords.are_any:
        return
    if collects or not (_is_known(context, host) or context.is_home(host)):
        is_moved = context.page is not None or context.leaf.in_message
        yield LinkHit(0, len(context.value), HIGH if is_moved else MEDIUM, "", {"host": host})


def filling_frame(context: LinkContext) -> Iterator[LinkHit]:
    """Find frames with another site that fill the page."""
    host = context.elsewhere
    if host is None or not context.is_on_small_page:
        return
    style = SPACES.sub("", (context.attribute("style") or "")[:SCRIPT_LONGEST].lower())
    sizes = [(context.attribute(name) or "").strip() in WHOLE for name in ("width", "height")]
    sizes = [size or f"{name}:100" in style for size, name in zip(sizes, SIDES, strict=True)]
    if all(sizes) or context.place.element == "frame":
        severity = LOW if _is_known(context, host) or context.is_home(host) else MEDIUM
        yield LinkHit(0, len(context.value), severity, "", {"host": host})


def script_link(context: LinkContext) -> Iterator[LinkHit]:
    """Find ``javascript:`` links with recognizable effects; only the worst one is reported."""
    code = code_of(context.value)
    if code is None:
        return
    worst: LinkHit | None = None
    for effect in code_effects(code):
        hit = LinkHit(0, len(context.value), *_of_effect(context, effect))
        if worst is None or RANK[hit.severity or HIGH] > RANK[worst.severity or HIGH]:
            worst = hit
    if worst is not None:
        yield worst


def _of_effect(context: LinkContext, effect: CodeEffect) -> tuple[str, str, dict[str, str]]:
    if effect.host is None:
        # Advertisements write scripts into their own frames.
        severity = MEDIUM if effect.shown.lower().endswith("script") else HIGH
        return severity, effect.kind, {"found": effect.shown}
    page, severity = context.page, WEIGHT[effect.kind]
    args = {"host": effect.host}
    if (page is not None and context.is_same(effect.host, page)) or context.is_home(effect.host):
        severity = INFO
    elif is_listed_site(effect.host, context.leaf.judge.names):
        severity = MEDIUM if effect.kind == SCRIPT_LOADS else LOW
    return severity, effect.kind, args


SCRIPT_RULES = (
    LinkRule(
        "event-handler",
        HIGH,
        "Event handler contains a link",
        {
            "": "The element points to {shown}; its {event} handler names {host}.",
            "itself": "The {event} handler runs without a click and can open {host}.",
            "click": "The element names no address; its {event} handler can open {host}.",
            "alone": "The {event} handler runs code that contains this address.",
        },
        ("HTML 8.1.8.1", "RFC 3986 7.6"),
        lambda place: (place.attribute or "").startswith("on"),
        event_handler,
        rises="Medium if the handler opens a new window, or if it changes the link in an email. "
        "Low if it changes the link on a page, goes to a known site or to the page's own "
        "site, or does not leave the page. Info on elements that are not links or forms.",
    ),
    LinkRule(
        "script-sends",
        MEDIUM,
        "Script that can send data",
        {"": "There is a password field, and a script can send data to {host}."},
        ("HTML 8.1.8.1", "RFC 3986 7.6"),
        lambda place: place == SCRIPT,
        script_sends,
        rises="High in an email, and if the origin of the page is known.",
    ),
    LinkRule(
        "filling-frame",
        MEDIUM,
        "Frame that fills the page",
        {"": "Almost the whole page is a frame that shows {host}."},
        ("RFC 3986 7.6",),
        lambda place: place.element in {"iframe", "frame"} and place.attribute == "src",
        filling_frame,
        rises="Low for known sites.",
    ),
    LinkRule(
        "script-link",
        HIGH,
        "Link runs code with side effects",
        {
            SCRIPT_MOVES: "The code in this link goes to {host}.",
            SCRIPT_OPENS: "The code in this link opens {host}.",
            SCRIPT_REWRITES: "The code in this link changes another link so that it goes to "
            "{host}.",
            SCRIPT_LOADS: "The code in this link loads a script from {host}.",
            SCRIPT_SENDS: "The code in this link can send data to {host}.",
            WRITES: 'The code in this link writes markup: "{found}".',
            CODE_HIDES: 'The code in this link is assembled as it runs: "{found}".',
        },
        ("RFC 7595 3.7", "RFC 3986 7.6"),
        lambda place: effect_of(place.element, place.attribute) in {FOLLOWED, FRAMED},
        script_link,
        rises="Medium if the code opens a window, changes a link or writes a script. Low for "
        "known sites. Info if the code stays on the site of the page.",
    ),
)
# Code that submits a form without user action.
SUBMITS = expression(r"\.(?:submit|requestSubmit)\s{0,9}\(")
# A link with the page's own address: its place, its relations, and how many references to search.
LINK, OWN, HEAD = LinkPlace("link", "href"), frozenset({"canonical", "Canonical"}), 200
# The beginnings of most values that a base does not affect.
ABSOLUTE = ("https://", "http://")
# A relative reference that looks like a host: "www.example.com/login".
HOSTLIKE = expression(
    r"\s*((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24})(?=[/?#\s]|\Z)"
)


def base_hijack(context: LinkContext) -> Iterator[LinkHit]:
    """Find a BASE that sends links to a host other than the page's or the one they seem to name."""
    base, value = context.leaf.base, context.value
    if context.place.attribute == XML_BASE:
        yield from _by_xml(context)
        return
    if base.origin in {CONTENT_BASE, CONTENT_LOCATION} and context.leaf.in_message:
        yield from _moved_by_header(context)
    if base.origin != EMBEDDED or not _is_moved(context):
        return
    page, end = context.page, len(value)
    if context.place.element == "base":
        host = context.host
        if host is None or (page is not None and context.is_same(host, page)):
            return
        variant = "base" if page else "message" if context.leaf.in_message else "unknown"
        args = {"host": host, "page": page or ""}
        yield LinkHit(0, end, HIGH if page else LOW, variant, args)
        return
    host = context.judged.verdict.host
    if host is None or value.startswith(ABSOLUTE):
        return
    reference = parse(value)
    if reference.scheme is not None or reference.authority is not None:
        return
    spelled = HOSTLIKE.match(value)
    if spelled and _is_host(spelled[1]) and not context.is_same(spelled[1], host):
        yield LinkHit(*spelled.span(1), HIGH, "spelled", {"shown": spelled[1], "host": host})
    elif page is not None and not context.is_same(page, host):
        # ``moved_pages`` reports it for the whole page; this is for the judgement of a single link.
        yield LinkHit(0, end, INFO, "", {"page": page, "host": host})


def _by_xml(context: LinkContext) -> Iterator[LinkHit]:
    """Find XML bases on another host, which only some programs use."""
    host = context.elsewhere
    if host is not None and not context.is_home(host):
        leaf = context.leaf
        is_xml = leaf.octets.get().startswith(b"<?xml", leaf.start)
        is_sure = context.page is not None or leaf.in_message or is_xml
        severity = MEDIUM if is_sure else LOW
        yield LinkHit(0, len(context.value), severity, "xml", {"host": host})


def _is_moved(context: LinkContext) -> bool:
    """Return True if a BASE determines the target.

    References that stay in the document or are not fetched do not count.
    """
    leaf, place, value = context.leaf, context.place, context.value
    if place.element == "base":
        return True
    own = base_of(leaf, context.location, value)
    return own is leaf.base and not is_unfetched(place, value)


def _moved_by_header(context: LinkContext) -> Iterator[LinkHit]:
    """Find relative links that a header field affects, except references to parts."""
    value, target = context.value, context.judged.target
    host = context.judged.verdict.host
    if not context.leaf.is_page or host is None or not value.strip() or value[:1] == "#":
        return
    reference = parse(value)
    is_relative = reference.scheme is None and reference.authority is None
    if is_relative and context.leaf.named(value, target) is None:
        yield LinkHit(0, len(value), INFO, "header", {"host": host})


def moved_pages(leaf: Leaf) -> Iterator[Finding]:
    """Report, once per page, what makes its relative links lead to another site."""
    if leaf.base.origin == EMBEDDED:
        yield from _moved_by_element(leaf)
    elif leaf.base.origin in {CONTENT_BASE, CONTENT_LOCATION} and leaf.in_message:
        yield from _moved_by_its_header(leaf)


def _moved_by_element(leaf: Leaf) -> Iterator[Finding]:
    """Report the first BASE, the only one that counts (HTML 4.2.3), if it is on another site."""
    location = next((each for each in leaf.locations if each[PLACE].element == "base"), None)
    base, document = leaf.base.text, leaf.outer.text
    if location is None or base is None or document is None:
        return
    host, page = browser.read(base).host, browser.read(document).host
    if host and page and not is_same(page, host, leaf.judge.names):
        source = leaf.source(location[START], location[END])
        args = {"host": host, "page": page}
        hit = LinkHit(source.start, source.end, HIGH, "base", args, SOURCE)
        yield finding(BASE_HIJACK, hit)


def _moved_by_its_header(leaf: Leaf) -> Iterator[Finding]:
    """Report a header field that affects at least one link of the page."""
    for location in leaf.locations:
        value = leaf.value(location)
        if location[PLACE].element is None or parse(value).scheme is not None:
            continue
        judged = leaf.judge.of(value, leaf.base.text, in_document=location[PLACE].is_markup)
        for each in _moved_by_header(LinkContext(leaf, location, judged, value)):
            source = leaf.source(location[START], location[END])
            hit = LinkHit(source.start, source.end, MEDIUM, "by header", each.args, SOURCE)
            yield finding(BASE_HIJACK, hit)
            return


def _is_host(name: str) -> bool:
    suffix = name.rpartition(".")[2].lower()
    starts = name[:4].lower() == "www."
    return is_listed(name.lower()) and (starts or (suffix not in FILES and suffix != "html"))


def form_action(context: LinkContext) -> Iterator[LinkHit]:
    """Find forms that send data to another site or by email."""
    attribute, element = context.place.attribute, context.place.element
    host, page = context.host, context.page
    end = len(context.value)
    if host is None:
        if opening_of(context.judged.verdict.sentence).template in STARTS_EMAIL:
            yield LinkHit(0, end, MEDIUM, "mail")
        return
    elsewhere = page is None or not context.is_same(host, page)
    if attribute == "formaction":
        known = page is not None or context.leaf.in_message
        asks = context.leaf.passwords.are_any and not _is_own(context, host)
        if elsewhere and (known or asks):
            yield LinkHit(0, end, HIGH if known else MEDIUM, "button", {"host": host})
        return
    if not elsewhere or element != "form":
        return
    if context.leaf.passwords.are_asked_for(context.tag):
        known = page is not None or context.leaf.in_message
        severity = HIGH if known else LOW if _is_own(context, host) else MEDIUM
        yield LinkHit(0, end, severity, "password", {"host": host})
    elif (
        context.is_on_small_page
        and SUBMITS.search(_code_of(context))
        and not _is_own(context, host)
    ):
        yield LinkHit(0, end, MEDIUM, "itself", {"host": host})
    elif page is not None or context.leaf.in_message:
        yield LinkHit(0, end, LOW, "", {"host": host})


def _is_own(context: LinkContext, host: str) -> bool:
    """Return True if a page of unknown origin claims the site by its links or canonical URL."""
    if context.is_home(host):
        return True
    leaf = context.leaf
    for location in leaf.locations[:HEAD]:
        if location[PLACE] == LINK and (leaf.attribute(leaf.tag(location), "rel") or "") in OWN:
            named = leaf.judge.of(leaf.value(location), None, in_document=True).verdict.host
            return named is not None and context.is_same(named, host)
    return False


def auto_redirect(context: LinkContext) -> Iterator[LinkHit]:
    """Find pages that redirect by themselves."""
    host = context.elsewhere
    if context.place == SCRIPT:
        moved = moved_on_to(context) if host is not None else None
        if host is None or (moved is None and not _moves_to_name(context)):
            return
        variant = "variable" if moved is None else "coded" if moved["coded"] else "script"
        yield LinkHit(0, len(context.value), _of_script(context, variant), variant, {"host": host})
    elif host is None:
        yield LinkHit(0, len(context.value), INFO, "same")
    else:
        variant = "message" if context.leaf.is_shown_as_message else ""
        severity = HIGH
        if not context.leaf.in_message and _is_named_so(context, host):
            severity = LOW if _is_known(context, host) else MEDIUM
        yield LinkHit(0, len(context.value), severity, variant, {"host": host})


# A page's claim about its own address. Its author controls this, so it only counts for files.
OWN_ADDRESS = expression(
    rb"(?i)<link\s[^<>]{0,200}?rel\s{0,3}=\s{0,3}[\"']?canonical\b[^<>]{0,400}"
    rb"|<meta\s[^<>]{0,200}?property\s{0,3}=\s{0,3}[\"']?og:url\b[^<>]{0,400}"
    rb"|<link\s[^<>]{0,400}?\brel\s{0,3}=\s{0,3}[\"']?canonical\b"
)
ADDRESS_IN_TAG = expression(
    rb"(?i)(?:href|content)\s{0,3}=\s{0,3}[\"']?(https?://[^\"'\s<>]{1,400})"
)


def _is_named_so(context: LinkContext, host: str) -> bool:
    """Return True if the page claims an address on that host as its own."""
    leaf = context.leaf
    for tag in OWN_ADDRESS.finditer(leaf.octets.get(), leaf.start, leaf.end):
        address = ADDRESS_IN_TAG.search(tag[0])
        named = browser.read(address[1].decode("latin-1")).host if address else None
        if named and context.is_same(named, host):
            return True
    return False


def _code_of(context: LinkContext) -> str:
    """Return the source of the page; its code is ASCII."""
    leaf = context.leaf
    return leaf.octets.get()[leaf.start : leaf.end].decode("latin-1")


def _moves_to_name(context: LinkContext) -> bool:
    """Return True if a small page navigates to a variable, which probably contains the address."""
    return context.is_on_small_page and MOVES_TO_NAME.search(_code_of(context)) is not None


def _of_script(context: LinkContext, variant: str) -> str:
    """Return the severity: a page that is little more than a script exists to redirect."""
    leaf, host = context.leaf, context.host
    if host is not None and context.is_home(host):
        return LOW
    is_small = context.is_on_small_page
    if variant == "coded" or (is_small and leaf.in_message):
        return HIGH
    return MEDIUM if is_small or leaf.in_message else LOW


def ping(context: LinkContext) -> Iterator[LinkHit]:
    """Find ping addresses, which are notified of clicks without being shown."""
    written = context.attribute("href")
    base = context.leaf.base.text
    href = context.leaf.judge.of(written, base, in_document=True).verdict if written else None
    for item in items_of(context.value, context.place.how) or ():
        host = context.leaf.judge.of(item.text, base, in_document=True).verdict.host
        if host is not None and not (href and href.host and context.is_same(href.host, host)):
            yield LinkHit(item.start, item.start + len(item.text), LOW, "", {"host": host})


# Active content in a drawing: code, handlers, pages, animation, loading and redirecting.
ACTIVE_DRAWING = expression(
    rb"(?i)<(?:\w{1,20}:)?(?:script|foreignobject|animate\w*|set|iframe|embed|object|use|meta|handler)\b"
    rb"|[\s\"'/]on[a-z]{2,20}\s*=|javascript\s*:|&#|<!ENTITY|http-equiv"
)


def svg_link(context: LinkContext) -> Iterator[LinkHit]:
    """Find links in SVG images, where many filters do not look; in plain ones, they are common."""
    leaf = context.leaf
    is_drawing = leaf.part.type == "image/svg+xml"
    if not context.place.foreign and not is_drawing:
        return
    is_active = is_drawing and ACTIVE_DRAWING.search(leaf.octets.get(), leaf.start, leaf.end)
    severity = MEDIUM if is_active else LOW
    yield LinkHit(0, len(context.value), severity)


BASE_HIJACK = LinkRule(
    "base-hijack",
    HIGH,
    "Base URL sets where relative links go",
    {
        "": "The page is from {page}; its base URL makes this link point to {host}.",
        "spelled": "Looks like a link to {shown}, but the base URL sends it to {host}.",
        "base": "The page is from {page}; its base URL sends all relative links to {host}.",
        "xml": "xml:base points to {host}: some programs resolve relative links against it; "
        "browsers do not.",
        "header": "A message header sends this relative link to {host}.",
        "by header": "A message header sends relative links to {host}.",
        "unknown": "All relative links go to {host}; the origin of the page is unknown.",
        "message": "In this part of the message, all relative links go to {host}.",
    },
    ("url-syntax-05 5.1.1", "RFC 3986 5.1.1", "HTML 4.2.3"),
    lambda place: place.how == ONE and place.element is not None,
    base_hijack,
    rises="Medium if the base is from a header field or from xml:base. Low if the origin of the "
    "page is unknown. Info for each individual link that the base sends elsewhere.",
)
RULES = (
    BASE_HIJACK,
    LinkRule(
        "form-action",
        LOW,
        "Destination of form data",
        {
            "": "Form data goes to {host}.",
            "password": "The form asks for a password and sends it to {host}.",
            "button": "This button sends the form to {host}, overriding the form's own address.",
            "itself": "A script on this small page can send the form to {host} without a click.",
            "mail": "Form data is sent by email.",
        },
        ("HTML 4.10.18.6",),
        lambda place: place.attribute in FORMS,
        form_action,
        rises="High for passwords, and for a button with its own address. Medium if the origin of "
        "the page is unknown, if a script sends the form, or if the data is sent by email. "
        "Low if a page of unknown origin names the receiving site as its own.",
    ),
    LinkRule(
        "auto-redirect",
        HIGH,
        "Automatic redirect",
        {
            "": "The page goes to {host} without a click.",
            "message": "In a browser, this part of the message opens {host} without a click.",
            "same": "In a browser, this content redirects without a click, but not to another "
            "site.",
            "script": "A script opens {host} if it reaches this line.",
            "variable": "A script contains this address and goes to an address that is stored "
            "in a variable.",
            "coded": "A script decodes this address from base64 and opens {host}.",
        },
        ("HTML 4.2.5.3",),
        lambda place: place in {REFRESH, SCRIPT},
        auto_redirect,
        rises="Info for a redirect within the same site. In a file that names the destination as "
        "its own site: medium, or low if that site is known. For scripts, usually medium in "
        "an email or on a small page, and low elsewhere.",
    ),
    LinkRule(
        "click-ping",
        LOW,
        "Clicks are reported elsewhere",
        {"": "Some browsers also notify {host} when this link is followed."},
        ("HTML 4.6.8",),
        lambda place: place.attribute == "ping",
        ping,
    ),
    LinkRule(
        "svg-link",
        LOW,
        "Link inside an SVG image",
        {"": "SVG images can contain links; many filters do not check them."},
        ("SVG 2 16.2", "MITRE T1027.017"),
        lambda place: place.element in {"a", "animate", "set"},
        svg_link,
        rises="Medium if the SVG file contains code, animations or other pages.",
    ),
)

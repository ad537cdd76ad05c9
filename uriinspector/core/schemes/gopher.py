"""gopher: RFC 1738 3.4 with Gopher+, and draft 03."""

from __future__ import annotations

import re
from collections.abc import Iterator

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Pieces, Span, Violation, message
from uriinspector.core.percent import decoded, octets_of, shown
from uriinspector.core.reference import Reference
from uriinspector.core.schemes import dossier
from uriinspector.core.schemes.rfc1738 import as_1738, connection, judged, login_fields, smuggled

# A server receives the same bytes whether they are escaped in the URL or not.
TAB = expression("%09|\t")
TAB_OR_QUESTION = expression("%09|\t|\\?")
SPACE = expression("%20| ")
LINE_END = "(?:%0[Dd]|\r)(?:%0[Aa]|\n)"
CHARACTER = expression("%[0-9A-Fa-f]{2}|[\\s\\S]")
KIND = expression("(%2B|\\+)|(%21|!)|(%24|\\$)|(%3F|\\?)", re.IGNORECASE)
ITEM_KINDS = ("", "+", "!", "$", "?")
# 3.4.7: names begin with "+"; escaped spaces between them are not part of any.
ATTRIBUTE = expression("(?:%20| )++|((?:\\+|%2B)?+(?:[^+ %]++|%(?!2B|20)|(?!))*+)", re.IGNORECASE)
# 3.4.9: the flag, and how the data ends: at a dot (-1), with the connection (-2), or by length.
FLAG = expression(f"([01])(?:{LINE_END}|(?!))?+")
BLOCK = expression(f"(1){LINE_END}((?:\\+|%2[Bb])(?:-1|-2|[0-9]++)){LINE_END}")
LINE = expression(f"(?:[^%\r]++|(?!{LINE_END})[%\r]|(?!))*+(?P<end>{LINE_END}|(?!))?+")


# The level, the message and the clauses of each note.
NOTES: dossier.NoteRows = {
    "fragment": (
        "info",
        'the text after "#" is not sent; in a selector, write %23',
        ("RFC 1738 2.2",),
    ),
    "question-mark": (
        "info",
        'Gopher has no query: "?" and the text after it are sent as they are',
        ("RFC 1738 3.4.1",),
    ),
    "unknown-type": ("unusual", "an undefined Gopher type", ("RFC 1436 3.8",)),
    "type-repeated": (
        "info",
        "the selector repeats the type, as on many servers",
        ("RFC 1738 3.4.1",),
    ),
    "session": (
        "unusual",
        "a session, not an item: use a telnet URL",
        ("RFC 1436 3.8", "url-draft-02 Gopher"),
    ),
    "url-selector": (
        "unusual",
        "by convention, the client opens {text} instead of asking the Gopher server",
        (),
    ),
}


class GopherItem(NamedTuple):
    """The parts of a gopher-path; each begins where the previous one ends."""

    type: Span | None = None
    selector: Span | None = None
    search: Span | None = None
    plus: Span | None = None


def item(text: str, start: int, end: int, second: re.Pattern[str] = TAB) -> GopherItem:
    """Split a gopher-path at its first two separators only: an ASK string has more of them.

    ``second`` separates search and Gopher+ string: in draft 03, "?" does so too.
    """
    kind = CHARACTER.match(text, start, end)
    if kind is None:
        return GopherItem()
    type_, at = Span(*kind.span()), kind.end()
    first = TAB.search(text, at, end)
    if first is None:
        return GopherItem(type_, Span(at, end))
    selector = Span(at, first.start())
    then = second.search(text, first.end(), end)
    if then is None:
        return GopherItem(type_, selector, Span(first.end(), end))
    search = Span(first.end(), then.start())
    return GopherItem(type_, selector, search, Span(then.end(), end))


def item_of(read: Reference) -> GopherItem:
    """Return the item of a reference by RFC 1738; the slash is not part of a gopher-path (3.1)."""
    span = read.span(Part.PATH)
    if span is None or span.start == span.end or read.authority is None:
        return GopherItem()
    return item(read.text, span.start + 1, span.end)


def sent_lines(read: Reference) -> Iterator[tuple[str, Span]]:
    """Yield the parts that must be one line each (3.4.1): selector, search and Gopher+ string.

    A completed form has several lines (3.4.9), which are yielded separately.
    """
    parts = item_of(read)
    for name, span in (("selector", parts.selector), ("search", parts.search)):
        if span is not None:
            yield name, span
    if parts.plus is None:
        return
    plus = plus_of(read.text, *parts.plus)
    yield "Gopher+ command", plus.command
    for answer in plus.answers:
        yield "form", answer
    if plus.rest:
        yield ("text after the form" if plus.flag else "Gopher+ string"), plus.rest


class Plus(NamedTuple):
    """A Gopher+ string: the request, and the data of a completed form."""

    kind: str  # one of "+ ! $ ?", or "" if unknown to Gopher+
    command: Span  # up to a tab
    names: tuple[Span, ...]  # view and language after "+", attributes after "!" and "$"
    flag: Span | None = None
    size: Span | None = None
    answers: tuple[Span, ...] = ()
    closing: Span | None = None  # the dot
    rest: Span | None = None  # text that is not part of a form


def plus_of(text: str, start: int, end: int) -> Plus:
    """Parse a Gopher+ string (3.4.4 to 3.4.9)."""
    tab = TAB.search(text, start, end)
    command = Span(start, tab.start() if tab else end)
    match = KIND.match(text, *command)
    kind = ITEM_KINDS[match.lastindex or 0] if match else ""
    names = _names(text, kind, match.end() if match else start, command.end)
    if tab is None:
        return Plus(kind, command, names)
    if kind == "+" and (alone := FLAG.fullmatch(text, tab.end(), end)):
        return Plus(kind, command, names, Span(*alone.span(1)))
    block = BLOCK.match(text, tab.end(), end)
    if block is None or kind != "+":
        return Plus(kind, command, names, rest=Span(tab.end(), end))
    flag, size = Span(*block.span(1)), Span(*block.span(2))
    answers, closing, at = _lines(text, block.end(), end, decoded(size.of(text)) == "+-1")
    rest = Span(at, end) if at < end else None
    return Plus(kind, command, names, flag, size, tuple(answers), closing, rest)


def _names(text: str, kind: str, start: int, end: int) -> tuple[Span, ...]:
    if start == end:
        return ()
    if kind == "+":
        space = SPACE.search(text, start, end)
        if space is None:
            return (Span(start, end),)
        return Span(start, space.start()), Span(space.end(), end)
    if kind in {"!", "$"}:
        matches = ATTRIBUTE.finditer(text, start, end)
        return tuple(Span(*each.span(1)) for each in matches if each[1])
    return ()


def _lines(text: str, at: int, end: int, dotted: bool) -> tuple[list[Span], Span | None, int]:
    """Return the lines of a block, the dot that ends it, and the position where it ends."""
    answers: list[Span] = []
    while at < end:
        line = LINE.match(text, at, end)
        assert line is not None  # it may be empty
        stop = line.end() if line["end"] is None else line.start("end")
        if dotted and text[at:stop] == ".":
            return answers, Span(at, stop), line.end()
        answers.append(Span(at, stop))
        at = line.end()
    return answers, None, at


PORT = 70
DRAFT = "draft 03"
SESSIONS = {"8": "telnet", "T": "tn3270"}
PHONE_BOOK = "the server uses the CSO protocol, not Gopher; the usual port is 105"


def actions(
    reference: Reference, read: Reference, parts: GopherItem, kind: str
) -> Iterator[dossier.Action]:
    """Yield the connection and the bytes sent, or what happens instead."""
    if not read.host:
        return
    text = read.text
    if kind in SESSIONS:
        yield from _session(read, parts, SESSIONS[kind])
        return
    if kind in {"3", "i"}:
        yield dossier.Action("nothing", "", "such a menu line has no destination")
        return
    if kind == "2":
        yield dossier.Action("connect", connection(reference, PORT).text, PHONE_BOOK)
        yield dossier.Action("ask", "a name to look up")
        return
    yield connection(reference, PORT)
    by_1738 = _octets(text, parts)
    drafted = item(text, parts.type.start, _end(parts), TAB_OR_QUESTION) if parts.type else parts
    by_draft = _octets(text, drafted)
    yield from _exchange(by_1738, kind, "")
    if sent(*by_1738) != sent(*by_draft, lazy=True):
        yield from _exchange(by_draft, kind, DRAFT)


def _end(parts: GopherItem) -> int:
    return max(span.end for span in parts if span)


def _session(read: Reference, parts: GopherItem, protocol: str) -> Iterator[dossier.Action]:
    """Yield a terminal session, in which the selector is the login name (RFC 1436 3.8)."""
    where = message("{host} port {port}", host=read.host, port=read.port or PORT)
    explanation = (
        "instead of Gopher; the default port is 23" if not read.port else "instead of Gopher"
    )
    yield dossier.Action(
        "open", message("{protocol} session: {where}", protocol=protocol, where=where), explanation
    )
    if parts.selector and parts.selector.start < parts.selector.end:
        name = shown(octets_of(parts.selector.of(read.text)))
        yield dossier.Action("show", message("login name: {name}", name=name), "prefilled text")


def _octets(text: str, parts: GopherItem) -> tuple[bytes, bytes | None, bytes | None]:
    def of(span: Span | None) -> bytes | None:
        return None if span is None else octets_of(span.of(text))

    return of(parts.selector) or b"", of(parts.search), of(parts.plus)


def sent(selector: bytes, search: bytes | None, plus: bytes | None, *, lazy: bool = False) -> bytes:
    """Return the bytes to send: selector, tab, search, tab, command (3.4.2 and 3.4.3).

    ``lazy`` leaves out an empty search and its tab, as in draft 03 and in 3.4.9.
    """
    words = [selector]
    if search or (search is not None and not lazy):
        words.append(search)
    if plus is not None:
        words.append(plus)
    whole = b"\t".join(words)
    # The data of a completed form has its own line ends.
    return whole if plus is not None and b"\r\n" in plus else whole + b"\r\n"


def _exchange(
    parts: tuple[bytes, bytes | None, bytes | None], kind: str, variant: str
) -> Iterator[dossier.Action]:
    selector, search, plus = parts
    lazy = variant == DRAFT
    if plus == b"?":
        # 3.4.5: first the form, then the item with the user's answers.
        form = shown(sent(selector, search, b"!+ASK", lazy=lazy))
        yield dossier.Action("send", form, "requests the questions in the form", variant)
        yield dossier.Action("ask", "the form", "filled in by the user", variant)
        answered = sent(selector, search, b"+\t1\r\n+-1\r\n<answers>\r\n.\r\n", lazy=lazy)
        yield dossier.Action("send", shown(answered), "the answers, one per line", variant)
        return
    if kind == "7" and not search and plus is None:
        yield dossier.Action("ask", "search words", "the URL contains none", variant)
        yield dossier.Action("send", shown(sent(selector, b"<words>", None)), "", variant)
        return
    explanation = "" if selector else "empty selector: the top level of the server"
    yield dossier.Action(
        "send", shown(sent(selector, search, plus, lazy=lazy)), explanation, variant
    )


TYPES = {
    "0": "a text file",
    "1": "a menu",
    "2": "a CSO phone book",
    "3": "an error message",
    "4": "a BinHexed Macintosh file",
    "5": "a DOS binary archive: the client reads until the connection closes",
    "6": "a uuencoded file",
    "7": "a search engine",
    "8": "a telnet session",
    "9": "a binary file: the client reads until the connection closes",
    "+": "another server with the same item as the previous line",
    "T": "a tn3270 session",
    "g": "a GIF image",
    "I": "an image",
    ":": "a bitmap image (Gopher+)",
    ";": "a movie (Gopher+)",
    "<": "a sound (Gopher+)",
    "d": "document, by convention",
    "h": "HTML page, by convention",
    "i": "informational menu line, by convention",
    "p": "PNG image, by convention",
    "s": "sound, by convention",
    "M": "MIME email, by convention",
    "P": "PDF document, by convention",
    "X": "XML document, by convention",
    "c": "calendar, by convention",
    "r": "RTF document, by convention",
}
ATTRIBUTES = {
    "+INFO": "menu line of the item",
    "+ADMIN": "maintainer and date of the item",
    "+VIEWS": "available formats of the item",
    "+VIEW": "available formats of the item",
    "+ABSTRACT": "a summary",
    "+ASK": "a form to fill in",
}
# RFC 1738 6: ports of other protocols, for which lines of text may be commands.
PROTOCOLS = {
    "21": "FTP",
    "22": "SSH",
    "23": "telnet",
    "25": "mail (SMTP)",
    "53": "DNS",
    "79": "finger",
    "80": "HTTP",
    "110": "mail (POP3)",
    "119": "news (NNTP)",
    "143": "mail (IMAP)",
    "389": "LDAP",
    "443": "HTTPS",
    "465": "mail (SMTP)",
    "513": "rlogin",
    "514": "remote shell",
    "587": "mail (SMTP)",
    "3306": "MySQL",
    "5432": "PostgreSQL",
    "6379": "Redis",
    "6667": "IRC",
    "9000": "FastCGI",
    "11211": "memcached",
}

CAREFUL = ("RFC 1738 6", "RFC 3986 7.2")
# Common practice, not standardized: such a selector in an item of type h is a URL to open.
LINK = "url:"
# The usual ports of items that do not use the Gopher protocol.
USUAL = {"2": "105", "8": "23", "T": "23"}


def notes(
    reference: Reference, read: Reference, item: GopherItem, kind: str
) -> Iterator[dossier.Note]:
    """Yield notes, in the order of the text where possible."""
    yield from _port(read, kind)
    yield from _type(read.text, item, kind)
    yield from _controls(read, other_protocol(read))
    span = read.span(Part.FRAGMENT)
    if span:
        yield dossier.noted(NOTES, "fragment", Span(span.start - 1, span.end))
    query = reference.span(Part.QUERY)
    if query:
        yield dossier.noted(NOTES, "question-mark", Span(query.start - 1, query.end))


def other_protocol(read: Reference) -> str:
    """Return the protocol that the port belongs to, or "" if it is unknown."""
    return PROTOCOLS.get((read.port or "").lstrip("0"), "")


def _port(read: Reference, kind: str) -> Iterator[dossier.Note]:
    span = read.span(Part.PORT)
    number = (read.port or "").lstrip("0")
    if span is None or number in {"", "70", USUAL.get(kind)}:
        return
    protocol = other_protocol(read)
    explanation = "not the Gopher port: the data sent can be read as commands"
    if protocol:
        template = "port {number} is used by {protocol}: the data sent can be read as commands"
        explanation = message(template, number=number, protocol=protocol)
    reserved = number.isdigit() and (len(number) < 4 or (len(number) == 4 and number < "1024"))
    level = "danger" if protocol else "unusual" if reserved else "info"
    yield dossier.Note("foreign-port", level, explanation, span, CAREFUL)


def _type(text: str, item: GopherItem, kind: str) -> Iterator[dossier.Note]:
    if item.type is None or item.selector is None:
        return
    if kind not in TYPES:
        yield dossier.noted(NOTES, "unknown-type", item.type)
    start = item.selector.start
    length = item.type.end - item.type.start
    if item.selector.of(text)[:length] == item.type.of(text):
        yield dossier.noted(NOTES, "type-repeated", Span(start, start + length))
    if kind in {"8", "T"}:
        yield dossier.noted(NOTES, "session", item.type)
    for each in inner(text, item, kind):
        yield dossier.noted(NOTES, "url-selector", each.span, text=each.text)


def inner(text: str, item: GopherItem, kind: str) -> tuple[dossier.Inner, ...]:
    """Return the URL in place of a selector, if there is one."""
    if item.selector is None or kind != "h":
        return ()
    start, end = item.selector
    start += text.startswith("/", start, end)
    if lowered(text[start : min(end, start + len(LINK))]) != LINK:
        return ()
    span = Span(start + len(LINK), end)
    return (dossier.Inner(span, "gopher-selector", decoded(span.of(text))),)


def _controls(read: Reference, protocol: str) -> Iterator[dossier.Note]:
    """Warn of control characters in a selector (3.4.1); a Gopher+ form may have line ends."""
    for name, span in sent_lines(read):
        for note in smuggled(read.text, span, "gopher"):
            template = "in the {name}, {found}"
            if note.level == "danger":
                template = "in the {name}, {found}; they would start new commands of {protocol}"
            others = protocol or message("another protocol")
            explanation = message(template, name=message(name), found=note.message, protocol=others)
            yield dossier.Note(
                note.code, note.level, explanation, span, ("RFC 1738 3.4.1", *CAREFUL)
            )


KINDS = {
    "+": "the item itself",
    "!": "information about the item",
    "$": "information about all items of the menu",
    "?": "the item, after its form is filled in",
}
MENU = "1"


def describe(reference: Reference, _: dossier.Choice) -> dossier.Remarks:
    """Describe type, selector, search and Gopher+ string, and the bytes that are sent."""
    read = as_1738(reference)
    gopher_item = item_of(read)
    kind = decoded(gopher_item.type.of(read.text)) if gopher_item.type else MENU
    if reference.edition == "1994":
        yield {"cites": ("RFC 1738 3.4", "RFC 1436")}
    yield from login_fields(reference, PORT)
    yield from _fields(read.text, gopher_item, kind)
    yield from actions(reference, read, gopher_item, kind)
    yield from _violations(reference, read)
    yield from notes(reference, read, gopher_item, kind)
    yield from inner(read.text, gopher_item, kind)


def normal(pieces: Pieces) -> Pieces:
    """Shorten a path to the server's top menu (3.4.1): no path means type "1" and no selector."""
    if pieces.query is None and pieces.host is not None and pieces.path in {"", "/", "/1"}:
        return pieces._replace(path="/")
    return pieces


def _violations(reference: Reference, read: Reference) -> tuple[Violation, ...]:
    """Check by RFC 1738; an empty host, which later editions allow, is a fault in gopher."""
    violations = judged(reference)
    host = read.span(Part.HOST)
    if reference.edition != "1994" and host and host.start == host.end:
        explanation, cites = "the host is missing", ("RFC 1738 3.1",)
        return dossier.in_order(
            (Violation(*host, "host", "a host", explanation, cites), *violations)
        )
    return violations


def _fields(text: str, item: GopherItem, kind: str) -> Iterator[dossier.Field]:
    if item.type is None:
        yield dossier.Field.absent("type", f"{MENU}, {TYPES[MENU]}")
    else:
        meaning = TYPES.get(kind, "not a known type")
        yield dossier.Field.of(text, "type", item.type, meaning)
    for name, span, meaning, without in (
        ("selector", item.selector, "the request to the server", "the server's top level"),
        ("search", item.search, "search words", "no search"),
        ("gopher+", item.plus, "Gopher+ addition to the request", "plain Gopher"),
    ):
        if span is None:
            yield dossier.Field.absent(name, without)
        elif name != "gopher+" and span.start == span.end:
            yield dossier.Field.of(text, name, span, message("empty: {without}", without=without))
        else:
            yield dossier.Field.of(text, name, span, meaning)
    if item.plus:
        yield from _plus_fields(text, plus_of(text, *item.plus))


def _plus_fields(text: str, plus: Plus) -> Iterator[dossier.Field]:
    command = Span(plus.command.start, plus.names[0].start if plus.names else plus.command.end)
    meaning = KINDS.get(plus.kind, "not a Gopher+ command")
    yield dossier.Field.of(text, "command", command, meaning)
    if plus.kind == "+":
        words = (("view", "the requested format"), ("language", "the requested language"))
        for (name, explanation), span in zip(words, plus.names, strict=False):
            yield dossier.Field.of(text, name, span, explanation)
    else:
        for number, span in enumerate(plus.names, 1):
            explanation = ATTRIBUTES.get(
                decoded(span.of(text)).upper(), "a server-defined attribute"
            )
            yield dossier.Field.of(
                text, message("attribute {number}", number=number), span, explanation
            )
    if plus.flag:
        explanation = "data follows: a filled-in form"
        yield dossier.Field.of(
            text, "data flag", plus.flag, explanation if plus.size else "no data follows"
        )
    if plus.size:
        yield dossier.Field.of(text, "data size", plus.size, _sized(decoded(plus.size.of(text))))
    for number, span in enumerate(plus.answers, 1):
        yield dossier.Field.of(
            text, message("answer {number}", number=number), span, "an answer in the form"
        )
    if plus.closing:
        yield dossier.Field.of(text, "end of data", plus.closing, "a line with only a dot")
    if plus.rest:
        yield dossier.Field.of(text, "rest", plus.rest, "not part of a form")


def _sized(size: str) -> str:
    ends = {"+-1": "up to a line with only a dot", "+-2": "up to the end of the connection"}
    return ends.get(size, "number of bytes")


CLAUSES = dossier.always("RFC 1738 3.4.1")
SCHEME = dossier.Scheme(
    ("gopher",),
    "Gopher menu or item",
    ("RFC 1738 3.4", "RFC 4266", "RFC 1436"),
    "fetches",
    describe,
    PORT,
    normal,
    clauses=CLAUSES,
    nests=True,
)

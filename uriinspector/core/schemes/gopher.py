"""gopher: RFC 1738 3.4 with Gopher+, and draft 03."""

import re
from collections.abc import Iterator
from dataclasses import replace

from uriinspector.core.expression import expression, lowered
from uriinspector.core.model import NamedTuple, Part, Pieces, Span, Violation, message
from uriinspector.core.percent import decoded, octets_of, shown
from uriinspector.core.reference import Reference
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
    noted,
    visible,
)
from uriinspector.core.schemes.rfc1738 import (
    as_1738,
    connection,
    login_fields,
    scheme_violations,
    smuggled,
    url_path,
)

# Separators may be escaped or not: the server receives the same bytes.
TAB = expression("%09|\t")
TAB_OR_QUESTION = expression("%09|\t|\\?")
SPACE = expression("%20| ")
LINE_END = "(?:%0[Dd]|\r)(?:%0[Aa]|\n)"
CHARACTER = expression("%[0-9A-Fa-f]{2}|[\\s\\S]")
KIND = expression("(%2B|\\+)|(%21|!)|(%24|\\$)|(%3F|\\?)", re.IGNORECASE)
ITEM_KINDS = ("", "+", "!", "$", "?")
# 3.4.7: names begin with "+", and escaped spaces separate them.
ATTRIBUTE = expression("(?:%20| )++|((?:\\+|%2B)?+(?:[^+ %]++|%(?!2B|20)|(?!))*+)", re.IGNORECASE)
# 3.4.9: the flag, and how the end of the data is marked: by a dot (-1), by closing the connection
# (-2), or by a length.
FLAG = expression(f"([01])(?:{LINE_END}|(?!))?+")
BLOCK = expression(f"(1){LINE_END}((?:\\+|%2[Bb])(?:-1|-2|[0-9]++)){LINE_END}")
LINE = expression(f"(?:[^%\r]++|(?!{LINE_END})[%\r]|(?!))*+(?P<end>{LINE_END}|(?!))?+")


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
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
    "foreign-port": (
        "danger",
        "port {number} is used by {protocol}: the data sent can be read as commands",
        (),
    ),
    "foreign-port:reserved": (
        "unusual",
        "not the Gopher port: the data sent can be read as commands",
        (),
    ),
    "foreign-port:free": ("info", "not the Gopher port: the data sent can be read as commands", ()),
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
    """Split a gopher-path at its first two separators; an ASK string may contain more of them.

    ``second`` is the separator between the search and the Gopher+ string, which may also be "?" in
    draft 03.
    """
    kind = CHARACTER.match(text, start, end)
    if kind is None:
        return GopherItem()
    parts, at = [Span(*kind.span())], kind.end()
    for separator in (TAB, second):
        match = separator.search(text, at, end)
        if match is None:
            break
        parts.append(Span(at, match.start()))
        at = match.end()
    return GopherItem._make((*parts, Span(at, end), None, None)[:4])


def item_of(read: Reference) -> GopherItem:
    """Return the item in a reference; as in RFC 1738 3.1, a gopher-path excludes the slash."""
    path = url_path(read)
    return item(read.text, *path) if path else GopherItem()


def sent_lines(read: Reference) -> Iterator[tuple[str, Span]]:
    """Yield the parts that are sent as one line each (3.4.1): selector, search and Gopher+
    string.

    A completed form has several lines (3.4.9), which are yielded separately.
    """
    _, selector, search, plus = item_of(read)
    if selector:
        yield "selector", selector
    if search:
        yield "search", search
    if plus:
        parts = plus_of(read.text, *plus)
        yield "Gopher+ command", parts.command
        yield from (("form", answer) for answer in parts.answers)
        if parts.rest:
            yield ("text after the form" if parts.flag else "Gopher+ string"), parts.rest


class Plus(NamedTuple):
    """A Gopher+ string: the request, and the data of a completed form."""

    kind: str  # one of "+ ! $ ?", or "" for anything else
    command: Span  # up to a tab
    names: tuple[Span, ...]  # view and language after "+", attributes after "!" and "$"
    flag: Span | None = None
    size: Span | None = None
    answers: tuple[Span, ...] = ()
    closing: Span | None = None  # the line with the final dot
    rest: Span | None = None  # text after the form


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
    """Return the lines of a block, the dot that ends it, and the position after the block."""
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
) -> Iterator[Action]:
    """Yield the connection and the bytes sent, or what happens instead of a request."""
    text = read.text
    if not read.host:
        return
    if kind in SESSIONS:
        yield from _session(read, parts, SESSIONS[kind])
    elif kind in {"3", "i"}:
        yield Action("nothing", "", "a menu line of this type has no destination")
    elif kind == "2":
        yield replace(connection(reference, PORT), note=PHONE_BOOK)
        yield Action("ask", "a name to look up")
    else:
        yield connection(reference, PORT)
        by_1738 = by_draft = _octets(text, parts)
        if parts.type:
            end = max(span.end for span in parts if span)
            by_draft = _octets(text, item(text, parts.type.start, end, TAB_OR_QUESTION))
        yield from _exchange(by_1738, kind, "")
        if sent(*by_1738) != sent(*by_draft, lazy=True):
            yield from _exchange(by_draft, kind, DRAFT)


def _session(read: Reference, parts: GopherItem, protocol: str) -> Iterator[Action]:
    """Yield a terminal session, in which the selector is the login name (RFC 1436 3.8)."""
    where = message("{host} port {port}", host=read.host, port=read.port or PORT)
    yield Action(
        "open",
        message("{protocol} session: {where}", protocol=protocol, where=where),
        "instead of Gopher" if read.port else "instead of Gopher; the default port is 23",
    )
    if parts.selector and not parts.selector.is_empty:
        name = visible(parts.selector.of(read.text))
        yield Action("show", message("login name: {name}", name=name), "prefilled text")


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
) -> Iterator[Action]:
    selector, search, plus = parts

    def send(search: bytes | None, plus: bytes | None, note: str) -> Action:
        octets = sent(selector, search, plus, lazy=variant == DRAFT)
        return Action("send", shown(octets), note, variant)

    if plus == b"?":
        # 3.4.5: first the form, then the item with the user's answers.
        yield send(search, b"!+ASK", "requests the questions in the form")
        yield Action("ask", "the form", "filled in by the user", variant)
        yield send(search, b"+\t1\r\n+-1\r\n<answers>\r\n.\r\n", "the answers, one per line")
    elif kind == "7" and not search and plus is None:
        yield Action("ask", "search words", "the URL contains no search words", variant)
        yield send(b"<words>", None, "")
    else:
        yield send(search, plus, "" if selector else "empty selector: the top level of the server")


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
    "s": "audio, by convention",
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
# A common practice, not a standard: in an item of type h, the text after "URL:" is opened as a URL.
LINK = "url:"
# The usual ports of items that do not use the Gopher protocol.
USUAL = {"2": "105", "8": "23", "T": "23"}


def notes(reference: Reference, read: Reference, item: GopherItem, kind: str) -> Iterator[Note]:
    """Yield notes, in the order of the text as far as possible."""
    # The protocol for which the port is registered, or "" if unknown.
    protocol = PROTOCOLS.get((read.port or "").lstrip("0"), "")
    yield from _port(read, kind, protocol)
    type_, selector, *_ = item
    if type_ and selector:
        if kind not in TYPES:
            yield noted(NOTES, "unknown-type", type_)
        begins = Span(selector.start, selector.start + type_.end - type_.start)
        if begins.end <= selector.end and begins.of(read.text) == type_.of(read.text):
            yield noted(NOTES, "type-repeated", begins)
        if kind in SESSIONS:
            yield noted(NOTES, "session", type_)
        for each in inner(read.text, item, kind):
            yield noted(NOTES, "url-selector", each.span, text=each.text)
    # 3.4.1: control characters in a selector; a Gopher+ form may have line ends.
    for name, span in sent_lines(read):
        for note in smuggled(read.text, span, "gopher"):
            template = "in the {name}, {found}"
            if {10, 13}.intersection(octets_of(span.of(read.text))):
                template = (
                    "in the {name}, {found}; on a server for {protocol}, they could start new "
                    "commands"
                )
            others = protocol or message("another protocol")
            explanation = message(template, name=message(name), found=note.message, protocol=others)
            yield replace(note, message=explanation, cites=("RFC 1738 3.4.1", *CAREFUL))
    for part, about, code in (
        (Part.FRAGMENT, read, "fragment"),
        (Part.QUERY, reference, "question-mark"),
    ):
        place = about.span(part)
        if place:
            yield noted(NOTES, code, Span(place.start - 1, place.end))


def _port(read: Reference, kind: str, protocol: str) -> Iterator[Note]:
    span = read.span(Part.PORT)
    number = (read.port or "").lstrip("0")
    if span is None or number in {"", str(PORT), USUAL.get(kind)}:
        return
    code = "foreign-port"
    if not protocol:
        is_reserved = number.isdigit() and (
            len(number) < 4 or (len(number) == 4 and number < "1024")
        )
        code = "foreign-port:reserved" if is_reserved else "foreign-port:free"
    yield noted(NOTES, code, span, CAREFUL, number=number, protocol=protocol)


def inner(text: str, item: GopherItem, kind: str) -> tuple[Inner, ...]:
    """Return the URL that replaces a selector, if there is one."""
    if item.selector is None or kind != "h":
        return ()
    start, end = item.selector
    start += text.startswith("/", start, end)
    if lowered(text[start : min(end, start + len(LINK))]) != LINK:
        return ()
    span = Span(start + len(LINK), end)
    return (Inner(span, "gopher-selector", decoded(span.of(text))),)


KINDS = {
    "+": "the item itself",
    "!": "information about the item",
    "$": "information about all items in the menu",
    "?": "the item, after its form is filled in",
}
MENU = "1"


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe the type, selector, search and Gopher+ string, and the bytes that are sent."""
    read = as_1738(reference)
    gopher_item = type_, _selector, _search, plus = item_of(read)
    kind = decoded(type_.of(read.text)) if type_ else MENU
    if reference.edition == "1994":
        yield {"cites": ("RFC 1738 3.4", "RFC 1436")}
    yield from login_fields(reference, PORT)
    yield Field("type", type_, TYPES.get(kind, "not a known type"), f"{MENU}, {TYPES[MENU]}")
    for (name, meaning, without), span in zip(MEANINGS, gopher_item[1:], strict=True):
        if span and name != "gopher+" and span.is_empty:
            meaning = message("empty: {without}", without=without)
        yield Field(name, span, meaning, without)
    if plus:
        yield from _plus_fields(read.text, plus_of(read.text, *plus))
    yield from actions(reference, read, gopher_item, kind)
    # An empty host, which later editions allow, is a fault in gopher.
    host = read.span(Part.HOST)
    if reference.edition != "1994" and host and host.is_empty:
        yield Violation(*host, "host", "a host", "the host is missing", ("RFC 1738 3.1",))
    yield from scheme_violations(reference)
    yield from notes(reference, read, gopher_item, kind)
    yield from inner(read.text, gopher_item, kind)


MEANINGS = (
    ("selector", "the request to the server", "the server's top level"),
    ("search", "search words", "no search"),
    ("gopher+", "Gopher+ addition to the request", "plain Gopher"),
)


def normal(pieces: Pieces) -> Pieces:
    """Shorten a path to the server's top menu (3.4.1): no path means type "1" and no selector."""
    if pieces.query is None and pieces.host is not None and pieces.path in {"", "/", "/1"}:
        return pieces._replace(path="/")
    return pieces


def _plus_fields(text: str, plus: Plus) -> Iterator[Field]:
    command = Span(plus.command.start, plus.names[0].start if plus.names else plus.command.end)
    yield Field("command", command, KINDS.get(plus.kind, "not a Gopher+ command"))
    if plus.kind == "+":
        words = (("view", "the requested format"), ("language", "the requested language"))
        yield from (Field(name, span, says) for (name, says), span in zip(words, plus.names))  # noqa: B905
    else:
        for number, span in enumerate(plus.names, 1):
            known = ATTRIBUTES.get(decoded(span.of(text)).upper(), "a server-defined attribute")
            yield Field(message("attribute {number}", number=number), span, known)
    size = decoded(plus.size.of(text)) if plus.size else None
    if plus.flag:
        follows = "no data follows" if size is None else "data follows: a filled-in form"
        yield Field("data flag", plus.flag, follows)
    if size is not None:
        yield Field("data size", plus.size, SIZED.get(size, "number of bytes"))
    for number, span in enumerate(plus.answers, 1):
        yield Field(message("answer {number}", number=number), span, "an answer in the form")
    if plus.closing:
        yield Field("end of data", plus.closing, "a line with only a dot")
    if plus.rest:
        yield Field("rest", plus.rest, "not part of a form")


SIZED = {"+-1": "up to a line that contains only a dot", "+-2": "until the connection closes"}


CLAUSES = always("RFC 1738 3.4.1")
SCHEME = Scheme(
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

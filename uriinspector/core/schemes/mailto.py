"""mailto: RFC 1738 3.5 for 1994, RFC 6068 for all later editions."""

import re
from collections.abc import Iterator

from uriinspector.core import charset
from uriinspector.core.expression import expression, lowered, lowered_except_escapes
from uriinspector.core.model import (
    FaultRows,
    NamedTuple,
    Part,
    Pieces,
    Span,
    Violation,
    fault,
    message,
)
from uriinspector.core.percent import octets_of, shown
from uriinspector.core.production import Production
from uriinspector.core.reference import Reference
from uriinspector.core.schemes.addrspec import Form, address_faults, not_utf8
from uriinspector.core.schemes.dossier import (
    Action,
    Choice,
    Field,
    Note,
    NoteRows,
    Remarks,
    Scheme,
    always,
    noted,
)
from uriinspector.core.schemes.rfc1738 import CONTROLS, scheme_violations

QUOTE = '(?:%22|")'
# A quoted string with its commas; without a closing quote, it extends to the end.
QUOTED = f'{QUOTE}(?:[^"%\\\\]++|(?:%5[Cc]|\\\\)(?:{QUOTE}|%[0-9A-Fa-f][0-9A-Fa-f]|[\\s\\S]|(?!))?+'
QUOTED += f"|%(?!22|5[Cc])|(?!))*+{QUOTE}?+"
ADDRESS = expression(f'(?:[^",%]++|%(?!22)|{QUOTED}|(?!))*+')
HEADER = expression("([^&=]*+)(=?+)([^&]*+)")
RECIPIENTS = frozenset({"to", "cc", "bcc"})
# What remains at the start of a name if a link in HTML was not unescaped: the "&" of "&amp;"
# separates fields.
ESCAPED = "amp;"


# The level, the message and the clauses of each note.
NOTES: NoteRows = {
    "slashes": (
        "unusual",
        "mailto has no server: the two slashes are part of the address",
        ("RFC 6068 2",),
    ),
    "no-recipient": ("info", "no recipient: the user has to add one", ("RFC 6068 2",)),
    "fragment": ("unusual", "a fragment has no meaning in mailto", ("RFC 6068 2",)),
    "escaped-comma": (
        "unusual",
        "percent-encoded comma: part of the address under RFC 6068, but many programs split the "
        "address at the comma",
        ("RFC 6068 2", "RFC 2368 2"),
    ),
    "html-ampersand": (
        "unusual",
        'HTML "&amp;" was not decoded: the field is named "{name}"',
        ("RFC 6068 6.1",),
    ),
    "no-name": ("unusual", "header field without a name", ("RFC 6068 2",)),
    "repeated": (
        "unusual",
        "a second {meant}: programs differ in which one they use",
        ("RFC 6068 2",),
    ),
    "hidden-recipients": ("danger", "hidden recipients (Bcc)", ("RFC 6068 4", "RFC 6068 7")),
    "attachment": (
        "danger",
        "asks to attach a local file to the message",
        ("RFC 6068 4", "RFC 6068 7"),
    ),
    "unsafe-field": (
        "danger",
        "{name}: links must not set this header field",
        ("RFC 6068 4", "RFC 6068 7"),
    ),
    "other-field": (
        "info",
        "{name}: most programs ignore this header field",
        ("RFC 6068 4", "RFC 6068 7"),
    ),
    "header-injection": (
        "danger",
        "{names} in the {where}: the text that follows could become a separate header field",
        ("RFC 6068 5", "RFC 6068 7"),
    ),
    "escaped-control": (
        "unusual",
        "control characters ({names}) in the {where}",
        ("RFC 6068 5", "RFC 6068 7"),
    ),
    "line-end": ("unusual", "a line break other than %0D%0A", ("RFC 6068 5",)),
    "plus": ("info", '"+" is a plus sign here; a space is %20', ("RFC 6068 5",)),
    "no-address": (
        "unusual",
        'allowed by the grammar, but RFC 1738 3.5 requires an address: "@" is missing',
        ("RFC 1738 3.5",),
    ),
    "question-mark": (
        "info",
        "RFC 1738 has no header fields: text that looks like them is part of the address",
        ("RFC 1738 3.5",),
    ),
    "several": ("unusual", "RFC 1738 allows only one address here", ("RFC 1738 3.5",)),
    "gateway": ("info", '"%" in the address: a route through an email gateway', ("RFC 1738 3.5",)),
}
# The rule, the expected text and the clauses of each fault.
FAULTS: FaultRows = {
    "a header field needs a name and a value": ("hfield", '"=" and a value', ("RFC 6068 2",))
}


class MailtoHeader(NamedTuple):
    """A header field: its decoded name in lowercase, and the spans of its parts."""

    name: str
    named: Span
    equals: bool
    value: Span

    @property
    def meant(self) -> str:
        """The name without a prefix left over from HTML escaping."""
        return self.name.removeprefix(ESCAPED)

    @property
    def is_empty(self) -> bool:
        return self.named.start == self.value.end


class MailtoMessage:
    """The spans of recipients and header fields.

    Two slashes have no special meaning: what later editions would parse as an authority is an
    address.
    """

    def __init__(self, reference: Reference) -> None:
        self.text = reference.text
        path, query = reference.span(Part.PATH), reference.span(Part.QUERY)
        self.to = Span(reference.spans[1][1] + 1, path.end if path else 0)
        self.query = query
        self.recipients = tuple(each for each in addresses(self.text, *self.to) if _filled(each))
        self.headers = tuple(_mail_headers(self.text, *query)) if query else ()

    def addressed(self, name: str) -> Iterator[Span]:
        """Yield every address in the header fields with this name."""
        for header in self.headers:
            if header.name == name:
                yield from filter(_filled, addresses(self.text, *header.value))


def _filled(span: Span) -> bool:
    return not span.is_empty


def addresses(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the spans between commas, empty or not; a comma in quotes is not a separator."""
    while True:
        match = ADDRESS.match(text, start, end)
        assert match is not None  # it may be empty
        yield Span(*match.span())
        if match.end() == end:
            return
        start = match.end() + 1


def _mail_headers(text: str, start: int, end: int) -> Iterator[MailtoHeader]:
    while True:
        match = HEADER.match(text, start, end)
        assert match is not None  # every part of it may be empty
        name = lowered(shown(octets_of(match[1])))
        yield MailtoHeader(name, Span(*match.span(1)), match[2] == "=", Span(*match.span(3)))
        if match.end() == end:
            return
        start = match.end() + 1


CITE = "RFC 6068 2"
SOME_DELIMS = "!$'()*+,;:@"
QCHAR = charset.UNRESERVED_2005 + SOME_DELIMS
NAME = Production("hfname", QCHAR, CITE)
VALUE = Production("hfvalue", QCHAR, CITE)
# The first rule of section 2: no URI delimiters, and no ";", "&" or "="; a comma separates
# addresses.
WRITTEN = Production("addr-spec", charset.UNRESERVED_2005 + "!$'()*+:@", CITE)
FORM = Form("addr-spec", (CITE, "RFC 5322 3.4.1"))


def violations(reference: Reference, message: MailtoMessage) -> Iterator[Violation]:
    """Yield violations in no particular order; a fragment is checked by the generic syntax."""
    text, (start, end) = message.text, message.to
    empty: list[Span] = []
    for span in addresses(text, start, end) if start < end else ():
        if span.is_empty:
            empty.append(span)
            continue
        yield from _missing(empty, "to", "an address", "nothing between two commas")
        yield from address_faults(text, span, WRITTEN, FORM)
        yield from not_utf8(text, *span, FORM.rule, CITE)
    yield from _missing(empty, "to", "an address", "nothing after the last comma")
    for header in message.headers:
        if header.is_empty:
            empty.append(header.value)
            continue
        yield from _missing(empty, "hfield", "a name and a value", 'nothing before the "&"')
        for production, part in ((NAME, header.named), (VALUE, header.value)):
            yield from production.faults(text, *part)
            yield from not_utf8(text, *part, production.rule, CITE)
        if not header.equals:
            yield fault(FAULTS, "a header field needs a name and a value", header.named.end)
    yield from _missing(empty, "hfield", "a name and a value", "not a header field")
    fragment = reference.span(Part.FRAGMENT)
    if fragment:
        yield from (each for each in reference.violations if each.start >= fragment.start)


def _missing(empty: list[Span], rule: str, expected: str, text: str) -> Iterator[Violation]:
    """Yield one violation for consecutive separators with nothing between them."""
    if empty:
        yield Violation(empty[0].start, empty[-1].end, rule, expected, text, (CITE,))
        empty.clear()


ATTACHING = frozenset({"attach", "attachment", "attachments", "x-attach", "x-attachment"})
# Section 4: fields that set the sender, where replies go, or how the mail is routed or displayed.
FORGING = frozenset(
    {
        *("from", "sender", "reply-to", "return-path", "errors-to", "received", "date"),
        *("message-id", "apparently-to", "delivered-to", "return-receipt-to", "mime-version"),
        *("disposition-notification-to", "x-confirm-reading-to", "content-type"),
        *("content-disposition", "content-transfer-encoding"),
    }
)
HARMLESS = frozenset({"to", "cc", "subject", "body", "keywords", "in-reply-to", "references"})
LINE_END = expression(b"\r\n")
COMMA = expression("%2C", re.IGNORECASE)
QUOTES = expression('%22|"')
NAMES = {0: "NUL", 10: "LF", 13: "CR"}


def notes(reference: Reference, message: MailtoMessage) -> Iterator[Note]:
    """Yield notes, in the order of the text as far as possible."""
    text, start = message.text, message.to.start
    if text.startswith("//", *message.to):
        yield noted(NOTES, "slashes", Span(start, start + 2))
    yield from _injected(text, _header_field("to"), message.to)
    for each in message.recipients:
        yield from _commas(text, each)
    if not message.recipients and not any(each.meant == "to" for each in message.headers):
        yield noted(NOTES, "no-recipient", message.to)
    texts: set[str] = set()
    for header in message.headers:
        if not header.is_empty:
            yield from _header(text, header, texts)
        texts.add(header.meant)
    span = reference.span(Part.FRAGMENT)
    if span:
        yield noted(NOTES, "fragment", Span(span.start - 1, span.end))


def _commas(text: str, span: Span) -> Iterator[Note]:
    """Explain an escaped comma: in RFC 2368 2 it separates addresses, in RFC 6068 it is part of
    one.
    """
    for match in () if QUOTES.search(text, *span) else COMMA.finditer(text, *span):
        yield noted(NOTES, "escaped-comma", Span(*match.span()))


def _header(text: str, header: MailtoHeader, names: set[str]) -> Iterator[Note]:
    meant, named, value = header.meant, header.named, header.value
    if header.name != meant:
        span = Span(named.start, named.start + len(ESCAPED))
        yield noted(NOTES, "html-ampersand", span, name=header.name)
    elif named.is_empty:
        yield noted(NOTES, "no-name", named)
    yield from _kind(header)
    yield from _injected(text, message("name of a header field"), named)
    if meant == "body":
        yield from _body(text, value)
    else:
        where = message("subject") if meant == "subject" else _header_field(meant)
        yield from _injected(text, where, value)
    if meant in {"subject", "body"}:
        if meant in names:
            yield noted(NOTES, "repeated", value, meant=meant)
        yield from _first_mark(text, value, "+", "plus")
    if meant in RECIPIENTS:
        yield from _commas(text, value)


def _first_mark(text: str, span: Span, mark: str, code: str) -> Iterator[Note]:
    """Yield a note on the first occurrence of a mark."""
    at = text.find(mark, *span)
    if at >= 0:
        yield noted(NOTES, code, Span(at, at + len(mark)))


def _kind(header: MailtoHeader) -> Iterator[Note]:
    """Yield a note on the kind of field, except for subject and body, which are safe (4)."""
    name = header.meant
    if name == "bcc":
        yield noted(NOTES, "hidden-recipients", header.value)
    elif name in ATTACHING:
        yield noted(NOTES, "attachment", header.value)
    elif name in FORGING or name.startswith(("resent-", "content-")):
        yield noted(NOTES, "unsafe-field", header.value, name=name)
    elif name and name not in HARMLESS:
        yield noted(NOTES, "other-field", header.named, name=name)


def _header_field(name: str) -> str:
    """Return the description of a field; its name is outside text, never used as a template."""
    return message('header field "{name}"', name=name)


def _injected(text: str, where: str, span: Span) -> Iterator[Note]:
    """Warn about line ends outside the body, which would begin additional header fields."""
    numbers = sorted(CONTROLS.intersection(octets_of(span.of(text))) - {9})
    if not numbers:
        return
    names = ", ".join(NAMES.get(each, f"{each:02X}") for each in numbers)
    code = "header-injection" if {0, 10, 13}.intersection(numbers) else "escaped-control"
    yield noted(NOTES, code, span, names=names, where=where)


def _body(text: str, span: Span) -> Iterator[Note]:
    """Check that lines of the body end with %0D%0A and nothing else (section 5)."""
    octets = LINE_END.sub(b"", octets_of(span.of(text)))
    numbers = sorted(CONTROLS.intersection(octets) - {9})
    if {10, 13}.intersection(numbers):
        yield noted(NOTES, "line-end", span)
    if set(numbers) - {10, 13}:
        explanation = "control characters in the body"
        level = "danger" if 0 in numbers else "unusual"
        yield Note("escaped-control", level, explanation, span, ("RFC 6068 5",))


def notes_1994(text: str, span: Span) -> Iterator[Note]:
    """Yield notes according to RFC 1738 3.5, which allows only an address."""
    yield from _injected(text, "address", span)
    if not span.is_empty and b"@" not in octets_of(span.of(text)):
        yield noted(NOTES, "no-address", span)
    at = text.find("?", *span)
    if at >= 0:
        yield noted(NOTES, "question-mark", Span(at, span.end))
    comma = text.find(",", *span)
    if comma >= 0 and "@" in text[comma : span.end]:
        yield noted(NOTES, "several", Span(comma, span.end))
    yield from _first_mark(text, span, "%25", "gateway")


MEANINGS = {
    "to": "a recipient",
    "cc": "recipient of a copy (Cc)",
    "bcc": "hidden recipient (Bcc)",
    "subject": "the subject",
    "body": "the text of the email",
    "keywords": "keywords",
    "in-reply-to": "the email that this one replies to",
    "references": "the earlier emails of the conversation",
    **dict.fromkeys(ATTACHING, "file to attach"),
}
# An address with one "@" and a plain domain.
DOMAIN = expression(
    f'((?:{QUOTED}|(?!%22)[^"@]*+)@)((?:[A-Za-z0-9.\\-]|%[0-9A-Fa-f][0-9A-Fa-f])++)'
)
# Clauses about the domain of an address.
CLAUSES = always("RFC 6068 2", "RFC 3986 6.2.3")


def normal(pieces: Pieces) -> Pieces:
    """Make the domains of addresses lowercase, but not their mailboxes (RFC 3986 6.2.3)."""
    return pieces._replace(path=_lowered(pieces.path))


def _lowered(to: str) -> str:
    return ",".join(_lowered_domain(span.of(to)) for span in addresses(to, 0, len(to)))


def _lowered_domain(address: str) -> str:
    match = DOMAIN.fullmatch(address)
    return match[1] + lowered_except_escapes(match[2]) if match else address


def describe(reference: Reference, _: Choice) -> Remarks:
    """Describe the recipients and the initial content of the message."""
    query = "" if reference.query is None else f"?{reference.query}"
    fragment = "" if reference.fragment is None else f"#{reference.fragment}"
    text, to = reference.text, reference.span(Part.PATH) or Span(0, 0)
    message = None if reference.edition == "1994" else MailtoMessage(reference)
    if message:
        to = message.to
    yield {"normal": f"mailto:{_lowered(to.of(text))}{query}{fragment}"}
    if message is None:
        yield from _by_1738(reference, to)
    else:
        yield from _described(message)
        yield from violations(reference, message)
        yield from notes(reference, message)
    yield Action("nothing", "", "nothing goes out until the user sends it")


def _described(message: MailtoMessage) -> Remarks:
    """Describe the recipients and the header fields."""
    text = message.text
    for span in message.recipients or (None,):
        yield Field("to", span, MEANINGS["to"], "no recipient before the header fields")
    yield Action("open", "a new message", "in the user's email app")
    to = [*message.recipients, *message.addressed("to")]
    if to:
        yield Action("show", "To: " + _listed(text, to))
    for header in message.headers:
        if header.is_empty:
            continue
        name, spans = header.name, [header.value]
        if name in RECIPIENTS:
            spans = list(filter(_filled, addresses(text, *header.value))) or spans
        for span in spans:
            yield Field(name or "header", span, MEANINGS.get(name, "a header field"))
        if name == "to":
            continue
        explanation = "only if the program supports it" if name not in MEANINGS else ""
        if name in ATTACHING:
            explanation = "the user's own file, if the program supports it"
        value = _listed(text, [header.value])
        yield Action("show", f"{name[:1].upper()}{name[1:]}: {value}", explanation)


def _listed(text: str, spans: list[Span]) -> str:
    return ", ".join(shown(octets_of(span.of(text))) for span in spans)


def _by_1738(reference: Reference, span: Span) -> Remarks:
    """Describe according to RFC 1738 3.5: an address, which does not lead to a data object."""
    text = reference.text
    address, at = _listed(text, [span]), text.rfind("@", *span)
    yield {"cites": ("RFC 1738 3.5",)}
    yield Field("address", span, "recipient")
    if at >= 0:
        mailbox, domain = Span(span.start, at), Span(at + 1, span.end)
        yield Field("mailbox", mailbox, "mailbox name, interpreted by the domain")
        yield Field("domain", domain, "the domain that receives the email")
    opened = message("a new message to {address}", address=address) if address else "a new message"
    yield Action("open", opened, "the URL does not lead to a data object")
    yield from scheme_violations(reference)
    yield from notes_1994(text, span)


SCHEME = Scheme(
    ("mailto",), "an email", ("RFC 6068",), "mail", describe, normal=normal, clauses=CLAUSES
)

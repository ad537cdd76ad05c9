"""The reader of email messages: header, parts, transfer encodings."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from uriinspector.analysis.encoding import UTF8, decode, guessed
from uriinspector.analysis.running_text import WHITE_SPACE, joined
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, message
from uriinspector.documents import scan_state
from uriinspector.documents.document_values import (
    DocumentBase,
    LinkLocation,
    LinkPlace,
    MessageScope,
)
from uriinspector.documents.leaf import Leaf, enclosed, headed
from uriinspector.documents.mime import (
    Base64,
    Header,
    HeaderField,
    QuotedPrintable,
    Uuencode,
    decoded_words,
    divided,
    envelope_of,
    parameters,
    read_header,
    repaired,
    uuencoded_files,
)
from uriinspector.documents.octets import Coding, DecodedOctets, Octets
from uriinspector.documents.reading.page import TOO_MUCH
from uriinspector.documents.reading.plain_text import find
from uriinspector.documents.rules.message_links import alternatives
from uriinspector.documents.scan_state import DEPTH, Entity, PartReading, Scan, kind_by_name

PLAIN = frozenset({"", "7bit", "8bit", "binary"})
CODINGS: dict[str, type[QuotedPrintable | Base64 | Uuencode]] = {
    "quoted-printable": QuotedPrintable,
    "base64": Base64,
    "uuencode": Uuencode,
    "x-uuencode": Uuencode,
    "uue": Uuencode,
    "x-uue": Uuencode,
}
COMMENT = expression(r"\((?:[^()\\]|\\.|\([^()]{0,200}\)){0,200}\)")
# The maximum number of characters of a Content-Transfer-Encoding field to read, and of encodings.
LONGEST, FIELDS = 400, 4


def transfer_encodings(values: list[str]) -> list[str]:
    """Return the transfer encodings of a part, each once; those that change bytes come first.

    Comments are allowed (RFC 2045 6.1); programs differ in which of several fields they use.
    """
    names = (COMMENT.sub(" ", value[:LONGEST]).strip().lower() for value in values)
    return sorted(dict.fromkeys(names), key=PLAIN.__contains__)[:FIELDS]


def decoded_body(scan: Scan, entity: Entity, encoding: str) -> Entity | None:
    """Decode the body of a part; return None if the budget is used up."""
    if encoding not in CODINGS:
        return entity
    coding: Coding = CODINGS[encoding]()
    octets = scan.decoded(entity.octets, entity.start, entity.end, coding)
    if octets is None:
        return None
    return replace(entity, octets=octets, start=0, end=len(octets.get()), encoding=encoding)


def read_uuencoded(scan: Scan, entity: Entity) -> None:
    """Read uuencoded files in the text, as used in mail before MIME."""
    octets = entity.octets.get()
    for number, each in enumerate(uuencoded_files(octets, entity.start, entity.end), 1):
        path = f"{entity.path}.uu{number}"
        coded = replace(entity, path=path, start=each.start, end=each.end, depth=entity.depth + 1)
        inner = decoded_body(scan, coded, "uuencode")
        if inner is not None:
            scan.take(replace(inner, type=None, name=each.name, charset=None, is_declared=False))


# A text around the parts that has none of these contains no link.
HIDING = (b"://", b"www.", b"<a", b"<A")
# The order in which parts are read.
BODY, NESTED, ATTACHED = range(3)
DESCRIBED = ("content-location", "content-base")
# Fields with links, which may be relative; quoted text is not a target (RFC 8288 3, RFC 2369 3).
TARGETED = frozenset(
    {"link", "uri", "list-help", "list-unsubscribe", "list-subscribe", "list-owner", "list-archive"}
)
TARGET = expression(rb'"(?:[^"\\]++|\\.)*+"?|<([^<>]*+)>', re.DOTALL)


# Empty lines in front of a header, which begins with a field of an email.
LEADING = expression(
    rb"(?i)(?:\xef\xbb\xbf|[ \t]*+\r?\n|(?!))*+"
    rb"(?=(?:from|to|cc|reply-to|sender|subject|date|received|return-path|delivered-to|message-id|"
    rb"mime-version|(?:arc|dkim|authentication|content|x)-[!-9;-~]{1,70})[ \t]{0,9}:)"
)


def read_message(scan: Scan, entity: Entity) -> str | None:
    """Read a message: the links in its header, and its parts."""
    leading = LEADING.match(entity.octets.get(), entity.start, entity.end)
    entity = replace(entity, start=leading.end()) if leading else entity
    header = read_header(entity.octets.get(), entity.start, entity.end)
    base = headed(header.raw("content-base"), header.raw("content-location"), entity.base)
    before = len(scan.leaves)
    with message_scope(scan, entity, header):
        read_fields(scan, entity, header, base)
        inner = replace(entity, depth=entity.depth + 1)
        reason = _read_body(scan, inner, header, base, f"{entity.path}.1")
        shown = kind_by_name(entity.name)
        if shown and shown in {scan_state.TEXT, scan_state.HTML}:
            _read_shown(scan, entity, base, before, shown)
    return reason


def _read_shown(scan: Scan, entity: Entity, base: DocumentBase, before: int, shown: str) -> None:
    """Read encoded or skipped text of a message as the text or page that its file name suggests.

    Otherwise, a header could hide links from the scan that an editor or a browser shows.
    """
    octets, at = entity.octets.get(), entity.start
    read: list[Leaf | DecodedOctets] = []
    for leaf in scan.leaves[before:]:
        inner = leaf.octets
        if shown == scan_state.HTML and not leaf.is_page:
            continue
        if inner is entity.octets:
            read.append(leaf)
        elif isinstance(inner, DecodedOctets) and isinstance(inner.coding, QuotedPrintable):
            read += [inner] * (inner.outer is entity.octets)
    spans = sorted((each.start, each.end) for each in read)
    for number, (start, end) in enumerate((*spans, (entity.end, entity.end)), 1):
        text = octets[at : max(at, start)]
        if (
            scan_state.TAG.search(text)
            if shown == scan_state.HTML
            else any(each in text for each in HIDING)
        ):
            path = f"{entity.path}.{shown}{number}"
            piece = Entity(entity.octets, at, start, path, base, scan_state.TYPES[shown])
            scan.take(replace(piece, depth=entity.depth + 1, is_declared=True))
        at = max(at, end)


@contextmanager
def message_scope(scan: Scan, entity: Entity, header: Header) -> Iterator[None]:
    """Add a message with this header; parts read inside the context belong to it."""
    outer = scan.message
    envelope = envelope_of(header, entity.path, is_inside=outer.envelope is not None)
    scan.open_message(MessageScope(scan.message.judge, envelope, partial(field_place, entity)))
    try:
        yield
    finally:
        scan.message = outer


def field_place(entity: Entity, field: str, at: int) -> tuple[int, int]:
    """Return the span of a header field in the file, or the start of the message."""
    octets, name = entity.octets.get(), field.lower()
    fields = read_header(octets, entity.start, entity.end).fields if field else []
    same = [each for each in fields if each.name == name]
    if not same:
        return entity.octets.place(entity.start, entity.start)
    start = max(octets.rfind(b"\n", 0, same[at].start) + 1, entity.start)
    return entity.octets.place(start, same[at].end)


def read_fields(scan: Scan, entity: Entity, header: Header, base: DocumentBase) -> None:
    """Find links in the header fields, whose base is the message's own (5.1.1)."""
    octets = entity.octets.get()
    encoding = guessed(memoryview(octets)[entity.start : header.body])
    leaf = scan.leaf(entity, entity.octets, (entity.start, header.body), encoding)
    leaf.base = leaf.outer = base
    for field in header.fields:
        if field.name in DESCRIBED:
            continue
        raw = octets[field.start : field.end]
        if field.name in TARGETED and b"<" in raw:
            scan.add(leaf, _targets(octets, field, encoding))
        elif b"=?" in raw:
            _read_words(scan, entity, base, field.name, (field.start, field.end))
        elif b":" in raw or b"www." in raw:
            find(scan, leaf, LinkPlace(None, field.name), (field.start, field.end))


def _targets(octets: bytes, field: HeaderField, encoding: str) -> Iterator[LinkLocation]:
    for match in TARGET.finditer(octets, field.start, field.end):
        if match[1] is not None:
            start, end = match.span(1)
            read = joined(decode(match[1], encoding).strip(WHITE_SPACE), "<")
            if read is not None:
                yield start, start, end, LinkPlace(None, field.name), None, read.text


def _read_words(
    scan: Scan, entity: Entity, base: DocumentBase, name: str, span: tuple[int, int]
) -> None:
    octets = scan.decoded(entity.octets, *span, EncodedWordCoding())
    if octets is None or b":" not in octets.get():
        return
    leaf = scan.leaf(entity, octets, (0, len(octets.get())), UTF8)
    leaf.base = leaf.outer = base
    find(scan, leaf, LinkPlace(None, name), (0, leaf.end))


class EncodedWordCoding:
    """The coding of a field with encoded words, whose span is the whole field."""

    def __init__(self) -> None:
        self._span = (0, 0)

    def decoded(self, octets: bytes, start: int, end: int) -> bytes:
        self._span = (start, end)
        text = octets[start:end].decode("utf-8", "replace").replace("\r\n", "").replace("\n", "")
        return decoded_words(text).encode("utf-8", "replace")

    def place(self, outer: Octets, start: int, end: int) -> tuple[int, int]:  # noqa: ARG002 - every Coding is given them
        return self._span


def _read_body(
    scan: Scan, entity: Entity, header: Header, base: DocumentBase, path: str
) -> str | None:
    """Read a body as its header describes it; return why it was not read, or None."""
    kind, values = parameters(header.raw("content-type") or "")
    outer, end = entity.octets, entity.end
    if kind.startswith("multipart/"):
        return _read_parts(scan, entity, (header.body, end), base, kind, values.get("boundary"))
    how, placed = parameters(header.raw("content-disposition") or "")
    name = placed.get("filename") or values.get("name")
    encoding, *others = transfer_encodings(header.raw_all("content-transfer-encoding")) or [""]
    result = Entity(
        outer,
        header.body,
        end,
        path,
        base,
        type=kind or None,
        name=decoded_words(name) if name else None,
        charset=values.get("charset"),
        encoding=encoding or None,
        depth=entity.depth,
        content_id=header.raw("content-id"),
        location=header.raw("content-location"),
        is_declared=bool(kind),
    )
    taken = decoded_body(scan, result, encoding)
    if taken is None:
        return TOO_MUCH
    name_part(scan, taken)
    scope = scan.message
    if taken.name or how == "attachment" or kind == "message/rfc822":
        scope.attached.append(path)
        if scan.take(taken) not in {scan_state.TNEF, scan_state.SIGNED}:
            scope.separate.add(path)
    else:
        scan.take(taken)
    if encoding not in PLAIN and encoding not in CODINGS:
        scan.leave_out(result, message("unknown transfer encoding: {name}", name=encoding[:60]))
    for number, other in enumerate(others, 2):
        again = decoded_body(scan, replace(result, path=f"{path}.encoding{number}"), other)
        if again is not None and other in CODINGS:
            scan.take(again)
        else:
            scan.leave_out(
                result,
                message(
                    "a second transfer encoding in the header was not used: {name}", name=other[:60]
                ),
            )
    for number, written in enumerate(header.raw_all("content-type")[1:FIELDS], 2):
        other_kind, _ = parameters(written)
        if other_kind != kind and other_kind.startswith("text/"):
            scan.take(replace(taken, path=f"{path}.type{number}", type=other_kind))
    if encoding in PLAIN and kind in {"", "text/plain"}:
        read_uuencoded(scan, result)
    return None


def name_part(scan: Scan, entity: Entity) -> None:
    """Record the addresses by which other parts may refer to this one (RFC 2392, RFC 2557 8.2)."""
    names = scan.message.names
    if entity.content_id:
        names.setdefault("cid:" + entity.content_id.strip().strip("<>"), entity.path)
    if entity.location:
        text = entity.base.text if entity.base.origin == "content-location" else entity.location
        names.setdefault((text or entity.location).partition("#")[0], entity.path)


def _read_parts(
    scan: Scan,
    entity: Entity,
    span: tuple[int, int],
    base: DocumentBase,
    kind: str,
    boundary: str | None,
) -> str | None:
    octets, (start, end) = entity.octets.get(), span
    if entity.depth >= DEPTH:
        return scan.at_limit(message("nested more than {count} levels deep", count=DEPTH))
    mark = boundary.encode("utf-8", "replace") if boundary else None
    body = divided(octets, mark, start, end) if mark else None
    if body is None or not body.parts:
        mark = repaired(octets, start, end)
        if mark is None:
            # Without a boundary, read the body as the kind it looks like.
            look = Entity(
                entity.octets, start, end, f"{entity.path}.1", base, depth=entity.depth + 1
            )
            scan.take(look)
            return None
        body = divided(octets, mark, start, end)
    before = len(scan.leaves)
    unopened = 0

    def read(number: int, span: tuple[int, int]) -> None:
        nonlocal unopened
        if not scan.has_room():
            unopened += 1
        else:
            read_part(scan, entity, span, base, f"{entity.path}.{number}", kind)

    def around(span: tuple[int, int], name: str) -> PartReading:
        action = partial(_read_around, scan, entity, span, base, name)
        return PartReading(BODY, span[1] - span[0], action)

    parts = [
        PartReading(_rank(octets, span), span[1] - span[0], partial(read, number, span))
        for number, span in enumerate(body.parts, 1)
    ]
    scan.read_in_turn([around(body.before, "preamble"), *parts, around(body.after, "epilogue")])
    if kind == "multipart/alternative":
        leaves = scan.leaves[before:]
        scan.message.looks.append(lambda: alternatives(leaves))
    return message("{count} more parts not opened", count=Count(unopened)) if unopened else None


def _rank(octets: bytes, span: tuple[int, int]) -> int:
    """Return the rank of a part: text bodies are read first, attachments last."""
    header = read_header(octets, *span)
    kind, _ = parameters(header.raw("content-type") or "")
    if kind.startswith(("multipart/", "message/")):
        return NESTED
    how, _ = parameters(header.raw("content-disposition") or "")
    is_text = not kind or kind.startswith("text/")
    return BODY if is_text and how != "attachment" else ATTACHED


def _read_around(
    scan: Scan, entity: Entity, span: tuple[int, int], base: DocumentBase, name: str
) -> None:
    """Read the text before or after the parts, which mail programs do not show."""
    text = entity.octets.get()[slice(*span)]
    if any(each in text for each in HIDING):
        path = f"{entity.path}.{name}"
        scan.take(Entity(entity.octets, *span, path, base, depth=entity.depth + 1))


def read_part(
    scan: Scan, entity: Entity, span: tuple[int, int], base: DocumentBase, path: str, kind: str = ""
) -> None:
    header = read_header(entity.octets.get(), *span)
    own = headed(header.raw("content-base"), header.raw("content-location"), enclosed(base))
    part = replace(entity, start=span[0], end=span[1], path=path, depth=entity.depth + 1)
    if kind == "multipart/digest" and header.raw("content-type") is None:
        message = Entity(
            entity.octets, header.body, span[1], path, own, "message/rfc822", depth=part.depth
        )
        scan.take(replace(message, is_declared=True))
        return
    reason = _read_body(scan, part, header, own, path)
    if reason is not None:
        scan.leave_out(replace(part, type=header.raw("content-type")), reason)


# A field must follow: "From " also begins ordinary sentences.
FROM = expression(rb"(?:\A|(?<=\n))From [^\n]*+\n(?=[!-9;-~]{1,200}[ \t]*:)")


def read_mbox(scan: Scan, entity: Entity) -> str | None:
    """Read the messages of an mbox; text before the first "From " line is a message, too."""
    octets = entity.octets.get()
    lines = [match.span() for match in FROM.finditer(octets, entity.start, entity.end)]
    if not lines or octets[entity.start : lines[0][0]].strip():
        lines.insert(0, (entity.start, entity.start))
    ends = [*(start for start, _ in lines[1:]), entity.end]
    for number, ((_, start), end) in enumerate(zip(lines, ends, strict=True), 1):
        if not scan.has_room():
            return message("{count} more messages not opened", count=Count(len(lines) - number + 1))
        each = Entity(entity.octets, start, end, f"{entity.path}.{number}", entity.base)
        text = replace(each, type="message/rfc822", is_declared=True, depth=entity.depth + 1)
        with scan.budget.sharing(entity.end - end):
            scan.take(text)
    return None

"""The reader of pages: links, BASE, comments, and the pages and pictures inside."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from urllib.parse import unquote_to_bytes

from uriinspector.analysis.encoding import RECODED, UTF8, encoding_named, guessed, marked
from uriinspector.analysis.running_text import TextAddress, addresses
from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.documents.document_values import (
    CONTEXT,
    END,
    START,
    TAG,
    VALUE,
    LinkLocation,
    LinkPlace,
)
from uriinspector.documents.html.page import Page, PercentCoding
from uriinspector.documents.html.scanner import Scanner
from uriinspector.documents.html.tokens import (
    COMMENT,
    PLAIN_STEP,
    RAW,
    content_end,
    declared,
    lowered_name,
    read_tag,
    unescaped,
    value_pieces,
)
from uriinspector.documents.leaf import Leaf, embedded, enclosed
from uriinspector.documents.mime import Base64
from uriinspector.documents.octets import Conversion, Octets, Transcoding
from uriinspector.documents.reading.codes import IN_PICTURE, queue, queue_drawings
from uriinspector.documents.rules.page_effects import moved_pages, page_code
from uriinspector.documents.scan_state import BATCH, Entity, Scan

# Strings that every address in text contains, and what may precede one outside of attributes: a
# quote or a "=" begins a value.
SIGNS = (b"://", b"www.")
BEFORE = expression(rb"(?i)(?:\A|[^\"'=a-z])(?:https?|ftp)?\Z")
NEAR = 8
# Tags are hardly ever longer: text farther from a "<" is always searched.
LONGEST = 4096
# Character references that end an address.
ENDS = expression(rb"&(?:nbsp|quot|[lg]t|#160|#xa0|#0*(?:34|60|62))(?:;|\Z)", re.IGNORECASE)
IN_TEXT = LinkPlace(None, None)


def written_addresses(octets: bytes, start: int, end: int, encoding: str) -> Iterator[LinkLocation]:
    """Yield the addresses in the text of a page, except in the text of links."""
    if not any(_is_likely(octets, sign, start, end) for sign in SIGNS):
        return
    at, in_link = start, False
    while at < end:
        token = PLAIN_STEP.match(octets, at, end)
        if token is None:
            return
        text, at = (at, _text_end(octets, at, token)), token.end()
        if not in_link and any(octets.find(sign, *text) >= 0 for sign in SIGNS):
            for each in addresses(octets, *text, encoding, are_lines=False):
                yield _location(octets, each)
        if token[1] is None:
            if octets.startswith(b"<!--", at - 4):
                comment = COMMENT.match(octets, at, end)
                at = comment.end() if comment else end
            continue
        name = lowered_name(token[1])
        at = read_tag(octets, at, end).end
        if name in RAW:
            at = content_end(octets, name, at, end)
        elif name.removeprefix("/") == "a":
            in_link = name == "a"


def _is_likely(octets: bytes, sign: bytes, start: int, end: int) -> bool:
    """Return True if the string seems to occur in text, outside of tags."""
    at = octets.find(sign, start, end)
    while at >= 0:
        if BEFORE.search(octets[max(start, at - NEAR) : at]):
            opened = octets.rfind(b"<", max(start, at - LONGEST), at)
            if opened < 0 or octets.find(b">", opened, at) >= 0:
                return True
        at = octets.find(sign, at + len(sign), end)
    return False


def _text_end(octets: bytes, at: int, token: re.Match[bytes]) -> int:
    less = octets.find(b"<", at, token.end())
    return token.end() if less < 0 else less


def _location(octets: bytes, address: TextAddress) -> LinkLocation:
    stop = ENDS.search(octets, address.start, address.end)
    if stop is None:
        value = unescaped(address.value, attribute=False)
        return address.start, address.start, address.end, IN_TEXT, None, value
    written = octets[address.start : stop.start()].decode("utf-8", "replace")
    value = unescaped(written, attribute=False)
    return address.start, address.start, stop.start(), IN_TEXT, None, value


# The beginning of a comment that Outlook shows as part of the page.
CONDITIONAL = expression(rb"\s*\[\s*[iI][fF]\b(?!\s+!\s*mso)")
MARKUP = expression(rb"\s*<[!?a-zA-Z]")
PICTURE, PICTURES = b"data:image/", 64
# The maximum number of embedded pages to open.
PAGES = 64
TOO_MUCH = message("decoding limit of the document reached")


def read_page(scan: Scan, entity: Entity) -> str | None:
    """Read the links of a page, with those in comments kept apart."""
    leaf = leaf_of(scan, entity, is_page=True)
    if leaf is None:
        return TOO_MUCH
    page = read_markup(scan, entity, leaf)
    leaf.message.looks += (partial(moved_pages, leaf), partial(page_code, leaf, entity.name))
    _read_comments(scan, leaf, page)
    _queue_pictures(scan, entity, leaf, page)
    if leaf.in_message:
        queue_drawings(scan, leaf)
        link_locations = written_addresses(leaf.octets.get(), leaf.start, leaf.end, leaf.encoding)
        scan.add(leaf, link_locations)
    return _read_inside(scan, entity, leaf, page)


def read_links(scan: Scan, entity: Entity) -> str | None:
    """Read only the links in the markup of a page."""
    leaf = leaf_of(scan, entity, is_page=True)
    if leaf is None:
        return TOO_MUCH
    read_markup(scan, entity, leaf)
    return None


def read_markup(scan: Scan, entity: Entity, leaf: Leaf) -> Page:
    """Scan the links and the BASE of a page into its leaf."""
    leaf.is_page = True
    scanner = Scanner(leaf.octets.get(), leaf.start, leaf.end, leaf.encoding)
    page = scanner.page
    leaf.locations = page.locations
    done, is_paid = False, True
    while not done and is_paid and scan.links > 0:
        before = len(page.locations)
        done = scanner.go_on(min(BATCH, scan.links))
        is_paid = scan.keep(leaf, page.locations, before)
        scan.report_links(leaf, before)
    if not done or not is_paid:
        scan.too_many(leaf)
    if page.base is not None:
        leaf.base = embedded(leaf.value(page.base), entity.base)
    return page


def _read_comments(scan: Scan, leaf: Leaf, page: Page) -> None:
    """Scan the comments, which are part of the page for programs that show them."""
    comments = page.comments
    for start, end in zip(comments[::2], comments[1::2], strict=True):
        scanner = Scanner(page.octets, start, end, page.encoding)
        is_whole = scan.links > 0 and scanner.go_on(scan.links)
        link_locations = scanner.page.locations
        is_paid = scan.keep(leaf, link_locations, 0)
        if leaf.in_message and CONDITIONAL.match(page.octets, start, end):
            before = len(leaf.locations)
            leaf.locations += [
                (*each[:CONTEXT], "conditional", each[VALUE]) for each in link_locations
            ]
            scan.report_links(leaf, before)
        else:
            leaf.commented += link_locations
        if not is_whole or not is_paid:
            scan.too_many(leaf)
            return


def _read_inside(scan: Scan, entity: Entity, leaf: Leaf, page: Page) -> str | None:
    """Read the pages in ``srcdoc``, whose base is that of the page around them (HTML 2.4.3)."""
    for number, span in enumerate(page.inside[:PAGES], 1):
        octets = _decoded_value(scan, leaf, span)
        if octets is None:
            return TOO_MUCH
        _take_page(scan, entity, octets, f"srcdoc{number}", leaf, UTF8)
    if len(page.inside) > PAGES:
        reason = message("only the first {count} srcdoc pages were checked", count=PAGES)
        scan.leave_out(entity, scan.at_limit(reason))
    return _read_packed(scan, entity, leaf, page)


def _take_page(
    scan: Scan, entity: Entity, octets: Octets, name: str, leaf: Leaf, charset: str
) -> None:
    base = enclosed(leaf.base)
    inner = entity.inside(octets, 0, len(octets.get()), f"{entity.path}.{name}", base)
    scan.take(replace(inner, type="text/html", charset=charset, is_declared=True))


def _decoded_value(scan: Scan, leaf: Leaf, span: tuple[int, int]) -> Octets | None:
    """Decode an attribute's value; encodings other than UTF-8 are recoded first."""
    outer: Octets | None = leaf.octets
    if leaf.encoding != UTF8 and not leaf.octets.get()[slice(*span)].isascii():
        outer = scan.decoded(leaf.octets, *span, Transcoding(leaf.encoding))
        span = (0, len(outer.get()) if outer else 0)
    return outer and scan.decoded(outer, *span, AttributeCoding())


def _read_packed(scan: Scan, entity: Entity, leaf: Leaf, page: Page) -> str | None:
    """Read pages in strings of scripts, which are written into the page around them."""
    if page.runs_packed:
        scan.leave_out(entity, message("a script decodes code, then runs it"))
    for number, each in enumerate(page.packed[:PAGES], 1):
        coding = Base64() if each.is_base64 else PercentCoding()
        octets = scan.decoded(leaf.octets, each.start, each.end, coding)
        if octets is None:
            return TOO_MUCH
        if MARKUP.match(octets.get()):
            _take_page(scan, entity, octets, f"script{number}", leaf, page.encoding)
    if len(page.packed) > PAGES:
        reason = message("only the first {count} pages inside scripts were checked", count=PAGES)
        return scan.at_limit(reason)
    return None


def _queue_pictures(scan: Scan, entity: Entity, leaf: Leaf, page: Page) -> None:
    at = page.octets.find(PICTURE, leaf.start, leaf.end)
    if at < 0:
        return
    places = [link_location[START] for link_location in leaf.locations]
    number = 0
    while at >= 0:
        index = bisect_left(places, at)
        if index < len(places) and places[index] == at:
            number += 1
            picture = replace(entity, path=f"{entity.path}.picture{number}", type="image/*")
            if number > PICTURES:
                explanation = message(
                    "only the first {count} images of a page were checked", count=PICTURES
                )
                scan.do_later(partial(scan.leave_out, picture, explanation))
                return
            _queue_picture(scan, picture, leaf, leaf.locations[index])
        at = page.octets.find(PICTURE, at + 1, leaf.end)


def _queue_picture(scan: Scan, picture: Entity, leaf: Leaf, location: LinkLocation) -> None:
    """Queue a link whose value is a picture; codes in it become links with the same span."""
    at, end = location[START], location[END]

    def read(texts: list[str], reasons: Sequence[str]) -> None:
        span = (location[TAG], at, end, IN_PICTURE, location[CONTEXT])
        scan.add(leaf, ((*span, text) for text in texts))
        for reason in reasons:
            scan.leave_out(picture, reason)

    queue(scan, end - at, lambda: picture_of(leaf.value(location)), (leaf.octets, at, end), read)


def picture_of(value: str) -> bytes:
    """Return the bytes of a data URI (RFC 2397) in base64, or b"" for any other."""
    head, comma, rest = value.partition(",")
    if not comma or not head.lower().rstrip().endswith(";base64"):
        return b""
    octets = unquote_to_bytes(rest)
    return Base64().decoded(octets, 0, len(octets))


class AttributeCoding(Conversion):
    def __init__(self) -> None:
        super().__init__(value_pieces)


def leaf_of(scan: Scan, entity: Entity, *, is_page: bool = False) -> Leaf | None:
    """Add a leaf for a text; return None if the budget is used up."""
    result = text_of(scan, entity, is_page=is_page)
    return result and scan.leaf(entity, result[0], result[1:3], result[3])


def text_of(scan: Scan, entity: Entity, *, is_page: bool) -> tuple[Octets, int, int, str] | None:
    """Return bytes in an encoding that extends ASCII, with their span and encoding.

    The result is None if recoding them would exceed the budget.
    """
    octets = entity.octets.get()
    encoding, mark = marked(bytes(entity.view()[:4]))
    start = entity.start + mark
    if encoding is None:
        encoding = encoding_named(entity.charset)
    if encoding is None and is_page:
        encoding = declared(octets, start, entity.end)
    if encoding is None:
        encoding = _wide(bytes(entity.view()[:64])) or guessed(entity.view())
    if encoding not in RECODED:
        return entity.octets, start, entity.end, encoding
    recoded = scan.decoded(entity.octets, start, entity.end, Transcoding(encoding))
    return None if recoded is None else (recoded, 0, len(recoded.get()), UTF8)


def _wide(head: bytes) -> str | None:
    """Detect UTF-16 without a byte order mark: every other byte is NUL."""
    if len(head) < 4 or b"\0" not in head[:4]:
        return None
    if not any(head[1::2]) and all(head[::2]):
        return "utf-16-le"
    return "utf-16-be" if not any(head[::2]) and all(head[1::2]) else None

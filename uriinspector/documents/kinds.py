"""What a file or a part is: by its content first, then by its declared type and its name."""

from __future__ import annotations

from uriinspector.core.expression import expression
from uriinspector.documents.kind_table import (
    BINARY,
    BZIP,
    CALENDAR,
    CONTACT,
    HTML,
    IMAGE,
    KINDS,
    MBOX,
    MESSAGE,
    OLE,
    OUTLOOK,
    PROPERTY_LIST,
    SHORTCUT,
    SIGNED,
    TAR,
    TEXT,
)
from uriinspector.documents.ole.compound_file import is_outlook_message
from uriinspector.documents.picture_formats import picture_format

# How much of the beginning is looked at.
LOOKED_AT = 4096
SIGNATURES = tuple(
    (signature, kind.name, media) for kind in KINDS for signature, media in kind.signatures
)
TYPES = {kind.name: kind.media for kind in KINDS}
BY_NAME = {ending: kind.name for kind in KINDS for ending in kind.endings}
BY_TYPE = {media: kind.name for kind in KINDS for media in kind.types}
# The MIME sniffing standard's beginnings of a page (7.1), and some more.
PAGE = expression(
    rb"(?is)(?:\xef\xbb\xbf)?[\s\0]*+(?:<!--.{0,2000}?-->\s*+|(?!))*+<(?:!doctype\s+(?:html|svg)|\?xml|html|head|script|iframe"
    rb"|h1|div|font|table|a|style|title|b|body|br|p|img|svg|meta|base|link|form|center|span|ul|ol|template"
    rb"|noscript|math|input|area|textarea|xmp|plaintext)(?=[\s/>\[])"
)
PAGE_IN_XML = expression(rb"(?i)<(?:html|svg|!doctype\s+(?:html|svg))[\s>/]")
PAGE_BY_MARK = expression(rb"(?is)(?:\xff\xfe|\xfe\xff)[\s\0]*+<\0?(?:\0?[!?a-z])")
# Somewhere further down: a whole tag that leads somewhere.
TAG = expression(
    rb"(?i)<(?:a|img|form|link|base|meta|iframe|script|area)\s[^<>]{0,500}?(?:href|src|action|http-equiv)\s{0,9}="
)
HEADER = expression(rb"[!-9;-~]{1,80}:[^\n]{0,4000}\r?\n")
FOLDED = expression(rb"[ \t][^\n]{0,4000}\r?\n")
KNOWN_HEADER = expression(
    rb"(?im)^(?:from|to|subject|date|received|return-path|message-id|mime-version|content-type|delivered-to"
    rb"|dkim-signature|authentication-results|reply-to|sender|x-[a-z-]+|list-[a-z]+|arc-seal|content-location):"
)
FROM_LINE = expression(rb"From \S[^\n]{0,500}\n(?=[!-9;-~]{1,80}:)")
# CMS (RFC 5652 3) in BER: a sequence that begins with one of the identifiers of PKCS #7.
CMS = expression(
    rb"\x30(?:[\x80-\x84]|[\0-\x7f])[\0-\xff]{0,4}?\x06[\x09\x0b]\x2a\x86\x48\x86\xf7\x0d\x01[\x07\x09]"
)
CMS_IN_LETTERS = expression(rb"-----BEGIN (?:PKCS7|CMS)-----")
# What bzip2 has behind its signature and the size of its blocks: one, or the end.
BZIP2 = expression(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
SVG = expression(rb"(?i)(?:\xef\xbb\xbf|\s|<[?!][^>]{0,1500}>){0,20}<svg[\s>]")


def kind_of(
    view: memoryview, declared: str | None, name: str | None, *, is_declared: bool = False
) -> tuple[str, str]:
    """The kind, and the media type that goes with it."""
    head = bytes(view[:LOOKED_AT])
    for mark, kind, media in SIGNATURES:
        if head.startswith(mark) and _is_really(head, kind):
            if kind == OLE and is_outlook_message(view):
                return OUTLOOK, TYPES[OUTLOOK]
            return kind, media
    picture = picture_format(head)
    if picture is not None:
        return IMAGE, picture.media
    if head[257:262] == b"ustar":
        return TAR, TYPES[TAR]
    if CMS.match(head) or CMS_IN_LETTERS.match(head):
        return SIGNED, TYPES[SIGNED]
    kind = _by_words(head, declared, name, is_declared=is_declared)
    if kind == HTML and SVG.match(head) and not (name or "").lower().endswith(("html", "htm")):
        return kind, "image/svg+xml"
    return kind, TYPES[kind]


def _is_really(head: bytes, kind: str) -> bool:
    """Few letters are a signature only where no text goes on behind them."""
    if kind == BZIP:
        return BZIP2.match(head) is not None
    return kind != BINARY or not head.startswith(b"MZ") or b"\0" in head[:64]


def _by_words(head: bytes, declared: str | None, name: str | None, *, is_declared: bool) -> str:
    by_type = BY_TYPE.get((declared or "").lower())
    ending = (name or "").lower().rpartition(".")[2] if name and "." in name else ""
    by_name = BY_NAME.get(ending)
    # A page that is sent as a text is opened by its name, and is a page.
    if is_declared and by_type and (by_type != TEXT or by_name in {None, TEXT}):
        return by_type
    result = _by_content(head, by_name or by_type)
    if result:
        return result
    if by_type or by_name:
        return str(by_name or by_type)
    if _is_binary(head):
        return BINARY
    return TEXT


def _by_content(head: bytes, hint: str | None) -> str | None:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if start[:15].upper() == b"BEGIN:VCALENDAR":
        return CALENDAR
    if start[:11].upper() == b"BEGIN:VCARD":
        return CONTACT
    if start[:18].lower() in {b"[internetshortcut]", b"[{000214a0-0000-00"}:
        return SHORTCUT
    if FROM_LINE.match(start):
        return MBOX
    if start[:5] in {b"<?xml", b"<!DOC"} and b"<plist" in head:
        return PROPERTY_LIST
    if start[:5] == b"<?xml" and not PAGE_IN_XML.search(head):
        return TEXT  # feeds and the like hold their addresses between the tags
    if PAGE.match(head) or PAGE_BY_MARK.match(head):
        return None if hint == TEXT else HTML
    if is_message(start) and hint not in {TEXT, HTML}:
        return MESSAGE
    if TAG.search(head) and hint != TEXT:
        return HTML
    return None


def is_message(head: bytes) -> bool:
    """Whether it begins like the header of a message: two fields, one of them a known one."""
    at, fields = 0, 0
    while match := (HEADER.match(head, at) or (FOLDED.match(head, at) if fields else None)):
        fields += not match[0][:1].isspace()
        at = match.end()
    # The header may be longer than what is looked at.
    is_whole = at >= len(head) or head[at : at + 1] in {b"\r", b"\n"} or len(head) > LOOKED_AT // 2
    known = {name.lower() for name in KNOWN_HEADER.findall(head[:at])}
    return fields > 0 and is_whole and len(known) >= min(fields, 2)


def _is_binary(head: bytes) -> bool:
    """NULs, and not as many as in UTF-16."""
    count = head.count(b"\0")
    if not count or head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    first, second = head[::2].count(b"\0"), head[1::2].count(b"\0")
    return min(first, second) > 0 or 5 * count < 3 * (len(head) // 2)

"""What a file or a part is: by its content first, then by its declared type and its name."""

from __future__ import annotations

import re

# How much of the beginning is looked at.
LOOKED_AT = 4096
HTML, TEXT, MESSAGE, MBOX, ZIP, IMAGE, PDF = (
    "html",
    "text",
    "message",
    "mbox",
    "zip",
    "image",
    "pdf",
)
CALENDAR, SHORTCUT, OLE, ARCHIVE, BINARY = "calendar", "shortcut", "ole", "archive", "binary"
STYLE, GZIP, TAR = "style", "gzip", "tar"
SIGNATURES: tuple[tuple[bytes, str, str], ...] = (
    (b"PK\x03\x04", ZIP, "application/zip"),
    (b"PK\x05\x06", ZIP, "application/zip"),
    (b"%PDF-", PDF, "application/pdf"),
    (b"\x89PNG\r\n\x1a\n", IMAGE, "image/png"),
    (b"\xff\xd8\xff", IMAGE, "image/jpeg"),
    (b"GIF8", IMAGE, "image/gif"),
    (b"BM", IMAGE, "image/bmp"),
    (b"II*\0", IMAGE, "image/tiff"),
    (b"MM\0*", IMAGE, "image/tiff"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", OLE, "application/x-ole-storage"),
    (b"\x1f\x8b", GZIP, "application/gzip"),
    (b"Rar!\x1a\x07", ARCHIVE, "application/vnd.rar"),
    (b"7z\xbc\xaf\x27\x1c", ARCHIVE, "application/x-7z-compressed"),
    (b"BZh", ARCHIVE, "application/x-bzip2"),
    (b"\xfd7zXZ\0", ARCHIVE, "application/x-xz"),
    (b"MZ", BINARY, "application/x-dosexec"),
    (b"\x7fELF", BINARY, "application/x-elf"),
)
TYPES = {
    HTML: "text/html",
    TEXT: "text/plain",
    MESSAGE: "message/rfc822",
    MBOX: "application/mbox",
    CALENDAR: "text/calendar",
    SHORTCUT: "application/x-mswinurl",
    STYLE: "text/css",
    BINARY: "application/octet-stream",
}
# The MIME sniffing standard's beginnings of a page (7.1), and some more.
PAGE = re.compile(
    rb"(?is)(?:\xef\xbb\xbf)?[\s\0]*+(?:<!--.{0,2000}?-->\s*+)*+<(?:!doctype\s+(?:html|svg)|\?xml|html|head|script|iframe"
    rb"|h1|div|font|table|a|style|title|b|body|br|p|img|svg|meta|base|link|form|center|span|ul|ol|template"
    rb"|noscript|math|input|area|textarea|xmp|plaintext)(?=[\s/>\[])"
)
PAGE_IN_XML = re.compile(rb"(?i)<(?:html|svg|!doctype\s+(?:html|svg))[\s>/]")
PAGE_BY_MARK = re.compile(rb"(?is)(?:\xff\xfe|\xfe\xff)[\s\0]*+<\0?(?:\0?[!?a-z])")
# Somewhere further down: a whole tag that leads somewhere.
TAG = re.compile(
    rb"(?i)<(?:a|img|form|link|base|meta|iframe|script|area)\s[^<>]{0,500}?(?:href|src|action|http-equiv)\s{0,9}="
)
HEADER = re.compile(rb"[!-9;-~]{1,80}:[^\n]{0,4000}\r?\n")
FOLDED = re.compile(rb"[ \t][^\n]{0,4000}\r?\n")
KNOWN_HEADER = re.compile(
    rb"(?im)^(?:from|to|subject|date|received|return-path|message-id|mime-version|content-type|delivered-to"
    rb"|dkim-signature|authentication-results|reply-to|sender|x-[a-z-]+|list-[a-z]+|arc-seal|content-location):"
)
FROM_LINE = re.compile(rb"From \S[^\n]{0,500}\n(?=[!-9;-~]{1,80}:)")
BY_NAME = {
    **dict.fromkeys(("html", "htm", "xhtml", "xht", "shtml", "svg", "hta", "htc"), HTML),
    **dict.fromkeys(("eml", "mht", "mhtml", "emlx", "nws"), MESSAGE),
    **dict.fromkeys(("txt", "md", "rst", "csv", "log", "json", "tex", "py", "c", "text"), TEXT),
    **dict.fromkeys(("ics", "ical", "ifb"), CALENDAR),
    **dict.fromkeys(("url", "website"), SHORTCUT),
    "mbox": MBOX,
    "css": STYLE,
}
BY_TYPE = {
    **dict.fromkeys(("text/html", "application/xhtml+xml", "image/svg+xml", "text/xml"), HTML),
    **dict.fromkeys(("message/rfc822", "message/global", "message/news"), MESSAGE),
    **dict.fromkeys(("text/calendar", "application/ics"), CALENDAR),
    **dict.fromkeys(("application/x-mswinurl", "application/internet-shortcut"), SHORTCUT),
    **dict.fromkeys(("text/plain", "text/csv", "text/markdown"), TEXT),
    "application/mbox": MBOX,
    "text/css": STYLE,
}
SVG = re.compile(rb"(?i)(?:\xef\xbb\xbf|\s|<[?!][^>]{0,1500}>){0,20}<svg[\s>]")


def kind_of(
    view: memoryview, declared: str | None, name: str | None, *, is_declared: bool = False
) -> tuple[str, str]:
    """The kind, and the media type that goes with it."""
    head = bytes(view[:LOOKED_AT])
    for mark, kind, media in SIGNATURES:
        if head.startswith(mark) and _is_really(head, kind):
            return kind, media
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return IMAGE, "image/webp"
    if head[257:262] == b"ustar":
        return TAR, "application/x-tar"
    kind = _by_words(head, declared, name, is_declared=is_declared)
    if kind == HTML and SVG.match(head) and not (name or "").lower().endswith(("html", "htm")):
        return kind, "image/svg+xml"
    return kind, TYPES[kind]


def _is_really(head: bytes, kind: str) -> bool:
    """Two letters are a signature only where no text goes on behind them."""
    return kind not in {IMAGE, BINARY} or not head.startswith((b"BM", b"MZ")) or b"\0" in head[:64]


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
    if start[:18].lower() in {b"[internetshortcut]", b"[{000214a0-0000-00"}:
        return SHORTCUT
    if FROM_LINE.match(start):
        return MBOX
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

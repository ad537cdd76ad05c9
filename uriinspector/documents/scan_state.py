"""The state of a scan: its parts, and the detection of their kinds.

The readers for these kinds are in ``documents/scan.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from uriinspector.analysis.encoding import UTF8
from uriinspector.core.expression import expression
from uriinspector.core.model import Count, NamedTuple, message
from uriinspector.documents.decryption import ArchivePasswords
from uriinspector.documents.document_values import (
    ONE,
    DocumentBase,
    DocumentPart,
    Examined,
    LineIndex,
    LinkLocation,
    LinkPlace,
    MessageScope,
    NotExamined,
)
from uriinspector.documents.judge import Judge, JudgementCache
from uriinspector.documents.leaf import Leaf, PlacedFindings
from uriinspector.documents.octets import Coding, DecodedOctets, OctetCache, Octets, is_packed
from uriinspector.documents.ole import is_outlook_message
from uriinspector.documents.picture_codes import PictureTexts
from uriinspector.documents.picture_formats import picture_format
from uriinspector.documents.process_guard import BlockedError, blocked_attempts
from uriinspector.documents.rules.stopped_reading import MANY, stopped_reading
from uriinspector.documents.work_budget import WorkBudget, judging_cost, links_for

if TYPE_CHECKING:
    from uriinspector.analysis.finding import Finding

    # Searches an entity for links; returns why it was not searched, or not in full, or None.
    Reader: TypeAlias = Callable[["Scan", "Entity"], str | None]
    Sink: TypeAlias = Callable[[Leaf, int, int], None]


HTML, TEXT, MESSAGE, MBOX, ZIP, IMAGE, PDF = (
    "html",
    "text",
    "message",
    "mbox",
    "zip",
    "image",
    "pdf",
)
CALENDAR, CONTACT, SHORTCUT, STYLE = "calendar", "contact", "shortcut", "style"
OLE, OUTLOOK, TNEF, RTF, ONENOTE = "ole", "outlook", "tnef", "rtf", "onenote"
WINDOWS_SHORTCUT, PROPERTY_LIST, SIGNED = "lnk", "plist", "signed"
GZIP, TAR, BZIP, XZ, SEVEN_ZIP, DISC = "gzip", "tar", "bzip2", "xz", "7z", "iso"
ARCHIVE, BINARY, PARQUET = "archive", "binary", "parquet"


class DocumentKind(NamedTuple):
    """A kind of file: its name, media type, signatures, file name extensions and types."""

    name: str
    media: str
    signatures: tuple[tuple[bytes, str], ...] = ()
    endings: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


def _kind(
    name: str,
    media: str,
    *signatures: bytes,
    endings: tuple[str, ...] = (),
    types: tuple[str, ...] = (),
) -> DocumentKind:
    return DocumentKind(name, media, tuple((each, media) for each in signatures), endings, types)


KINDS: tuple[DocumentKind, ...] = (
    _kind(
        HTML,
        "text/html",
        endings=("html", "htm", "xhtml", "xht", "shtml", "svg", "hta", "htc"),
        types=("text/html", "application/xhtml+xml", "image/svg+xml", "text/xml"),
    ),
    _kind(
        MESSAGE,
        "message/rfc822",
        endings=("eml", "mht", "mhtml", "emlx", "nws"),
        types=("message/rfc822", "message/global", "message/news"),
    ),
    _kind(
        TEXT,
        "text/plain",
        endings=(
            *("txt", "md", "rst", "csv", "log", "json", "tex", "py", "c", "text", "patch", "diff"),
        ),
        types=("text/plain", "text/csv", "text/markdown", "text/x-patch", "text/x-diff"),
    ),
    _kind(MBOX, "application/mbox", endings=("mbox",), types=("application/mbox",)),
    _kind(
        CALENDAR,
        "text/calendar",
        endings=("ics", "ical", "ifb"),
        types=("text/calendar", "application/ics"),
    ),
    _kind(
        CONTACT,
        "text/vcard",
        endings=("vcf", "vcard"),
        types=("text/vcard", "text/x-vcard", "text/directory"),
    ),
    _kind(
        SHORTCUT,
        "application/x-mswinurl",
        endings=("url", "website"),
        types=("application/x-mswinurl", "application/internet-shortcut"),
    ),
    _kind(STYLE, "text/css", endings=("css",), types=("text/css",)),
    _kind(PROPERTY_LIST, "application/x-plist", b"bplist00", endings=("webloc", "plist")),
    _kind(
        WINDOWS_SHORTCUT,
        "application/x-ms-shortcut",
        bytes.fromhex("4c0000000114020000000000c000000000000046"),
    ),
    _kind(RTF, "application/rtf", b"{\\rt", types=("application/rtf", "text/rtf")),
    _kind(TNEF, "application/ms-tnef", b"\x78\x9f\x3e\x22"),
    _kind(SIGNED, "application/pkcs7-mime"),
    _kind(OUTLOOK, "application/vnd.ms-outlook"),
    _kind(OLE, "application/x-ole-storage", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
    _kind(ONENOTE, "application/onenote", bytes.fromhex("e4525c7b8cd8a74daeb15378d02996d3")),
    _kind(PDF, "application/pdf", b"%PDF-"),
    # Detected by the first bytes of each format, in ``picture_formats.py``.
    _kind(IMAGE, "image/*"),
    _kind(ZIP, "application/zip", b"PK\x03\x04", b"PK\x05\x06"),
    _kind(GZIP, "application/gzip", b"\x1f\x8b"),
    _kind(BZIP, "application/x-bzip2", b"BZh"),
    _kind(XZ, "application/x-xz", b"\xfd7zXZ\0"),
    _kind(TAR, "application/x-tar"),
    _kind(DISC, "application/x-iso9660-image"),
    _kind(SEVEN_ZIP, "application/x-7z-compressed", b"7z\xbc\xaf\x27\x1c"),
    _kind(ARCHIVE, "application/vnd.rar", b"Rar!\x1a\x07"),
    _kind(PARQUET, "application/vnd.apache.parquet", b"PAR1", endings=("parquet", "pq")),
    DocumentKind(
        BINARY,
        "application/octet-stream",
        ((b"MZ", "application/x-dosexec"), (b"\x7fELF", "application/x-elf")),
    ),
)
# The position of the identifier in a disc image's first volume descriptor.
DISC_MARK_AT = 0x8001
# The number of bytes to look at.
LOOKED_AT = 4096
SIGNATURES = tuple(
    (signature, kind.name, media) for kind in KINDS for signature, media in kind.signatures
)
TYPES = {kind.name: kind.media for kind in KINDS}
BY_NAME = {ending: kind.name for kind in KINDS for ending in kind.endings}
BY_TYPE = {media: kind.name for kind in KINDS for media in kind.types}
# The beginnings of a page according to the MIME sniffing standard (7.1), and some more.
PAGE = expression(
    rb"(?is)(?:\xef\xbb\xbf)?[\s\0]*+(?:<!--.{0,2000}?-->\s*+|(?!))*+<(?:!doctype\s+(?:html|svg)|\?xml|html|head|script|iframe"
    rb"|h1|div|font|table|a|style|title|b|body|br|p|img|svg|meta|base|link|form|center|span|ul|ol|template"
    rb"|noscript|math|input|area|textarea|xmp|plaintext)(?=[\s/>\[])"
)
PAGE_IN_XML = expression(rb"(?i)<(?:html|svg|!doctype\s+(?:html|svg))[\s>/]")
PAGE_BY_MARK = expression(rb"(?is)(?:\xff\xfe|\xfe\xff)[\s\0]*+<\0?(?:\0?[!?a-z])")
# Anywhere in the text: a complete tag with a link.
TAG = expression(
    rb"(?i)<(?:a|img|form|link|base|meta|iframe|script|area)\s[^<>]{0,500}?(?:href|src|action|http-equiv)\s{0,9}="
)
# Obsolete fields have white space before the colon (RFC 5322 4.5).
HEADER = expression(rb"[!-9;-~]{1,80}+[ \t]{0,9}:[^\n]{0,4000}\r?\n")
FOLDED = expression(rb"[ \t][^\n]{0,4000}\r?\n")
KNOWN_HEADER = expression(
    rb"(?im)^(?:from|to|subject|date|received|return-path|message-id|mime-version|content-type|delivered-to"
    rb"|dkim-signature|authentication-results|reply-to|sender|x-[a-z-]+|list-[a-z]+|arc-seal|content-location)"
    rb"[ \t]{0,9}:"
)
# Fields of a sent message; the others are also in other texts, such as minutes and replies of
# servers.
SENT_HEADER = expression(rb"(?im)^(?:from|received|return-path|message-id|delivered-to)[ \t]{0,9}:")
FROM_LINE = expression(rb"From [^\s:][^\n]{0,500}\n(?=[!-9;-~]{1,80}:)")
# The date that "git format-patch" gives each file.
PATCH = expression(rb"From [0-9a-f]{40,64} Mon Sep 17 00:00:00 2001\r?\n")
# CMS (RFC 5652 3) in BER: a sequence that begins with one of the identifiers of PKCS #7.
CMS = expression(
    rb"\x30(?:[\x80-\x84]|[\0-\x7f])[\0-\xff]{0,4}?\x06[\x09\x0b]\x2a\x86\x48\x86\xf7\x0d\x01[\x07\x09]"
)
CMS_IN_LETTERS = expression(rb"-----BEGIN (?:PKCS7|CMS)-----")
# The mark after bzip2's signature and block size: of a block or of the end.
BZIP2 = expression(rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)")
SVG = expression(rb"(?i)(?:\xef\xbb\xbf|\s|<[?!][^>]{0,1500}>){0,20}<svg[\s>]")


def kind_of(
    view: memoryview, declared: str | None, name: str | None, *, is_declared: bool = False
) -> tuple[str, str]:
    """Return the kind and the media type of a file."""
    head = bytes(view[:LOOKED_AT])
    for mark, kind, media in SIGNATURES:
        if head.startswith(mark) and _is_really(head, kind):
            if kind == OLE and is_outlook_message(view):
                return OUTLOOK, TYPES[OUTLOOK]
            return kind, media
    if head.lstrip(b"\xef\xbb\xbf \t\r\n\0").startswith(b"%PDF-"):
        return PDF, TYPES[PDF]  # programs skip text before it
    picture = picture_format(head)
    if picture is not None:
        return IMAGE, picture.media
    if head[257:262] == b"ustar":
        return TAR, TYPES[TAR]
    if bytes(view[DISC_MARK_AT : DISC_MARK_AT + 5]) == b"CD001":
        return DISC, TYPES[DISC]
    if CMS.match(head) or CMS_IN_LETTERS.match(head):
        return SIGNED, TYPES[SIGNED]
    kind = _by_words(head, declared, name, is_declared=is_declared)
    if kind == HTML and SVG.match(head) and not (name or "").lower().endswith(("html", "htm")):
        return kind, "image/svg+xml"
    return kind, TYPES[kind]


def _is_really(head: bytes, kind: str) -> bool:
    """Return True if a short signature is not just the beginning of a text."""
    if kind == BZIP:
        return BZIP2.match(head) is not None
    return kind != BINARY or not head.startswith(b"MZ") or b"\0" in head[:64]


def kind_by_name(name: str | None) -> str | None:
    """Return the kind that the extension of a file name suggests."""
    return BY_NAME.get(name.lower().rpartition(".")[2]) if name and "." in name else None


def _by_words(head: bytes, declared: str | None, name: str | None, *, is_declared: bool) -> str:
    by_type = BY_TYPE.get((declared or "").lower())
    by_name = kind_by_name(name)
    # A page sent as text is opened as a page because of its extension.
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
        return None if hint == TEXT and PATCH.match(start) else MBOX
    if start[:5] in {b"<?xml", b"<!DOC"} and b"<plist" in head:
        return PROPERTY_LIST
    if start[:5] == b"<?xml" and not PAGE_IN_XML.search(head):
        return TEXT  # feeds etc. contain their addresses between the tags
    if PAGE.match(head) or PAGE_BY_MARK.match(head):
        return None if hint == TEXT else HTML
    if is_message(start, is_sent=hint in {TEXT, HTML}):
        return MESSAGE
    if TAG.search(head) and hint != TEXT:
        return HTML
    return None


def is_message(head: bytes, *, is_sent: bool = False) -> bool:
    """Return True if the text starts like a message: with header fields, two of them well-known.

    If there is only one field, it must be a well-known one. With ``is_sent``, there must be two,
    and one of them must be a field of a sent message.
    """
    at, fields = 0, 0
    while match := (HEADER.match(head, at) or (FOLDED.match(head, at) if fields else None)):
        fields += not match[0][:1].isspace()
        at = match.end()
    # The header may be longer than ``head``.
    is_whole = at >= len(head) or head[at : at + 1] in {b"\r", b"\n"} or len(head) > LOOKED_AT // 2
    known = {name.lower() for name in KNOWN_HEADER.findall(head[:at])}
    if is_sent and not (fields > 1 and SENT_HEADER.search(head[:at])):
        return False
    return fields > 0 and is_whole and len(known) >= min(fields, 2)


def _is_binary(head: bytes) -> bool:
    """Return True if there are zero bytes, but not in the pattern of UTF-16."""
    count = head.count(b"\0")
    if not count or head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return False
    first, second = head[::2].count(b"\0"), head[1::2].count(b"\0")
    return min(first, second) > 0 or 5 * count < 3 * (len(head) // 2)


# The limits of nesting and of the number of parts.
DEPTH = 16
PARTS = 100_000
# The minimum cost of a part, even of an empty one, in units of work.
PART = 1 << 10
# The maximum number of links, each of which takes about two hundred bytes.
MOST_LINKS = 5_000_000
# The number of links to pass to the sink at a time.
BATCH = 10_000
# Formats that are recognized but not searched.
UNREAD = {
    "application/pkcs7-mime": message("signed or encrypted (S/MIME)"),
    "application/x-pkcs7-mime": message("signed or encrypted (S/MIME)"),
    "application/pgp-encrypted": message("encrypted (OpenPGP)"),
    "archive": message("unsupported archive format (RAR)"),
}
NO_LINKS = message("none of the links are listed")
UNKNOWN = message("unsupported format")


def _unread(kind: str, media: str) -> str:
    return UNREAD.get(media.lower()) or UNREAD.get(kind) or message("unsupported format")


@dataclass(frozen=True, slots=True)
class Entity:
    """The bytes of a file, part or member, and its metadata."""

    octets: Octets
    start: int
    end: int
    path: str
    base: DocumentBase
    type: str | None = None
    name: str | None = None
    charset: str | None = None
    encoding: str | None = None
    depth: int = 0
    content_id: str | None = None
    location: str | None = None
    # True if the type is authoritative: then the content does not override it.
    is_declared: bool = False
    # True if only the beginning was unpacked, which the unpacking reader reports itself.
    is_cut: bool = False

    @property
    def size(self) -> int:
        return self.end - self.start

    def view(self) -> memoryview:
        return memoryview(self.octets.get())[self.start : self.end]

    def inside(self, octets: Octets, start: int, end: int, path: str, base: DocumentBase) -> Entity:
        """Return an entity one level deeper, which has no type or name yet."""
        return Entity(octets, start, end, path, base, depth=self.depth + 1)


class PartReading(NamedTuple):
    rank: int
    size: int
    read: Callable[[], None]


NOT_READ = PictureTexts([])


@dataclass(slots=True, eq=False)
class QueuedPicture:
    """A picture to be read later; ``size`` is its packed size in bytes."""

    size: int
    octets: Callable[[], bytes | None]
    place: tuple[Octets, int, int]
    scope: MessageScope
    result: PictureTexts = NOT_READ


@dataclass(slots=True)
class Scan:
    """A scan in progress: its settings, and the results so far."""

    readers: Mapping[str, Reader]
    lines: LineIndex
    edition: str
    protect: tuple[str, ...]
    budget: WorkBudget
    sink: Sink | None = None
    # The SHA-256 of the file, which is also that of its first part.
    sha256: str | None = None
    parts: list[DocumentPart] = field(default_factory=list)
    leaves: list[Leaf] = field(default_factory=list)
    looked_at: list[Entity] = field(default_factory=list)
    not_examined: list[NotExamined] = field(default_factory=list)
    # Pictures, which are read after everything else.
    pictures: list[QueuedPicture] = field(default_factory=list)
    # Actions to run after the pictures, each with the number of unexamined parts before it.
    later: list[tuple[int, Callable[[], None]]] = field(default_factory=list)
    # The IDs of entities and leaves that turned out to be unreadable.
    unread: set[int] = field(default_factory=set)
    # The messages in the order of the file, and the message that contains each part.
    messages: list[MessageScope] = field(default_factory=list)
    owners: list[MessageScope] = field(default_factory=list)
    passwords: ArchivePasswords = field(default_factory=ArchivePasswords)
    judgements: JudgementCache = field(default_factory=JudgementCache)
    # Findings about the file from other rules.
    placed: PlacedFindings | None = None
    octet_cache: OctetCache = field(init=False)
    # The number of links that may still be added.
    links: int = field(init=False)
    # The number of the budget's refusals that were reported as findings.
    _reported: int = field(default=0, init=False)
    # True if something was not opened because of a limit and this was not reported yet.
    _is_at_limit: bool = field(default=False, init=False)
    message: MessageScope = field(init=False)
    # The scope of everything outside of messages.
    outside: MessageScope = field(init=False)

    def __post_init__(self) -> None:
        self.octet_cache = OctetCache(self.budget)
        self.links = min(MOST_LINKS, links_for(self.budget.size))
        self.message = self.outside = MessageScope(self.judge(self.protect))
        blocked_attempts()  # discard those of earlier files in this thread

    def judge(self, protect: tuple[str, ...]) -> Judge:
        """Return a judge that protects these names; all messages share one cache."""
        return self.judgements.judge(self.edition, protect)

    def has_room(self) -> bool:
        """Return True if another part may be opened; otherwise report the limit."""
        if len(self.parts) < PARTS:
            return True
        self.at_limit("")
        return False

    def at_limit(self, reason: str) -> str:
        """Note that there are more levels or parts than may be opened; return the reason."""
        self._is_at_limit = True
        return reason

    def take(self, entity: Entity) -> str:
        """Add a part, let the reader of its kind search it, and return the kind."""
        kind, content_type = kind_of(
            entity.view(), entity.type, entity.name, is_declared=entity.is_declared
        )
        if kind == BINARY and self.message.envelope and not (entity.type or entity.name):
            kind, content_type = TEXT, TYPES[TEXT]  # RFC 2045 5.2, whatever the bytes are
        entity = replace(entity, type=entity.type or content_type)
        leaves, position = len(self.leaves), len(self.looked_at)
        if not self.enter(entity):
            return kind
        number = len(self.parts) - 1
        reader = self.readers.get(kind)
        try:
            reason = reader(self, entity) if reader else _unread(kind, entity.type or "")
        except BlockedError:
            reason = None
        self.report_blocked(entity)
        if reason is not None:
            # An error where the unpacking stopped does not mean that the file is damaged.
            if not (entity.is_cut and reason.startswith("damaged")):
                self.leave_out(entity, reason)
            if len(self.leaves) == leaves:
                del self.looked_at[position]
        place = (entity.octets, entity.start, entity.end)
        if self.budget.refusals > self._reported:
            self._reported = self.budget.refusals
            self.report_stopped(self.owners[number], place)
        if self._is_at_limit:
            self._is_at_limit = False
            self.report_stopped(self.owners[number], place, MANY)
        return kind

    def note(self, *findings: Finding) -> None:
        """Add findings about the message, or about the file if it is outside of messages."""
        if findings:
            self.message.looks.append(lambda: findings)

    def report_stopped(
        self, scope: MessageScope, place: tuple[Octets, int, int], variant: str = ""
    ) -> None:
        """Add the finding about incomplete reading, once per variant and message."""
        if variant not in scope.stopped:
            scope.stopped.add(variant)
            octets, start, end = place
            found = stopped_reading(*octets.extent(start, end), self.budget.size, variant)
            scope.looks.append(lambda: (found,))

    def open_message(self, scope: MessageScope) -> None:
        """Make the last part a message, to which the following parts belong."""
        self.message = self.owners[-1] = scope
        self.messages.append(scope)

    def enter(self, entity: Entity) -> bool:
        """Add a part; return True if it may be searched."""
        if not self.has_room():
            self.leave_out(
                entity, message("only the first {count} parts were checked", count=Count(PARTS))
            )
            return False
        self._write_down(entity)
        if entity.depth > DEPTH:
            reason = message("nested more than {count} levels deep", count=DEPTH)
            self.leave_out(entity, self.at_limit(reason))
            return False
        self.looked_at.append(entity)
        return True

    def examined(self) -> tuple[Examined, ...]:
        counts: Counter[str] = Counter()
        for leaf in self.leaves:
            counts[leaf.part.path] += len(leaf.locations) + len(leaf.commented)
        return tuple(Examined(e.path, e.type or "", counts[e.path]) for e in self.looked_at)

    def leave_out(self, entity: Entity, reason: str) -> None:
        """Record that a part was not searched, and why."""
        self.not_examined.append(NotExamined(entity.path, entity.type or "", reason))

    def read_in_turn(self, readings: Sequence[PartReading]) -> None:
        """Read parts by rank, each with its share of the budget; results keep their order."""
        records: tuple[list[Any], ...] = (
            *(self.parts, self.owners, self.leaves, self.looked_at, self.messages),
            *(self.message.attached, self.not_examined),
        )
        begins, later = [len(each) for each in records], len(self.later)
        found: dict[int, tuple[list[list[Any]], list[tuple[int, Callable[[], None]]]]] = {}
        following = sum(each.size for each in readings)
        for number in sorted(range(len(readings)), key=lambda at: readings[at].rank):
            starts, late = [len(each) for each in records], len(self.later)
            following -= readings[number].size
            with self.budget.sharing(following):
                readings[number].read()
            pieces = [each[start:] for each, start in zip(records, starts, strict=True)]
            actions = [(at - starts[-1], action) for at, action in self.later[late:]]
            found[number] = pieces, actions
        for each, begin in zip(records, begins, strict=True):
            del each[begin:]
        del self.later[later:]
        for number in range(len(readings)):
            pieces, actions = found[number]
            self.later += [(len(self.not_examined) + at, action) for at, action in actions]
            for each, piece in zip(records, pieces, strict=True):
                each += piece

    def report_blocked(self, entity: Entity) -> None:
        """Report blocked attempts, even if a library caught the error and gave up."""
        for attempt in blocked_attempts():
            self.leave_out(entity, attempt)

    def do_later(self, action: Callable[[], None]) -> None:
        """Call ``action`` after all pictures are read; parts that it leaves out are listed here."""
        self.later.append((len(self.not_examined), action))

    def do_what_is_left(self) -> None:
        """Run the postponed actions, and remove parts that turned out to be unreadable."""
        before, self.not_examined = self.not_examined, []
        position, every = 0, []
        for at, action in self.later:
            with suppress(BlockedError):
                action()
            every += before[position:at] + self.not_examined
            position, self.not_examined = at, []
        self.not_examined = every + before[position:]
        if self.unread:
            self.looked_at = [each for each in self.looked_at if id(each) not in self.unread]
            self.leaves = [each for each in self.leaves if id(each) not in self.unread]

    def _write_down(self, entity: Entity) -> None:
        import hashlib  # loads all of OpenSSL

        self.budget.spend(PART)
        start, end = entity.octets.extent(entity.start, entity.end)
        self.owners.append(self.message)
        self.parts.append(
            DocumentPart(
                path=entity.path,
                type=entity.type or "application/octet-stream",
                name=entity.name,
                charset=entity.charset,
                encoding=entity.encoding,
                size=entity.size,
                sha256=(not self.parts and self.sha256)
                or hashlib.sha256(entity.view()).hexdigest(),
                start=start,
                end=end,
                content_id=entity.content_id,
                location=entity.location,
                base=entity.base,
            )
        )

    def decoded(self, outer: Octets, start: int, end: int, coding: Coding) -> Octets | None:
        """Return decoded bytes, or None if the budget is used up."""
        decoded_octets = DecodedOctets(outer, start, end, coding, self.octet_cache)
        if not self.budget.has_rest():
            return None
        decoded_octets.get()
        return decoded_octets

    def leaf(
        self,
        entity: Entity,
        octets: Octets | None = None,
        span: tuple[int, int] | None = None,
        encoding: str = UTF8,
    ) -> Leaf:
        """Add a leaf, still without links, for all bytes of the entity or for the given ones."""
        start, end = span or (entity.start, entity.end)
        octets = octets or entity.octets
        part = next(each for each in reversed(self.parts) if each.path == entity.path)
        result = Leaf(
            part=part,
            octets=octets,
            start=start,
            end=end,
            encoding=encoding,
            base=entity.base,
            outer=entity.base,
            message=self.message,
            lines=self.lines,
            is_page=False,
            is_packed=is_packed(octets),
        )
        if entity.depth == 0:
            result.placed = self.placed
        self.leaves.append(result)
        return result

    def add_addresses(
        self, leaf: Leaf, place: LinkPlace, addresses: Iterable[tuple[int, int, str]]
    ) -> None:
        """Add addresses outside of tags, given as start, end and text."""
        self.add(leaf, ((start, start, end, place, None, text) for start, end, text in addresses))

    def add(self, leaf: Leaf, links: Iterable[LinkLocation]) -> None:
        """Add links in batches, as many as the limits allow."""
        links = iter(links)
        while batch := list(islice(links, min(BATCH, self.links))):
            before = len(leaf.locations)
            leaf.locations += batch
            is_paid = self.keep(leaf, leaf.locations, before)
            self.report_links(leaf, before)
            if not is_paid:
                self.too_many(leaf)
                return
        if self.links <= 0 and next(links, None) is not None:
            self.too_many(leaf)

    def keep(self, leaf: Leaf, locations: list[LinkLocation], start: int) -> bool:
        """Charge for judging the links from ``start`` on; drop those that cannot be paid for."""
        octets = leaf.octets.get()
        for at in range(start, len(locations)):
            _, begin, end, place, _, text = locations[at]
            value = octets[begin:end] if text is None else text.encode("utf-8", "surrogatepass")
            count = 1 if place.how == ONE else len(value.split()) + value.count(b",")
            cost = judging_cost(value, count)
            if not self.budget.charge_judging(cost, is_packed=leaf.is_packed):
                del locations[at:]
                return False
            self.links -= 1
        return True

    def too_many(self, leaf: Leaf) -> None:
        """Report, once per part, that a leaf has more links than are listed."""
        self.budget.refuse()
        count = len(leaf.locations) + len(leaf.commented)
        reason = message("only the first {count} links are listed", count=Count(count))
        text = NotExamined(leaf.part.path, leaf.part.type, reason if count else NO_LINKS)
        if text not in self.not_examined[-1:]:
            self.not_examined.append(text)

    def report_links(self, leaf: Leaf, before: int) -> None:
        """Pass new links to the sink."""
        if self.sink is not None and len(leaf.locations) > before:
            self.sink(leaf, before, len(leaf.locations))

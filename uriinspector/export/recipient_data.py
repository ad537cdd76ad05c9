"""Find and remove recipient data in everything that is exported, however it is encoded.

The recipients of a document are known from its headers. A text is searched as written, then with
its escapes decoded, then inside each run that is base64, base32, base58, hexadecimal or compressed,
and recursively inside these, with the same decoders as for the values in a link.

Mail addresses, tokens, secrets and the recipient fields of services are replaced by a word, and the
remaining text is inspected again. Exports only use this inspection, so that removed data cannot
return. Encoded content (base64 etc.) is cleaned and encoded again; if the result is not decoded to
the cleaned text, the whole content is replaced.
"""

import html
import re
import zlib
from base64 import urlsafe_b64encode
from binascii import a2b_base64
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import combinations_with_replacement
from unicodedata import category, normalize
from urllib.parse import quote

from uriinspector.analysis.defang import defang
from uriinspector.analysis.derived import MEANT, REPLACED, WRAPPED
from uriinspector.analysis.finding import Finding, one_for_each_place
from uriinspector.analysis.inspection import Inspection, inspect
from uriinspector.analysis.nested import Layer
from uriinspector.analysis.recipients import FILES, Recipient
from uriinspector.analysis.triggers import RECIPIENT
from uriinspector.analysis.unpack import DecodedRun, decode_escapes, decoded_run
from uriinspector.analysis.values.codings import CODINGS, NotCodedError
from uriinspector.analysis.values.decoder import BINARY
from uriinspector.analysis.values.layers import MOST_UNPACKED, octets_of_base58, utf_16_text
from uriinspector.core.expression import expression
from uriinspector.core.model import NamedTuple, Part, message
from uriinspector.documents.document_values import Envelope, Mailbox
from uriinspector.export.options import refuse

# The maximum number of nested encodings; deeper content is removed as a whole.
DEPTH = 8
# The maximum number of characters to search: per character of the text, and a minimum for short
# texts.
WORK, LEAST_WORK = 64, 1 << 16
# The characters of a local part, in any script.
LOCAL = r"\w.+'!*$~^`{}\-"
LABELS = r"(?:[^\W_][\w-]{0,62}+\.){1,8}"
ADDRESS = expression(
    rf"(?<![{LOCAL}])(?P<local>[{LOCAL}]++)@{LABELS}(?P<top>xn--[\w-]{{2,59}}|[^\W\d_]{{2,63}}+)"
)
# An address in the local part of another one: bounce+ann=work.example@news.example.
RETURN_PATH = expression(rf"(?<![{LOCAL}?&;#])[{LOCAL}]++={LABELS}[^\W\d_]{{2,63}}+(?=@)")
# A file extension after an address: ann@work.example.html.
FILE_END = expression(
    rf"@[^\W\d_][\w-]*+(?:\.[\w-]+)*?\.(?!min\.|bundle\.|module\.)[^\W\d_]{{2,63}}"
    rf"(?P<end>\.(?:{'|'.join(sorted(FILES))}))\Z",
    re.IGNORECASE,
)
# Ways to write one character as several, such as "[at]" and "[dot]".
ESCAPE = expression(
    r"(?P<percent>(?:%(?:25)*[0-9A-Fa-f]{2})+)"
    r"|(?:%(?:25)*|\\+)u(?P<unit>[0-9A-Fa-f]{4})"
    r"|\\x(?P<octet>[0-9A-Fa-f]{2})"
    r"|\\(?P<sign>[!-/:-@\[-`{-~nrt])"
    r"|(?P<entity>&(?:amp;)*(?:#[0-9]{1,7};?|#[xX][0-9A-Fa-f]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};))"
    r"|[ \t]?[\[({<][ \t]?(?:(?P<at>at|@)|(?P<dot>dot|punkt|\.))[ \t]?[\])}>][ \t]?"
    r"|(?P<other>[^\x00-\x7f])",
    re.IGNORECASE,
)
# RFC 2045 6.7. This is decoded separately from other escapes: "a=40" is more often a name and a
# value.
QUOTED = expression(r"(?P<quoted>(?:=[0-9A-F]{2})+)")
RUN = expression(r"(?P<body>[A-Za-z0-9+/_-]{8,}+)=*+")
# If a run has more pieces than this, only some combinations of them are tried.
PIECE, MOST_PIECES = expression("[^/_-]++"), 6
CODED = (
    ("hex", expression("(?:[0-9A-Fa-f]{2})+")),
    ("base32", expression("(?:[A-Z2-7]+|[a-z2-7]+)=*")),
    ("base64", expression("[A-Za-z0-9+/_-]+=*")),
)
# From the URL-safe base64 alphabet to that of RFC 4648 4.
STANDARD = str.maketrans("-_", "+/")
LONGEST_58 = 128
# Runs of text inside binary data.
STRINGS = expression(rb"[\x20-\x7e]{6,}+")
# Separators between the local part and the domain of a known address.
BETWEEN = expression(r"[@=]|(?<=[^\s])[\s_.~+-]at[\s_.~+-]")
DOMAIN = expression(r"[^\W_](?:[\w-]*[^\W_])?(?:\.[^\W_](?:[\w-]*[^\W_])?)+")
WORD = expression(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
FOR = expression(r"\bfor\s++<?\s*+([^\s<>;()]{1,256}@[^\s<>;()]{1,256})", re.IGNORECASE)
# Words in names that do not identify a person.
COMMON_WORDS = frozenset(
    {"herr", "frau", "mrs", "miss", "prof", "von", "van", "der", "den", "und", "and", "the", "via"}
    | {"team", "info", "support", "service", "sales", "office", "admin", "list", "group", "kunde"}
    | {"customer", "undisclosed", "recipients", "mail", "post", "contact", "kontakt", "user"}
)
LEAST_NAME, SHORT = 3, 6
# The maximum number of characters between the words of a name.
FARTHEST = 3


def folded(text: str) -> str:
    """Return the text in lowercase, with every character at its original position."""
    small = text.lower()
    return small if len(small) == len(text) else text.translate(SMALL)


SMALL = {upper: upper + 32 for upper in range(ord("A"), ord("Z") + 1)}


def _plain(text: str) -> str:
    """Return a text without accents and invisible characters, and with fullwidth letters
    normalized.
    """
    kept = (each for each in normalize("NFKD", text) if category(each) not in {"Mn", "Cf"})
    return "".join(kept).replace("\u3002", ".")  # UTS 46 4: browsers treat it as a dot


class RecipientAddresses:
    """The recipients' email addresses, found with any separator in place of the "@"."""

    def __init__(self, written: Iterable[str] = ()) -> None:
        self.addresses = _addresses(written)
        self.shortest = min(map(len, self.addresses), default=0)
        by_domain: dict[str, set[str]] = defaultdict(set)
        for local, _, domain in (each.rpartition("@") for each in self.addresses):
            by_domain[domain] |= {local, local.partition("+")[0] or local}
        self._locals = {domain: tuple(found) for domain, found in by_domain.items()}
        self._sizes = sorted({len(each) for each in by_domain}, reverse=True)

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        small = folded(text)
        for sign in BETWEEN.finditer(small) if self._sizes else ():
            at, begin = sign.span()
            for end in (begin + size for size in self._sizes):
                if end > len(small) or small[end : end + 1].isalnum():
                    continue
                for local in self._locals.get(small[begin:end], ()):
                    start = at - len(local)
                    # A short local part is often just the end of a longer one.
                    is_whole = start == 0 or not small[start - 1 : start].isalnum()
                    if small.endswith(local, 0, at) and (is_whole or len(local) > SHORT):
                        yield start, end


class RecipientNames:
    """The recipients' names, as shown by mail programs and as spelled in their addresses."""

    def __init__(self, boxes: Iterable[Mailbox] = ()) -> None:
        """Store each name's words, and their usual orders."""
        whole: set[str] = set()
        words: set[str] = set()
        self._longest = 0
        for box in boxes:
            shown = "" if "@" in box.name else box.name
            local = box.address.rpartition("@")[0].partition("+")[0]
            for text, least in ((shown, 1), (local, 2)):
                spelled = WORD.findall(folded(_plain(text)))
                if len(spelled) < least:
                    continue
                words.update(spelled)
                if len(spelled) > 1 and sum(map(len, spelled)) > SHORT:
                    self._longest = max(self._longest, len(spelled))
                    orders = (spelled, spelled[::-1], [spelled[-1], *spelled[:-1]])
                    whole.update(map("".join, orders))
        self._whole = frozenset(whole)
        self._words = frozenset(each for each in words if len(each) >= LEAST_NAME) - COMMON_WORDS

    def spans(self, text: str, *, is_prose: bool) -> Iterator[tuple[int, int]]:
        """Yield the spans of full names and, in prose, of single capitalized words from them."""
        if not self._words:
            return
        small = folded(text)
        found = list(WORD.finditer(small))
        for number, first in enumerate(found):
            start, end = first.span()
            if is_prose and first[0] in self._words and not text[start : start + 1].islower():
                yield start, end
            name = ""
            for each in found[number : number + max(self._longest, 1)]:
                if each.start() - end > FARTHEST:
                    break
                name, end = name + each[0], each.end()
                if name in self._whole:
                    yield start, end


def recipients_of(envelopes: Iterable[Envelope]) -> list[Mailbox]:
    """Return all recipients in the headers; mailing lists are included without their names."""
    result: list[Mailbox] = []
    for each in envelopes:
        boxes = (*each.recipients, *each.further_recipients)
        lists = _addresses(each.lists)
        result += (
            Mailbox("", box.address) if _address_of(box.address) in lists else box for box in boxes
        )
        result += (Mailbox("", address) for address in (*each.delivered_to, *_received_for(each)))
    return result


def refused_recipients(envelopes: Iterable[Envelope]) -> RecipientAddresses:
    """Return the addresses whose presence blocks an export.

    The addresses of lists and of the sender are also removed, but do not block: otherwise a sender
    could write a message that cannot be exported.
    """
    addresses: set[str] = set()
    for each in envelopes:
        named = (box.address for box in (*each.recipients, *each.further_recipients))
        senders = (box.address for box in (*each.senders, *each.reply_to, *each.sender))
        chosen = _addresses((*senders, each.return_path or ""))
        delivered = _addresses((*each.delivered_to, *_received_for(each)))
        addresses |= (_addresses(named) - chosen | delivered) - _addresses(each.lists)
    return RecipientAddresses(addresses)


def _received_for(envelope: Envelope) -> Iterator[str]:
    """Yield the recipients named by servers on the route (RFC 5321 4.4)."""
    return (match[1] for each in envelope.received for match in FOR.finditer(each))


def _addresses(written: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(None, map(_address_of, written)))


def _address_of(written: str) -> str:
    """Return an address in its form for comparison, or "" if it is invalid."""
    address = folded(_plain(decode_escapes(written, DEPTH))).strip(" \t<>\"'")
    local, _, domain = address.rpartition("@")
    return address if local and DOMAIN.fullmatch(domain) else ""


NO_ADDRESSES, NO_NAMES = RecipientAddresses(), RecipientNames()


class RecipientSearch:
    """A search for recipients: known addresses and names, and any other address.

    If ``takes_any`` is False, only complete known addresses are found.
    """

    def __init__(
        self,
        addresses: RecipientAddresses = NO_ADDRESSES,
        names: RecipientNames = NO_NAMES,
        *,
        takes_any: bool = True,
    ) -> None:
        self.addresses = addresses
        self._names = names
        self._takes_any = takes_any
        # In any encoding, an address takes at least this many characters.
        self.least_run = 8 if takes_any else max(addresses.shortest, 8)

    def spans(self, text: str, *, is_prose: bool = False) -> list[tuple[int, int]]:
        """Return the spans of recipient data in order, with overlapping ones merged."""
        work = _SearchWork(self, WORK * len(text) + LEAST_WORK, is_prose=is_prose)
        return merged(work.spans(text, DEPTH))

    def packed(self, text: str) -> list[tuple[int, int]]:
        """Return only the spans of encoded runs that contain recipient data."""
        return merged(_SearchWork(self, WORK * len(text) + LEAST_WORK).packed(text, DEPTH))

    def replaced(self, text: str, by: str, *, is_prose: bool = False) -> str:
        return with_word(text, self.spans(text, is_prose=is_prose), by) if text else text

    def written_in(self, text: str, *, is_prose: bool) -> Iterator[tuple[int, int]]:
        yield from self.addresses.spans(text)
        if not self._takes_any:
            return
        yield from self._names.spans(text, is_prose=is_prose)
        if "@" not in text:
            return
        yield from (each.span() for each in RETURN_PATH.finditer(text))
        for each in ADDRESS.finditer(text):
            start, end = each.span()
            if text.startswith("//", max(start - 2, 0)) and start >= 2:
                continue  # userinfo
            if each["top"].lower() in FILES:
                named = FILE_END.search(text, each.end("local"), end)
                if named is None:
                    continue
                end = named.start("end")
            yield start, end


class _SearchWork:
    """A search with a limit on the remaining work."""

    def __init__(self, search: RecipientSearch, work: int, *, is_prose: bool = False) -> None:
        self.search = search
        self.left = work
        self.is_prose = is_prose

    def spans(self, text: str, depth: int) -> list[tuple[int, int]]:
        """Return the spans in a text that may be decoded up to ``depth`` more times."""
        self.left -= len(text)
        if self.left < 0:
            return [(0, len(text))]
        result = [*self.search.written_in(text, is_prose=self.is_prose)]
        result += self.packed(text, depth)
        for view in _unescaped(text):
            if depth == 0:
                return [(0, len(text))]
            result += (view.place(*each) for each in self.spans(view.text, depth - 1))
        return result

    def packed(self, text: str, depth: int) -> Iterator[tuple[int, int]]:
        for match in RUN.finditer(text):
            if self.is_glued(match["body"]):
                yield match.span()
        for start, end in _runs(text, self.search.least_run):
            if self.is_packed(text[start:end], depth):
                yield start, end

    def is_packed(self, run: str, depth: int) -> bool:
        """Return True if a run contains encoded recipient data, or more nested encodings
        than allowed.
        """
        for octets in _decodings(run):
            for text in self.texts_of(octets, depth):
                if text is None or depth == 0 or self.spans(text, depth - 1):
                    return True
        return False

    def is_glued(self, run: str) -> bool:
        """Return True if a run contains base64 with recipient data, possibly after other
        characters.
        """
        if len(run) < self.search.least_run:
            return False
        octets = run.translate(STANDARD).encode("ascii")
        for start in range(4):
            end = len(octets) - (len(octets) - start) % 4
            for each in STRINGS.findall(a2b_base64(octets[start:end])):
                if any(True for _ in self.search.written_in(each.decode("ascii"), is_prose=False)):
                    return True
        return False

    def texts_of(self, octets: bytes, depth: int) -> Iterator[str | None]:
        """Yield the texts that some bytes may represent; None if they decompress to too
        much.
        """
        text = _text_of(octets) or utf_16_text(octets)
        if text is not None:
            yield text
            return
        for window in (31, 15, -15):
            unpacker = zlib.decompressobj(window)
            try:
                plain = unpacker.decompress(octets, MOST_UNPACKED)
            except zlib.error:
                continue
            if len(plain) == MOST_UNPACKED:
                yield None
            elif plain and (unpacker.eof or window > 0):
                yield from self.texts_of(plain, depth - 1) if depth else (None,)
                return
        strings = STRINGS.findall(octets)
        if strings:
            yield b"\n".join(strings).decode("ascii")


def _runs(text: str, least: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of possibly encoded runs; separators at their ends can belong to the
    alphabet.
    """
    for match in RUN.finditer(text):
        yield match.span()
        pieces = [each.span() for each in PIECE.finditer(text, *match.span("body"))]
        if len(pieces) <= MOST_PIECES:
            pairs = list(combinations_with_replacement(pieces, 2))
        else:
            pairs = [(each, each) for each in pieces]
            pairs += [(first, last) for first in pieces[:2] for last in pieces[-2:]]
        for (start, _), (_, end) in pairs:
            if end - start >= least:
                yield start, match.end() if end == match.end("body") else end


def _text_of(octets: bytes) -> str | None:
    """Decode UTF-8; None for invalid or binary data."""
    try:
        text = octets.decode()
    except UnicodeDecodeError:
        return None
    return None if BINARY.search(text) else text


def _decodings(run: str) -> Iterator[bytes]:
    """Yield the bytes that a run encodes, in each coding whose alphabet it uses."""
    octets = run.encode("ascii")
    for name, alphabet in CODED:
        if alphabet.fullmatch(run):
            with suppress(NotCodedError):
                yield CODINGS[name].unpack(octets)
    if len(run) <= LONGEST_58 and (plain := octets_of_base58(run)) is not None:
        yield plain


def _unescaped(text: str) -> Iterator[DecodedRun]:
    """Yield the text with one layer of escapes decoded, if that changes it."""
    for pattern in (ESCAPE, QUOTED) if "=40" in text else (ESCAPE,):
        pieces: list[str] = []
        starts: list[int] = []
        at = 0
        for match in pattern.finditer(text):
            start, end = match.span()
            run = _meaning(match)
            if run.text == match[0]:
                continue
            pieces += (text[at:start], run.text)
            starts += range(at, start)
            inner = run.starts
            starts += (
                (start + each for each in inner[: len(run.text)])
                if inner
                else [start] * len(run.text)
            )
            at = end
        if pieces:
            pieces.append(text[at:])
            starts += range(at, len(text) + 1)
            yield DecodedRun("".join(pieces), starts)


def _meaning(match: re.Match[str]) -> DecodedRun:
    """Return the characters that an escape represents, with their positions if there are
    several.
    """
    kind, written = match.lastgroup, match[0]
    if kind == "percent":
        return decoded_run(written, len(written))
    if kind == "quoted":
        return decoded_run(written.replace("=", "%"))
    if kind in {"unit", "octet"}:
        return DecodedRun(chr(int(match[kind], 16)), None)
    if kind == "sign":
        return DecodedRun(" " if match["sign"] in "nrtNRT" else match["sign"], None)
    if kind == "entity":
        return DecodedRun(html.unescape("&" + written[1:].replace("amp;", "")), None)
    if kind == "other":
        return DecodedRun(_plain(written), None)
    return DecodedRun("@" if kind == "at" else ".", None)


def merged(places: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort spans and merge overlapping ones."""
    result: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if result and start < result[-1][1]:
            result[-1] = result[-1][0], max(end, result[-1][1])
        elif start < end:
            result.append((start, end))
    return result


def with_word(text: str, places: Iterable[tuple[int, int]], by: str) -> str:
    """Return the text with these spans replaced by a word; they must be in
    order and not overlap.
    """
    pieces, at = [], 0
    for start, end in places:
        pieces += [text[at:start], by]
        at = end
    return "".join([*pieces, text[at:]])


REMOVED = "removed"
ANY_ADDRESS = RecipientSearch()
# The maximum number of inspections per text, including those of nested links.
INSPECTIONS = 64
# A recipient's token as a name and value, plain or escaped.
TOKEN = expression(
    rf"(?:[?&;#]|%(?:25)*(?:3[FfBb]|26|23))(?:{RECIPIENT})(?:=|%(?:25)*3[Dd])"
    r"(?P<value>(?:(?!%(?:25)*(?:26|23|3[Bb]))[^&#;]|(?!)){4,}+)",
    re.IGNORECASE,
)
# Codes of findings that give the position of a secret.
SECRET, PASSWORD = "sensitive-info", "userinfo-password"
# The host as browsers find it, after any number of slashes; not searched for email addresses.
AUTHORITY = expression(r"\s*(?:(?:https?|wss?|ftp):[/\\]*|[/\\]{2,})[^/\\?#]*", re.IGNORECASE)
# The address fields of a mailto link.
ADDRESSED = expression(r"[?&](?:to|cc|bcc)=(?P<value>[^&#]+)", re.IGNORECASE)
REMAINS = "Not exported: a recipient's address would remain in {place}"
IN_HOST = "the name of a host: {text}"
LIMIT = "Unrecognized data may remain."
# The notes for no, one and several replacements.
NOTES = (
    f"No recipient data was recognized. {LIMIT}",
    f'Recognized recipient data is replaced with "{REMOVED}" in 1 place. {LIMIT}',
    f'Recognized recipient data is replaced with "{REMOVED}" in {{count}} places. {LIMIT}',
)


class CleanedInspection(NamedTuple):
    inspection: Inspection
    removed: int

    @property
    def note(self) -> str:
        if self.removed > 1:
            return message(NOTES[2], count=self.removed)
        return NOTES[self.removed]


def without_recipient(
    inspection: Inspection, search: RecipientSearch | None = None
) -> CleanedInspection:
    """Reinspect a text and its base without recipient data."""
    work = _Work(search or ANY_ADDRESS)
    count = 0
    if inspection.base is not None:
        base = work.cleaned(work.again(inspection, inspection.base, None))
        if base.removed:
            count = base.removed
            inspection = work.again(inspection, inspection.text, base.inspection.text)
    cleaned_inspection = work.cleaned(inspection)
    return CleanedInspection(cleaned_inspection.inspection, cleaned_inspection.removed + count)


def refuse_hosts(inspection: Inspection) -> None:
    """Raise RefusedError if a host name contains an encoded address, because host names are
    never changed.
    """
    if inspection.base is not None:
        refuse_hosts(inspect(inspection.base))
    for each in (inspection.reference.host, inspection.verdict.host, inspection.verdict.final_host):
        for start, end in ANY_ADDRESS.packed(each or ""):
            refuse(message(REMAINS, place=message(IN_HOST, text=(each or "")[start:end])))
    for inner in inspection.nested:
        if inner.inspection is not None:
            refuse_hosts(inner.inspection)


class _Work:
    """The removal of data from a text and its nested links, with a limit on inspections."""

    def __init__(self, search: RecipientSearch) -> None:
        self.search = search
        self.left = INSPECTIONS

    def cleaned(self, inspection: Inspection) -> CleanedInspection:
        """Remove data until nothing more is found, since a removal may reveal more."""
        removed = 0
        while True:
            places = merged(self._places(inspection))
            if places:
                inspection = self.again(inspection, with_word(inspection.text, places, REMOVED))
            inspection, inside = self._cleaned_inside(inspection)
            removed += len(places) + inside
            if self.left < 0 or not (places or inside):
                return CleanedInspection(inspection, removed)

    def _places(self, inspection: Inspection) -> Iterator[tuple[int, int]]:
        """Return the spans of data that still has to be removed, except in hosts."""
        text, reference = inspection.text, inspection.reference
        authority = AUTHORITY.match(text)
        span = reference.span(Part.AUTHORITY)
        start = span.end if span else authority.end() if authority else 0
        # The content of a wrapper is cleaned separately.
        wrapper_ends = (each.layer.end for each in inspection.nested if _is_wrapped(each.layer))
        start = max([start, *wrapper_ends])
        result = [each for each in self._spans_after(inspection, start) if each[0] >= start]
        userinfo = reference.span(Part.USERINFO)
        if userinfo:
            result += self._addresses(text, *userinfo)
            # Userinfo and host together may contain a known address.
            known = self.search.addresses.spans(text[: span.end if span else userinfo.end])
            result += ((low, userinfo.end) for low, _ in known if low >= userinfo.start)
            result += _spans_of(inspection, PASSWORD)
        return (each for each in result if text[each[0] : each[1]] != REMOVED)

    def _spans_after(self, inspection: Inspection, start: int) -> Iterator[tuple[int, int]]:
        text, reference = inspection.text, inspection.reference
        yield from _spans(inspection.recipients)
        yield from _spans_of(inspection, SECRET)
        yield from (match.span("value") for match in TOKEN.finditer(text))
        # A nested link is cleaned separately and encoded again.
        inside = [(e.layer.start, e.layer.end) for e in inspection.nested if e.inspection]
        for low, high in self._addresses(text, start, len(text)):
            if not any(first <= low and high <= last for first, last in inside):
                yield low, high
        if (reference.scheme or "").lower() == "mailto":
            yield from _addressees(text, *reference.spans[6])

    def _addresses(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        return ((start + low, start + high) for low, high in self.search.spans(text[start:end]))

    def again(self, inspection: Inspection, text: str, base: str | None = "") -> Inspection:
        """Inspect another text with the same options, and the same base if none is given."""
        self.left -= 1
        chosen = inspection.options
        return inspect(
            text,
            base=inspection.base if base == "" else base,
            edition=chosen.edition,
            urn_edition=chosen.urn_edition,
            protect=chosen.protect,
            strict=chosen.strict,
            above_root=chosen.above_root,
            lists=chosen.lists,
        )

    def _cleaned_inside(self, inspection: Inspection) -> CleanedInspection:
        """Clean the nested links, the last one first so that positions stay valid."""
        removed = 0
        for each in reversed(inspection.nested):
            if each.inspection is None or self.left < 0:
                inspection = self._packed(inspection, each.layer, None)
                removed += 1
                continue
            inner = self.cleaned(each.inspection)
            if inner.removed:
                inspection = self._packed(inspection, each.layer, inner.inspection.text)
                removed += inner.removed
        return CleanedInspection(inspection, removed)

    def _packed(self, inspection: Inspection, layer: Layer, wanted: str | None) -> Inspection:
        """Replace a nested link by its cleaned form; remove it if that form would not be found
        again.
        """
        packings = (str,) if _is_wrapped(layer) else PACKINGS
        if layer.via in COMPLETED and inspection.derived is not None:
            packings = (inspection.derived.around,)
        for packing in packings if wanted is not None and self.left > 0 else ():
            text = with_word(inspection.text, [(layer.start, layer.end)], packing(wanted or ""))
            result = self.again(inspection, text)
            if any(each.layer.text == wanted for each in result.nested):
                return result
        return self.again(
            inspection, with_word(inspection.text, [(layer.start, layer.end)], REMOVED)
        )


def _quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def _base64(text: str) -> str:
    return urlsafe_b64encode(text.encode("utf-8", "surrogatepass")).decode().rstrip("=")


def _proofpoint(text: str) -> str:
    """Encode a link as Proofpoint's URL Defense version 2 does."""
    rest = quote(text, safe="/:", errors="surrogatepass").replace("_", "%5F").replace("-", "%2D")
    return rest.replace("%", "-").replace("/", "_")


# Readings that add to a text, so that the link begins with characters that the text does not
# contain.
COMPLETED = MEANT - REPLACED
PACKINGS: tuple[Callable[[str], str], ...] = (_quoted, _base64, _proofpoint, defang, str)


def _is_wrapped(layer: Layer) -> bool:
    return layer.via == WRAPPED


def _spans(places: Iterable[Recipient | Finding]) -> Iterator[tuple[int, int]]:
    return ((each.start, each.end) for each in places)


def _spans_of(inspection: Inspection, code: str) -> Iterator[tuple[int, int]]:
    return _spans(one_for_each_place(each for each in inspection.findings if each.code == code))


def _addressees(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of all addressees of a mailto link, even of invalid ones."""
    at = start
    for item in text[start:end].split(","):
        yield at, at + len(item)
        at += len(item) + 1
    yield from (match.span("value") for match in ADDRESSED.finditer(text, end))

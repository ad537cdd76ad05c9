"""Identifiers of no particular service: UUIDs and the like, hashes, and checked numbers."""

import re
from collections.abc import Iterator

from uriinspector.analysis.values.candidates import Datum, Decoded, InnerDatum
from uriinspector.analysis.values.decoder import (
    ALNUM,
    EARLIEST_ID,
    HEXLIKE,
    LATEST_ID,
    TOKEN,
    TOKENLIKE,
    DecoderFamily,
    Shape,
    created,
    created_at,
    follows,
    is_of,
    number_in,
    read_part,
    time_reading,
    words_of,
)
from uriinspector.analysis.values.value import CERTAIN, IDENTIFIER, LIKELY, POSSIBLE
from uriinspector.core.expression import expression
from uriinspector.core.model import message
from uriinspector.core.schemes.urn_namespaces import GREGORIAN_TO_UNIX, TICKS, VERSIONS, ticks, utc

decoder = DecoderFamily()

WRITTEN = expression(
    r"(?:urn:uuid:)?\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?",
    re.IGNORECASE,
)
NIL, MAX = 0, (1 << 128) - 1
GREGORIAN = "UUID time"
# Versions that contain a time.
TIMED = frozenset({1, 6, 7})
# Without hyphens, a time must be from 1995 to 2040.
FIRST_BARE, LAST_BARE = 788_918_400, 2_208_988_800


@decoder("uuid", "UUID", "RFC 9562", TOKENLIKE | Shape.OTHER, 36, 47)
def uuid(datum: Datum) -> Iterator[Decoded]:
    """Decode UUIDs: 32 hexadecimal digits in five groups (RFC 9562 4)."""
    match = WRITTEN.fullmatch(datum.text)
    if match:
        yield _uuid(int(match[1].replace("-", ""), 16), CERTAIN)


@decoder("uuid-hex", "UUID without hyphens", "RFC 9562", HEXLIKE, 32, 32)
def bare_uuid(datum: Datum) -> Iterator[Decoded]:
    """Decode UUIDs without hyphens; only a plausible time distinguishes them from hashes."""
    bits = int(datum.text, 16)
    version = bits >> 76 & 15
    if bits >> 62 & 3 != 2 or version not in TIMED:
        return
    since, per_second = _ticks(bits, version)
    is_nil_time = version == 1 and since == -GREGORIAN_TO_UNIX
    if is_nil_time or FIRST_BARE <= since // per_second < LAST_BARE:
        yield _uuid(bits, LIKELY)


def _uuid(bits: int, confidence: str) -> Decoded:
    version = bits >> 76 & 15
    inner: tuple[InnerDatum, ...] = ()
    if bits in {NIL, MAX}:
        phrase = message("UUID of all zeros" if bits == NIL else "UUID of all ones")
    elif bits >> 62 & 3 != 2 or version not in VERSIONS:
        phrase = message("UUID with no standard version")
    else:
        args = {"version": str(version), "how": message(VERSIONS[version])}
        phrase = message("UUID version {version} ({how})", **args)
        inner = tuple(_inside(bits, version, confidence)) if version in TIMED else ()
    digits = f"{bits:032x}"
    plain = "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
    return Decoded(IDENTIFIER, plain, phrase, confidence, inner)


def _inside(bits: int, version: int, confidence: str) -> Iterator[InnerDatum]:
    since, per_second = _ticks(bits, version)
    # Made-up identifiers may also look like this version.
    is_plausible = 0 <= since // per_second < LAST_BARE
    confidence = confidence if is_plausible else POSSIBLE
    scale = "Unix milliseconds" if version == 7 else GREGORIAN
    yield read_part("time", str(since), time_reading(utc(since, per_second), scale, confidence))
    if version == 7 or not is_plausible:
        return
    node = (bits & (1 << 48) - 1).to_bytes(6).hex(":")
    # RFC 9562 6.10: a node that is not a hardware address has the multicast bit set.
    if bits >> 40 & 1:
        known = Decoded(IDENTIFIER, node, message("Random node ID"), confidence)
        yield read_part("node", node, known)
    else:
        yield InnerDatum("node", node)


def _ticks(bits: int, version: int) -> tuple[int, int]:
    """Return the ticks since 1970, and the ticks per second."""
    if version == 7:
        return bits >> 80, 1_000
    return ticks(version, bits >> 64) - GREGORIAN_TO_UNIX, TICKS


CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
BASE_62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
SORTABLE_32 = "234567abcdefghijklmnopqrstuvwxyz"
PUSH = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"
ULID = expression("[0-7][0-9A-HJKMNP-TV-Z]{25}|[0-7][0-9a-hjkmnp-tv-z]{25}")
TID = expression("[234567a-j][2-7a-z]{12}")
DIGIT = expression("[0-9]")
# The epoch of KSUIDs in Unix seconds, and their size.
KSUID_EPOCH, KSUID_BITS = 1_400_000_000, 160
# The first days of MongoDB, AT Protocol and CUIDs.
FIRST_OBJECT_ID, FIRST_TID, FIRST_CUID = 1_230_768_000, 1_640_995_200_000, 1_343_779_200_000
LAST_SECOND = LATEST_ID // 1_000


@decoder("ulid", "ULID", "ULID specification", Shape.ALNUM, 26, 26)
def ulid(datum: Datum) -> Iterator[Decoded]:
    """Decode ULIDs: 48 bits of milliseconds and 80 random bits, in 26 characters of base32."""
    if ULID.fullmatch(datum.text):
        at = number_in(datum.text[:10].upper(), CROCKFORD)
        yield from created_at(datum.text, "ULID", at, LIKELY)


@decoder("ksuid", "KSUID", "segmentio/ksuid, README", ALNUM, 27, 27)
def ksuid(datum: Datum) -> Iterator[Decoded]:
    """Decode KSUIDs: 32 bits of seconds and 128 random bits, in 27 characters of base62."""
    number = number_in(datum.text, BASE_62)
    if number is None or number >> KSUID_BITS or not DIGIT.search(datum.text):
        return
    seconds = (number >> 128) + KSUID_EPOCH
    if KSUID_EPOCH < seconds < LAST_SECOND:
        yield created(datum.text, "KSUID", utc(seconds, 1), POSSIBLE)


@decoder("objectid", "MongoDB ObjectID", "BSON types, ObjectId", HEXLIKE, 24, 24)
def object_id(datum: Datum) -> Iterator[Decoded]:
    """Decode ObjectIDs: four bytes of seconds, five random ones, and three of a counter."""
    text = datum.text
    seconds = int(text[:8], 16)
    if text.isdigit() or not FIRST_OBJECT_ID <= seconds < LAST_SECOND:
        return
    # MongoDB writes them in lowercase.
    confidence = LIKELY if text.islower() else POSSIBLE
    counter = InnerDatum("counter", str(int(text[18:], 16)), is_member=True)
    yield created(text, "MongoDB ObjectID", utc(seconds, 1), confidence, counter)


@decoder("tid", "AT Protocol TID", "AT Protocol, Timestamp Identifiers", ALNUM, 13, 13)
def tid(datum: Datum) -> Iterator[Decoded]:
    """Decode TIDs of Bluesky records: 53 bits of microseconds and a 10-bit clock ID, in base32."""
    number = number_in(datum.text, SORTABLE_32) if TID.fullmatch(datum.text) else None
    if number is None or not DIGIT.search(datum.text):
        return
    micros = number >> 10
    if FIRST_TID <= micros // 1_000 < LATEST_ID:
        is_known = is_of(datum, "bsky.app", "bsky.social") or follows(datum, "app.bsky.feed.post")
        confidence = LIKELY if is_known else POSSIBLE
        yield created(datum.text, "AT Protocol TID", utc(micros, 1_000_000), confidence)


@decoder("cuid", "CUID", "paralleldrive/cuid, README", ALNUM, 25, 25)
def cuid(datum: Datum) -> Iterator[Decoded]:
    """Decode CUIDs: "c", eight digits of milliseconds in base 36, a counter and random digits."""
    text = datum.text
    if text[0] == "c" and text.islower() and DIGIT.search(text):
        at = int(text[1:9], 36)
        if at >= FIRST_CUID:
            yield from created_at(text, "CUID", at, POSSIBLE)


@decoder("push-id", "Firebase push ID", "Firebase, push IDs", TOKEN, 20, 20)
def push_id(datum: Datum) -> Iterator[Decoded]:
    """Decode push IDs: 48 bits of milliseconds and a random part; current ones begin with "-"."""
    if datum.text[0] == "-":
        at = number_in(datum.text[:8], PUSH)
        yield from created_at(datum.text, "Firebase push ID", at, LIKELY)


# The epoch in hundredths of a second, and the bits of sequence and machine after the time.
SONY_EPOCH, SONY_SHIFT = 140_952_960_000, 24


@decoder("sonyflake", "Sonyflake", "sony/sonyflake, README", HEXLIKE, 15, 15)
def sonyflake(datum: Datum) -> Iterator[Decoded]:
    """Decode Sonyflakes in hexadecimal: 39 bits of time, 8 of sequence, 16 of machine ID."""
    if datum.text.isdigit():
        return
    number = int(datum.text, 16)
    hundredths = (number >> SONY_SHIFT) + SONY_EPOCH
    if EARLIEST_ID <= hundredths * 10 < LATEST_ID:
        machine = InnerDatum("machine", f"{number >> 8 & 255}.{number & 255}", is_member=True)
        yield created(datum.text, "Sonyflake", utc(hundredths, 100), POSSIBLE, machine)


# The most common hash for each number of hexadecimal digits.
LENGTHS = {32: "MD5", 40: "SHA-1", 56: "SHA-224", 64: "SHA-256", 96: "SHA-384", 128: "SHA-512"}
HASH_NAMES = expression(
    "btih|md5|sha-?(?:1|224|256|384|512)|.*hash|.*checksum|etag|commit|.*digest", re.IGNORECASE
)
LETTER = expression("[A-Fa-f]")


@decoder("hash", "hash, judging by its length", "RFC 1321, FIPS 180-4", HEXLIKE, 32, 128)
def hash_by_length(datum: Datum) -> Iterator[Decoded]:
    """Recognize hashes by length: as likely if named "sha256" or the like, else as possible."""
    title = LENGTHS.get(datum.size)
    if title is None or not LETTER.search(datum.text):
        return
    args = {"title": title, "bits": str(datum.size * 4)}
    if HASH_NAMES.fullmatch(datum.name):
        phrase, confidence = message("{bits}-bit hash, such as {title}", **args), LIKELY
    else:
        phrase = message("Could be a {bits}-bit hash, such as {title}", **args)
        confidence = POSSIBLE
    yield Decoded(IDENTIFIER, datum.text.lower(), phrase, confidence)


ISBN_10, ISBN_13, ISSN = (
    expression("[0-9]{9}[0-9Xx]"),
    expression("97[89][0-9]{10}"),
    expression("[0-9]{7}[0-9Xx]"),
)
GOODS = expression("[0-9]{8}|[0-9]{12,14}")
IBAN = expression("(?P<country>[A-Z]{2})[0-9]{2}[0-9A-Z]{11,30}")
# ISO 13616: the lengths for each country.
IBAN_LENGTHS = {
    "AT": 20,
    "BE": 16,
    "BG": 22,
    "CH": 21,
    "CY": 28,
    "CZ": 24,
    "DE": 22,
    "DK": 18,
    "EE": 20,
    "ES": 24,
    "FI": 18,
    "FR": 27,
    "GB": 22,
    "GR": 27,
    "HR": 21,
    "HU": 28,
    "IE": 22,
    "IS": 26,
    "IT": 27,
    "LI": 21,
    "LT": 20,
    "LU": 20,
    "LV": 21,
    "MC": 27,
    "MT": 31,
    "NL": 18,
    "NO": 15,
    "PL": 28,
    "PT": 25,
    "RO": 24,
    "SE": 24,
    "SI": 19,
    "SK": 24,
    "TR": 26,
    "UA": 29,
    "AE": 23,
    "SA": 24,
    "IL": 23,
    "BR": 29,
    "RS": 22,
    "BA": 20,
    "GE": 22,
    "KZ": 20,
    "PK": 24,
    "QA": 29,
}


@decoder(
    *("check-digit", "ISBN, ISSN, GTIN", "ISO 2108, ISO 3297, GS1 General Specifications"),
    *(TOKEN, 8, 20),
)
def checked_number(datum: Datum) -> Iterator[Decoded]:
    """Recognize numbers by check digit and name; 13-digit ISBNs need no name."""
    plain = datum.text.replace("-", "").replace(" ", "")
    names = words_of(datum.name)
    title, confidence = "", CERTAIN
    if ISBN_13.fullmatch(plain) and _goods_sum(plain):
        title, confidence = "ISBN", LIKELY
    elif "isbn" in names and ISBN_10.fullmatch(plain) and not _weighted(plain):
        title = "ISBN"
    elif "issn" in names and ISSN.fullmatch(plain) and not _weighted(plain):
        title = "ISSN"
    elif names & {"ean", "gtin", "upc"} and GOODS.fullmatch(plain) and _goods_sum(plain):
        title = "GTIN"
    if title:
        phrase = message("{title} with a valid check digit", title=message(title))
        yield Decoded(IDENTIFIER, plain.upper(), phrase, confidence)


def _weighted(plain: str) -> int:
    """Return the weighted sum of an ISBN-10 or ISSN, modulo 11; X counts as ten."""
    values = (10 if char in "xX" else int(char) for char in plain)
    return sum(value * (len(plain) - at) for at, value in enumerate(values)) % 11


def _goods_sum(plain: str) -> bool:
    """Check a GS1 number, in which every second digit is multiplied by three."""
    return (sum(map(int, plain[::-2])) + 3 * sum(map(int, plain[-2::-2]))) % 10 == 0


@decoder("iban", "IBAN", "ISO 13616", ALNUM | Shape.OTHER, 15, 42)
def iban(datum: Datum) -> Iterator[Decoded]:
    """Recognize IBANs by country, length and checksum (ISO 13616)."""
    plain = datum.text.replace(" ", "").upper()
    match = IBAN.fullmatch(plain)
    if match is None or IBAN_LENGTHS.get(match["country"]) != len(plain):
        return
    number = "".join(str(int(char, 36)) for char in plain[4:] + plain[:4])
    if int(number) % 97 == 1:
        phrase = message("Bank account (IBAN, {country})", country=match["country"])
        yield Decoded(IDENTIFIER, plain, phrase, CERTAIN)

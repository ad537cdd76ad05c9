"""Identifiers: addresses, UUIDs, hashes, numbers with check digits, keys of clouds."""

from __future__ import annotations

import re
from base64 import b32decode
from collections.abc import Iterator
from functools import cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from uriinspector.analysis.finding import EVIDENCE, TERM, Arg, Phrase
from uriinspector.analysis.recipients import PLAIN_MAIL
from uriinspector.analysis.resource_files import shipped_text
from uriinspector.analysis.values import timed_identifiers
from uriinspector.analysis.values.candidates import (
    ALNUM,
    DIGITS,
    HEXLIKE,
    HOST,
    MARKED,
    OPEN,
    PACKEDLIKE,
    PATH,
    TOKEN,
    TOKENLIKE,
    Datum,
    Decoded,
    Decoder,
    InnerDatum,
    Shape,
    Within,
    is_of,
    segments,
    words_of,
)
from uriinspector.analysis.values.layers import octets_of_base64
from uriinspector.analysis.values.value import (
    ADDRESS,
    CERTAIN,
    IDENTIFIER,
    LIKELY,
    PARAMETER,
    POSSIBLE,
    TIME,
    quoted,
    time_of,
)
from uriinspector.core.expression import expression
from uriinspector.core.host import address_range, ipv4_number
from uriinspector.core.percent import decoded
from uriinspector.core.schemes.urn_namespaces import GREGORIAN_TO_UNIX, TICKS, VERSIONS, ticks, utc

IPV4 = expression(r"(?:[0-9]{1,3}\.){3}[0-9]{1,3}")
IPV6 = expression(r"(?=(?:[^:]*:){2})[0-9A-Fa-f:.]{3,45}")
# Four numbers with dots are a version more often than an address, unless the name says which.
ADDRESSES_VERSIONS = frozenset({"v", "ver", "version", "release", "build", "client", "app"})
ADDRESSES_NAMES = frozenset(
    {"ip", "ipv4", "ipv6", "addr", "address", "host", "remote", "clientip", "userip", "src", "dst"}
)


def mail_address(datum: Datum) -> Iterator[Decoded]:
    """An address that fills the value."""
    if "@" in datum.text and PLAIN_MAIL.fullmatch(datum.text):
        yield Decoded(ADDRESS, datum.text, Phrase("Email address"), CERTAIN)


def internet_address(datum: Datum) -> Iterator[Decoded]:
    """RFC 791 and RFC 4291; a host in digits is one in whatever way it is written."""
    if datum.part == HOST:
        number = ipv4_number(datum.text) if datum.name != "label" else None
        if number is not None and str(number) != datum.text:
            yield _address(str(number), CERTAIN)
        return
    names = words_of(datum.name)
    if ADDRESSES_VERSIONS & names:
        return
    confidence = LIKELY if ADDRESSES_NAMES & names else POSSIBLE
    try:
        if IPV4.fullmatch(datum.text):
            yield _address(str(IPv4Address(datum.text)), confidence)
        elif IPV6.fullmatch(datum.text):
            yield _address(str(IPv6Address(datum.text)), LIKELY)
    except (AddressValueError, ValueError):
        return


def _address(plain: str, confidence: str) -> Decoded:
    args = (Arg("address", plain, EVIDENCE), Arg("range", address_range(plain), TERM))
    if confidence == POSSIBLE:
        phrase = Phrase("Could be the IP address {address} ({range})", args)
    else:
        phrase = Phrase("IP address {address} ({range})", args)
    return Decoded(ADDRESS, plain, phrase, confidence)


ADDRESSES_MARKED = ":~:text"
PARTS = expression(
    r"(?:(?P<prefix>[^,]+)-,)?(?P<start>[^,]+?)(?:,(?P<end>[^,-][^,]*?))?(?:,-(?P<suffix>[^,]+))?"
)


def text_fragment(datum: Datum) -> Iterator[Decoded]:
    """URL Fragment Text Directives 3: the words that a browser marks and scrolls to."""
    match = (
        PARTS.fullmatch(datum.text) if datum.name == ADDRESSES_MARKED and not datum.via else None
    )
    if match is None:
        return
    members = [(name, decoded(text)) for name, text in match.groupdict().items() if text]
    start = decoded(match["start"])
    shown = f"{start} ... {decoded(match['end'])}" if match["end"] else start
    inner = tuple(InnerDatum(name, text, is_member=True, is_final=True) for name, text in members)
    arg = (Arg("text", quoted(shown), EVIDENCE),)
    phrase = Phrase('Text to highlight in the page: "{text}"', arg)
    yield Decoded(PARAMETER, shown, phrase, CERTAIN, inner if len(members) > 1 else ())


ISBN_10, ISBN_13, ISSN = (
    expression("[0-9]{9}[0-9Xx]"),
    expression("97[89][0-9]{10}"),
    expression("[0-9]{7}[0-9Xx]"),
)
GOODS = expression("[0-9]{8}|[0-9]{12,14}")
IBAN = expression("(?P<country>[A-Z]{2})[0-9]{2}[0-9A-Z]{11,30}")
# ISO 13616: how long the number of each country is.
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


def checked_number(datum: Datum) -> Iterator[Decoded]:
    """A right check digit and a name that says what it is; an ISBN of 13 digits also without."""
    plain = datum.text.replace("-", "").replace(" ", "")
    names = words_of(datum.name)
    title = ""
    if ISBN_13.fullmatch(plain) and _goods_sum(plain):
        title, confidence = "ISBN", LIKELY
    elif "isbn" in names and ISBN_10.fullmatch(plain) and _weighted(plain, 11) == 0:
        title, confidence = "ISBN", CERTAIN
    elif "issn" in names and ISSN.fullmatch(plain) and _weighted(plain, 11) == 0:
        title, confidence = "ISSN", CERTAIN
    elif names & {"ean", "gtin", "upc"} and GOODS.fullmatch(plain) and _goods_sum(plain):
        title, confidence = "GTIN", CERTAIN
    if title:
        phrase = Phrase("{title} with a valid check digit", (Arg("title", title, TERM),))
        yield Decoded(IDENTIFIER, plain.upper(), phrase, confidence)


def iban(datum: Datum) -> Iterator[Decoded]:
    """ISO 13616: country, length and checksum are right."""
    plain = datum.text.replace(" ", "").upper()
    match = IBAN.fullmatch(plain)
    if match is None or IBAN_LENGTHS.get(match["country"]) != len(plain):
        return
    number = "".join(str(int(char, 36)) for char in plain[4:] + plain[:4])
    if int(number) % 97 == 1:
        arg = (Arg("country", match["country"]),)
        phrase = Phrase("Bank account (IBAN, {country})", arg)
        yield Decoded(IDENTIFIER, plain, phrase, CERTAIN)


def _weighted(plain: str, modulus: int) -> int:
    """The digits with the weights from their number down to one; X is ten."""
    return (
        sum(
            (10 if char in "xX" else int(char)) * weight
            for char, weight in zip(plain, range(len(plain), 0, -1), strict=True)
        )
        % modulus
    )


def _goods_sum(plain: str) -> bool:
    """GS1: every second digit counts three times."""
    return (
        sum(int(char) * (3 if at % 2 else 1) for at, char in enumerate(reversed(plain))) % 10 == 0
    )


KEY = expression(r"(?P<kind>AKIA|ASIA)(?P<body>[A-Z2-7]{16})")
# The account is in the upper bits of the first six octets, behind the first one.
ACCOUNT_MASK, ACCOUNT_SHIFT = 0x7FFF_FFFF_FF80, 7
# Keys from before 2019 hold no account; their fifth letter comes early in the alphabet.
FIRST_LETTER = "Q"
CREDENTIAL = expression(
    r"(?P<key>(?:AKIA|ASIA)[A-Z0-9]{16})/(?P<date>[0-9]{8})/(?P<region>[a-z0-9-]+)/"
    r"(?P<service>[a-z0-9-]+)/aws4_request"
)
ARN = expression(
    r"arn:(?P<partition>aws[a-z-]*):(?P<service>[a-z0-9-]+):(?P<region>[a-z0-9-]*):"
    r"(?P<account>[0-9]{12})?:(?P<resource>.{1,1024})"
)


def aws_key(datum: Datum) -> Iterator[Decoded]:
    """The identifier of a key, not its secret; newer ones hold the number of the account."""
    match = KEY.fullmatch(datum.text)
    if match is None:
        return
    is_temporary = match["kind"] == "ASIA"
    phrase = Phrase("Temporary AWS access key ID" if is_temporary else "AWS access key ID")
    inner: tuple[InnerDatum, ...] = ()
    if match["body"][0] >= FIRST_LETTER:
        bits = int.from_bytes(b32decode(match["body"])[:6])
        account = f"{(bits & ACCOUNT_MASK) >> ACCOUNT_SHIFT:012}"
        arg = (Arg("account", account),)
        known = Decoded(IDENTIFIER, account, Phrase("AWS account {account}", arg), LIKELY)
        inner = (InnerDatum("account", account, known=(known,), is_final=True),)
    yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, inner)


def aws_credential(datum: Datum) -> Iterator[Decoded]:
    """The scope of a signature: key, day, region, service (AWS Signature Version 4)."""
    match = CREDENTIAL.fullmatch(datum.text)
    if match:
        inner = tuple(
            InnerDatum(name, match[name], Within(match.start(name), datum.placing), is_member=True)
            for name in ("key", "date", "region", "service")
        )
        args = (
            Arg("service", match["service"], EVIDENCE),
            Arg("region", match["region"], EVIDENCE),
        )
        phrase = Phrase("AWS signature for {service} in {region}", args)
        yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, inner)


def arn(datum: Datum) -> Iterator[Decoded]:
    """A name of something at Amazon: service, region, account, resource."""
    match = ARN.fullmatch(datum.text)
    if match:
        inner = tuple(
            InnerDatum(name, match[name], Within(match.start(name), datum.placing), is_member=True)
            for name in ("service", "region", "account", "resource")
            if match[name]
        )
        phrase = Phrase("AWS resource name (ARN)")
        yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, inner)


TENANT_HOSTS = (
    "login.microsoftonline.com",
    "login.microsoftonline.us",
    "login.windows.net",
    "sts.windows.net",
)
UUID = expression(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
PERSONAL = "9188040d-6c67-4c5b-b112-36a304b66dad"


def _names_tenant(datum: Datum) -> bool:
    """By a name; a short one says so only in a token, or to Microsoft itself."""
    if datum.name in {"tenantid", "tenant_id"}:
        return True
    return datum.name == "tid" and ("jwt" in datum.via or is_of(datum, *TENANT_HOSTS))


def azure_tenant(datum: Datum) -> Iterator[Decoded]:
    """The organization whose accounts may sign in: the first segment of Microsoft's sign-in."""
    if (datum.part == "path" and datum.index == 1 and is_of(datum, *TENANT_HOSTS)) or _names_tenant(
        datum
    ):
        tenant = datum.text.lower()
    else:
        return
    if not UUID.fullmatch(tenant):
        return
    if tenant == PERSONAL:
        phrase = Phrase("Microsoft tenant of personal accounts")
    else:
        phrase = Phrase("Microsoft Entra tenant {tenant}", (Arg("tenant", tenant),))
    sure = CERTAIN if datum.part == "path" else LIKELY
    yield Decoded(IDENTIFIER, tenant, phrase, sure)


MAKERS = "lists/mac-makers.txt"
PREFIX = 6
SEPARATED = expression(r"[0-9A-Fa-f]{2}(?P<mark>[:-])(?:[0-9A-Fa-f]{2}(?P=mark)){4}[0-9A-Fa-f]{2}")
HARDWARE_NAMES = expression("mac|.*_mac|mac_?addr(?:ess)?|client_mac|ap_mac|bssid|node")
LOCAL = 2


@cache
def makers() -> dict[str, str]:
    """Prefix to name."""
    table: dict[str, str] = {}
    for row in shipped_text(MAKERS).splitlines():
        name, _, prefixes = row.partition("\t")
        if not row.startswith("#"):
            table |= {prefixes[at : at + PREFIX]: name for at in range(0, len(prefixes), PREFIX)}
    return table


def mac_address(datum: Datum) -> Iterator[Decoded]:
    """Six octets with marks between them; without marks, only by a name or a known maker."""
    text = datum.text
    if SEPARATED.fullmatch(text):
        yield _described(text.replace(text[2], ""), CERTAIN)
    elif datum.size == 12 and datum.octets is None and text.isalnum():
        is_named = bool(HARDWARE_NAMES.fullmatch(datum.name))
        if is_named or (not text.isdigit() and text[:PREFIX].upper() in makers()):
            yield _described(text, LIKELY if is_named else POSSIBLE)


def _described(digits: str, confidence: str) -> Decoded:
    plain = ":".join(digits[at : at + 2] for at in range(0, 12, 2)).lower()
    maker = makers().get(digits[:PREFIX].upper(), "")
    arg = (Arg("maker", maker, EVIDENCE),)
    if int(digits[:2], 16) & LOCAL:
        phrase = Phrase("MAC address, set locally")
    elif confidence == POSSIBLE:
        phrase = Phrase("Could be a MAC address of {maker}", arg)
    else:
        phrase = Phrase("MAC address, {maker}", arg) if maker else Phrase("MAC address")
    return Decoded(ADDRESS, plain, phrase, confidence)


# Digits of a hash, and which one is meant most often where a length has several.
LENGTHS = {32: "MD5", 40: "SHA-1", 56: "SHA-224", 64: "SHA-256", 96: "SHA-384", 128: "SHA-512"}
HASHES_NAMES = expression(
    "btih|md5|sha-?(?:1|224|256|384|512)|.*hash|.*checksum|etag|commit|.*digest", re.IGNORECASE
)
LETTER = expression("[A-Fa-f]")


def hash_by_length(datum: Datum) -> Iterator[Decoded]:
    """A name such as "sha256" makes it likely; a length alone is possible."""
    title = LENGTHS.get(datum.size)
    if title is None or not LETTER.search(datum.text):
        return
    args = (Arg("title", title), Arg("bits", str(datum.size * 4)))
    if HASHES_NAMES.fullmatch(datum.name):
        phrase = Phrase("Hash of {bits} bits, such as {title}", args)
        yield Decoded(IDENTIFIER, datum.text.lower(), phrase, LIKELY)
    else:
        phrase = Phrase("Could be a hash of {bits} bits, such as {title}", args)
        yield Decoded(IDENTIFIER, datum.text.lower(), phrase, POSSIBLE)


# The sum of all characters, of which the lowest octet counts: what is asked for by it.
CHECKSUMS = {
    80: "Metasploit: Python payload",
    88: "Metasploit: Java payload",
    92: "Metasploit: Windows payload; Cobalt Strike: x86 payload",
    93: "Cobalt Strike: x64 payload",
    95: "Metasploit: first connection",
    98: "Metasploit: connection",
}
SHORT = expression("(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])[A-Za-z0-9]{4}")
LONG = expression("[A-Za-z0-9_-]{22,}")
PLATFORMS = (
    *(
        "",
        "Windows",
        "NetWare",
        "Android",
        "Java",
        "Ruby",
        "Linux",
        "Cisco",
        "Solaris",
        "OSX",
        "BSD",
    ),
    *("OpenBSD", "BSDi", "NetBSD", "FreeBSD", "AIX", "HPUX", "Irix", "Unix", "PHP", "JavaScript"),
    *("Python", "NodeJS", "Firefox"),
)
ARCHITECTURES = (
    *("", "x86", "x64", "mips", "mipsle", "mipsbe", "ppc", "ppc64", "cbea", "cbea64", "sparc"),
    *(
        "armle",
        "armbe",
        "cmd",
        "php",
        "tty",
        "java",
        "ruby",
        "dalvik",
        "python",
        "nodejs",
        "firefox",
    ),
    *("zarch", "aarch64"),
)
PAYLOADS_FIRST, PAYLOADS_LAST = 1_420_070_400, 2_208_988_800


def payload_checksum(datum: Datum) -> Iterator[Decoded]:
    """Four letters and digits that are all of the path; one in forty such paths fits by chance."""
    if datum.part != PATH or len(segments(datum)) != 1 or not SHORT.fullmatch(datum.text):
        return
    title = CHECKSUMS.get(sum(map(ord, datum.text)) & 255)
    if title:
        phrase = Phrase(
            "Matches a checksum that malware tools use ({title})", (Arg("title", title, TERM),)
        )
        yield Decoded(IDENTIFIER, datum.text, phrase, POSSIBLE)


def payload_uuid(datum: Datum) -> Iterator[Decoded]:
    """Sixteen octets of Metasploit: an identifier, platform, architecture and time."""
    if datum.part != PATH or not LONG.fullmatch(datum.text):
        return
    if sum(map(ord, datum.text)) & 255 not in CHECKSUMS:
        return
    octets = octets_of_base64(datum.text[:22])
    if octets is None:
        return
    first, second = octets[8], octets[9]
    platform, architecture = octets[10] ^ first, octets[11] ^ second
    seconds = int.from_bytes(octets[12:16]) ^ int.from_bytes(bytes((first, second) * 2))
    is_known = 0 < platform < len(PLATFORMS) and 0 < architecture < len(ARCHITECTURES)
    if not is_known or not PAYLOADS_FIRST <= seconds < PAYLOADS_LAST:
        return
    time = utc(seconds, 1)
    known = Decoded(TIME, time, time_of(time, "Unix seconds", LIKELY), LIKELY)
    members = (
        ("unique ID", octets[:8].hex()),
        ("platform", PLATFORMS[platform]),
        ("architecture", ARCHITECTURES[architecture]),
    )
    inner = (
        *(InnerDatum(name, text, is_member=True, is_final=True) for name, text in members),
        InnerDatum("time", str(seconds), known=(known,), is_final=True),
    )
    phrase = Phrase("Metasploit payload UUID")
    yield Decoded(IDENTIFIER, octets.hex(), phrase, LIKELY, inner)


WRITTEN = expression(
    r"(?:urn:uuid:)?\{?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\}?",
    re.IGNORECASE,
)
NIL, MAX = 0, (1 << 128) - 1
GREGORIAN = "UUID time"
# Without hyphens a time counts from 1995 to 2040.
UUIDS_FIRST, UUIDS_LAST = 788_918_400, 2_208_988_800


def uuid(datum: Datum) -> Iterator[Decoded]:
    """RFC 9562 4: 32 hexadecimal digits in five groups."""
    match = WRITTEN.fullmatch(datum.text)
    if match:
        yield from described(int(match[1].replace("-", ""), 16), CERTAIN)


def bare_uuid(datum: Datum) -> Iterator[Decoded]:
    """The same without hyphens: only a version with a plausible time tells it from a hash."""
    bits = int(datum.text, 16)
    version = bits >> 76 & 15
    if bits >> 62 & 3 != 2 or version not in {1, 6, 7}:
        return
    since, per_second = _ticks(bits, version)
    seconds = since // per_second
    is_nil_time = version == 1 and since == -GREGORIAN_TO_UNIX
    if is_nil_time or UUIDS_FIRST <= seconds < UUIDS_LAST:
        yield from described(bits, LIKELY)


def described(bits: int, confidence: str) -> Iterator[Decoded]:
    """What the bits of a UUID say."""
    plain = _plain(bits)
    if bits in {NIL, MAX}:
        phrase = Phrase("UUID of zeros" if bits == NIL else "UUID of ones")
        yield Decoded(IDENTIFIER, plain, phrase, confidence)
        return
    version = bits >> 76 & 15
    if bits >> 62 & 3 != 2 or version not in VERSIONS:
        phrase = Phrase("UUID of no standard version")
        yield Decoded(IDENTIFIER, plain, phrase, confidence)
        return
    args = (Arg("version", str(version)), Arg("how", VERSIONS[version], TERM))
    phrase = Phrase("UUID version {version} ({how})", args)
    inner = tuple(_inside(bits, version, confidence)) if version in {1, 6, 7} else ()
    yield Decoded(IDENTIFIER, plain, phrase, confidence, inner)


def _inside(bits: int, version: int, confidence: str) -> Iterator[InnerDatum]:
    since, per_second = _ticks(bits, version)
    time = utc(since, per_second)
    # Names that were made up may look like this version, too.
    is_plausible = 0 <= since // per_second < UUIDS_LAST
    confidence = confidence if is_plausible else POSSIBLE
    scale = "Unix milliseconds" if version == 7 else GREGORIAN
    known = Decoded(TIME, time, time_of(time, scale, confidence), confidence)
    yield InnerDatum("time", str(since), known=(known,), is_final=True)
    if version == 7 or not is_plausible:
        return
    node = ":".join(f"{bits >> shift & 255:02x}" for shift in range(40, -1, -8))
    # RFC 9562 6.10: a node that is no address of a card has the multicast bit set.
    if bits >> 40 & 1:
        known = Decoded(IDENTIFIER, node, Phrase("Random node ID"), confidence)
        yield InnerDatum("node", node, known=(known,), is_final=True)
    else:
        yield InnerDatum("node", node)


def _ticks(bits: int, version: int) -> tuple[int, int]:
    """Since 1970, and how many of them make a second."""
    if version == 7:
        return bits >> 80, 1_000
    return ticks(version, bits >> 64) - GREGORIAN_TO_UNIX, TICKS


def _plain(bits: int) -> str:
    digits = f"{bits:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


IDENTIFIERS = (
    Decoder("uuid", "UUID", uuid, "RFC 9562", TOKENLIKE | Shape.OTHER, 36, 47),
    Decoder("uuid-hex", "UUID without hyphens", bare_uuid, "RFC 9562", HEXLIKE, 32, 32),
    Decoder("ulid", "ULID", timed_identifiers.ulid, "ULID specification", Shape.ALNUM, 26, 26),
    Decoder("ksuid", "KSUID", timed_identifiers.ksuid, "segmentio/ksuid, README", ALNUM, 27, 27),
    Decoder(
        "objectid",
        "MongoDB ObjectID",
        timed_identifiers.object_id,
        "BSON types, ObjectId",
        HEXLIKE,
        24,
        24,
    ),
    Decoder(
        "tid",
        "AT Protocol TID",
        timed_identifiers.tid,
        "AT Protocol, Timestamp Identifiers",
        ALNUM,
        13,
        13,
    ),
    Decoder("cuid", "CUID", timed_identifiers.cuid, "paralleldrive/cuid, README", ALNUM, 25, 25),
    Decoder(
        "push-id",
        "Firebase push ID",
        timed_identifiers.push_id,
        "Firebase, push IDs",
        TOKEN,
        20,
        20,
    ),
    Decoder(
        "x-ray",
        "AWS X-Ray trace ID",
        timed_identifiers.trace_id,
        "AWS X-Ray, trace IDs",
        TOKEN,
        35,
        35,
    ),
    Decoder(
        "snowflake",
        "snowflake ID",
        timed_identifiers.snowflake,
        "twitter-archive/snowflake; Discord API",
        DIGITS,
        15,
        20,
    ),
    Decoder(
        "instagram",
        "Instagram short code",
        timed_identifiers.instagram_code,
        "Instagram Engineering, Sharding & IDs",
        TOKENLIKE,
        10,
        12,
    ),
    Decoder(
        "linkedin",
        "LinkedIn ID",
        timed_identifiers.linkedin,
        "dfir.blog, LinkedIn timestamps",
        TOKENLIKE | Shape.OTHER,
        10,
        400,
    ),
    Decoder(
        "sonyflake",
        "Sonyflake",
        timed_identifiers.sonyflake,
        "sony/sonyflake, README",
        HEXLIKE,
        15,
        15,
    ),
    Decoder(
        "google-ei",
        "Google ei",
        timed_identifiers.google_ei,
        "dfir.blog, Google search",
        TOKEN,
        12,
        64,
    ),
    Decoder(
        "google-ved",
        "Google ved",
        timed_identifiers.google_ved,
        "dfir.blog, Google search",
        TOKEN,
        6,
        200,
    ),
    Decoder(
        "google-sxsrf",
        "Google sxsrf",
        timed_identifiers.google_sxsrf,
        "own observation",
        Shape.OTHER,
        30,
        120,
    ),
    Decoder(
        "google-click",
        "Google Ads click ID",
        timed_identifiers.google_click,
        "own observation",
        TOKEN,
        10,
        400,
    ),
    Decoder(
        "google-analytics",
        "Google Analytics browser",
        timed_identifiers.analytics_client,
        "Google Analytics, _ga cookie",
        MARKED,
        17,
        120,
    ),
    Decoder(
        "google-rlz", "Google RLZ", timed_identifiers.google_rlz, "Chromium, rlz/lib", TOKEN, 7, 40
    ),
    Decoder(
        "google-aqs",
        "Google aqs",
        timed_identifiers.google_aqs,
        "Chromium, omnibox",
        MARKED,
        10,
        400,
    ),
    Decoder(
        "gmail",
        "Gmail thread",
        timed_identifiers.gmail_thread,
        "ArsenalRecon, GmailURLDecoder",
        TOKENLIKE,
        16,
        80,
    ),
    Decoder(
        "fbclid",
        "Facebook click ID",
        timed_identifiers.facebook_click,
        "own observation",
        TOKEN,
        30,
        400,
    ),
    Decoder(
        "youtube", "YouTube ID", timed_identifiers.youtube, "YouTube Data API", TOKENLIKE, 1, 80
    ),
    Decoder("aws-key", "AWS access key", aws_key, "AWS IAM, unique identifiers", ALNUM, 20, 20),
    Decoder(
        "aws-credential",
        "AWS credential scope",
        aws_credential,
        "AWS Signature Version 4",
        Shape.OTHER,
        40,
        120,
    ),
    Decoder("arn", "ARN", arn, "AWS, Amazon Resource Names", Shape.OTHER, 12, 1_200),
    Decoder(
        "azure-tenant",
        "Microsoft tenant",
        azure_tenant,
        "Microsoft Entra, tenant ID",
        Shape.URLSAFE,
        36,
        36,
    ),
    Decoder(
        "hash",
        "hash by its length",
        hash_by_length,
        "RFC 1321, FIPS 180-4",
        HEXLIKE,
        32,
        128,
    ),
    Decoder(
        "mac",
        "MAC address",
        mac_address,
        "IEEE 802; MA-L registry in oui-data 2.1.9",
        HEXLIKE | Shape.OTHER | Shape.URLSAFE | Shape.ALNUM,
        12,
        17,
    ),
    Decoder(
        "check-digit",
        "ISBN, ISSN, GTIN",
        checked_number,
        "ISO 2108, ISO 3297, GS1 General Specifications",
        TOKEN,
        8,
        20,
    ),
    Decoder("iban", "IBAN", iban, "ISO 13616", ALNUM | Shape.OTHER, 15, 42),
    Decoder("email", "email address", mail_address, "RFC 5322 3.4.1", Shape.OTHER, 6, 320),
    Decoder(
        "ip",
        "IP address",
        internet_address,
        "RFC 791, RFC 4291, WHATWG URL 3.5",
        HEXLIKE | Shape.ALNUM | Shape.DOTTED | Shape.OTHER,
        2,
        64,
    ),
    Decoder(
        "text-fragment",
        "text fragment",
        text_fragment,
        "WICG Text Fragments 3",
        OPEN | PACKEDLIKE | Shape.DOTTED,
        1,
        4_096,
    ),
    Decoder(
        "msf-checksum",
        "payload checksum",
        payload_checksum,
        "Metasploit, uri_checksum.rb",
        Shape.ALNUM,
        4,
        4,
    ),
    Decoder(
        "msf-uuid",
        "payload UUID",
        payload_uuid,
        "Metasploit, payload/uuid.rb",
        TOKEN,
        22,
        300,
    ),
)

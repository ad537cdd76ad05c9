"""Tokens and keys, and requests made by attack tools."""

import json
import re
from base64 import b32decode
from collections.abc import Iterator

from uriinspector.analysis.values.candidates import (
    PATH,
    Datum,
    Decoded,
    Grouped,
    InnerDatum,
    Within,
)
from uriinspector.analysis.values.decoder import (
    ALNUM,
    TOKEN,
    DecoderFamily,
    Shape,
    fact,
    in_part,
    read_part,
    segments,
    text_of,
    time_reading,
)
from uriinspector.analysis.values.layers import octets_of_base64
from uriinspector.analysis.values.value import (
    CERTAIN,
    IDENTIFIER,
    LIKELY,
    POSSIBLE,
    STRUCTURE,
    quoted,
)
from uriinspector.core.expression import expression
from uriinspector.core.model import EVIDENCE, Marked, message
from uriinspector.core.schemes.urn_namespaces import utc

decoder = DecoderFamily()

UNIX_SECONDS = "Unix seconds"
SIGNED, ENCRYPTED = 3, 5


@decoder("jwt", "JSON Web Token", "RFC 7515 7.1, RFC 7516 7.1", Shape.DOTTED, 20)
def web_token(datum: Datum) -> Iterator[Decoded]:
    """Decode JSON Web Tokens of three or five parts (RFC 7515 7.1, RFC 7516 7.1)."""
    text = datum.text
    parts = text.split(".")
    if not text.startswith("e") or len(parts) not in {SIGNED, ENCRYPTED}:
        return
    header = _text_in(parts[0])
    named = _algorithm(header)
    if named is None:
        return
    is_signed = len(parts) == SIGNED
    inner = [InnerDatum("header", header, Grouped(4, 3, datum.placing, len(parts[0])))]
    payload = _text_in(parts[1]) if is_signed else ""
    if payload:
        start = len(parts[0]) + 1
        placing = Grouped(4, 3, Within(start, datum.placing), len(parts[1]))
        inner.append(InnerDatum("payload", payload, placing if payload.isascii() else None))
    args = {"algorithm": Marked(quoted(named), EVIDENCE)}
    if is_signed:
        phrase = message("JSON Web Token, signature not checked ({algorithm})", **args)
    else:
        phrase = message("Encrypted JSON Web Token ({algorithm})", **args)
    yield Decoded(STRUCTURE, payload or header, phrase, CERTAIN, tuple(inner))


def _text_in(part: str) -> str:
    try:
        return (octets_of_base64(part) or b"").decode()
    except UnicodeDecodeError:
        return ""


def _algorithm(header: str) -> str | None:
    try:
        fields = json.loads(header)
    except (ValueError, RecursionError):
        return None
    named = fields.get("alg") if isinstance(fields, dict) else None
    return named if isinstance(named, str) else None


# The payload, four bytes of seconds, and a signature of 20, 32 or 64 bytes. A leading dot means
# that the payload is compressed with zlib.
SIGNED_VALUE = expression(
    r"(?P<packed>\.?)(?P<payload>[\w-]{4,})\.(?P<time>[\w-]{6})\.(?P<sum>[\w-]{27}|[\w-]{43}|[\w-]{86})"
)
# Smaller times are from versions before 1.1, which counted from 1 January 2011.
FIRST_SIGNED, LAST, OLD_EPOCH = 1_400_000_000, 2_208_988_800, 1_293_840_000


@decoder(
    *("itsdangerous", "value signed by itsdangerous", "itsdangerous 2.2, timed.py"),
    *(Shape.DOTTED, 40),
)
def signed_value(datum: Datum) -> Iterator[Decoded]:
    """Decode values with a readable payload and a plausible time; signatures are not checked."""
    match = SIGNED_VALUE.fullmatch(datum.text)
    octets = octets_of_base64(match["time"]) if match else None
    payload = octets_of_base64(match["payload"]) if match else None
    if match is None or octets is None or payload is None or len(octets) != 4:
        return
    ticks = int.from_bytes(octets)
    seconds = ticks if ticks >= FIRST_SIGNED else ticks + OLD_EPOCH
    plain = text_of(payload)
    if not FIRST_SIGNED <= seconds < LAST or (not match["packed"] and plain is None):
        return
    inner = (
        InnerDatum(datum.name, match["payload"], Within(match.start("payload"), datum.placing)),
        _time_of_signing(datum, *match.span("time"), seconds),
    )
    phrase = message("Value signed with itsdangerous, signature not checked")
    yield Decoded(STRUCTURE, plain or payload.hex(), phrase, LIKELY, inner)


# A version, eight bytes for the time, an initialization vector, blocks of 16 bytes, a signature.
FERNET_VERSION, FERNET_BLOCK, FERNET_FRAME = 0x80, 16, 1 + 8 + 16 + 32
# Fernet was first specified in 2012.
FIRST_FERNET = 1_325_376_000
# The number of characters that contain the version and the time.
FERNET_HEAD = 12


@decoder(
    *("fernet", "Fernet token", "Fernet specification, version 0x80"),
    *(Shape.ALNUM | Shape.URLSAFE, 98),
)
def fernet_token(datum: Datum) -> Iterator[Decoded]:
    """Decode the time in Fernet tokens; the content is encrypted, the signature is not checked."""
    octets = octets_of_base64(datum.text)
    if not octets or octets[0] != FERNET_VERSION:
        return
    blocks, left = divmod(len(octets) - FERNET_FRAME, FERNET_BLOCK)
    seconds = int.from_bytes(octets[1:9])
    if blocks >= 1 and not left and FIRST_FERNET <= seconds < LAST:
        inner = _time_of_signing(datum, 0, FERNET_HEAD, seconds)
        phrase = message("Fernet token, encrypted; signature not checked")
        yield Decoded(STRUCTURE, utc(seconds, 1), phrase, LIKELY, (inner,))


def _time_of_signing(datum: Datum, start: int, end: int, seconds: int) -> InnerDatum:
    known = time_reading(utc(seconds, 1), UNIX_SECONDS)
    return read_part("time", datum.text[start:end], known, Within(start, datum.placing))


KEY = expression(r"(?P<kind>AKIA|ASIA)(?P<body>[A-Z2-7]{16})")
# The account number is in the first six bytes, except for the highest bit and the seven lowest.
ACCOUNT_MASK, ACCOUNT_SHIFT = 0x7FFF_FFFF_FF80, 7
# Keys from before 2019 contain no account number and begin with an earlier letter.
FIRST_LETTER = "Q"
CREDENTIAL = expression(
    r"(?P<key>(?:AKIA|ASIA)[A-Z0-9]{16})/(?P<date>[0-9]{8})/(?P<region>[a-z0-9-]+)/"
    r"(?P<service>[a-z0-9-]+)/aws4_request"
)
ARN = expression(
    r"arn:aws[a-z-]*:(?P<service>[a-z0-9-]+):(?P<region>[a-z0-9-]*):"
    r"(?P<account>[0-9]{12})?:(?P<resource>.{1,1024})"
)


@decoder("aws-key", "AWS access key", "AWS IAM, unique identifiers", ALNUM, 20, 20)
def aws_key(datum: Datum) -> Iterator[Decoded]:
    """Decode key identifiers (not secrets); newer ones contain the account number."""
    match = KEY.fullmatch(datum.text)
    if match is None:
        return
    is_temporary = match["kind"] == "ASIA"
    phrase = message("Temporary AWS access key ID" if is_temporary else "AWS access key ID")
    inner: tuple[InnerDatum, ...] = ()
    if match["body"][0] >= FIRST_LETTER:
        bits = int.from_bytes(b32decode(match["body"])[:6])
        account = f"{(bits & ACCOUNT_MASK) >> ACCOUNT_SHIFT:012}"
        named = message("AWS account {account}", account=account)
        inner = (read_part("account", account, Decoded(IDENTIFIER, account, named, LIKELY)),)
    yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, inner)


@decoder(
    *("aws-credential", "AWS credential scope", "AWS Signature Version 4", Shape.OTHER, 40, 120)
)
def aws_credential(datum: Datum) -> Iterator[Decoded]:
    """Decode the scope of a signature: key, day, region and service (AWS Signature Version 4)."""
    if match := CREDENTIAL.fullmatch(datum.text):
        args = {name: Marked(match[name], EVIDENCE) for name in ("service", "region")}
        phrase = message("AWS signature for {service} in {region}", **args)
        yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, _groups(datum, match))


def _groups(datum: Datum, match: re.Match[str]) -> tuple[InnerDatum, ...]:
    return tuple(
        InnerDatum(name, text, Within(match.start(name), datum.placing), is_member=True)
        for name, text in match.groupdict().items()
        if text
    )


@decoder("arn", "ARN", "AWS, Amazon Resource Names", Shape.OTHER, 12, 1_200)
def arn(datum: Datum) -> Iterator[Decoded]:
    """Decode names of AWS resources: service, region, account and resource."""
    if match := ARN.fullmatch(datum.text):
        phrase = message("AWS resource name (ARN)")
        yield Decoded(IDENTIFIER, datum.text, phrase, CERTAIN, _groups(datum, match))


# Meanings of the sum of all characters, modulo 256.
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
    *("", "Windows", "NetWare", "Android", "Java", "Ruby", "Linux", "Cisco", "Solaris", "OSX"),
    *("BSD", "OpenBSD", "BSDi", "NetBSD", "FreeBSD", "AIX", "HPUX", "Irix", "Unix", "PHP"),
    *("JavaScript", "Python", "NodeJS", "Firefox"),
)
ARCHITECTURES = (
    *("", "x86", "x64", "mips", "mipsle", "mipsbe", "ppc", "ppc64", "cbea", "cbea64", "sparc"),
    *("armle", "armbe", "cmd", "php", "tty", "java", "ruby", "dalvik", "python", "nodejs"),
    *("firefox", "zarch", "aarch64"),
)
FIRST_PAYLOAD = 1_420_070_400


@decoder(
    *("msf-checksum", "payload checksum", "Metasploit, uri_checksum.rb", Shape.ALNUM, 4, 4),
    where=in_part(PATH),
)
def payload_checksum(datum: Datum) -> Iterator[Decoded]:
    """Recognize a path of four characters by its checksum; one in forty matches by chance."""
    title = CHECKSUMS.get(sum(map(ord, datum.text)) & 255)
    if title and len(segments(datum)) == 1 and SHORT.fullmatch(datum.text):
        args = {"title": message(title)}
        phrase = message("Matches a checksum that malware tools use ({title})", **args)
        yield Decoded(IDENTIFIER, datum.text, phrase, POSSIBLE)


@decoder(
    *("msf-uuid", "payload UUID", "Metasploit, payload/uuid.rb", TOKEN, 22, 300),
    where=in_part(PATH),
)
def payload_uuid(datum: Datum) -> Iterator[Decoded]:
    """Decode Metasploit's 16 bytes: an identifier, platform, architecture and time."""
    if not LONG.fullmatch(datum.text) or sum(map(ord, datum.text)) & 255 not in CHECKSUMS:
        return
    octets = octets_of_base64(datum.text[:22])
    if octets is None:
        return
    first, second = octets[8], octets[9]
    platform, architecture = octets[10] ^ first, octets[11] ^ second
    seconds = int.from_bytes(octets[12:16]) ^ int.from_bytes(bytes((first, second) * 2))
    is_known = 0 < platform < len(PLATFORMS) and 0 < architecture < len(ARCHITECTURES)
    if is_known and FIRST_PAYLOAD <= seconds < LAST:
        inner = (
            fact("unique ID", octets[:8].hex()),
            fact("platform", PLATFORMS[platform]),
            fact("architecture", ARCHITECTURES[architecture]),
            read_part("time", str(seconds), time_reading(utc(seconds, 1), UNIX_SECONDS)),
        )
        phrase = message("Metasploit payload UUID")
        yield Decoded(IDENTIFIER, octets.hex(), phrase, LIKELY, inner)

"""Values that a program signed: tokens of itsdangerous, so sessions of Flask, and of Fernet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum, Within
from uriinspector.analysis.values.layers.base64_text import octets_of_base64
from uriinspector.analysis.values.readable import text_of
from uriinspector.analysis.values.value import LIKELY, STRUCTURE, TIME
from uriinspector.analysis.values.words import time_of
from uriinspector.core.expression import expression
from uriinspector.core.schemes.urn_namespaces import utc

if TYPE_CHECKING:
    from collections.abc import Iterator

# Payload, seconds in four octets, and a signature of 20, 32 or 64 octets; a dot in front where the
# payload is packed with zlib.
SIGNED = expression(
    r"(?P<packed>\.?)(?P<payload>[\w-]{4,})\.(?P<time>[\w-]{6})\.(?P<sum>[\w-]{27}|[\w-]{43}|[\w-]{86})"
)
# Before version 1.1, seconds were counted from the first day of 2011.
FIRST, LAST, OLD_EPOCH = 1_400_000_000, 2_208_988_800, 1_293_840_000
# A version, seconds in eight octets, an initial vector, blocks of 16 octets, a signature.
FERNET_VERSION, FERNET_BLOCK = 0x80, 16
FERNET_FRAME = 1 + 8 + 16 + 32
# Fernet was first written down in 2012.
FIRST_FERNET = 1_325_376_000
# The letters that hold the version and the time.
FERNET_HEAD = 12


def signed_value(datum: Datum) -> Iterator[Decoded]:
    """The payload is readable, and the time plausible: the signature is not checked."""
    match = SIGNED.fullmatch(datum.text)
    octets = octets_of_base64(match["time"]) if match else None
    payload = octets_of_base64(match["payload"]) if match else None
    if match is None or octets is None or payload is None or len(octets) != 4:
        return
    ticks = int.from_bytes(octets)
    seconds = ticks if ticks >= FIRST else ticks + OLD_EPOCH
    if not FIRST <= seconds < LAST or (not match["packed"] and text_of(payload) is None):
        return
    inner = (
        InnerDatum(datum.name, match["payload"], Within(match.start("payload"), datum.placing)),
        _time_of_signing(datum, match.start("time"), match.end("time"), seconds),
    )
    phrase = Phrase("Signed value of itsdangerous, signature not checked")
    yield Decoded(STRUCTURE, text_of(payload) or payload.hex(), phrase, LIKELY, inner)


def fernet_token(datum: Datum) -> Iterator[Decoded]:
    """What is inside is encrypted; the time is readable, the signature is not checked."""
    octets = octets_of_base64(datum.text)
    if not octets or octets[0] != FERNET_VERSION:
        return
    blocks, left = divmod(len(octets) - FERNET_FRAME, FERNET_BLOCK)
    seconds = int.from_bytes(octets[1:9])
    if blocks < 1 or left or not FIRST_FERNET <= seconds < LAST:
        return
    inner = _time_of_signing(datum, 0, FERNET_HEAD, seconds)
    phrase = Phrase("Fernet token, encrypted; signature not checked")
    yield Decoded(STRUCTURE, utc(seconds, 1), phrase, LIKELY, (inner,))


def _time_of_signing(datum: Datum, start: int, end: int, seconds: int) -> InnerDatum:
    time = utc(seconds, 1)
    known = Decoded(TIME, time, time_of(time, "Unix seconds", LIKELY), LIKELY)
    placing = Within(start, datum.placing)
    return InnerDatum("time", datum.text[start:end], placing, (known,), is_final=True)

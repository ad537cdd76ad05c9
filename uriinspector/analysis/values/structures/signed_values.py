"""Values that a program signed: the tokens of itsdangerous, and so the sessions of Flask."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, InnerDatum, Within
from uriinspector.analysis.values.layers.base64_text import octets_of_base64
from uriinspector.analysis.values.readable import text_of
from uriinspector.analysis.values.value import LIKELY, STRUCTURE, TIME
from uriinspector.analysis.values.words import time_of
from uriinspector.core.schemes.urn.namespaces.moment import utc

if TYPE_CHECKING:
    from collections.abc import Iterator

# Payload, seconds in four octets, and a signature of 20, 32 or 64 octets; a dot in front where the
# payload is packed with zlib.
SIGNED = re.compile(
    r"(?P<packed>\.?)(?P<payload>[\w-]{4,})\.(?P<time>[\w-]{6})\.(?P<sum>[\w-]{27}|[\w-]{43}|[\w-]{86})"
)
# Before version 1.1, seconds were counted from the first day of 2011.
FIRST, LAST, OLD_EPOCH = 1_400_000_000, 2_208_988_800, 1_293_840_000


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
    time = utc(seconds, 1)
    known = Decoded(TIME, time, time_of(time, "Unix seconds", LIKELY), LIKELY)
    inner = (
        InnerDatum(datum.name, match["payload"], Within(match.start("payload"), datum.placing)),
        InnerDatum(
            "time",
            match["time"],
            Within(match.start("time"), datum.placing),
            (known,),
            is_final=True,
        ),
    )
    phrase = Phrase("Signed value of itsdangerous, signature not checked")
    yield Decoded(STRUCTURE, text_of(payload) or payload.hex(), phrase, LIKELY, inner)

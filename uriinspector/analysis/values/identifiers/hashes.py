"""Hashes by their length: what they are of is not in them, so a name has to say it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded
from uriinspector.analysis.values.value import IDENTIFIER, LIKELY, POSSIBLE
from uriinspector.core.expression import expression

if TYPE_CHECKING:
    from collections.abc import Iterator

# Digits of a hash, and which one is meant most often where a length has several.
LENGTHS = {32: "MD5", 40: "SHA-1", 56: "SHA-224", 64: "SHA-256", 96: "SHA-384", 128: "SHA-512"}
NAMES = expression(
    "btih|md5|sha-?(?:1|224|256|384|512)|.*hash|.*checksum|etag|commit|.*digest", re.IGNORECASE
)
LETTER = expression("[A-Fa-f]")


def hash_by_length(datum: Datum) -> Iterator[Decoded]:
    """A name such as "sha256" makes it likely; a length alone is possible."""
    title = LENGTHS.get(datum.size)
    if title is None or not LETTER.search(datum.text):
        return
    args = (Arg("title", title), Arg("bits", str(datum.size * 4)))
    if NAMES.fullmatch(datum.name):
        phrase = Phrase("Hash of {bits} bits, such as {title}", args)
        yield Decoded(IDENTIFIER, datum.text.lower(), phrase, LIKELY)
    else:
        phrase = Phrase("Could be a hash of {bits} bits, such as {title}", args)
        yield Decoded(IDENTIFIER, datum.text.lower(), phrase, POSSIBLE)

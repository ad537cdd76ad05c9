"""JSON Web Tokens, signed and encrypted."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from uriinspector.analysis.phrase import EVIDENCE, Arg, Phrase
from uriinspector.analysis.values.datum import Datum, Decoded, Grouped, InnerDatum, Within
from uriinspector.analysis.values.layers.base64_text import octets_of_base64
from uriinspector.analysis.values.value import CERTAIN, STRUCTURE
from uriinspector.analysis.values.words import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

SIGNED, ENCRYPTED = 3, 5


def web_token(datum: Datum) -> Iterator[Decoded]:
    """RFC 7515 7.1 and RFC 7516 7.1: three parts, or five; the first is JSON that names "alg"."""
    text = datum.text
    parts = text.split(".")
    if not text.startswith("e") or len(parts) not in {SIGNED, ENCRYPTED}:
        return
    header = _json(parts[0])
    fields = _object(header)
    if fields is None or not isinstance(fields.get("alg"), str):
        return
    is_signed = len(parts) == SIGNED
    inner = [InnerDatum("header", header, Grouped(4, 3, datum.placing, len(parts[0])))]
    payload = _json(parts[1]) if is_signed else ""
    if payload:
        start = len(parts[0]) + 1
        placing = Grouped(4, 3, Within(start, datum.placing), len(parts[1]))
        inner.append(InnerDatum("payload", payload, placing if payload.isascii() else None))
    algorithm = Arg("algorithm", quoted(str(fields["alg"])), EVIDENCE)
    if is_signed:
        phrase = Phrase("JSON Web Token, signature not checked ({algorithm})", (algorithm,))
    else:
        phrase = Phrase("Encrypted JSON Web Token ({algorithm})", (algorithm,))
    yield Decoded(STRUCTURE, payload or header, phrase, CERTAIN, tuple(inner))


def _json(part: str) -> str:
    octets = octets_of_base64(part)
    try:
        return octets.decode() if octets else ""
    except UnicodeDecodeError:
        return ""


def _object(text: str) -> dict[str, object] | None:
    try:
        fields = json.loads(text) if text else None
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None

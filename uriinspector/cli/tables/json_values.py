"""Values of any column as JSON."""

from __future__ import annotations

import base64
import json
import math
from typing import Any

# The metadata of a column whose texts are JSON already.
JSON_TEXT = {b"uriinspector.json": b"1"}


def as_text(value: Any) -> str | None:
    """A text as it is, all else as JSON."""
    if value is None or isinstance(value, str):
        return value
    plain = _plain(value)
    return plain if isinstance(plain, str) else encode(plain)


def encode(value: Any) -> str:
    """JSON, also of what JSON has no word for."""
    try:
        return _encode(value)
    except ValueError:
        return _encode(_plain(value))


_encode = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, check_circular=False, default=lambda each: _plain(each)
).encode


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode("ascii")
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, dict):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if value is None or isinstance(value, str | int):
        return value
    return value.isoformat() if hasattr(value, "isoformat") else str(value)

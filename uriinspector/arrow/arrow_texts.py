"""Texts between Python and Arrow, which holds UTF-8 and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterable


def texts_in(strings: pa.Array) -> list[Any]:
    """The texts of a column of strings.

    Files are written that say UTF-8 and hold something else: each byte of that is U+FFFD.
    """
    try:
        result: list[Any] = strings.to_pylist()
    except UnicodeDecodeError:
        octets = strings.cast(pa.large_binary()).to_pylist()
        result = [None if each is None else each.decode("utf-8", "replace") for each in octets]
    return result


def well_formed(text: str | None) -> str | None:
    """The text, with U+FFFD for each surrogate by itself, which no UTF-8 has."""
    if text is None or text.isascii():
        return text
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def array_of(values: Iterable[Any], kind: pa.DataType) -> pa.Array:
    """The values as Arrow has them."""
    values = list(values)
    try:
        return pa.array(values, kind)
    except UnicodeEncodeError:
        return pa.array(map(_well_formed_within, values), kind)


def _well_formed_within(value: Any) -> Any:
    if isinstance(value, str):
        return well_formed(value)
    return [well_formed(each) for each in value] if isinstance(value, list) else value

"""The only errors there are: a caller's mistake.  No text is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def not_text(name: str, value: object) -> TypeError:
    """Something else than a str where a text is due."""
    return TypeError(f"{name} must be str, not {type(value).__name__}")


def texts_of(name: str, texts: Iterable[str]) -> tuple[str, ...]:
    """Texts as they are handed over: one alone would be taken apart into its letters."""
    result = (texts,) if isinstance(texts, str) else tuple(texts)
    for each in result:
        if not isinstance(each, str):
            raise not_text(name, each)
    return result


def unknown_choice(name: str, value: object, known: Iterable[str]) -> ValueError:
    """A name that is in no table."""
    return ValueError(f"unknown {name} {value!r}: one of {', '.join(known)}")

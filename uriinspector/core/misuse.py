"""The only errors there are: a caller's mistake.  No text is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def not_text(name: str, value: object) -> TypeError:
    """Something else than a str where a text is due."""
    return TypeError(f"{name} must be str, not {type(value).__name__}")


def unknown_choice(name: str, value: object, known: Iterable[str]) -> ValueError:
    """A name that is in no table."""
    return ValueError(f"unknown {name} {value!r}: one of {', '.join(known)}")

"""Registrable domains: which part of a name somebody has registered.

Private rules of the list (github.io ...) are used: under them, too, a name belongs to somebody.
"""

from __future__ import annotations

from functools import lru_cache

from publicsuffixlist import PublicSuffixList


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()


@lru_cache(maxsize=4096)
def public_suffix(name: str) -> str | None:
    """The suffix under which names are registered; not for addresses."""
    found: str | None = _suffixes().publicsuffix(name.removesuffix("."))
    return found


@lru_cache(maxsize=4096)
def registrable_domain(name: str) -> str | None:
    """The suffix and one label more; None for a bare suffix; not for addresses."""
    found: str | None = _suffixes().privatesuffix(name.removesuffix("."))
    return found

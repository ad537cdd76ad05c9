"""Imports without PySide6's part in them.

For the sake of ``from __feature__ import``, which nothing here uses, PySide6 puts a function of its
own in place of ``__import__``: from then on it opens and reads the source of every module that is
imported, which takes a twentieth of a start, and keeps it.
"""

from __future__ import annotations

import builtins


def restore_plain_imports() -> None:
    """Import as Python does."""
    import PySide6.QtCore  # noqa: F401 - puts the function there

    original = getattr(builtins, "__orig_import__", None)  # where PySide6 leaves it
    if original is not None:
        builtins.__import__ = original

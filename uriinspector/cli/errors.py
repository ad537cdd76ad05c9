"""A command line, a file or a line of input that cannot be understood."""

from __future__ import annotations

from typing import NoReturn


class MisuseError(Exception):
    """What was asked for cannot be done as it was asked; the message says why."""


def refuse(message: str, cause: BaseException | None = None) -> NoReturn:
    """Gives up on what was asked, for this reason."""
    raise MisuseError(message) from cause

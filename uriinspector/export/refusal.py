"""The error for exports that cannot be made as requested."""

from __future__ import annotations

from typing import NoReturn


class RefusedError(ValueError):
    """A template, format or value that cannot be used; ``why`` can be translated."""

    @property
    def why(self) -> str:
        """The reason, as a message if it is one."""
        return str(self) if not self.args else self.args[0]


def refuse(message: str) -> NoReturn:
    raise RefusedError(message) from None

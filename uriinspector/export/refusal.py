"""What cannot be exported as it was asked; the message says why."""

from __future__ import annotations

from typing import NoReturn


class RefusedError(ValueError):
    """A template, a form or a value that cannot be used; ``why`` can be translated."""

    @property
    def why(self) -> str:
        """The reason, as a message if it is one."""
        return str(self) if not self.args else self.args[0]


def refuse(message: str) -> NoReturn:
    """Gives up on what was asked, for this reason."""
    raise RefusedError(message) from None

"""The size of the window while a class looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.theme import ZOOMS

if TYPE_CHECKING:
    from uriinspector.gui.storage.settings import Settings


class ClassZoom:
    """As large as can be for a class, and afterwards as before; what is kept does not change."""

    def __init__(self, settings: Settings) -> None:
        """Begin as it is."""
        self._settings = settings
        self.before = 0  # the zoom that comes back; 0 where none has to

    def use(self, *, is_on: bool) -> None:
        """Be large, or as before."""
        if is_on and not self.before:
            self.before = self._settings["zoom"]
            self._settings.set("zoom", ZOOMS[-1], keep=False)
        elif self.before and not is_on:
            self._settings.set("zoom", self.before, keep=False)
            self.before = 0

"""What commands and dialogs may ask of the window; the window itself knows them, not they it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from uriinspector.gui.appearance import Appearance
    from uriinspector.gui.desk import Desk
    from uriinspector.gui.inspect.page import InspectPage
    from uriinspector.gui.menus import Menus
    from uriinspector.gui.resolve.page import ResolvePage
    from uriinspector.gui.theme import Theme


@runtime_checkable
class OpensFiles(Protocol):
    """A workspace that reads files of this machine."""

    def open_file(self, path: str) -> None:
        """Read a file."""


class Front(QMainWindow):
    """The window as seen from within."""

    theme: Theme
    desk: Desk
    appearance: Appearance
    menus: Menus
    inspect_page: InspectPage
    resolve_page: ResolvePage
    workspaces: dict[str, QWidget]

    def show_text(self, text: str) -> None:
        """Take a text from outside, as it is."""
        raise NotImplementedError

    def open_workspace(self, name: str) -> None:
        """Show a workspace."""
        raise NotImplementedError

    def go(self, steps: int) -> None:
        """Go back or forward through what was looked at."""
        raise NotImplementedError

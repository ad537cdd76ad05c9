"""What commands and dialogs may ask of the window; the window itself knows them, not they it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from PySide6.QtWidgets import QMainWindow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from uriinspector.gui.compare.page import ComparePage
    from uriinspector.gui.documents.page import DocumentsPage
    from uriinspector.gui.inspect.page import InspectPage
    from uriinspector.gui.learn.page import LearnPage
    from uriinspector.gui.resolve.page import ResolvePage
    from uriinspector.gui.shell.display_settings import DisplaySettings
    from uriinspector.gui.shell.menus import Menus
    from uriinspector.gui.shell.workspaces import Workspaces
    from uriinspector.gui.storage.profile import Profile
    from uriinspector.gui.theme import Theme
    from uriinspector.gui.widgets.notice_strip import Notice


class WindowBase(QMainWindow):
    """The window as seen from within."""

    theme: Theme
    profile: Profile
    display_settings: DisplaySettings
    menus: Menus
    pages: Workspaces

    @property
    def inspect_page(self) -> InspectPage:
        """The page that takes one reference apart."""
        return cast("InspectPage", self.pages.page("inspect"))

    @property
    def resolve_page(self) -> ResolvePage:
        """The page that resolves a reference against a base."""
        return cast("ResolvePage", self.pages.page("resolve"))

    @property
    def compare_page(self) -> ComparePage:
        """The page that compares two references."""
        return cast("ComparePage", self.pages.page("compare"))

    @property
    def documents_page(self) -> DocumentsPage:
        """The page that reads pages and mails."""
        return cast("DocumentsPage", self.pages.page("documents"))

    @property
    def learn_page(self) -> LearnPage:
        """The page that teaches."""
        return cast("LearnPage", self.pages.page("learn"))

    def show_text(self, text: str) -> None:
        """Take a text from outside, as it is."""
        raise NotImplementedError

    def open_paths(self, paths: Sequence[str]) -> None:
        """Read files of this machine, each where it belongs."""
        raise NotImplementedError

    def open_workspace(self, name: str) -> None:
        """Show a workspace."""
        raise NotImplementedError

    def tell(self, notice: Notice) -> None:
        """Say something on the page that is open."""
        raise NotImplementedError

    def quit_at_once(self) -> None:
        """Close the window without asking."""
        raise NotImplementedError

    def go(self, steps: int) -> None:
        """Go back or forward through what was looked at."""
        raise NotImplementedError

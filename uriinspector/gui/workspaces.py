"""The pages of the window: each is made when it is first opened, or handed something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uriinspector.gui.compare.page import ComparePage
    from uriinspector.gui.desk import Desk
    from uriinspector.gui.documents.page import DocumentsPage
    from uriinspector.gui.inspect.page import InspectPage
    from uriinspector.gui.resolve.page import ResolvePage
    from uriinspector.gui.theme import Theme


@runtime_checkable
class Keeps(Protocol):
    """A page with something in it that outlasts a change of the language."""

    def kept(self) -> Any:
        """Give it."""


@runtime_checkable
class Restores(Protocol):
    """A page that takes it back once it is wired."""

    def restore(self, kept: Any) -> None:
        """Show it again."""


class Workspaces(QStackedWidget):
    """One page is shown; those that nobody has asked for are not there yet."""

    page_made = Signal(str)  # its name

    def __init__(self, theme: Theme, desk: Desk) -> None:
        """Start without pages."""
        super().__init__()
        self._theme = theme
        self._desk = desk
        self._made: dict[str, QWidget] = {}
        self._kept: dict[str, Any] = {}

    def page(self, name: str) -> QWidget:
        """The page of a workspace, made if need be."""
        if name not in self._made:
            kept = self._kept.pop(name, None)
            self._made[name] = page = PAGES[name](self._theme, self._desk, kept)
            self.addWidget(page)
            self.page_made.emit(name)
            if kept is not None and isinstance(page, Restores):
                page.restore(kept)
        return self._made[name]

    def shown(self) -> QWidget:
        """The page that is open."""
        page = self.currentWidget()
        assert page is not None
        return page

    def is_made(self, name: str) -> bool:
        """Whether somebody has asked for it."""
        return name in self._made

    def kept(self) -> dict[str, Any]:
        """What is in the pages that there are."""
        return {name: page.kept() for name, page in self._made.items() if isinstance(page, Keeps)}

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Make these pages anew around what was in them."""
        self._kept.update(kept)
        for name in kept:
            self.page(name)

    def stop(self) -> None:
        """Stop what is still at work in them."""
        for page in self._made.values():
            page.close()


def _inspect(theme: Theme, desk: Desk, _kept: Any) -> InspectPage:
    from uriinspector.gui.inspect.page import InspectPage

    return InspectPage(theme, desk)


def _resolve(theme: Theme, _desk: Desk, _kept: Any) -> ResolvePage:
    from uriinspector.gui.resolve.page import ResolvePage

    return ResolvePage(theme)


def _compare(theme: Theme, desk: Desk, _kept: Any) -> ComparePage:
    from uriinspector.gui.compare.page import ComparePage

    return ComparePage(theme, desk.settings["edition"])


def _documents(theme: Theme, desk: Desk, kept: Any) -> DocumentsPage:
    """What is being read goes on, so the page is built around it."""
    from uriinspector.gui.documents.page import DocumentsPage

    return DocumentsPage(theme, desk, kept)


PAGES: dict[str, Callable[[Theme, Desk, Any], QWidget]] = {
    "inspect": _inspect,
    "resolve": _resolve,
    "compare": _compare,
    "documents": _documents,
}

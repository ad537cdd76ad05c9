"""The pages of the window: each is made when it is first opened, or handed something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from uriinspector.gui.compare.page import ComparePage
    from uriinspector.gui.documents.page import DocumentsPage
    from uriinspector.gui.inspect.page import InspectPage
    from uriinspector.gui.learn.page import LearnPage
    from uriinspector.gui.resolve.page import ResolvePage
    from uriinspector.gui.storage.profile import Profile
    from uriinspector.gui.theme import Theme


@runtime_checkable
class HasPageState(Protocol):
    """A page with something in it that outlasts a change of the language."""

    def page_state(self) -> Any:
        """Give it."""


@runtime_checkable
class RestoresPageState(Protocol):
    """A page that takes it back once it is wired."""

    def restore(self, state: Any) -> None:
        """Show it again."""


@runtime_checkable
class Settles(Protocol):
    """A page that works in the background."""

    def is_settled(self) -> bool:
        """Whether nothing is being read or worked out any more."""


class Workspaces(QStackedWidget):
    """One page is shown; those that nobody has asked for are not there yet."""

    page_created = Signal(str)  # its name

    def __init__(self, theme: Theme, profile: Profile) -> None:
        """Start without pages."""
        super().__init__()
        self._theme = theme
        self._profile = profile
        self._pages: dict[str, QWidget] = {}
        self._saved_states: dict[str, Any] = {}
        self._last_focus: dict[QWidget, QWidget] = {}

    def page(self, name: str) -> QWidget:
        """The page of a workspace, made if need be."""
        if name not in self._pages:
            rest = self._saved_states.pop(name, None)
            self._pages[name] = page = PAGES[name](self._theme, self._profile, rest)
            self.addWidget(page)
            self.page_created.emit(name)
            if rest is not None and isinstance(page, RestoresPageState):
                page.restore(rest)
        return self._pages[name]

    def show_page(self, name: str) -> None:
        """Open the page of a workspace, and hand it the focus of the one that was open.

        Qt hides that one first, and its focus would go to the rail for a moment: a screen reader
        would speak of that.
        """
        page, before = self.page(name), self.shown()
        focus = self._focus_in(before)
        if focus is None or page is before:
            self.setCurrentWidget(page)
            return
        self._last_focus[before] = focus
        focus.clearFocus()
        self.setCurrentWidget(page)
        if self._focus_in(page) is None:  # it has not chosen by itself
            self._place_for_focus(page).setFocus()

    def _place_for_focus(self, page: QWidget) -> QWidget:
        """Where the focus was in it, where the page wants it, or the first that Tab reaches."""
        from uriinspector.gui.widgets.reading_order import in_reading_order

        last = self._last_focus.get(page)
        if last is not None and shiboken6.isValid(last) and last.isVisible() and last.isEnabled():
            return last
        wanted: QWidget | None = page.focusWidget()
        return wanted or next(iter(in_reading_order(page)), page)

    def _focus_in(self, page: QWidget) -> QWidget | None:
        focus: QWidget | None = self.window().focusWidget()
        return focus if focus is not None and page.isAncestorOf(focus) else None

    def shown(self) -> QWidget:
        """The page that is open."""
        page = self.currentWidget()
        assert page is not None
        return page

    def can_go_back(self) -> bool:
        """Whether the page that is open knows where its text was chosen."""
        way_back = getattr(self.shown(), "way_back", None)
        return way_back is not None and way_back.action is not None

    def go_back(self) -> bool:
        """Go to where the text of the open page was chosen; whether there was a way."""
        page: Any = self.shown()
        return self.can_go_back() and page.way_back.go()

    def is_created(self, name: str) -> bool:
        """Whether somebody has asked for it."""
        return name in self._pages

    def is_settled(self) -> bool:
        """Whether every page shows all that it was asked for."""
        settling = (page for page in self._pages.values() if isinstance(page, Settles))
        return all(page.is_settled() for page in settling)

    def page_states(self) -> dict[str, Any]:
        """What is in the pages that there are."""
        return {
            name: page.page_state()
            for name, page in self._pages.items()
            if isinstance(page, HasPageState)
        }

    def restore(self, states: Mapping[str, Any]) -> None:
        """Make these pages anew around what was in them."""
        self._saved_states.update(states)
        for name in states:
            self.page(name)

    def stop(self) -> None:
        """Stop what is still at work in them."""
        for page in self._pages.values():
            page.close()


def _inspect(theme: Theme, profile: Profile, _state: Any) -> InspectPage:
    from uriinspector.gui.inspect.page import InspectPage

    return InspectPage(theme, profile)


def _resolve(theme: Theme, _profile: Profile, _state: Any) -> ResolvePage:
    from uriinspector.gui.resolve.page import ResolvePage

    return ResolvePage(theme)


def _compare(theme: Theme, profile: Profile, _state: Any) -> ComparePage:
    from uriinspector.gui.compare.page import ComparePage

    return ComparePage(theme, profile.settings["edition"], profile.settings["urn_edition"])


def _documents(theme: Theme, profile: Profile, state: Any) -> DocumentsPage:
    """What is being read goes on, so the page is built around it."""
    from uriinspector.gui.documents.page import DocumentsPage

    return DocumentsPage(theme, profile, state)


def _learn(theme: Theme, profile: Profile, _state: Any) -> LearnPage:
    from uriinspector.gui.learn.page import LearnPage

    return LearnPage(theme, profile)


PAGES: dict[str, Callable[[Theme, Profile, Any], QWidget]] = {
    "inspect": _inspect,
    "resolve": _resolve,
    "compare": _compare,
    "documents": _documents,
    "learn": _learn,
}

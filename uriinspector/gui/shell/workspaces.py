"""The pages of the window as commands use them; each is created when first opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMainWindow, QStackedWidget, QWidget

if TYPE_CHECKING:
    from uriinspector.gui.compare.page import ComparePage
    from uriinspector.gui.documents.page import DocumentsPage
    from uriinspector.gui.inspect.page import InspectPage
    from uriinspector.gui.learn.page import LearnPage
    from uriinspector.gui.resolve.page import ResolvePage
    from uriinspector.gui.shell.find_bar import Pane
    from uriinspector.gui.shell.menus import Menus
    from uriinspector.gui.shell.start import DisplaySettings
    from uriinspector.gui.storage.profile import Profile
    from uriinspector.gui.widgets.notice_strip import Notice


@runtime_checkable
class HasPageState(Protocol):
    """A page that can return its content, so that it survives a language change."""

    def page_state(self) -> Any: ...


@runtime_checkable
class RestoresPageState(Protocol):
    """A page whose content is restored only after its signals are connected."""

    def restore(self, state: Any) -> None: ...


@runtime_checkable
class Settles(Protocol):
    """A page that works in the background."""

    def is_settled(self) -> bool:
        """Return True if no background work is left."""


class Workspaces(QStackedWidget):
    """A stack of pages, which are created when they are first opened."""

    page_created = Signal(str)  # the name of the page

    def __init__(self, profile: Profile) -> None:
        super().__init__()
        self._profile = profile
        self._pages: dict[str, QWidget] = {}
        self._saved_states: dict[str, Any] = {}
        self._last_focus: dict[QWidget, QWidget] = {}

    def page(self, name: str) -> QWidget:
        """Return the page of a workspace, making it on first use."""
        if name not in self._pages:
            rest = self._saved_states.pop(name, None)
            self._pages[name] = page = PAGES[name](self._profile, rest)
            self.addWidget(page)
            self.page_created.emit(name)
            if rest is not None and isinstance(page, RestoresPageState):
                page.restore(rest)
        return self._pages[name]

    def show_page(self, name: str) -> None:
        """Open the page of a workspace and move the focus into it.

        The focus is cleared first: otherwise Qt would briefly move it to the rail while it
        hides the old page, and a screen reader would announce that.
        """
        page, before = self.page(name), self.shown()
        focus = self._focus_in(before)
        if focus is None or page is before:
            self.setCurrentWidget(page)
            return
        self._last_focus[before] = focus
        focus.clearFocus()
        self.setCurrentWidget(page)
        if self._focus_in(page) is None:  # the page has not set the focus itself
            self._place_for_focus(page).setFocus()

    def _place_for_focus(self, page: QWidget) -> QWidget:
        """Return the widget of a page that had the focus last, its preferred widget, or the
        first one.
        """
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
        page = self.currentWidget()
        assert page is not None
        return page

    def can_go_back(self) -> bool:
        """Return True if the open page can return to where its text was chosen."""
        way_back = getattr(self.shown(), "way_back", None)
        return way_back is not None and way_back.action is not None

    def go_back(self) -> bool:
        """Return to where the open page's text was chosen; return False if that is not possible."""
        page: Any = self.shown()
        return self.can_go_back() and page.way_back.go()

    @property
    def name_shown(self) -> str:
        """The name of the open workspace."""
        return next((name for name in self._pages if self.shows(name)), "")

    def shows(self, name: str) -> bool:
        """Return True if the page of this workspace is open."""
        return self._pages.get(name) is self.currentWidget()

    def is_created(self, name: str) -> bool:
        """Return True if the page has been opened before."""
        return name in self._pages

    def is_settled(self) -> bool:
        settling = (page for page in self._pages.values() if isinstance(page, Settles))
        return all(page.is_settled() for page in settling)

    def page_states(self) -> dict[str, Any]:
        """Return the content of the pages, by name."""
        return {
            name: page.page_state()
            for name, page in self._pages.items()
            if isinstance(page, HasPageState)
        }

    def restore(self, states: Mapping[str, Any]) -> None:
        self._saved_states.update(states)
        for name in states:
            self.page(name)

    def stop(self) -> None:
        for page in self._pages.values():
            page.close()


def _inspect(profile: Profile, _state: Any) -> InspectPage:
    from uriinspector.gui.inspect.page import InspectPage

    return InspectPage(profile)


def _resolve(_profile: Profile, _state: Any) -> ResolvePage:
    from uriinspector.gui.resolve.page import ResolvePage

    return ResolvePage()


def _compare(profile: Profile, _state: Any) -> ComparePage:
    from uriinspector.gui.compare.page import ComparePage

    return ComparePage(profile.settings["edition"], profile.settings["urn_edition"])


def _documents(profile: Profile, state: Any) -> DocumentsPage:
    """Create the page with its state at once, because it may continue to read files."""
    from uriinspector.gui.documents.page import DocumentsPage

    return DocumentsPage(profile, state)


def _learn(profile: Profile, _state: Any) -> LearnPage:
    from uriinspector.gui.learn.page import LearnPage

    return LearnPage(profile)


PAGES: dict[str, Callable[[Profile, Any], QWidget]] = {
    "inspect": _inspect,
    "resolve": _resolve,
    "compare": _compare,
    "documents": _documents,
    "learn": _learn,
}


class WindowBase(QMainWindow):
    """The attributes and methods of the window that commands use."""

    profile: Profile
    display_settings: DisplaySettings
    menus: Menus
    pages: Workspaces

    @property
    def inspect_page(self) -> InspectPage:
        return cast("InspectPage", self.pages.page("inspect"))

    @property
    def resolve_page(self) -> ResolvePage:
        return cast("ResolvePage", self.pages.page("resolve"))

    @property
    def compare_page(self) -> ComparePage:
        return cast("ComparePage", self.pages.page("compare"))

    @property
    def documents_page(self) -> DocumentsPage:
        return cast("DocumentsPage", self.pages.page("documents"))

    @property
    def learn_page(self) -> LearnPage:
        return cast("LearnPage", self.pages.page("learn"))

    def show_text(self, text: str) -> None:
        raise NotImplementedError

    def open_paths(self, paths: Sequence[str]) -> None:
        """Open local files, each in its workspace."""
        raise NotImplementedError

    def open_workspace(self, name: str) -> None:
        raise NotImplementedError

    def search(self, pane: Pane) -> None:
        """Open the find bar for an editor or a list."""
        raise NotImplementedError

    def show_notice(self, notice: Notice) -> None:
        raise NotImplementedError

    def quit_at_once(self) -> None:
        raise NotImplementedError

    def go(self, steps: int) -> None:
        """Go back or forward through the visited texts."""
        raise NotImplementedError


def wire_resolve(window: WindowBase) -> None:
    window.resolve_page.inspect_requested.connect(window.show_text)
    window.resolve_page.way_back.changed.connect(window.menus.actions["back"].setEnabled)


def wire_learn(window: WindowBase) -> None:
    """Connect Learn to the window: exercises open links and pairs in other workspaces."""
    from uriinspector.gui.shell.menus import keys_shown  # not imported for the first frame

    def inspect(text: str, base: str) -> None:
        window.open_workspace("inspect")
        window.inspect_page.show_text(text, base or None)
        window.inspect_page.lead_back(lambda: window.open_workspace("learn"))

    def resolve(base: str, text: str, edition: str) -> None:
        from uriinspector.gui.resolve.variant_rows import variant_of

        window.resolve_page.show_pair(base, text, variant_of(edition))
        window.open_workspace("resolve")

    def compare(a: str, b: str, edition: str) -> None:
        from uriinspector.gui.compare.comparison_view import ComparePair

        window.compare_page.show_pair(ComparePair(a, b, edition))
        window.open_workspace("compare")

    window.learn_page.compare_requested.connect(compare)
    window.learn_page.due_key = keys_shown(window.menus.actions["due"])
    window.learn_page.inspect_requested.connect(inspect)
    window.learn_page.resolve_requested.connect(resolve)


WIRING: dict[str, Callable[[WindowBase], None]] = {"resolve": wire_resolve, "learn": wire_learn}

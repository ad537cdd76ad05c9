"""The first frame: menu titles and empty cards, in the stored theme.

The modules loaded for it must not use a name from ``PySide6.QtCore.Qt``: when the first one is
used, PySide6 creates all 90 enumerations, which takes longer than laying out this frame.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLocale, QObject, QTimer, QTranslator, Signal
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QApplication, QFrame, QMenuBar, QWidget

from uriinspector.core.model import LANGUAGES, NamedTuple
from uriinspector.gui.text.translation import language, say, speak
from uriinspector.gui.theme import ZOOMS, pixels, theme
from uriinspector.gui.widgets.layouts import column_of

if TYPE_CHECKING:
    from uriinspector.gui.storage.settings import Settings


FILL = "file/hand_on/fill"  # the menu of templates, filled each time it opens
MENUS = {
    "file": "&File",
    "file/examples": "E&xamples",
    "file/recent": "&Recent",
    "file/hand_on": "&Export",
    FILL: "Fill in a &template",
    "edit": "&Edit",
    "view": "&View",
    "view/theme": "&Theme",
    "view/language": "&Language",
    "view/edition": "&Edition of the specification",
    "view/proof": "&Details",
    "go": "&Go",
    "help": "&Help",
}


class ActionSpec(NamedTuple):
    """An action: its name, menu, label, description and shortcuts.

    ``choice`` is a setting and one of its values: such an action is a radio item.
    ``switch`` is a setting that the action turns on and off.
    ``apart`` puts a separator before the action.
    """

    name: str
    menu: str
    words: str
    description: str
    keys: tuple[str, ...] = ()
    choice: tuple[str, object] | None = None
    switch: str = ""
    apart: bool = False


# Fixed heights, before zoom, of the cards with the text and the verdict.
HEIGHTS = (104, 70)
STATUS_BAR = 29  # height of the status bar


def name_menus(bar: QMenuBar) -> None:
    """Add the top menus, still empty."""
    for name, words in MENUS.items():
        if "/" not in name:
            bar.addMenu(say(words))


def placeholder_page() -> QWidget:
    page = QWidget()
    page.setObjectName("page")
    margins = (16, 14, 16, 10 + pixels(STATUS_BAR))
    column = column_of(into=page, margins=margins, spacing=12)
    for height in (*HEIGHTS, None):
        card = QFrame()
        card.setObjectName("card")
        if height:
            card.setFixedHeight(pixels(height))
        column.addWidget(card)
    return page


class DisplaySettings(QObject):
    """Keeps the theme, zoom and language in line with the settings or the system."""

    language_changed = Signal()
    dressed = Signal()

    def __init__(self, application: QApplication, settings: Settings) -> None:
        """Set the language, and react to changes of settings and of the system."""
        super().__init__()
        self._application = application
        self._settings = settings
        self._qt_words = QTranslator(self)
        self._speak(chosen_language(settings["language"]))
        settings.changed.connect(self._on_changed)
        self._hints = application.styleHints()  # kept alive for the objects that it returns
        self._hints.colorSchemeChanged.connect(self._on_system)
        self._hints.accessibility().contrastPreferenceChanged.connect(self.complete)

    def dress(self) -> None:
        name, has_contrast = self._wanted()
        theme.use(name, self._settings["zoom"], has_contrast=has_contrast)
        theme.dress(self._application)
        self.dressed.emit()

    def complete(self) -> None:
        """Apply the system's contrast and color scheme, since the palette at the start can
        be wrong.
        """
        if self._wanted() != (theme.name, theme.has_contrast):
            self.dress()

    def _wanted(self) -> tuple[str, bool]:
        name = chosen_theme(self._application, self._settings["theme"])
        return name, wants_contrast(self._application)

    def toggle(self) -> None:
        self._settings.set("theme", "light" if theme.name == "dark" else "dark")

    def zoom(self, steps: int) -> None:
        """Change the zoom by steps; 0 resets it."""
        at = ZOOMS.index(self._settings["zoom"]) + steps if steps else 0
        self._settings.set("zoom", ZOOMS[max(0, min(at, len(ZOOMS) - 1))])

    def _on_changed(self, name: str) -> None:
        if name in {"theme", "zoom"}:
            self.dress()
        elif name == "language" and (new := chosen_language(self._settings[name])) != language():
            self._speak(new)
            self.language_changed.emit()

    def _speak(self, name: str) -> None:
        """Set the language, including that of Qt's own dialogs and key names."""
        speak(name)
        self._application.removeTranslator(self._qt_words)
        if name != "en":
            from PySide6.QtCore import QLibraryInfo

            place = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
            self._qt_words.load(f"qtbase_{name}", place)
            self._application.installTranslator(self._qt_words)

    def _on_system(self) -> None:
        if self._settings["theme"] == "system":
            self.dress()


def theme_at_start(application: QApplication, name: str) -> str:
    """Return "light" or "dark": the setting, or what the system's palette suggests."""
    if name != "system":
        return name
    return "dark" if application.palette().window().color().lightness() < 128 else "light"


def chosen_theme(application: QApplication, name: str) -> str:
    """Return "light" or "dark": the setting, or the system's color scheme."""
    if name != "system":
        return name
    from PySide6.QtCore import Qt

    is_dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if is_dark else "light"


def wants_contrast(application: QApplication) -> bool:
    from PySide6.QtCore import Qt

    hints = application.styleHints()  # kept alive while its accessibility object is used
    preference = hints.accessibility().contrastPreference()
    return preference == Qt.ContrastPreference.HighContrast


def chosen_language(name: str) -> str:
    """Return the language that is set, or the system's; English if that is not supported."""
    name = QLocale.system().name()[:2] if name == "system" else name
    return name if name in LANGUAGES else "en"


class _FirstPaint(QObject):
    def __init__(self, window: QWidget, then: Callable[[], object]) -> None:
        super().__init__(window)
        self._then = then

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            watched.removeEventFilter(self)
            QTimer.singleShot(0, self._go)
        return False

    def _go(self) -> None:
        self._then()
        self.deleteLater()


def after_first_paint(window: QWidget, then: Callable[[], object]) -> None:
    """Call ``then`` once, after the window has been painted for the first time."""
    window.installEventFilter(_FirstPaint(window, then))


LAYOUT = QEvent.Type.LayoutRequest
# Every change of a position or size causes one of these events, whether it is painted or not.
CHANGES = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})


class ChangeWatch(QObject):
    """An event filter that records the types of events as they are processed."""

    def __init__(self, application: QApplication) -> None:
        super().__init__()
        self._application = application
        self.is_laid_out = False
        self.is_changed = False

    def process_events(self) -> None:
        """Process pending events and record their kinds."""
        self.is_laid_out = self.is_changed = False
        self._application.installEventFilter(self)
        self._application.processEvents()
        self._application.removeEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        self.is_laid_out = self.is_laid_out or kind == LAYOUT
        self.is_changed = self.is_changed or kind in CHANGES
        return False


NAMES = {"NavigationRail", "RailTab", "ExactTextEdit"}
NAMES |= {"DisclosureButton", "Divider", "DividedPanes"}
NAMES |= {"LaidLabel", "SeveritySign", "SourceCanvas"}  # painted text that Qt does not expose
# On Linux (AT-SPI), Qt exposes only the value of a combo box as its name.
if sys.platform == "linux":
    NAMES.add("QComboBox")


def install_interfaces() -> None:
    """Install our accessible interfaces, which Qt requests only while assistive tools run."""
    QAccessible.installFactory(_interface)


def _interface(name: str, widget: QObject) -> QAccessibleInterface | None:
    """Return the interface of a widget; Qt asks once for each of its base classes."""
    if name not in NAMES:
        return None
    from uriinspector.gui.accessible_widgets import MAKERS

    return MAKERS[name](widget)

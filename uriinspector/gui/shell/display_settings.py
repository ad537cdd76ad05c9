"""Theme, zoom and language as they are set, put on at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QObject, QTranslator, Signal

from uriinspector.gui.text.translation import LANGUAGES, language, speak
from uriinspector.gui.theme import ZOOMS

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from uriinspector.gui.storage.settings import Settings
    from uriinspector.gui.theme import Theme


class DisplaySettings(QObject):
    """Keeps the application as the settings, and where they say so the system, want it."""

    language_changed = Signal()
    dressed = Signal()

    def __init__(self, application: QApplication, theme: Theme, settings: Settings) -> None:
        """Put on what is set now."""
        super().__init__()
        self._application = application
        self._theme = theme
        self._settings = settings
        self._qt_words = QTranslator(self)
        self._speak(chosen_language(settings["language"]))
        settings.changed.connect(self._on_changed)
        self._hints = application.styleHints()  # kept: what it gives out is valid as long as it is
        self._hints.colorSchemeChanged.connect(self._on_system)
        self._hints.accessibility().contrastPreferenceChanged.connect(self.complete)

    def dress(self) -> None:
        """Use the theme and the zoom that are set."""
        name, has_contrast = self._wanted()
        if (name, has_contrast) != (self._theme.name, self._theme.has_contrast):
            self._theme.use(name, has_contrast=has_contrast)
        self._theme.zoom = self._settings["zoom"]
        self._theme.dress(self._application)
        self.dressed.emit()

    def complete(self) -> None:
        """Be as the system says it is: its palette tells no contrast, and may mislead."""
        if self._wanted() != (self._theme.name, self._theme.has_contrast):
            self.dress()

    def _wanted(self) -> tuple[str, bool]:
        name = chosen_theme(self._application, self._settings["theme"])
        return name, wants_contrast(self._application)

    def toggle(self) -> None:
        """Go from light to dark or back."""
        self._settings.set("theme", "light" if self._theme.name == "dark" else "dark")

    def zoom(self, steps: int) -> None:
        """Go up or down the sizes; none: back to the first."""
        at = ZOOMS.index(self._settings["zoom"]) + steps if steps else 0
        self._settings.set("zoom", ZOOMS[max(0, min(at, len(ZOOMS) - 1))])

    def _on_changed(self, name: str) -> None:
        if name in {"theme", "zoom"}:
            self.dress()
        elif name == "language" and (new := chosen_language(self._settings[name])) != language():
            self._speak(new)
            self.language_changed.emit()

    def _speak(self, name: str) -> None:
        """Use a language, for the words of Qt's own dialogs and keys too."""
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
    """Light or dark: as set, or as the system's palette looks before ours is put on."""
    if name != "system":
        return name
    return "dark" if application.palette().window().color().lightness() < 128 else "light"


def chosen_theme(application: QApplication, name: str) -> str:
    """Light or dark: as set, or as the system is."""
    if name != "system":
        return name
    from PySide6.QtCore import Qt

    is_dark = application.styleHints().colorScheme() == Qt.ColorScheme.Dark
    return "dark" if is_dark else "light"


def wants_contrast(application: QApplication) -> bool:
    """Whether the system is set to high contrast."""
    from PySide6.QtCore import Qt

    hints = application.styleHints()  # kept while what it gives out is asked
    preference = hints.accessibility().contrastPreference()
    return preference == Qt.ContrastPreference.HighContrast


def chosen_language(name: str) -> str:
    """The language as set, or the system's if the program speaks it."""
    name = QLocale.system().name()[:2] if name == "system" else name
    return name if name in LANGUAGES else "en"

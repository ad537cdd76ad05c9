"""The dialogs of the window: each is made when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.words import language, say, say_count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uriinspector.gui.front import Front
    from uriinspector.gui.history import Entry
    from uriinspector.gui.picker import Choice

LISTED = 200


def show_settings(window: Front) -> None:
    """Change what can be set."""
    from uriinspector.gui.settings_dialog import SettingsDialog

    dialog = SettingsDialog(window, window.theme, window.desk)
    dialog.names_changed.connect(window.inspect_page.use_protected)
    if window.pages.is_made("documents"):
        dialog.known_changed.connect(window.documents_page.use_known)
    dialog.open()


def show_shortcuts(window: Front) -> None:
    """Show every action with its keys."""
    from uriinspector.gui.shortcuts import ShortcutPage

    ShortcutPage(window, window.theme, window.menus.actions).open()


def show_clauses(window: Front) -> None:
    """Find a clause that something here rests on, and show its card."""
    from uriinspector.analysis.card import card_of
    from uriinspector.documents.clauses import every_clause

    titles = {}
    for clause in every_clause():
        card = card_of(clause)
        titles[f"{clause} · {say(card.title)}" if card else clause] = clause

    def on(title: str) -> None:
        window.open_workspace("inspect")
        window.inspect_page.drawer.show_clause(titles[title])

    show_choice(window, list(titles), on, say("Clauses"))


def show_about(window: Front) -> None:
    """Tell what the program is made of."""
    from uriinspector.gui.about import About

    About(window, window.theme).open()


def show_history(window: Front) -> None:
    """Search what was looked at."""
    from uriinspector.gui.picker import Picker

    history = window.desk.history
    empty = say("Nothing was looked at yet.")
    if not window.desk.settings["history"]:
        empty = say("The history is off: nothing is kept. The settings turn it on.")
    dialog = Picker(
        window,
        window.theme,
        say("History"),
        lambda search: [choice_of(each) for each in history.entries(search, LISTED)],
        lambda search: told_empty(search, history.problem, empty),
    )
    dialog.chosen.connect(window.show_text)
    dialog.open()


def show_choice(
    window: Front, texts: Sequence[str], on: Callable[[str], object], title: str = ""
) -> None:
    """Choose one of several texts."""
    from uriinspector.gui.picker import Choice, Picker

    def find(search: str) -> list[Choice]:
        words = search.casefold().split()
        return [Choice(each) for each in texts if all(word in each.casefold() for word in words)]

    title = title or say_count(len(texts), "1 link", "{count} links")
    dialog = Picker(window, window.theme, title, find, lambda search: told_empty(search, None, ""))
    dialog.chosen.connect(on)
    dialog.open()


def told_empty(search: str, problem: str | None, empty: str) -> str:
    """Say why a list has no rows."""
    if problem:
        return say(problem)
    return say("Nothing holds all of these words.") if search else empty


def choice_of(entry: Entry) -> Choice:
    """Show an entry with its time, as the language in use writes it."""
    from PySide6.QtCore import QDateTime, QLocale

    from uriinspector.gui.picker import Choice

    moment = QDateTime.fromSecsSinceEpoch(int(entry.at))
    when = QLocale(language()).toString(moment, say("d MMM yyyy, HH:mm"))
    return Choice(entry.text, entry.severity, when)

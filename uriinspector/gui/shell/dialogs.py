"""The dialogs of the window: each is made when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from uriinspector.gui.text.translation import language, say, say_count

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from uriinspector.gui.shell.picker import PickerRow
    from uriinspector.gui.shell.window_base import WindowBase
    from uriinspector.gui.storage.history import HistoryEntry

LISTED = 200
LONGEST = 4_096  # characters of a link that is judged for a list


def show_settings(window: WindowBase) -> None:
    """Change what can be set."""
    from uriinspector.gui.shell.settings_dialog import SettingsDialog

    dialog = SettingsDialog(window, window.theme, window.profile)
    for changed in (dialog.names_changed, dialog.lists_changed):
        changed.connect(window.inspect_page.use_names)
    if window.pages.is_created("documents"):
        dialog.known_changed.connect(window.documents_page.use_known)
    if window.pages.is_created("learn"):
        dialog.answers_changed.connect(window.learn_page.lesson_view.refresh)
    dialog.open()


def show_shortcuts(window: WindowBase) -> None:
    """Show all keyboard shortcuts."""
    from uriinspector.gui.shell.shortcuts import ShortcutPage

    actions, key_file = window.menus.actions, window.profile.key_file
    ShortcutPage(window, window.theme, actions, key_file).open()


def show_clauses(window: WindowBase) -> None:
    """Find a clause and show its card."""
    from uriinspector.analysis.card import card_of
    from uriinspector.documents.clauses import explained_clauses

    titles = {}
    for clause in explained_clauses():
        card = card_of(clause)
        titles[f"{clause} · {say(card.title)}" if card else clause] = clause

    def on(title: str) -> None:
        window.open_workspace("inspect")
        window.inspect_page.drawer.show_clause(titles[title])

    show_choice(window, list(titles), on, say("Spec clauses"))


def show_manual(window: WindowBase) -> None:
    """Show the pages that come with the program."""
    from uriinspector.gui.shell.manual import Manual

    Manual(window, window.theme).open()


def show_about(window: WindowBase) -> None:
    """Tell what the program is made of."""
    from uriinspector.gui.shell.about import About

    About(window, window.theme, window.profile.lists.lists.sources).open()


def show_history(window: WindowBase) -> None:
    """Search what was looked at."""
    from uriinspector.gui.shell.picker import Picker

    history = window.profile.history
    empty = say("History is empty.")
    if not window.profile.settings["history"]:
        empty = say("History is off. Turn it on in Settings.")
    dialog = Picker(
        window,
        window.theme,
        say("History"),
        lambda search: [choice_of(each) for each in history.entries(search, LISTED)],
        lambda search: empty_text(search, history.problem, empty),
    )
    dialog.chosen.connect(window.show_text)
    dialog.open()


def choose_link(window: WindowBase, texts: Sequence[str], chosen: str = "") -> None:
    """Choose one of several links by their severities; Esc in Inspect brings the list back."""
    from uriinspector.gui.shell.picker import Picker, PickerRow

    severities = [_severity(window, each) for each in texts[:LISTED]]
    severities += [None] * (len(texts) - len(severities))
    rows = [PickerRow(*each) for each in zip(texts, severities, strict=True)]

    def find(search: str) -> list[PickerRow]:
        words = search.casefold().split()
        return [each for each in rows if all(word in each.text.casefold() for word in words)]

    def show(text: str) -> None:
        window.show_text(text)
        window.inspect_page.lead_back(lambda: choose_link(window, texts, text))

    title = say_count(len(texts), "1 link", "{count} links")
    dialog = Picker(window, window.theme, title, find, lambda search: empty_text(search, None, ""))
    dialog.select(chosen)
    dialog.chosen.connect(show)
    dialog.open()


def _severity(window: WindowBase, text: str) -> str | None:
    """How severe what is found in a link is; a long one is not looked at for a list."""
    if len(text) > LONGEST:
        return None
    import uriinspector

    profile = window.profile
    return uriinspector.inspect(
        text,
        edition=profile.settings["edition"],
        protect=profile.protected.names,
        lists=profile.lists.lists,
    ).meant.verdict.severity


def show_choice(
    window: WindowBase, texts: Sequence[str], on: Callable[[str], object], title: str = ""
) -> None:
    """Choose one of several texts."""
    from uriinspector.gui.shell.picker import Picker, PickerRow

    def find(search: str) -> list[PickerRow]:
        words = search.casefold().split()
        return [PickerRow(each) for each in texts if all(word in each.casefold() for word in words)]

    title = title or say_count(len(texts), "1 link", "{count} links")
    dialog = Picker(window, window.theme, title, find, lambda search: empty_text(search, None, ""))
    dialog.chosen.connect(on)
    dialog.open()


def empty_text(search: str, problem: str | None, empty: str) -> str:
    """Say why a list has no rows."""
    if problem:
        return say(problem)
    return say("No matches.") if search else empty


def choice_of(entry: HistoryEntry) -> PickerRow:
    """Show an entry with its time, as the language in use writes it."""
    from PySide6.QtCore import QDateTime, QLocale

    from uriinspector.gui.shell.picker import PickerRow

    moment = QDateTime.fromSecsSinceEpoch(int(entry.at))
    when = QLocale(language()).toString(moment, say("d MMM yyyy, HH:mm"))
    return PickerRow(entry.text, entry.severity, when)

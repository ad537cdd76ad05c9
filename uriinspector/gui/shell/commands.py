"""The functions that carry out the actions, by action name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QMenu, QToolButton

from uriinspector.gui.editor.uri_edit import UriEdit
from uriinspector.gui.inspect.detail_tabs import TABS
from uriinspector.gui.place_keys import PLACE_KEYS, keys_in_use
from uriinspector.gui.selection import add_entry, copied_words, fill_when_opened
from uriinspector.gui.shell.menus import ACTIONS, EDIT, EXPORT, keys_shown
from uriinspector.gui.shell.start import FILL
from uriinspector.gui.shell.workspaces import PAGES, WindowBase
from uriinspector.gui.storage.profile import CASES, FILES
from uriinspector.gui.text.pieces import visible
from uriinspector.gui.text.translation import language, say, say_count
from uriinspector.gui.transfer.incoming import is_remote
from uriinspector.gui.widgets.notice_strip import Notice, copied_notice

if TYPE_CHECKING:
    from uriinspector.analysis.inspection import Inspection
    from uriinspector.gui.shell.menu_dialogs import PickerRow
    from uriinspector.gui.storage.history import HistoryEntry
    from uriinspector.gui.transfer.exporter import Exporter


LISTED = 200
LONGEST_JUDGED = 4_096  # longer links are listed without a severity


def show_settings(window: WindowBase, name: str = "") -> None:
    """Open the settings; ``name`` is the setting to focus."""
    from uriinspector.gui.shell.settings_dialog import SettingsDialog

    dialog = SettingsDialog(window, window.profile)
    for changed in (dialog.names_changed, dialog.lists_changed):
        changed.connect(window.inspect_page.use_names)
    if window.pages.is_created("documents"):
        dialog.known_changed.connect(window.documents_page.use_known)
    if window.pages.is_created("learn"):
        dialog.answers_changed.connect(window.learn_page.lesson_view.refresh)
    dialog.open_at(name)


def show_shortcuts(window: WindowBase) -> None:
    from uriinspector.gui.shell.menu_dialogs import ShortcutPage

    actions, key_file = window.menus.actions, window.profile.key_file
    ShortcutPage(window, actions, key_file, window.pages.name_shown).open()


def find_action(window: WindowBase) -> None:
    """Search the enabled actions and the settings; trigger or show the chosen one."""
    from uriinspector.gui.shell.menu_dialogs import (
        OWN_ACTIONS,
        PickerRow,
        action_words,
        plain_words,
    )
    from uriinspector.gui.shell.settings_dialog import titles

    offered, workspace = window.menus.actions, window.pages.name_shown
    found: dict[str, Callable[[], object]] = {}
    kinds: tuple[list[PickerRow], list[PickerRow]] = [], []
    for each in ACTIONS:
        if each.name in offered and offered[each.name].isEnabled():
            action, words = offered[each.name], action_words(each, workspace)
            found[words] = action.trigger
            row = PickerRow(words, when=keys_shown(action), also=say(each.description))
            kinds[each.name in OWN_ACTIONS.get(workspace, ())].append(row)
    own = tuple(_row_actions(window, workspace))
    found |= {row.text: act for row, act in own}
    known = {words.rpartition(" › ")[2] for words in found}
    for words, act in _controls(window, workspace):
        if words.rpartition(" › ")[2] not in known and words not in found:
            found[words] = act
            kinds[True].append(PickerRow(words))
    rows = [*(row for row, _ in own), *kinds[True], *kinds[False]]
    if window.menus.menus[FILL].menuAction().isVisible():
        for name, template in exporter_of(window).templates().items():
            words = plain_words(FILL, template.title)
            found[words] = partial(fill_in, window, name)
            rows.append(PickerRow(words, also=say("Export")))
    for name, title in titles().items():
        words = f"{say('Settings')} › {title}"
        found[words] = partial(show_settings, window, name)
        rows.append(PickerRow(words))
    title, search = say("Actions and settings"), say("Find an action")
    show_choice(window, rows, lambda words: found[words](), title, search=search)


def _row_actions(
    window: WindowBase, workspace: str
) -> Iterator[tuple[PickerRow, Callable[[], object]]]:
    """Yield the actions for the current row in Documents."""
    from uriinspector.gui.shell.menu_dialogs import PickerRow, here, own_words

    acts = window.documents_page.body.list.row_actions if workspace == "documents" else {}
    for key in PLACE_KEYS:
        if key.name in acts:
            words = f"{here(workspace)} › {own_words(key.description)}"
            keys = keys_in_use.listed(key.name).partition(", ")[0]
            yield PickerRow(words, when=keys), acts[key.name]


def _controls(window: WindowBase, workspace: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the labels of the open page's buttons and choosers, and functions that use them."""
    from uriinspector.gui.shell.menu_dialogs import here

    for each in window.pages.shown().findChildren(QAbstractButton):
        words = each.accessibleName() or each.text().replace("&", "")
        if words and each.isVisible() and each.isEnabled():
            act: Callable[[], object] = each.click
            if isinstance(each, QToolButton) and each.menu() is not None:
                act = each.showMenu
            yield f"{here(workspace)} › {words}", act
    for box in window.pages.shown().findChildren(QComboBox):
        if box.accessibleName() and box.isVisible() and box.isEnabled():
            yield f"{here(workspace)} › {box.accessibleName()}", partial(_open_chooser, box)


def _open_chooser(box: QComboBox) -> None:
    box.setFocus()
    box.showPopup()


def switch_full_screen(window: WindowBase) -> None:
    window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)


def show_clauses(window: WindowBase) -> None:
    """Search the specifications' clauses and show the card of the chosen one."""
    from uriinspector.analysis.card import card_of
    from uriinspector.documents.clauses import explained_clauses
    from uriinspector.gui.shell.menu_dialogs import PickerRow

    titles = {}
    for clause in explained_clauses():
        card = card_of(clause)
        titles[f"{clause} · {say(card.title)}" if card else clause] = clause

    def on(title: str) -> None:
        window.open_workspace("inspect")
        window.inspect_page.drawer.show_clause(titles[title])

    show_choice(window, list(map(PickerRow, titles)), on, say("Spec clauses"))


def show_manual(window: WindowBase) -> None:
    from uriinspector.gui.shell.menu_dialogs import Manual

    Manual(window).open()


def show_about(window: WindowBase) -> None:
    from uriinspector.gui.shell.menu_dialogs import About

    About(window, window.profile.lists.lists.sources).open()


def show_history(window: WindowBase) -> None:
    from uriinspector.gui.shell.menu_dialogs import Picker

    history = window.profile.history
    empty = say("History is empty.")
    if not window.profile.settings["history"]:
        empty = say("History is off. Turn it on in Settings.")
    dialog = Picker(
        window,
        say("History"),
        lambda search: [choice_of(each) for each in history.entries(search, LISTED)],
        lambda search: empty_text(search, history.problem, empty),
    )
    dialog.chosen.connect(window.show_text)
    dialog.open()


def choose_link(window: WindowBase, texts: Sequence[str], chosen: str = "") -> None:
    """Let the user choose one of several links; Esc in Inspect returns to the list."""
    from uriinspector.gui.shell.menu_dialogs import PickerRow

    severities = [_severity(window, each) for each in texts[:LISTED]]
    severities += [None] * (len(texts) - len(severities))
    rows = [PickerRow(*each) for each in zip(texts, severities, strict=True)]

    def show(text: str) -> None:
        window.show_text(text)
        window.inspect_page.lead_back(lambda: choose_link(window, texts, text))

    title = say_count(len(texts), "1 link", "{count} links")
    show_choice(window, rows, show, title, chosen, has_links=True)


def _severity(window: WindowBase, text: str) -> str | None:
    """Return the severity of a link; None if it is too long to inspect for a list."""
    if len(text) > LONGEST_JUDGED:
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
    window: WindowBase,
    rows: Sequence[PickerRow],
    on: Callable[[str], object],
    title: str,
    chosen: str = "",
    *,
    has_links: bool = False,
    search: str = "",
) -> None:
    """Show a searchable list of rows, and call ``on`` with the text of the chosen one."""
    from uriinspector.gui.shell.menu_dialogs import Picker

    def find(search: str) -> list[PickerRow]:
        """Return the rows with all words, beginning with those whose shown text has them all."""
        words = search.casefold().split()

        def has_all(text: str) -> bool:
            return all(word in text.casefold() for word in words)

        found = [each for each in rows if has_all(f"{each.text} {each.also}")]
        return sorted(found, key=lambda each: not has_all(each.text))

    empty = partial(empty_text, problem=None, empty="")
    dialog = Picker(window, title, find, empty, has_links=has_links, search=search)
    dialog.select(chosen)
    dialog.chosen.connect(on)
    dialog.open()


def empty_text(search: str, problem: str | None, empty: str) -> str:
    if problem:
        return say(problem)
    return say("No matches.") if search else empty


def choice_of(entry: HistoryEntry) -> PickerRow:
    """Return the row of a history entry, with its time formatted for the language."""
    from PySide6.QtCore import QDateTime, QLocale

    from uriinspector.gui.shell.menu_dialogs import PickerRow

    moment = QDateTime.fromSecsSinceEpoch(int(entry.at))
    when = QLocale(language()).toString(moment, say("d MMM yyyy, HH:mm"))
    return PickerRow(entry.text, entry.severity, when)


def show_forms(window: WindowBase) -> None:
    """Offer other ways to write the reference; the chosen one replaces it or is added to the
    fixes.
    """
    pages = window.pages
    if pages.shows("documents"):
        window.documents_page.fix_review.show_forms(window.documents_page.table.current())
    elif pages.shows("resolve"):
        resolve = window.resolve_page
        _ask(window, resolve.base.text(), resolve.reference.editor)
    elif pages.shows("inspect"):
        _ask(window, window.inspect_page.base_field.base or "", window.inspect_page.editor)
    else:
        window.show_notice(Notice(say("There is no reference with a base here.")))


def _ask(window: WindowBase, base: str, editor: UriEdit) -> None:
    from uriinspector.gui.resolve.forms_sheet import FormsSheet  # only when it is used

    if not base:
        window.show_notice(Notice(say("This link has no base URL.")))
        return
    edition, text = str(window.profile.settings["edition"]), editor.text()
    sheet = FormsSheet(window, base, text, edition, say("Use this version"))
    sheet.form_chosen.connect(lambda _name, new: editor.set_text(new))
    sheet.open()


EDITING = ("undo", "redo", "cut", "copy", "paste", "copy_exact")


def commands(window: WindowBase) -> dict[str, Callable[[], object]]:
    """Return the functions of all actions for a window."""
    acts: dict[str, Callable[[WindowBase], object]] = {
        **{name: partial(edit, name=name) for name in EDITING},
        **{act.name: partial(export, name=act.name) for act in EXPORT if not act.switch},
        **{name: partial(open_workspace, name=name) for name in PAGES},
        **{f"proof_{name}": partial(show_tab, name=name) for name in TABS},
        "open": open_file,
        "open_folder": open_folder,
        "close": close_shown,
        "site": check_site,
        "paste_whole": paste_whole,
        "new_case": partial(run_case_command, name="new"),
        "open_case": partial(run_case_command, name="open_asked"),
        "save_case": partial(run_case_command, name="save"),
        "review_fixes": review_fixes,
        "write_forms": show_forms,
        "settings": show_settings,
        "quit": WindowBase.close,
        "select_all": partial(edit, name="selectAll"),
        "find": find,
        "decode": decode_selection,
        "zoom_in": lambda window: window.display_settings.zoom(1),
        "zoom_out": lambda window: window.display_settings.zoom(-1),
        "zoom_reset": lambda window: window.display_settings.zoom(0),
        "back": lambda window: window.go(-1),
        "forward": lambda window: window.go(1),
        "history": show_history,
        "spot": spot,
        "open_pack": open_pack,
        "sheets": make_sheets,
        "due": repeat_due,
        "ask": ask_this,
        "next_finding": lambda window: window.inspect_page.step_finding(1),
        "previous_finding": lambda window: window.inspect_page.step_finding(-1),
        "editor": focus_editor,
        "teach": teach,
        "full_screen": switch_full_screen,
        "find_action": find_action,
        "shortcuts": show_shortcuts,
        "clauses": show_clauses,
        "manual": show_manual,
        "about": show_about,
    }
    return {name: partial(act, window) for name, act in acts.items()}


def open_workspace(window: WindowBase, name: str) -> None:
    window.open_workspace(name)


def editor_of(window: WindowBase) -> UriEdit:
    """Return the focused editor, or else that of the open workspace."""
    field = QApplication.focusWidget()
    if isinstance(field, UriEdit):
        return field
    if window.pages.shows("resolve"):
        return window.resolve_page.reference.editor
    return window.pages.shown().findChild(UriEdit) or window.inspect_page.editor


def edit(window: WindowBase, name: str) -> None:
    """Call an editing method of the focused field or, if none, of the open page or editor."""
    field = QApplication.focusWidget()
    if field is not None and name == "copy" and hasattr(field, "copy_defanged"):
        field.copy_defanged()
        return
    page = window.pages.shown()
    if not hasattr(field, name) or not hasattr(field, "undo"):
        field = page if hasattr(page, name) else editor_of(window)
        if field is not page and not page.isAncestorOf(field):
            return  # the change would not be visible
    getattr(field, name)()
    if name == "copy" and isinstance(field, UriEdit) and field.is_whole_selected():
        text = QGuiApplication.clipboard().text()
        if text != field.text():
            window.show_notice(copied_notice(copied_words(text), field.copy_exact))


def decode_selection(window: WindowBase) -> None:
    page = window.inspect_page
    page.decode(page.editor.selected())


def export(window: WindowBase, name: str) -> None:
    """Export the open inspection, or copy the selected links in Documents."""
    from uriinspector.gui.transfer.exporter import EXPORTS

    page: Any = window.pages.shown()
    if name == "copy_defanged" and hasattr(page, "copy_exact"):
        page.copy()  # the selected links in Documents
        return
    inspection = current_inspection(window)
    if inspection is not None:
        exact = partial(edit, window, "copy_exact") if name == "copy_defanged" else None
        EXPORTS[name](exporter_of(window, exact), inspection)


def fill_in(window: WindowBase, name: str) -> None:
    inspection = current_inspection(window)
    if inspection is not None:
        exporter_of(window).fill(inspection, name)


def current_inspection(window: WindowBase) -> Inspection | None:
    """Return the finished inspection of the current text; if there is none, show a notice."""
    page = window.inspect_page
    page.inspection_job.finish()
    if page.inspection is None:
        page.strip.show_notice(Notice(say("There is no link to export.")))
    return page.inspection


def exporter_of(window: WindowBase, exact: Callable[[], object] | None = None) -> Exporter:
    """Return an exporter with the current settings; it reports in Inspect's notice strip.

    ``exact`` copies the original, which the notice offers after a defanged copy.
    """
    from uriinspector.gui.transfer.exporter import Exporter

    notify = window.inspect_page.strip.show_notice
    exporter = Exporter(
        lambda words: notify(copied_notice(words, exact)),
        lambda words: notify(Notice(words, "medium")),
    )
    exporter.without_recipient = window.profile.settings["without_recipient"]
    exporter.is_english = window.profile.settings["english_reports"]
    exporter.own_templates = window.profile.templates_file
    form = window.inspect_page.form
    exporter.form = form.how if form else None
    return exporter


def fill_menus(window: WindowBase) -> None:
    """Prepare the menus that are filled each time they open."""
    fill_templates(window.menus.menus[FILL], window)
    name_steps(window.menus.menus["edit"], window)


def fill_templates(menu: QMenu, window: WindowBase) -> None:
    """Fill the menu of templates each time it opens, since the user's file may change."""

    def build() -> None:
        for name, template in exporter_of(window).templates().items():
            add_entry(menu, say(template.title), partial(fill_in, window, name))

    fill_when_opened(menu, build)


def name_steps(menu: QMenu, window: WindowBase) -> None:
    """Show the names of the steps to undo and redo in the menu, if the open page provides them."""

    def name() -> None:
        page = window.pages.shown()
        steps = page.step_names() if hasattr(page, "step_names") else ("", "")
        for action, words in zip(("undo", "redo"), steps, strict=True):
            usual = next(each.words for each in EDIT if each.name == action)
            window.menus.actions[action].setText(words or say(usual))

    menu.aboutToShow.connect(name)


def open_file(window: WindowBase) -> None:
    from PySide6.QtWidgets import QFileDialog

    folder = window.profile.last_folder
    window.open_paths(QFileDialog.getOpenFileNames(window, say("Open files"), folder)[0])


def open_folder(window: WindowBase) -> None:
    """Ask for a folder and read its files in Documents."""
    window.open_workspace("documents")
    window.documents_page.adding.folder.click()


def close_shown(window: WindowBase) -> None:
    """In Documents, close the case; elsewhere, close the link."""
    if window.pages.shows("documents"):
        run_case_command(window, "new")
    else:
        window.show_text("")


def run_case_command(window: WindowBase, name: str) -> None:
    """Call a case command of Documents; if Documents was hidden, "new" only opens it."""
    is_seen = window.pages.shows("documents")
    window.open_workspace("documents")
    if is_seen or name != "new":
        getattr(window.documents_page.case_commands, name)()


def review_fixes(window: WindowBase) -> None:
    window.open_workspace("documents")
    window.documents_page.review_fixes()


def check_site(window: WindowBase) -> None:
    """Ask for a folder and check it as a site in Documents."""
    window.open_workspace("documents")
    window.documents_page.adding.site.click()


def paste_whole(window: WindowBase) -> None:
    """Replace the whole text with the clipboard."""
    data = QGuiApplication.clipboard().mimeData()
    if data is not None:
        window.open_workspace("inspect")
        window.inspect_page.paste_and_drop.take_whole(data)


def show_tab(window: WindowBase, name: str) -> None:
    window.open_workspace("inspect")
    window.inspect_page.tabs.reveal(name)


def spot(window: WindowBase) -> None:
    window.open_workspace("learn")
    window.learn_page.choose_spot()


def repeat_due(window: WindowBase) -> None:
    window.open_workspace("learn")
    window.learn_page.repeat()


def ask_this(window: WindowBase) -> None:
    """Start an exercise about the text or pair in the open workspace."""
    asking = {"inspect": ask_link, "resolve": ask_pair, "compare": ask_compared}
    for name, ask in asking.items():
        if window.pages.shows(name):
            ask(window)
            return


def ask_link(window: WindowBase) -> None:
    page = window.inspect_page
    text, base = page.editor.text(), page.base_field.base or ""
    window.open_workspace("learn")
    window.learn_page.ask_link(text, base, str(page.edition.currentData()))


def open_pack(window: WindowBase, path: str = "") -> None:
    """Open a question pack in Learn; if no path is given, ask for one."""
    window.open_workspace("learn")
    window.learn_page.open_pack(path)


def make_sheets(window: WindowBase) -> None:
    window.open_workspace("learn")
    window.learn_page.make_sheets()


def is_pack_opened(window: WindowBase, data: QMimeData) -> bool:
    """Open dropped data if it is a question pack, in any workspace; return False if it is not."""
    from uriinspector.gui.transfer.small_files import pack_of

    path = pack_of(data)
    if path:
        open_pack(window, path)
    return bool(path)


def _is_pack(path: str) -> bool:
    """Return True for a question pack; the lessons are only imported for TOML files."""
    if not path.lower().endswith(".toml"):
        return False
    from uriinspector.gui.transfer.small_files import is_pack

    return is_pack(path)


def open_paths(window: WindowBase, paths: Sequence[str], *, together: bool) -> None:
    """Open a pack in Learn, one file in Inspect, several files or folders in Documents."""
    if len(paths) == 1 and _is_pack(paths[0]):
        open_pack(window, paths[0])
    elif len(paths) > 1 or (paths and (together or Path(paths[0]).is_dir())):
        window.open_workspace("documents")
        window.documents_page.open_files(paths)
    elif paths:
        window.open_workspace("inspect")
        window.inspect_page.paste_and_drop.take_file(paths[0])


def ask_pair(window: WindowBase) -> None:
    page = window.resolve_page
    base, reference, variant = page.base.text(), page.reference.text(), page.chosen()
    window.open_workspace("learn")
    window.learn_page.ask_pair(base, reference, variant.edition)


def ask_compared(window: WindowBase) -> None:
    """Start an exercise about the two texts in Compare, in the form in which they are compared."""
    from uriinspector.gui.compare.comparison_view import compared_texts

    pair = window.compare_page.pair()
    window.open_workspace("learn")
    window.learn_page.ask_compared(*compared_texts(pair), pair.edition)


def teach(window: WindowBase) -> None:
    """Toggle teaching mode in Resolve."""
    page = window.resolve_page
    window.open_workspace("resolve")
    page.teach(not page.teaches)


def find(window: WindowBase) -> None:
    """Search the pane with the focus; Documents has search fields for its large panes."""
    from uriinspector.gui.shell.find_bar import pane_with_focus

    page = window.pages.shown()
    pane = pane_with_focus(page)
    if window.pages.shows("documents") and window.documents_page.searches(pane):
        window.documents_page.focus_text()
    elif pane is not None:
        window.search(pane)


def focus_editor(window: WindowBase) -> None:
    """Focus the text field of the open page and select its text."""
    page = window.pages.shown()
    if hasattr(page, "focus_text"):
        page.focus_text()
        return
    editor = editor_of(window)
    editor.setFocus()
    editor.selectAll()


LONGEST_PATH, LONGEST_LINK = 64, 200


RECENT_LINKS = 6


def fill_recent(menu: QMenu, window: WindowBase) -> None:
    """Fill the menu of recent links, cases and files each time it opens."""
    recent = window.profile.recent

    def build() -> None:
        is_on = window.profile.settings["history"]
        links = window.profile.history.entries(most=RECENT_LINKS) if is_on else []
        if links:
            menu.addSection(say("Links"))
        for each in links:
            words = _cut(visible(each.text[:LONGEST_LINK]))
            add_entry(menu, words, partial(window.show_text, each.text))
        for kind, title in ((CASES, say("Cases")), (FILES, say("Files"))):
            paths = recent.paths(kind)
            if paths:
                menu.addSection(title)
            for path in paths:
                add_entry(menu, path_words(path), partial(open_recent, window, path))
        if menu.isEmpty():
            words = say("No recent links or files") if is_on else say("The history is off")
            menu.addAction(words).setEnabled(False)
        elif any(recent.paths(kind) for kind in (CASES, FILES)):
            menu.addSeparator()
            add_entry(menu, say("Remove cases and files from the list"), recent.clear)

    fill_when_opened(menu, build)


def path_words(path: str) -> str:
    """Return a path as its name and folder, both shortened in the middle."""
    place = Path(path)
    name, folder = (_cut(visible(each)) for each in (place.name or path, str(place.parent)))
    return f"{name}  –  {folder}" if place.name and folder != "." else name


def open_recent(window: WindowBase, path: str) -> None:
    """Open a recent file; if it no longer exists, report that and remove it from the list."""
    if not is_remote(path) and _is_there(path):
        if path in window.profile.recent.paths(CASES):
            window.open_workspace("documents")
        window.open_paths([path])
        return
    window.profile.recent.forget(path)
    name = visible(Path(path).name or path)
    words = say("{file} is no longer there. It was removed from the list.", file=name)
    window.show_notice(Notice(words, "medium"))


def _is_there(path: str) -> bool:
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _cut(text: str) -> str:
    if len(text) <= LONGEST_PATH:
        return text
    return f"{text[: LONGEST_PATH // 2 - 1]}…{text[-LONGEST_PATH // 2 :]}"

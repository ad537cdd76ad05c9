"""The review of fixes: decisions, and saving as copy, as patch, or in place."""

import subprocess
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QMenu, QPushButton, QRadioButton
from pytestqt.qtbot import QtBot

from uriinspector.documents.fixes.proposals import OTHER_NOW
from uriinspector.gui.documents.file_reader import PastedFile
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.fixes import fix_list
from uriinspector.gui.fixes.fix_review import CHOICES, ITSELF, LEFT
from uriinspector.gui.fixes.review_page import FixReviewPage
from uriinspector.gui.selection import MenuEntry
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import ZOOMS

PAGE = (
    b'<!doctype html><meta charset=utf-8>\n<a href="a|b%2f">1</a>\n<a href="/%zz">2</a>\n'
    b'<a href="c d">3</a>\n<a href="ok">4</a>\n'
)
FIXED = PAGE.replace(b"a|b%2f", b"a%7Cb%2F").replace(b"c d", b"c%20d")


def review_of(
    qtbot: QtBot, page: DocumentsPage, folder: Path, *files: bytes | PastedFile
) -> FixReviewPage:
    """Open the files and return their review, fully loaded."""
    paths: list[str | PastedFile] = []
    for number, each in enumerate(files):
        if isinstance(each, PastedFile):
            paths.append(each)
            continue
        path = folder / ("page.html" if not number else f"page{number}.html")
        path.write_bytes(each)
        paths.append(str(path))
    page.open_files(paths)
    qtbot.waitUntil(page.is_settled)
    page.review_fixes()
    qtbot.waitUntil(page.is_settled)
    review = page.fix_review.page
    assert review is not None
    assert page.fix_review.is_shown
    return review


def sentences(review: FixReviewPage) -> list[str]:
    model = review.model
    return [model.data(model.index(row)) for row in range(model.rowCount())]


def notice_text(page: DocumentsPage) -> str:
    return page.strip.words.text()


@pytest.fixture
def review(qtbot: QtBot, page: DocumentsPage, tmp_path: Path) -> FixReviewPage:
    return review_of(qtbot, page, tmp_path, PAGE)


def test_rows_show_before_after_and_reason(review: FixReviewPage) -> None:
    assert sentences(review) == [
        "before: a|b%2f; after: a%7Cb%2F; reason: Percent-encode characters (RFC 3986 §3.3, "
        "RFC 3986 §4.2) · Write hexadecimal digits in uppercase (RFC 3986 §2.1, "
        "RFC 3986 §6.2.2.1)",
        "/%zz: not changed; reason: Your choice: Invalid percent-encoding",
        "before: c d; after: c%20d; reason: Percent-encode characters (RFC 3986 §3.3, RFC 3986 "
        "§4.2)",
    ]
    assert review.summary.text() == "2 of 4 links to change"
    assert review.choices.text() == "1 choice for you to make"
    assert review.list.hasFocus()


def test_row_can_be_checked_and_skipped_by_key_or_mouse(
    qtbot: QtBot, review: FixReviewPage
) -> None:
    rows, model = review.list, review.model
    checked = Qt.ItemDataRole.CheckStateRole
    qtbot.keyClick(rows, Qt.Key.Key_Space)
    assert model.data(model.index(0), checked) == Qt.CheckState.Unchecked
    assert sentences(review)[0] == "a|b%2f: not changed; reason: skipped"
    place = rows.visualRect(model.index(0)).topLeft() + QPoint(15, 15)
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert model.data(model.index(0), checked) == Qt.CheckState.Checked
    # A click elsewhere in the row only selects it.
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place + QPoint(90, 0))
    assert model.data(model.index(0), checked) == Qt.CheckState.Checked
    assert model.data(model.index(1), checked) == Qt.CheckState.Unchecked
    assert model.setData(model.index(2), Qt.CheckState.Unchecked, checked)
    assert review.model.review.changed == 1


def test_several_rows_can_be_skipped_together(qtbot: QtBot, review: FixReviewPage) -> None:
    review.list.selectAll()
    qtbot.keyClick(review.list, Qt.Key.Key_Space)
    assert review.summary.text() == "0 of 4 links to change"
    assert review.choices.text() == "1 choice for you to make"
    assert not review.saving.isEnabled()
    qtbot.keyClick(review.list, Qt.Key.Key_Space)
    assert review.model.review.changed == 2


def test_decisions_can_be_undone_and_redone(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage
) -> None:
    before = sentences(review)
    qtbot.keyClick(review.list, Qt.Key.Key_Space)
    after = sentences(review)
    page.undo()
    assert sentences(review) == before
    page.redo()
    assert sentences(review) == after
    qtbot.keyClick(review.list, Qt.Key.Key_U)
    assert sentences(review) == before
    page.undo()  # nothing left to undo
    assert not page.case.steps.is_filled


def test_kind_of_fix_can_be_skipped_everywhere(review: FixReviewPage) -> None:
    menu = review.kinds.menu()
    menu.aboutToShow.emit()
    actions = {each.text(): each for each in menu.actions() if each.text()}
    assert list(actions) == [
        "Percent-encode characters (2 of 2)",
        "Write hexadecimal digits in uppercase (1 of 1)",
        "All choices: Invalid percent-encoding (1)",
    ]
    actions["Percent-encode characters (2 of 2)"].trigger()
    assert [review.model.review.fix_of(at).fixed for at in range(3)] == ["a|b%2F", "/%zz", "c d"]
    menu.aboutToShow.emit()
    assert menu.actions()[0].text() == "Percent-encode characters (0 of 2)"
    menu.actions()[0].trigger()
    assert review.model.review.fix_of(0).fixed == "a%7Cb%2F"


def test_option_can_be_chosen_for_all_links(review: FixReviewPage) -> None:
    menu = review.kinds.menu()
    menu.aboutToShow.emit()
    options = menu.findChildren(QMenu)[-1]
    assert [each.text() for each in options.actions()] == [
        "The percent sign itself.",
        "Leave it unchanged for now",
    ]
    options.actions()[0].trigger()
    assert review.model.review.fix_of(1).fixed == "/%25zz"
    assert review.summary.text() == "3 of 4 links to change"
    options.actions()[1].trigger()
    assert review.model.review.open_choices == 1


def test_open_choice_is_decided_in_its_row(
    qtbot: QtBot, review: FixReviewPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, model = review.list, review.model
    before, after = model.ribbons(1)
    assert (before.text, after and (after.text, after.tail)) == ("/%zz", ("/%25zz", "?"))
    review.choices.click()
    assert rows.currentIndex().row() == 1
    opened: list[tuple[MenuEntry | None, ...]] = []
    monkeypatch.setattr(fix_list, "open_menu", lambda _, entries, __: opened.append(entries))
    row = rows.visualRect(model.index(1))
    for place in (row.topRight() + QPoint(-30, 18), row.topLeft() + QPoint(15, 15)):
        qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.keyClick(rows, Qt.Key.Key_Space)
    assert len(opened) == 3
    take, *_, leave = filter(None, opened[0])
    assert take.words == '"%25": The percent sign itself.'
    take.on()
    assert model.review.fix_of(1).fixed == "/%25zz"
    assert model.data(model.index(1), Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked
    assert not review.choices.isVisible()
    leave.on()
    assert review.choices.text() == "1 choice for you to make"


def test_c_key_selects_the_next_option(qtbot: QtBot, review: FixReviewPage) -> None:
    review.list.choose(1)
    qtbot.keyClick(review.list, Qt.Key.Key_C)
    assert sentences(review)[1].startswith("before: /%zz; after: /%25zz; reason: The percent sign")
    qtbot.keyClick(review.list, Qt.Key.Key_C)
    assert review.model.review.open_choices == 1
    qtbot.keyClick(review.list, Qt.Key.Key_J)
    qtbot.keyClick(review.list, Qt.Key.Key_C)  # this row has no options
    assert review.list.currentIndex().row() == 2
    qtbot.keyClick(review.list, Qt.Key.Key_K)
    assert review.list.currentIndex().row() == 1


def test_decisions_can_be_made_in_the_details(page: DocumentsPage, review: FixReviewPage) -> None:
    boxes = review.details.findChildren(QCheckBox)
    assert [each.text() for each in boxes] == [
        "Percent-encode characters",
        "Write hexadecimal digits in uppercase",
    ]
    assert "Character not allowed in a URI" in boxes[0].accessibleDescription()
    boxes[1].setFocus()
    boxes[1].click()
    assert review.model.review.fix_of(0).fixed == "a%7Cb%2f"
    state = review.model.data(review.model.index(0), Qt.ItemDataRole.CheckStateRole)
    assert state == Qt.CheckState.PartiallyChecked
    clause = next(
        each for each in review.details.body.findChildren(QPushButton) if "2.1" in each.text()
    )
    clause.click()
    assert page.drawer.isVisible()
    review.list.choose(1)
    options = review.details.body.findChildren(QRadioButton)
    assert [each.text() for each in options] == [
        '"%25": The percent sign itself.',
        "A typo: write the correct two digits.",
        "Leave it unchanged for now",
    ]
    assert [each.isEnabled() for each in options] == [True, False, True]
    options[0].click()
    assert review.model.review.fix_of(1).fixed == "/%25zz"


def test_rows_can_be_filtered_by_state(review: FixReviewPage) -> None:
    review.views.setCurrentIndex(review.views.findData(CHOICES))
    assert len(sentences(review)) == 1
    review.views.setCurrentIndex(review.views.findData(LEFT))
    assert (sentences(review), review.list.nothing) == ([], "Every link can be fixed.")


def test_unchanged_link_shows_the_reason(qtbot: QtBot, page: DocumentsPage, tmp_path: Path) -> None:
    review = review_of(qtbot, page, tmp_path, b'<a href="http://a\\@b/">')
    words = "The fixed link might not mean the same to all parsers."
    assert sentences(review) == [f"http://a\\@b/: not changed; reason: {words}"]
    assert review.summary.text() == "0 of 1 links to change · 1 link not changed"


def test_review_without_fixes_shows_what_was_checked(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    review = review_of(qtbot, page, tmp_path, b'<a href="a">', b"%PDF-1.4\n1 0 obj\n")
    assert review.list.nothing.splitlines()[:2] == ["Nothing to fix", "1 link was checked."]
    assert "not checked" in review.list.nothing
    assert review.list.accessibleDescription() == review.list.nothing
    assert not review.kinds.isEnabled()


def test_fixed_copy_is_saved(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage, tmp_path: Path
) -> None:
    asked: list[tuple[str, str, str]] = []
    target = tmp_path / "copy.html"

    def ask(title: str, name: str, ending: str) -> str:
        asked.append((title, Path(name).name, ending))
        return str(target)

    review.ask = ask
    review.save_copy()
    qtbot.waitUntil(lambda: review.is_settled)
    assert asked == [("Save a copy…", "page fixed", "html")]
    assert target.read_bytes() == FIXED
    assert (tmp_path / "page.html").read_bytes() == PAGE
    assert notice_text(page) == "2 links changed. Saved as copy.html."
    review.ask = lambda *_: str(tmp_path / "page.html")
    review.save_copy()
    assert notice_text(page) == f"page.html: {ITSELF}"
    review.ask = lambda *_: ""
    review.save_copy()
    review.ask = lambda *_: "//host/share/a.html"
    review.save_copy()
    assert notice_text(page) == "The program never writes to network locations."


def test_saved_patch_can_be_applied(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage, tmp_path: Path
) -> None:
    patch = tmp_path / "page.patch"
    review.ask = lambda *_: str(patch)
    review.save_patch()
    qtbot.waitUntil(lambda: review.is_settled)
    said = "2 links changed in page.patch; your files stay as they are. Apply the patch in"
    assert notice_text(page) == f"{said} {tmp_path}."
    answer = subprocess.run(
        ["git", "apply", "-v", patch.name], cwd=tmp_path, capture_output=True, check=False
    )
    assert answer.returncode == 0, answer.stderr
    assert (tmp_path / "page.html").read_bytes() == FIXED


def test_file_is_fixed_in_place_after_confirmation(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    review.write_in_place()
    assert review.sheet is not None
    assert str(file) in review.sheet.words.text()
    review.sheet.reject()
    assert file.read_bytes() == PAGE
    review.write_in_place()
    review.sheet.accepting.click()
    qtbot.waitUntil(page.is_settled)
    assert file.read_bytes() == FIXED
    assert (tmp_path / "page.html.bak").read_bytes() == PAGE
    assert notice_text(page) == "2 links changed in page.html. The old file is page.html.bak."
    # The remaining choices are reviewed again, with the links of the new file.
    assert review.summary.text() == "0 of 4 links to change"
    assert review.choices.text() == "1 choice for you to make"
    qtbot.waitUntil(lambda: page.case.rows[0].value == "a%7Cb%2F")
    page.reader.show_tab(0)


def test_fixes_written_in_place_can_be_undone(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    for is_other in (False, True):
        review.write_in_place()
        assert review.sheet is not None
        review.sheet.accepting.click()
        qtbot.waitUntil(page.is_settled)
        assert file.read_bytes() == FIXED
        assert page.strip.does.text() == "Undo"
        if is_other:
            file.write_bytes(b"other")
        page.strip.does.click()
        qtbot.waitUntil(page.is_settled)
        assert file.read_bytes() == (b"other" if is_other else PAGE)
        words = f"page.html: {OTHER_NOW}" if is_other else "The old file was restored."
        assert notice_text(page) == words
    assert page.case.rows[0].value == "a%7Cb%2F"


def test_file_changed_meanwhile_is_not_overwritten(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(PAGE + b"<p>")
    review.write_in_place()
    assert review.sheet is not None
    review.sheet.accepting.click()
    qtbot.waitUntil(page.is_settled)
    assert file.read_bytes() == PAGE + b"<p>"
    assert notice_text(page) == f"page.html: {OTHER_NOW}"
    file.unlink()
    review.save_copy = review.save_patch  # type: ignore[method-assign]
    review.ask = lambda *_: str(tmp_path / "x.patch")
    review.save_patch()
    qtbot.waitUntil(lambda: review.is_settled)
    assert "No such file" in notice_text(page)


def test_fixes_of_pasted_text_are_saved_as_a_copy(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    review = review_of(qtbot, page, tmp_path, PastedFile("pasted", PAGE, ".html"))
    review.ask = lambda *_: str(tmp_path / "new.html")
    review.save_copy()
    assert (tmp_path / "new.html").read_bytes() == FIXED
    review.write_in_place()
    assert review.sheet is not None
    review.sheet.accepting.click()
    assert "it was not read from a file" in notice_text(page)


def test_fixed_copies_of_several_files_are_saved_together(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    review = review_of(qtbot, page, tmp_path, PAGE, PAGE, b'<a href="a">')
    assert len(sentences(review)) == 6
    assert review.model.place(3) == "page1.html · 2:10"
    folder = tmp_path / "copies"
    folder.mkdir()
    (folder / "page.html").write_bytes(b"there")
    review.ask_for_folder = lambda *_: str(folder)
    review.save_copy()
    qtbot.waitUntil(lambda: review.is_settled)
    assert notice_text(page) == "4 links changed in 2 files."
    texts = {each.name: each.read_bytes() for each in folder.iterdir()}
    assert texts == {"page.html": b"there", "page 2.html": FIXED, "page1.html": FIXED}
    review.ask = lambda *_: str(tmp_path / "all.patch")
    review.save_patch()
    qtbot.waitUntil(lambda: review.is_settled)
    assert (tmp_path / "all.patch").read_text().count("+++ b/page") == 2


def test_review_can_be_limited_to_one_file(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    review = review_of(qtbot, page, tmp_path, PAGE, PAGE)
    assert len(review.model.review.files) == 2
    page.table.fixes_requested.emit(1)
    qtbot.waitUntil(page.is_settled)
    assert list(review.model.review.files) == [1]


def test_review_of_a_large_file_can_be_cancelled(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path
) -> None:
    large = b"<!doctype html>" + b'<a href="a b">x</a>\n' * 1_000 + b"<p>" * 200_000
    (tmp_path / "large.html").write_bytes(large)
    page.open_files([str(tmp_path / "large.html")])
    qtbot.waitUntil(page.is_settled, timeout=120_000)
    page.review_fixes()
    review = page.fix_review.page
    assert review is not None
    assert not review.progress.isHidden()
    assert review.summary.text() == "Checking the links…"
    review.progress.cancel.click()
    qtbot.waitUntil(lambda: review.is_settled)
    assert notice_text(page) == "Stopped: not all links were checked."
    page.review_fixes()
    qtbot.waitUntil(lambda: review.is_settled, timeout=120_000)
    assert review.model.review.changed == 1_000
    page.undo()


def test_escape_returns_to_the_links(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage
) -> None:
    qtbot.keyClick(review.list, Qt.Key.Key_Escape)
    assert not page.fix_review.is_shown
    assert page.table.hasFocus()
    page.undo()  # now undoes marks again


def test_opening_another_file_closes_the_review(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage, tmp_path: Path
) -> None:
    (tmp_path / "b.html").write_bytes(PAGE)
    page.open_files([str(tmp_path / "b.html")])
    qtbot.waitUntil(page.is_settled)
    assert not page.fix_review.is_shown
    assert review.is_settled


def test_fixed_links_are_copied(qtbot: QtBot, page: DocumentsPage, tmp_path: Path) -> None:
    review = review_of(qtbot, page, tmp_path, b'<a href="http://h.example/a b">')
    qtbot.keyClick(review.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "hxxp://h[.]example/a%20b"
    review.list.copy_exact()
    assert QGuiApplication.clipboard().text() == "http://h.example/a%20b"
    assert "Copied unchanged" in notice_text(page)


@pytest.mark.parametrize(("size", "zoom"), [((700, 460), 100), ((1320, 820), 200)])
def test_details_replace_the_list_in_a_small_window(
    qtbot: QtBot, window: Window, tmp_path: Path, size: tuple[int, int], zoom: int
) -> None:
    window.display_settings.zoom(ZOOMS.index(zoom))
    window.show()
    window.open_workspace("documents")
    page = window.documents_page
    review = review_of(qtbot, page, tmp_path, PAGE)
    window.resize(*size)
    qtbot.waitUntil(review.details.isHidden)
    qtbot.keyClick(review.list, Qt.Key.Key_Return)
    assert review.list_card.isHidden()
    assert review.details.isVisible()
    qtbot.keyClick(review.details, Qt.Key.Key_J)
    assert review.list.currentIndex().row() == 1
    qtbot.keyClick(review.details, Qt.Key.Key_Escape)
    assert review.list_card.isVisible()
    assert review.focusWidget() is review.list
    page.fix_review.leave()
    window.display_settings.zoom(0)


def test_row_menu_shows_the_keys(review: FixReviewPage) -> None:
    entries = [each for each in review.list.entries() if each is not None]
    assert [each.words for each in entries][:3] == [
        "Skip the selected changes", "Choose the next option", "Undo",
    ]  # fmt: skip
    assert [each.key for each in entries][:3] == ["Space", "C", "U"]
    assert [each.is_enabled for each in entries][:3] == [True, False, False]


def test_review_is_restored_in_another_language(
    qtbot: QtBot, page: DocumentsPage, review: FixReviewPage
) -> None:
    review.list.toggle()
    state = page.fix_review.state()
    assert state is not None
    other = FixReviewPage()
    qtbot.addWidget(other)
    speak("de")
    try:
        other.restore(state)
        assert other.model.review.changed == 1
        assert other.summary.text().startswith("1 von 4 Links")
        other.restore(state._replace(is_whole=False))
        assert other.model.review.changed == 2
    finally:
        speak("en")


@pytest.mark.parametrize("value", ["a b" + "x" * 5_000, "x" * 300 + " y", "\u202e a", " "])
def test_review_shows_links_with_unusual_characters(
    qtbot: QtBot, page: DocumentsPage, tmp_path: Path, value: str
) -> None:
    review = review_of(qtbot, page, tmp_path, f'<meta charset=utf-8><a href="{value}">'.encode())
    review.grab()
    assert len(sentences(review)) == 1

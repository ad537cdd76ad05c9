"""The Resolve workspace, used by keyboard as in a presentation."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from tests.for_each import for_each
from uriinspector import EDITIONS, resolve
from uriinspector.core.listing import LISTINGS
from uriinspector.gui.resolve.page import ResolvePage
from uriinspector.gui.resolve.pair_cards import EditionChange, SampleTable, changes, run, tables
from uriinspector.gui.resolve.variant_rows import STRICT_2005, VARIANTS, Variant, answers, usable
from uriinspector.gui.shell.window import Window
from uriinspector.gui.tables.grid import MarkedDelegate
from uriinspector.gui.text.translation import speak
from uriinspector.gui.widgets.cards import PageArea

PAIR = ("http://a/b/c/d;p?q", "../../../g?y#s")

HOSTILE = "\u202e<b>x</b>\r\n\u200b&amp;"

NUMBER, RULE, OUTPUT, INPUT, TOLD = range(5)


@pytest.fixture
def page(window: Window) -> ResolvePage:
    window.show()
    QTest.keySequence(window, "Ctrl+2")
    window.menus.actions["resolve"].trigger()
    window.resolve_page.show_pair(*PAIR, STRICT_2005)
    return window.resolve_page


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    speak("en")


def cells(page: ResolvePage, row: int) -> list[str]:
    model = page.steps.table.model()
    return [str(model.index(row, column).data()) for column in range(model.columnCount())]


def covered(page: ResolvePage) -> list[bool]:
    """Return for each row whether its effect is hidden."""
    return [cells(page, row)[TOLD] == "" for row in range(page.steps.count)]


def test_resolve_opens_at_the_result(window: Window, page: ResolvePage) -> None:
    assert window.pages.currentWidget() is page
    assert window.rail.buttons["resolve"].isChecked()
    assert (page.steps.at, page.steps.count) == (18, 18)


@pytest.mark.parametrize("size", [(1320, 860), (900, 600)])
def test_first_step_is_in_view_and_one_key_away(
    window: Window, page: ResolvePage, size: tuple[int, int]
) -> None:
    window.resize(*size)
    QApplication.processEvents()
    table = page.steps.table
    assert table.verticalScrollBar().value() == 0
    assert not table.currentIndex().isValid()
    assert page.steps.place.text() == "18 steps"
    assert page.steps.buttons["forward"].isEnabled()
    page.refresh()
    page.job.finish()
    assert table.rowAt(1) == 0
    QTest.keyClick(table, Qt.Key.Key_Down)
    assert (page.steps.at, page.steps.place.text()) == (1, "1 of 18")
    page.steps.finish()
    page.steps.buttons["back"].click()
    assert page.steps.at == 17


def test_target_parts_are_labeled_by_origin(page: ResolvePage) -> None:
    assert page.target.drawn.text() == "http://a/g?y#s"
    labels = [bracket.label for bracket in page.target.drawn.look.brackets]
    assert labels == ["base", "base", "merged", "reference", "reference"]


def test_target_is_updated_when_either_text_changes(page: ResolvePage) -> None:
    page.reference.editor.set_text("//x/y")
    assert page.target.drawn.text() == "http://x/y"
    page.base.editor.set_text("ftp://z/")
    assert page.target.drawn.text() == "ftp://x/y"


@pytest.mark.parametrize("where", ["table", "base", "reference"])
def test_page_keys_step_from_any_field(page: ResolvePage, where: str) -> None:
    target = page.steps.table if where == "table" else getattr(page, where).editor
    page.steps.go(1)
    seen = []
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
        QTest.keyClick(target, key)
        seen.append(page.steps.at)
    assert seen == [2, 3, 2]
    assert (page.base.text(), page.reference.text()) == PAIR


def test_page_down_at_the_result_begins_at_the_first_step(page: ResolvePage) -> None:
    QTest.keyClick(page.reference.editor, Qt.Key.Key_PageDown)
    assert page.steps.at == 1
    page.teach(True)
    page.steps.go(page.steps.count)
    QTest.keyClick(page.reference.editor, Qt.Key.Key_PageDown)
    assert page.steps.at == page.steps.count


def test_arrow_keys_step_in_the_table(page: ResolvePage) -> None:
    page.steps.go(4)
    seen = []
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Left):
        QTest.keyClick(page.steps.table, key)
        seen.append(page.steps.at)
    assert seen == [5, 6, 5, 4]


def test_step_buttons_reach_first_and_last_step(page: ResolvePage) -> None:
    seen = []
    for name in ("first", "forward", "last", "back"):
        page.steps.buttons[name].click()
        seen.append((page.steps.at, page.steps.place.text()))
    assert seen == [(1, "1 of 18"), (2, "2 of 18"), (18, "18 of 18"), (17, "17 of 18")]
    page.steps.go(99)
    assert not page.steps.buttons["forward"].isEnabled()


def test_state_after_a_step_is_shown(page: ResolvePage) -> None:
    page.steps.go(9)
    model = page.after.table.model()
    shown = {model.index(n, 0).data(): model.index(n, 1).data() for n in range(model.rowCount())}
    assert page.after.title.text() == "After step 9"
    assert (shown["input buffer"], shown["output buffer"]) == ("/../../g", "/b")
    assert shown["T.path"] == "not set yet"


def test_choosing_an_edition_shows_its_steps(page: ResolvePage) -> None:
    table = page.editions.answers
    page.show_pair(PAIR[0], "http:../../../g")  # gives a row for each variant
    rules = []
    for row, way in enumerate(VARIANTS):
        table.setCurrentIndex(table.model().index(row, 0))
        assert page.chosen() == way
        rules.append(cells(page, 0)[RULE])
    assert rules == ["url-draft-02 Partial form", "5.2 step 1", *["5.2"] * 6, "5.2.2", "5.2.2"]
    table.setCurrentIndex(table.model().index(len(VARIANTS), 0))
    assert page.chosen() == VARIANTS[-1]  # browsers have no steps


def test_missing_target_is_explained(page: ResolvePage) -> None:
    page.show_pair(*PAIR, VARIANTS[4])
    assert not page.target.drawn.isVisible()
    assert "chosen variant rejects" in page.target.description.text()
    assert not page.target.inspect.isEnabled()


def rule_at(page: ResolvePage) -> str:
    """Return the marked line of the rules."""
    index = page.rules.table.currentIndex()
    return str(index.siblingAtColumn(1).data()).strip() if index.isValid() else ""


def test_rules_pane_marks_the_line_of_the_step(page: ResolvePage) -> None:
    assert not page.rules.isVisible()
    page.steps.rules.click()
    assert (page.rules.isVisible(), page.side_panes.isVisible()) == (True, False)
    seen = []
    for at in (1, 6, 9, 18):
        page.steps.go(at)
        seen.append(rule_at(page).split(":")[0])
    page.steps.go(0)
    assert (*seen, rule_at(page)) == (
        "Parse R", "Merge", "“/../” or a final “/..”",
        "Join the components that are present, each with its delimiter", "",
    )  # fmt: skip
    page.rules.other.click()
    assert (page.rules.isVisible(), page.side_panes.isVisible()) == (False, True)


def test_selecting_a_rule_goes_to_the_next_step_that_uses_it(page: ResolvePage) -> None:
    page.show_rules(on=True)
    page.steps.go(9)
    table, seen = page.rules.table, []
    for _ in range(3):
        QTest.keyClick(table, Qt.Key.Key_Up)
        QTest.keyClick(table, Qt.Key.Key_Down)
        seen.append(page.steps.at)
    assert seen == [10, 11, 9]
    QTest.keyClick(table, Qt.Key.Key_Return)
    assert page.drawer.isVisible()


@pytest.mark.parametrize("way", VARIANTS[:3], ids=lambda way: way.title)
def test_rules_pane_shows_the_edition_listing(page: ResolvePage, way: Variant) -> None:
    page.show_rules(on=True)
    page.show_pair(*PAIR, way)
    assert rule_at(page)
    words = [str(each.line.words) for each in page.rules.table.lazy.rows]
    assert words == [line.words for line in LISTINGS[way.edition].lines]


def test_wide_window_shows_rules_and_state(window: Window, page: ResolvePage) -> None:
    window.resize(1_700, 1_000)
    assert (page.rules.isVisible(), page.side_panes.isVisible()) == (True, True)
    assert not page.steps.rules.isVisible()


def test_enter_on_a_step_opens_its_rule_card(page: ResolvePage) -> None:
    page.steps.go(9)
    QTest.keyClick(page.steps.table, Qt.Key.Key_Return)
    assert page.drawer.isVisible()
    assert page.drawer.body is not None
    assert "Remove dot segments" in page.drawer.body.text()


def test_target_opens_in_inspect(window: Window, page: ResolvePage) -> None:
    page.target.inspect.click()
    assert window.pages.currentWidget() is window.inspect_page
    assert window.inspect_page.editor.text() == "http://a/g?y#s"


def test_target_is_copied_exactly(page: ResolvePage) -> None:
    page.target.copy.click()
    assert QGuiApplication.clipboard().text() == "http://a/g?y#s"


def test_teaching_mode_hides_target_and_later_steps(window: Window, page: ResolvePage) -> None:
    window.menus.actions["teach"].trigger()
    assert [page.target.drawn.isVisible(), page.side_panes.isVisible()] == [False, False]
    assert all(covered(page))
    assert page.target.drawn.accessibleDescription() == ""
    for number in range(1, 4):
        QTest.keyClick(page.steps.table, Qt.Key.Key_PageDown)
        assert covered(page) == [n >= number for n in range(18)]
    assert not page.target.drawn.isVisible()
    page.steps.go(18)
    assert page.target.drawn.isVisible()


def test_teaching_mode_can_reveal_the_target_and_be_ended(
    window: Window, page: ResolvePage
) -> None:
    window.menus.actions["teach"].trigger()
    page.target.cover.click()
    assert page.target.drawn.isVisible()
    assert not any(covered(page))
    page.reference.editor.set_text("../x")
    assert not page.target.drawn.isVisible()  # a new target is hidden again
    window.menus.actions["teach"].trigger()
    assert page.target.drawn.isVisible()
    assert page.side_panes.isVisible()


def test_teaching_mode_adds_no_history(window: Window, page: ResolvePage) -> None:
    window.menus.actions["teach"].trigger()
    page.reference.editor.set_text("http://secret.test/")
    window.history_recorder.finish()
    assert window.profile.history.entries() == []


def test_example_menu_opens_printed_tables_and_changes(page: ResolvePage) -> None:
    told = []
    for action in page.examples.menu().actions():
        if not action.isSeparator():
            action.trigger()
            told.append((page.batch.title.text(), page.batch.summary.text()))
    assert told == [
        ("1997 draft, appendix C", "43 of 43 match the printed target"),
        ("2003 draft, appendix C", "45 of 45 match the printed target"),
        ("RFC 3986, section 5.4", "43 of 43 match the printed target"),
        ("Changes between editions", told[3][1]),
    ]
    assert "not implemented" in told[3][1]
    grid = page.batch.changes
    grid.setCurrentIndex(grid.model().index(1, 0))
    QTest.keyClick(grid, Qt.Key.Key_Return)
    assert page.reference.text() == "g?y/../x"
    assert page.pages.currentWidget() is page.body


def test_untrusted_text_is_exact_in_target_and_escaped_in_steps(page: ResolvePage) -> None:
    page.show_pair("http://a/b", HOSTILE)
    assert page.target.drawn.text() == f"http://a/{HOSTILE}"
    shown = "".join("".join(cells(page, row)) for row in range(page.steps.count))
    assert "\u202e" not in shown
    assert "U+202E" in shown


def test_huge_path_is_resolved_without_steps(page: ResolvePage) -> None:
    page.show_pair("http://a/", "a/../" * 2_000)
    page.job.finish()
    page.steps.go(3_000)
    assert page.steps.at == 3_000
    assert cells(page, 2_999)[NUMBER] == "3000"
    page.show_pair("http://a/", "a/../" * 30_000)
    assert not page.target.copy.isEnabled()  # still shows the previous pair
    page.job.finish()
    assert page.target.drawn.text() == "http://a/"
    assert page.steps.count == 0
    assert "too long" in page.steps.note.text()


@pytest.mark.usefixtures("english_again")
def test_language_change_keeps_pair_and_step(window: Window, page: ResolvePage) -> None:
    page.show_pair(*PAIR, VARIANTS[1])
    page.steps.go(5)
    window.profile.settings.set("language", "de")
    made = window.resolve_page
    assert made.steps.place.text() == f"5 von {made.steps.count}"
    assert (made.base.text(), made.reference.text(), made.chosen()) == (*PAIR, VARIANTS[1])


def test_target_is_read_only(page: ResolvePage) -> None:
    page.show_pair(PAIR[0], "../x")
    drawn = page.target.drawn
    QGuiApplication.clipboard().setText("pasted")
    drawn.setFocus()
    QTest.keyClicks(drawn, "typed")
    for key in (Qt.Key.Key_Backspace, Qt.Key.Key_Z, Qt.Key.Key_V, Qt.Key.Key_X):
        QTest.keyClick(drawn, key, Qt.KeyboardModifier.ControlModifier)
    assert drawn.text() == "http://a/b/x"


def test_editor_commands_apply_to_the_reference(window: Window, page: ResolvePage) -> None:
    page.steps.table.setFocus()
    window.menus.actions["copy_exact"].trigger()
    assert QGuiApplication.clipboard().text() == PAIR[1]
    window.menus.actions["editor"].trigger()
    assert window.pages.currentWidget() is page
    assert page.reference.editor.selected() == (0, len(PAIR[1]))


def test_resolve_opens_with_an_example(window: Window) -> None:
    assert window.resolve_page.resolved is None
    window.show()
    window.open_workspace("resolve")
    assert (window.resolve_page.base.text(), window.resolve_page.reference.text()) == PAIR


@pytest.mark.parametrize("size", [(700, 460), (900, 600), (1320, 820)])
@pytest.mark.parametrize("edition", ["1994", "1997", "2003", "2005"])
def test_clauses_are_not_cut_in_teaching_mode(
    window: Window, page: ResolvePage, edition: str, size: tuple[int, int]
) -> None:
    window.resize(*size)
    page.teach(True)
    page.show_pair(*PAIR, next(each for each in VARIANTS if each.edition == edition))
    assert page.steps.at == 0
    table = page.steps.table
    delegate = table.itemDelegateForColumn(RULE)
    assert isinstance(delegate, MarkedDelegate)
    for number in range(1, page.steps.count + 1):
        page.steps.go(number)
        clause = cells(page, number - 1)[RULE]
        assert clause
        assert delegate.width_of(clause) + 20 <= table.columnWidth(RULE)


def test_purpose_is_shown_where_there_is_room(window: Window, page: ResolvePage) -> None:
    window.resize(900, 700)
    assert [each.text() for each in page.findChildren(QLabel) if each.text().startswith("Where")]
    assert window.status_bar.text.text() == ("Base URI: 18 characters · Reference: 14 characters")


@pytest.mark.usefixtures("english_again")
def test_description_of_the_base_fits_on_one_line(window: Window, page: ResolvePage) -> None:
    assert page.base.state.text() == "hierarchical: can be a base"
    speak("de")
    window.display_settings.language_changed.emit()
    window.resize(900, 600)
    window.open_workspace("resolve")
    base = window.resolve_page.base
    QTest.qWait(20)
    line = base.state.fontMetrics().height()
    assert base.state.text() == "kann Basis sein"
    assert base.state.height() < 2 * line or not base.state.wordWrap()
    assert base.state.fontMetrics().horizontalAdvance(base.state.text()) <= base.state.width()


def test_every_variant_has_a_tooltip(page: ResolvePage) -> None:
    shown = set()
    for number in range(len(VARIANTS)):
        page.variant.setCurrentIndex(number)
        words = page.variant.itemData(number, Qt.ItemDataRole.ToolTipRole)
        assert words == page.variant.itemData(number, Qt.ItemDataRole.AccessibleDescriptionRole)
        assert page.variant.accessibleDescription() == words != ""
        shown.add(words)
    assert len(shown) == len(VARIANTS)


def test_target_column_shows_whole_targets(page: ResolvePage, window: Window) -> None:
    window.resize(1320, 860)
    page.show_pair("http://a/b/c/d;p?q", "../../../g?y#s")
    table = page.editions.answers
    delegate = table.itemDelegateForColumn(2)
    assert isinstance(delegate, MarkedDelegate)
    widest = max(delegate.width_of(str(table.lazy.index(n, 2).data())) for n in range(10))
    assert table.columnWidth(2) >= widest


@pytest.mark.parametrize("size", [(1320, 820), (900, 600), (700, 460)])
def test_long_base_does_not_move_the_target(
    window: Window, page: ResolvePage, size: tuple[int, int]
) -> None:
    window.resize(*size)
    page.show_pair("http://a/", "//b/c")
    QApplication.processEvents()
    before = page.target.pos()
    page.base.editor.set_text("http://a/" + "b/c/" * 200)
    QApplication.processEvents()
    assert page.target.pos() == before


def test_accessible_text_describes_the_step(page: ResolvePage) -> None:
    table = page.steps.table
    spoken = Qt.ItemDataRole.AccessibleTextRole
    for at, step in enumerate(page.steps.steps, 1):
        page.steps.go(at)
        assert step.note in table.currentIndex().data(spoken)
    page.teach(True)
    assert table.model().index(3, RULE).data(spoken) == "4"


def test_editions_are_marked_same_or_different(page: ResolvePage) -> None:
    model = page.editions.answers.lazy
    marks = {
        str(model.index(row, 0).data()): str(model.index(row, 1).data())
        for row in range(model.rowCount())
    }
    assert marks["2005 · strict"] == ""  # the selected edition
    assert (marks["2003 · drop"], marks["1997 · draft"]) == ("same", "different")


@pytest.mark.parametrize(("variant", "column"), [(STRICT_2005, OUTPUT), (VARIANTS[1], 5)])
def test_step_questions_use_buffer_columns_in_narrow_window(
    window: Window, page: ResolvePage, variant: Variant, column: int
) -> None:
    page.show_pair(*PAIR, variant)
    window.resize(900, 600)
    QApplication.processEvents()
    table = page.steps.table
    assert table.isColumnHidden(TOLD)
    assert cells(page, 0)[column] == "the reference has: path, query, fragment"
    if column == OUTPUT:
        assert table.columnSpan(0, OUTPUT) == 2
    assert "http://a/" in cells(page, page.steps.count - 1)[column]  # the result stays visible
    window.resize(1600, 900)
    QApplication.processEvents()
    assert cells(page, 0)[column] == ""
    assert table.columnSpan(0, OUTPUT) == 1


COUNTS = {"url-syntax-05 C": 43, "rfc2396bis-01 C": 45, "RFC 3986 5.4": 43}

STATES = (
    ("2005", "http://a/b", "hierarchical: can be a base"),
    ("2005", "mailto:a@b", "not hierarchical: can be a base"),
    ("2003", "mailto:a@b", "opaque: cannot be a base"),
    ("1997", "a/b", "without a scheme: cannot be a base"),
    ("1994", "//a/b", "without a scheme: cannot be a base"),
    ("2005", "", "empty"),
)


@for_each("table", *tables())
def test_printed_resolution_examples_match(table: SampleTable) -> None:
    results = run(table)
    assert [each for each in results if not each.right] == []
    assert len(results) == COUNTS[table.source]


def test_mismatch_with_printed_target_is_marked() -> None:
    table = tables()[-1]
    bent = table.samples[0]._replace(target="http://elsewhere/")
    assert not run(table._replace(samples=(bent,)))[0].right


@for_each("change", *changes())
def test_listed_changes_differ_between_editions(change: EditionChange) -> None:
    found = [resolve(change.base, change.reference, edition=name) for name in EDITIONS]
    assert len({(made.target, made.same_document) for made in found}) > 1


def test_list_of_changed_examples_is_complete() -> None:
    assert 10 <= len(changes()) <= 12


@for_each("edition, base, told", *STATES)
def test_base_field_states_whether_the_base_is_usable(edition: str, base: str, told: str) -> None:
    assert usable(next(way for way in VARIANTS if way.edition == edition), base) == told


def test_all_variants_and_browsers_are_listed() -> None:
    rows = answers("http://a/b/c/d;p?q", "../../../g?y#s", STRICT_2005)
    kept, gone = "http://a/../g?y#s", "http://a/g?y#s"
    assert [row.target for row in rows] == [kept, kept, kept, gone, None, gone, gone, gone]
    validating = [way for way in VARIANTS if way.edition != "2003" or way.strict]
    assert [row.variant for row in rows] == [*validating, None]
    assert "above the root" in rows[0].note
    assert "chosen variant rejects" in rows[4].note


def test_lenient_variants_are_listed_if_different_or_chosen() -> None:
    lenient = {way.above_root: way for way in VARIANTS if way.edition == "2003" and not way.strict}
    rows = {row.variant: row.target for row in answers("http://a/b", "http:../g", STRICT_2005)}
    assert [rows[lenient[name]] for name in ("keep", "drop", "refuse")] == [
        "http://a/../g", "http://a/g", None,
    ]  # fmt: skip
    chosen = [row.variant for row in answers("http://a/b", "g", lenient["drop"])]
    assert [way for way in lenient.values() if way in chosen] == [lenient["drop"]]


def test_lenient_and_strict_targets_differ() -> None:
    rows = {row.variant: row.target for row in answers("http://a/b", "http:g", STRICT_2005)}
    assert rows[STRICT_2005] == "http:g"
    assert rows[Variant("2005", "2005 · lenient", strict=False)] == "http://a/g"


@pytest.mark.usefixtures("english_again")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", [(900, 600), (1120, 720), (1320, 860)])
def test_page_needs_no_scroll_bar(
    window: Window, page: ResolvePage, size: tuple[int, int], language: str
) -> None:
    window.profile.settings.set("language", language)
    page = window.resolve_page
    window.resize(*size)
    for _ in range(4):
        QApplication.processEvents()
    area = page.findChild(PageArea)
    assert area is not None
    assert area.verticalScrollBar().maximum() == 0
    tables = (page.steps.table, page.after.table, page.editions.table)
    assert sum(each.verticalScrollBar().isVisible() for each in tables) <= 1

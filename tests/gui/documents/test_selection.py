"""The page shows the details of the selected link after any action."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import MAIL, PAGE, marked_octets, message_text, settle
from tests.gui.documents.test_file_list import BOX, CALM, NO_LINKS
from tests.gui.documents.test_rereading import RELATIVE, locked_zip
from uriinspector.analysis.domains import site_of
from uriinspector.analysis.finding import RANK
from uriinspector.gui.documents.open_case import FileEntry
from uriinspector.gui.documents.order import NONE, SITE, TARGET
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import LINKS, MESSAGE, SOURCE
from uriinspector.gui.text.pieces import plain_text

PHISHING = (
    b"From: <a@b.example>\nContent-Type: text/html\n\n"
    b'<a href="https://low.example/">x</a>'
    b'<a href="http://www.paypal.com@10.0.0.0/">www.paypal.com</a>\n'
)
FILES = {
    "a.eml": CALM, "b.eml": MAIL, "c.eml": NO_LINKS, "d.html": PAGE, "e.mbox": BOX,
    "f.eml": PHISHING, "g.html": RELATIVE, "h.zip": locked_zip(b"1234"),
}  # fmt: skip
CONTENTS = {sha256(each).hexdigest(): each for each in FILES.values()}
TITLES: list[str] = []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    return folder


def open_named(page: DocumentsPage, folder: Path, *names: str) -> None:
    page.open_files([str(folder / name) for name in names])
    settle(page)


def paste(page: DocumentsPage, content: bytes) -> None:
    data = QMimeData()
    data.setText(content.decode())
    page.take(data)
    settle(page)


def look(page: DocumentsPage, tab: int) -> None:
    page.reader.bar.setCurrentIndex(page.reader.bar.offered.index(tab))


def belongs(page: DocumentsPage, number: int, entry: FileEntry) -> bool:
    """Return True if the link is in the file or message, but not in a message inside it."""
    row, case = page.case.rows[number], page.case
    inside = case.files.of(row.file, row.part)
    return row.file == entry.key.file and (entry.is_folder or inside is entry)


def scope(page: DocumentsPage) -> list[FileEntry] | None:
    """Return the files whose links are counted, or None for all."""
    if page.files.entry is not None:
        return [page.files.entry]
    bar, listed = page.files.bar, page.files.table.files.numbers
    if not (bar.query().is_narrow and page.files.is_listed):
        return None
    entries = [page.case.files.rows[each] for each in listed]
    return [each for each in entries if not each.is_folder]


def check(page: DocumentsPage) -> None:
    """Compare the page with the state of the case and the selection."""
    case, number = page.case, page.table.current()
    within = scope(page)
    links = [
        at
        for at in range(len(case.rows))
        if within is None or any(belongs(page, at, each) for each in within)
    ]
    shown = page.table.links.order.numbers
    assert set(shown) <= set(links)
    assert (number in shown) if shown else number == -1
    listed = page.files.table.files.numbers
    assert page.files.table.current() in {-1, *listed}
    check_counts(page, links)
    check_details(page, number)


def check_counts(page: DocumentsPage, links: list[int]) -> None:
    rows = [page.case.rows[each] for each in links]
    ranks = Counter(row.rank for row in rows)
    for rank, button in page.bar.levels.items():
        assert button.text() == str(ranks[rank])
    assert {e.site: plain_text(e.pieces).split()[-1] for e in page.sites.facets} == {
        site: str(count) for site, count in Counter(row.site for row in rows).items()
    }
    assert page.facet.file in {None, *range(len(page.case.heads))}
    heads = page.case.heads
    expected = heads[0].name if len(heads) == 1 else f"{len(heads)} files" if heads else ""
    assert TITLES[-1:] == [expected]


def check_details(page: DocumentsPage, number: int) -> None:
    reader, entry = page.reader, page.files.entry
    row = page.case.rows[number] if number >= 0 else None
    assert reader.row == row
    if MESSAGE not in reader.bar.offered:
        assert row is None
        return
    meant = entry or (page.case.files.of(row.file, row.part) if row else page.case.files.rows[0])
    assert meant
    words = message_text(page)
    if meant.envelope is None:
        assert meant.head.sha256 in words
    else:
        texts = [each.address for each in meant.envelope.senders]
        texts += [each.title for each in meant.findings]
        assert all(each in words for each in texts)
        assert reader.title.text() == (meant.envelope.subject or "(no subject)")
    others = [each.head.sha256 for each in page.case.files.rows if each.head is not meant.head]
    assert not any(each in words for each in others if each != meant.head.sha256)
    # The links of a single file that is not an email are in the list on the left, and have no tab.
    assert (LINKS in reader.bar.offered) == (page.files.is_listed or meant.envelope is not None)
    if LINKS in reader.bar.offered:
        look(page, LINKS)
    headline, target = reader.link.banner.headline.text(), plain_text(reader.link.target.pieces)
    look(page, SOURCE)
    if row is None:
        assert (headline, target) == ("Where does a link really go?", "")
        return
    head = page.case.heads[row.file]
    host = row.inspection("2005", head.protect, head.lists).verdict.host or ""
    assert (site_of(host) or host) in headline
    assert target.startswith("Target ")
    assert marked_octets(page) == CONTENTS[head.sha256][row.start : row.end]


def read_with_password(page: DocumentsPage, words: str) -> None:
    sheet = page.rereading.sheet
    if sheet is not None:
        sheet.line.setText(words)
        QTest.keyClick(sheet.line, Qt.Key.Key_Return)
        if page.rereading.sheet is not None:
            page.rereading.sheet.reject()


def set_base(page: DocumentsPage, random: Random) -> None:
    pages = [at for at, head in enumerate(page.case.heads) if head.kind == "html"]
    if pages:
        page.rereading.ask_for_base(random.choice(pages))
        read_with_password(page, random.choice(["https://base.example/x/", "https://new.example/"]))


def click_facet(page: DocumentsPage, random: Random) -> None:
    facets = [*page.sites.facets, *(each for each in page.parts.facets if each.file is not None)]
    if facets:
        page.choose(random.choice(facets))


def select(page: DocumentsPage, random: Random, *, is_file: bool) -> None:
    table = page.files.table if is_file else page.table
    if table.numbered.numbers:
        table.go(random.choice(table.numbered.numbers))


def reopen(page: DocumentsPage) -> None:
    """Close the case and open it again."""
    page.case_commands.keep_copy()
    path = page.case_commands.leave()
    if path is not None:
        page.case_commands.open(path)


def steps(page: DocumentsPage, folder: Path, random: Random) -> list[Callable[[], object]]:
    """Return the actions to choose from."""
    some = [str(folder / name) for name in random.sample(sorted(FILES), random.choice([1, 1, 3]))]
    keys = random.choices("MBIUJKN", k=3)
    tables = [page.table, page.files.table]
    level = random.choice([None, RANK["high"], RANK["low"]])
    return [
        lambda: page.open_files(some),
        lambda: page.case_commands.new(),
        lambda: paste(page, random.choice([PHISHING, CALM, MAIL])),
        lambda: page.bar.filter.setText(random.choice(["", "example", "bank", "nothing here"])),
        lambda: page.files.bar.filter.setText(random.choice(["", "lunch", ".eml", "nothing"])),
        lambda: page.bar.levels[level or RANK["low"]].click(),
        lambda: page.files.bar.levels[level or RANK["high"]].click(),
        lambda: page.files.bar.want("mark", random.choice([None, "", "malicious"])),
        lambda: page.bar.want("group", random.choice([NONE, TARGET, SITE])),
        lambda: page.table.sort_requested.emit(random.choice(["", "value", "mark"]), False),
        lambda: [QTest.keyClicks(random.choice(tables), key) for key in keys],
        lambda: QTest.keyClick(page.files.table, Qt.Key.Key_Escape),
        page.undo,
        page.redo,
        partial(select, page, random, is_file=True),
        partial(select, page, random, is_file=False),
        partial(click_facet, page, random),
        partial(set_base, page, random),
        partial(reopen, page),
    ]


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(n, marks=pytest.mark.long) for n in range(6, 60))]
)
def test_random_actions_keep_details_and_selection_consistent(
    page: DocumentsPage, folder: Path, seed: int
) -> None:
    random = Random(seed)
    TITLES[:] = [""]
    page.titled.connect(TITLES.append)
    open_named(page, folder, *random.sample(sorted(FILES), 3))
    for _ in range(25):
        settle(page)
        read_with_password(page, random.choice(["", "1234"]))
        settle(page)
        check(page)
        random.choice(steps(page, folder, random))()


def test_new_case_shows_nothing_from_the_previous_case(page: DocumentsPage, folder: Path) -> None:
    TITLES[:] = [""]
    page.titled.connect(TITLES.append)
    open_named(page, folder, "f.eml")
    look(page, LINKS)
    assert details_headline(page) == "Goes to 10.0.0.0, not paypal.com"
    page.case_commands.new()
    settle(page)
    assert page.reader.row is None
    open_named(page, folder, "c.eml")
    check(page)
    assert "nobody@friend.example" in message_text(page)


def details_headline(page: DocumentsPage) -> str:
    return page.reader.link.banner.headline.text()


def test_opening_files_selects_the_highest_severity(page: DocumentsPage, folder: Path) -> None:
    open_named(page, folder, "a.eml", "d.html", "f.eml", "g.html")
    assert page.case.rows[page.table.current()].value == "http://www.paypal.com@10.0.0.0/"
    assert page.files.entry is page.case.files.rows[2]
    assert page.reader.bar.tab == MESSAGE
    assert page.table.links.numbers == (page.table.current(), page.table.current() - 1)


def test_user_selection_is_kept_when_rows_arrive(
    qtbot: QtBot, page: DocumentsPage, folder: Path
) -> None:
    open_named(page, folder, "a.eml", "d.html")
    qtbot.keyClick(page.table, Qt.Key.Key_End)
    chosen = page.table.current()
    page.scan_queue.rows_came.emit()
    settle(page)
    assert page.table.current() == chosen


@pytest.mark.parametrize("content", [PHISHING, NO_LINKS, CALM])
def test_pasted_document_is_selected(page: DocumentsPage, folder: Path, content: bytes) -> None:
    open_named(page, folder, "b.eml", "d.html")
    page.files.bar.filter.setText("b.eml")
    page.bar.filter.setText("bank")
    settle(page)
    paste(page, content)
    assert page.files.entry
    assert page.files.entry.key.file == 2
    assert {page.case.rows[each].file for each in page.table.links.numbers} <= {2}
    if content == PHISHING:
        assert page.case.rows[page.table.current()].rank == RANK["high"]


def test_highest_severity_among_added_files_is_selected(page: DocumentsPage, folder: Path) -> None:
    open_named(page, folder, "b.eml")
    open_named(page, folder, "a.eml", "f.eml", "d.html")
    assert page.files.entry
    assert page.files.entry.head.name == "f.eml"


def test_file_filter_also_filters_links_sites_and_counts(page: DocumentsPage, folder: Path) -> None:
    open_named(page, folder, "a.eml", "b.eml", "f.eml")
    page.files.bar.filter.setText("lunch")
    settle(page)
    assert [each.site for each in page.sites.facets] == ["friend.example"]
    assert page.bar.choice.text() == "All 1"
    assert page.reader.row
    assert page.reader.row.host == "friend.example"
    assert [plain_text(each.pieces) for each in page.parts.facets] == ["a.eml  1"]
    page.files.bar.filter.setText("no such file")
    settle(page)
    assert page.reader.row is None
    assert page.sites.facets == []


def test_next_row_is_selected_when_a_filter_hides_the_current(
    page: DocumentsPage, folder: Path
) -> None:
    open_named(page, folder, "b.eml", "d.html")
    order = page.table.links.order.numbers
    kept = [order[1], order[4]]
    page.table.go(order[2])
    page.table.show_order(page.table.links.order._replace(numbers=tuple(kept)))
    assert page.table.current() == kept[1]
    page.table.show_order(page.table.links.order._replace(numbers=tuple(kept[:1])))
    assert page.table.current() == kept[0]


def test_undo_reveals_a_row_hidden_by_a_filter(
    qtbot: QtBot, page: DocumentsPage, folder: Path
) -> None:
    open_named(page, folder, "b.eml", "d.html")
    number = page.table.current()
    qtbot.keyClick(page.table, Qt.Key.Key_M)
    page.bar.filter.setText("one.example")
    settle(page)
    page.undo()
    settle(page)
    assert page.table.current() == number
    assert page.bar.filter.text() == ""


def test_focusing_the_file_list_selects_no_file(page: DocumentsPage, folder: Path) -> None:
    open_named(page, folder, "a.eml", "f.eml")
    page.files.table.let_go()
    page.table.setFocus()
    page.files.table.setFocus()
    settle(page)
    assert page.files.entry is None
    page.files.table.step(1)
    page.files.table.let_go()
    assert not page.files.table.currentIndex().isValid()
    check_details(page, page.table.current())

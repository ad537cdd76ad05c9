"""The parts tree and the site list: accessible names and findings."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from tests.gui.documents.samples import MAIL, wait
from tests.gui.inspect.listed import rows_of
from uriinspector.gui.documents.page import DocumentsPage
from uriinspector.gui.documents.reader import TABS
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.pieces import plain_text


@pytest.fixture
def mail(window: Window, tmp_path: Path) -> Iterator[DocumentsPage]:
    window.show()
    window.open_workspace("documents")
    page = window.documents_page
    file = tmp_path / "invoice.eml"
    file.write_bytes(MAIL)
    page.open_file(str(file))
    wait(page)
    yield page
    page.close()


def finding_index(page: DocumentsPage) -> QModelIndex:
    """Return the index of the first finding about the whole message."""
    model = page.parts.branches
    index = model.index(0, 0, model.index(0, 0))
    assert page.parts.facets[0].children[0].finding is not None
    return index


def test_message_finding_in_parts_tree_opens_its_explanation(
    qtbot: QtBot, mail: DocumentsPage
) -> None:
    index = finding_index(mail)
    finding = mail.parts.facets[0].children[0].finding
    assert finding is not None
    sentence = finding.message
    assert sentence in index.data(Qt.ItemDataRole.ToolTipRole).replace("&quot;", '"')
    assert sentence in index.data(Qt.ItemDataRole.AccessibleDescriptionRole)
    place = mail.parts.visualRect(index).center()
    qtbot.mouseClick(mail.parts.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert mail.drawer.isVisible()
    assert mail.drawer.body is not None
    assert sentence in mail.drawer.body.text()
    mail.drawer.close_card()
    mail.parts.setFocus()
    mail.parts.setCurrentIndex(index)
    qtbot.keyClick(mail.parts, Qt.Key.Key_Return)
    assert mail.drawer.isVisible()


def test_accessible_names_start_with_the_severity(mail: DocumentsPage) -> None:
    name = finding_index(mail).data(Qt.ItemDataRole.AccessibleTextRole)
    finding = mail.parts.facets[0].children[0]
    assert name == f"{finding.severity}, {plain_text(finding.pieces)}"
    sites = mail.sites.branches
    first = sites.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert first.startswith("high, ")


def test_severity_of_a_nested_link_is_among_the_findings(window: Window, tmp_path: Path) -> None:
    window.show()
    window.open_workspace("documents")
    page = window.documents_page
    file = tmp_path / "safe.html"
    inner = "https%3A%2F%2Fpaypal.com%40evil.test%2Fa"
    file.write_text(
        f"<a href='https://eur01.safelinks.protection.outlook.com/?url={inner}'>Invoice</a>"
    )
    page.open_file(str(file))
    wait(page)
    page.reader.show_tab(TABS["inspection"])
    findings = page.reader.link.findings
    assert page.case.rows[0].severity == "high"
    assert ": 1 high" in findings.title.accessibleName()
    first = rows_of(findings.list)[0].finding
    assert first.title.startswith("In the link inside: ")
    page.close()

"""Cards link clauses and rules, and restore focus when closed."""

import pytest
import shiboken6
from PySide6.QtWidgets import QPushButton, QScrollArea
from pytestqt.qtbot import QtBot

from tests.for_each import for_each
from uriinspector.analysis.card import cards
from uriinspector.analysis.rules.table import RULES
from uriinspector.gui.inspect.drawer import CardBody
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.translation import speak
from uriinspector.gui.theme import Theme


def links(window: Window) -> list[QPushButton]:
    body = window.inspect_page.drawer.body
    return body.findChildren(QPushButton) if body else []


def text(window: Window) -> str:
    body = window.inspect_page.drawer.body
    return body.text() if body else ""


def test_clause_card_shows_text_grammar_editions_and_checks(window: Window) -> None:
    window.inspect_page.drawer.show_clause("RFC 3986 3.2.1")
    for told in (
        *("RFC 3986 §3.2.1", "Userinfo", "Uniform Resource Identifier"),
        *('userinfo = *( unreserved / pct-encoded / sub-delims / ":" )', "Example"),
        *(
            "Other editions",
            "medium · Password in the userinfo",
            "Checks that cite this clause",
        ),
    ):
        assert told in text(window)


def test_cards_link_to_each_other_and_back(window: Window) -> None:
    window.show()
    drawer = window.inspect_page.drawer
    drawer.show_clause("RFC 3986 3.2.1")
    assert drawer.back.isHidden()
    next(each for each in links(window) if "Password" in each.text()).click()
    assert text(window).startswith("Password in the userinfo")
    next(each for each in links(window) if "§7.5" in each.text()).click()
    assert text(window).startswith("RFC 3986 §7.5")
    drawer.back.click()
    drawer.back.click()
    assert text(window).startswith("RFC 3986 §3.2.1")
    assert drawer.back.isHidden()


def test_closing_a_card_restores_focus(qtbot: QtBot, window: Window) -> None:
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.inspect_page.editor.setFocus()
    drawer = window.inspect_page.drawer
    drawer.show_clause("RFC 3986 3.1")
    assert drawer.done.hasFocus()
    drawer.done.click()
    assert not drawer.isVisible()
    assert window.inspect_page.editor.hasFocus()


@pytest.mark.parametrize("size", [(700, 460), (900, 600), (1320, 860)], ids=str)
def test_card_stays_within_the_page(window: Window, size: tuple[int, int]) -> None:
    window.resize(*size)
    window.show()
    drawer = window.inspect_page.drawer
    drawer.show_clause("RFC 3986 3.2.2")
    assert window.inspect_page.rect().contains(drawer.geometry())
    window.resize(size[0] + 60, size[1] + 60)
    assert window.inspect_page.rect().contains(drawer.geometry())


def test_every_card_can_be_shown(theme: Theme) -> None:
    for cite in cards():
        body = CardBody(theme, lambda _: None)
        body.clause(cite)
        assert cards()[cite].text in body.text()
        shiboken6.delete(body)
    for rule in RULES:
        body = CardBody(theme, lambda _: None)
        body.rule(rule.code)
        assert rule.title in body.text()
        shiboken6.delete(body)


def test_clause_without_a_card_shows_its_name(window: Window) -> None:
    window.inspect_page.drawer.show_clause("RFC 1 9.9")
    assert text(window).startswith("RFC 1 §9.9")


@for_each("clause", "RFC 1738 3.6", "RFC 3986 6.2.2.1", "rfc2396bis-01 6.3")
def test_citations_on_a_card_are_translated(theme: Theme, clause: str) -> None:
    speak("de")
    try:
        body = CardBody(theme, lambda _: None)
        body.clause(clause)
    finally:
        speak("en")
    assert any(each in body.text() for each in ("(1994): Buchstaben", "Vergleichsleiter", "sechs"))
    assert "letters" not in body.text()


def test_opened_card_is_announced_and_named(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    monkeypatch.setattr("uriinspector.gui.inspect.drawer.announce", heard.append)
    window.show()
    drawer = window.inspect_page.drawer
    drawer.show_clause("RFC 3986 3.2.1")
    (area,) = drawer.findChildren(QScrollArea)
    assert heard == [text(window)]
    assert area.accessibleName() == drawer.accessibleName() == text(window).partition("\n")[0]
    drawer.show_clause("RFC 3986 3.2.2")
    drawer.back.click()
    assert len(heard) == 3
    assert heard[2] == heard[0] == text(window)

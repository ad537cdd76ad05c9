"""Accessible interfaces that replace Qt's own."""

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

from uriinspector.gui.accessible_widgets import MAKERS
from uriinspector.gui.shell.window import Window

Role, Text = QAccessible.Role, QAccessible.Text
LINK = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"


def interface(name: str, widget: QWidget) -> QAccessibleInterface:
    return MAKERS[name](widget)


@pytest.fixture
def shown(window: Window) -> Window:
    window.show()
    window.show_text(LINK)
    window.inspect_page.inspection_job.finish()
    return window


def test_disclosure_button_reports_expanded_state(shown: Window) -> None:
    more = shown.inspect_page.banner.more
    spoken = interface("DisclosureButton", more)
    assert spoken.role() == Role.Button
    assert (spoken.state().expandable, spoken.state().expanded, spoken.state().checkable) == (
        1, 0, 0,
    )  # fmt: skip
    spoken.actionInterface().doAction("Press")
    assert more.isChecked()
    assert (spoken.state().expanded, spoken.state().collapsed) == (1, 0)
    assert spoken.text(Text.Name) in {"More", "Route"}


def test_panes_and_divider_are_in_visual_order(shown: Window) -> None:
    panes = shown.inspect_page.panes
    spoken = interface("DividedPanes", panes)
    met = [spoken.child(number).object() for number in range(spoken.childCount())]
    assert met == [panes.widget(0), panes.handle(1), panes.widget(1)]
    assert [spoken.indexOfChild(spoken.child(number)) for number in range(3)] == [0, 1, 2]
    assert spoken.indexOfChild(interface("Divider", panes)) == -1
    divider = interface("Divider", panes.handle(1))
    assert divider.role() == Role.Separator
    assert divider.text(Text.Name) == "Divider: Components, findings"


def test_painted_labels_are_static_text(shown: Window) -> None:
    banner = shown.inspect_page.banner
    labels = {"LaidLabel": banner.headline, "SeveritySign": banner.sign}
    for name, label in labels.items():
        spoken = interface(name, label)
        assert spoken.role() == Role.StaticText
        assert spoken.text(Text.Name) == label.accessibleName() != ""

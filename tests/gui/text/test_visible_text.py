"""Tooltips are escaped for Qt and also set as accessible descriptions."""

import pytest
from PySide6.QtWidgets import QLineEdit

from uriinspector.gui.text.pieces import show_tip


@pytest.mark.usefixtures("qapp")
def test_tooltip_text_is_set_as_accessible_description() -> None:
    field = QLineEdit()
    show_tip(field, "Goes to <b>a</b> & \u202eb")
    assert "<" not in field.accessibleDescription().replace("<b>", "").replace("</b>", "")
    assert field.accessibleDescription().startswith("Goes to <b>a</b> & ")
    assert "\u202e" not in field.accessibleDescription()
    assert field.toolTip().startswith("<p")
    show_tip(field, "Another")
    assert field.accessibleDescription() == "Another"
    show_tip(field, "")
    assert field.accessibleDescription() == ""


@pytest.mark.usefixtures("qapp")
def test_tooltip_keeps_an_existing_description() -> None:
    field = QLineEdit()
    field.setAccessibleDescription("Its own")
    show_tip(field, "A tip")
    assert field.accessibleDescription() == "Its own"

"""Garbage collection is off while Qt restyles all widgets."""

import gc

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QLabel

from tests.for_each import for_each
from uriinspector.gui.theme import Theme, without_collection


class Watching(QLabel):
    """Records whether garbage collection is on during style changes."""

    could: list[bool] = []  # noqa: RUF012 - of the class on purpose: all of them write there

    def event(self, event: QEvent) -> bool:
        self.could.append(gc.isenabled())
        return super().event(event)


def test_garbage_collection_is_off_while_styling(theme: Theme, qapp: QApplication) -> None:
    label = Watching()
    label.show()
    Watching.could.clear()
    theme.dress(qapp)
    assert Watching.could
    assert not any(Watching.could)
    assert gc.isenabled()


@for_each("was_enabled", True, False)
def test_garbage_collection_is_restored_after_an_error(*, was_enabled: bool) -> None:
    (gc.enable if was_enabled else gc.disable)()
    try:
        with pytest.raises(ZeroDivisionError), without_collection():
            _ = 1 // int(gc.isenabled())
        assert gc.isenabled() is was_enabled
    finally:
        gc.enable()

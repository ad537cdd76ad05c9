"""Undo and Redo in the menu name their steps where the page knows them."""

import time

from uriinspector.documents.cases.link_row import Decision
from uriinspector.gui.shell.window import Window


def named(window: Window) -> tuple[str, ...]:
    window.menus.menus["edit"].aboutToShow.emit()
    return tuple(window.menus.actions[name].text() for name in ("undo", "redo"))


def test_undo_names_steps_only_in_documents(window: Window) -> None:
    usual = ("&Undo", "&Redo")
    assert named(window) == usual
    window.open_workspace("documents")
    steps = window.documents_page.case.steps
    assert named(window) == ("Undo the last action", "Redo the last undone action")
    steps.add(steps.next_step({0: Decision("benign")}, {0: Decision()}, int(time.time())))
    assert named(window)[0].startswith("Undo: mark 1 link as benign (")
    steps.undo()
    assert named(window)[1].startswith("Redo: mark 1 link as benign (")
    window.open_workspace("inspect")
    assert named(window) == usual

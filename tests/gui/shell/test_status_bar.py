"""The status bar describes the text only where there is one."""

import pytest
from pytestqt.qtbot import QtBot

from uriinspector.core.model import Span
from uriinspector.gui.widgets.notice_strip import ALWAYS, PROMISE, StatusBar, described


@pytest.mark.parametrize(
    ("text", "words"), [("http://a.example/", PROMISE), ("", ALWAYS), (None, ALWAYS)]
)
def test_status_bar_promise_depends_on_the_text(qtbot: QtBot, text: str | None, words: str) -> None:
    foot = StatusBar()
    qtbot.addWidget(foot)
    assert foot.promise.text() == ALWAYS
    foot.show_text("http://before.example/")
    foot.show_text(text)
    assert foot.promise.text() == words
    assert foot.text.text() == (described(text) if text else "")


def test_status_bar_is_empty_outside_inspect(qtbot: QtBot) -> None:
    foot = StatusBar()
    qtbot.addWidget(foot)
    foot.show_text("http://a.example/")
    foot.show_selection(Span(0, 4))
    foot.serve("documents")
    assert (foot.text.text(), foot.selection.isHidden()) == ("", True)
    assert foot.promise.text() == ALWAYS
    foot.serve("inspect")
    assert (foot.text.text(), foot.selection.isHidden()) == (described("http://a.example/"), False)

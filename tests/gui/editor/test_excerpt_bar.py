"""The bar that shows which excerpt of a huge text is visible."""

import pytest

from uriinspector.gui.editor.uri_edit import ExcerptBar, UriEdit


@pytest.fixture
def bar(small: UriEdit) -> ExcerptBar:
    bar = ExcerptBar(small)
    bar.setParent(small.parentWidget())
    return bar


def test_excerpt_bar_is_hidden_for_a_short_text(bar: ExcerptBar, small: UriEdit) -> None:
    small.set_text("0123456789")
    assert bar.isHidden()


def test_excerpt_bar_shows_and_moves_the_excerpt(bar: ExcerptBar, small: UriEdit) -> None:
    small.set_text("x" * 1234)
    assert not bar.isHidden()
    assert bar.note.text().startswith("Showing characters 1 to 10 of 1,234;")
    assert (bar.earlier.isEnabled(), bar.later.isEnabled()) == (False, True)
    bar.later.click()
    assert bar.note.text().startswith("Showing characters 11 to 20 of 1,234;")
    bar.earlier.click()
    assert small.shown == (0, 10)
    small.select(1230, 1232)
    assert (bar.earlier.isEnabled(), bar.later.isEnabled()) == (True, False)


def test_excerpt_bar_shows_a_running_inspection(bar: ExcerptBar) -> None:
    bar.show_waiting(waiting=True)
    assert not bar.isHidden()
    assert bar.note.text() == "Inspecting…"
    assert bar.earlier.isHidden()
    bar.show_waiting(waiting=False)
    assert bar.isHidden()

"""Every view of every workspace can be opened from the command line."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.architecture.source import ROOT
from uriinspector import EDITIONS
from uriinspector.gui.app import picture
from uriinspector.gui.command_line import BY_NAME, WORKSPACES, Argument, all_views, problem_of
from uriinspector.gui.documents.reader import TABS
from uriinspector.gui.inspect.detail_tabs import TABS as PROOFS
from uriinspector.gui.learn.page import LearnPage
from uriinspector.gui.resolve.variant_rows import variant_of
from uriinspector.gui.shell.asked_view import SHOWING, AskedView, show
from uriinspector.gui.shell.window import Window
from uriinspector.gui.shell.workspaces import PAGES

MAIL = ROOT / "packaging/readme/mail.eml"
LINKS = (Argument("http://a/b/../c"), Argument("HTTP://A/%63"))
VIEWS = [(each.name, view) for each in WORKSPACES for view in each.views]


def of(workspace: str) -> tuple[Argument, ...]:
    """Return the arguments to show in a workspace."""
    if workspace != "documents":
        return LINKS
    return tuple(Argument(str(path), is_path=True) for path in (MAIL, MAIL.parent))


def test_every_workspace_is_available_on_the_command_line() -> None:
    assert list(BY_NAME) == list(PAGES) == list(SHOWING)
    assert set(BY_NAME["inspect"].views.values()) == set(PROOFS)
    assert set(BY_NAME["documents"].views.values()) == {*TABS, "fixes"}


def test_view_names_belong_to_workspaces() -> None:
    assert {view for _, view in VIEWS} == set(all_views())
    assert not any(problem_of(*each) for each in VIEWS)


@pytest.mark.parametrize(("workspace", "view"), VIEWS)
def test_requested_view_is_shown(
    window: Window, qapp: QApplication, workspace: str, view: str
) -> None:
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    show(window, AskedView(workspace, of(workspace), view=view))
    window.show()
    picture(qapp, window)
    assert window.pages.shown() is window.pages.page(workspace)
    part = BY_NAME[workspace].views[view]
    if workspace == "inspect":
        tabs = window.inspect_page.tabs
        assert tabs.stack.currentWidget() is tabs.tabs[part]
    elif workspace == "resolve":
        page = window.resolve_page
        assert page.listing.isVisible() == (part == "list" or len(LINKS) > 1)
        assert page.shows_rules == (part == "rules" and len(LINKS) == 1)
    elif workspace == "compare":
        assert window.compare_page.listing.isVisible() == (part == "list")
    elif part == "fixes":
        assert window.documents_page.fix_review.is_shown
    elif workspace == "learn":
        assert_shown(window.learn_page, part)
    elif part != "image":  # this message has no links in QR codes
        assert window.documents_page.reader.bar.tab == TABS[part]


def assert_shown(page: LearnPage, part: str) -> None:
    """Assert that the requested view is visible."""
    views = {"lesson": page.lesson_view, "result": page.round_end}
    assert page.stack.currentWidget() is views.get(part, page.question_view)
    round_shown = page.question_view.round
    if part not in {"lesson", "result"}:
        assert round_shown is not None
        kinds = {"answered": "where", "spot": "where"}
        assert round_shown.exercise.asks == kinds.get(part, part)
        assert len(round_shown.results) == (part == "answered")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("workspace", BY_NAME)
def test_requested_edition_is_used_in_every_workspace(
    window: Window, workspace: str, edition: str
) -> None:
    window.profile.settings.set("edition", edition, keep=False)
    show(window, AskedView(workspace, of(workspace)[:1], edition=edition))
    assert window.inspect_page.edition.currentData() == edition
    if workspace == "resolve":
        assert window.resolve_page.chosen() == variant_of(edition)
    if workspace == "compare":
        assert window.compare_page.edition.currentData() == edition


def test_reference_is_resolved_against_requested_base(window: Window) -> None:
    show(window, AskedView("resolve", (Argument("../x"),), base="http://h/a/b/c", view="rules"))
    page = window.resolve_page
    assert (page.base.text(), page.reference.text()) == ("http://h/a/b/c", "../x")
    assert page.shows_rules


def test_base_applies_to_both_sides_of_comparison(window: Window) -> None:
    show(window, AskedView("compare", LINKS, base="http://h/a"))
    pair = window.compare_page.pair()
    assert (pair.a, pair.b) == tuple(each.name for each in LINKS)
    assert (pair.base_a, pair.base_b) == ("http://h/a", "http://h/a")


def test_views_open_without_links(window: Window) -> None:
    for workspace, view in VIEWS:
        show(window, AskedView(workspace, view=view))
        assert window.pages.shown() is window.pages.page(workspace)

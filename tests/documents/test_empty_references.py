"""Empty references by edition and in browsers, with BASE and header fields as bases."""

import uriinspector
from tests.for_each import for_each
from uriinspector import EDITIONS
from uriinspector.documents.document import Link

PAGE = "http://page.test/dir/p.html"
EVIL = "http://evil.test/x/"
BASE = f'<base href="{EVIL}">'
MOVED = {"base-hijack", "form-action", "auto-redirect"}


def links(page: str, edition: str, base: str | None = PAGE) -> list[Link]:
    document = uriinspector.scan(page, name="x.html", base=base, edition=edition)
    return [link for link in document.links if link.element != "base"]


def reported(link: Link) -> dict[str, str]:
    return {each.code: each.severity for each in link.findings if each.code in MOVED}


FORMS = (
    '<form action=""><input type=password></form>',
    '<form><input type=password><button formaction=""></form>',
    '<form><input type=submit formaction=""></form>',
)
TARGETS = {"1994": PAGE, "1997": PAGE, "2003": EVIL, "2005": PAGE}


@for_each("edition", *EDITIONS)
@for_each("form", *FORMS)
def test_form_without_an_action_submits_to_its_document(form: str, edition: str) -> None:
    (link,) = links(BASE + form, edition)
    assert link.target == TARGETS[edition]
    assert reported(link) == {}
    assert (link.verdict.host, link.verdict.final_host) == ("page.test", "page.test")
    assert link.verdict.headline == "Names page.test (reserved for tests)"
    assert [hop.host for hop in link.verdict.route] == ["page.test"]
    (link,) = links(BASE + form, edition, None)
    assert reported(link) == {}
    assert link.verdict.final_host is None
    assert link.target == (EVIL if edition == "2003" else None)


@for_each("edition", *EDITIONS)
@for_each(
    "image",
    '<img src="">', '<input type=image src="">', '<iframe src=""></iframe>',
    '<video poster=""></video>', '<body background="">', '<script src=""></script>',
)  # fmt: skip
def test_empty_image_src_stays_with_the_page(image: str, edition: str) -> None:
    (link,) = links(BASE + image, edition)
    assert link.target == {"1997": PAGE}.get(edition, EVIL)
    assert reported(link) == {}
    assert link.verdict.host == "page.test"


@for_each(
    "element, attribute",
    *((each, "src") for each in ("img", "script", "iframe", "audio", "embed", "track")),
    *(("img", each) for each in ("srcset", "lowsrc", "dynsrc")),
    *(("link", "imagesrcset"), ("object", "data"), ("video", "poster"), ("body", "background")),
    *(("applet", each) for each in ("code", "codebase", "archive", "object")),
    *(("html", "manifest"), ("object", "classid"), ("menuitem", "icon")),
)
def test_empty_address_of_a_loaded_element_is_not_fetched(element: str, attribute: str) -> None:
    page = f'<{element} {attribute}="">'
    for edition, target in {"1997": PAGE, "2005": EVIL}.items():
        (link,) = links(BASE + page, edition)
        assert (link.target, link.verdict.host, reported(link)) == (target, "page.test", {})


@for_each("edition", *EDITIONS)
@for_each("value", "", "#", "#s", "#s?t/u")
@for_each("element", "a", "area")
def test_same_document_references_are_moved_only_by_browsers(
    element: str, value: str, edition: str
) -> None:
    (link,) = links(f'{BASE}<{element} href="{value}">x</{element}>', edition)
    if edition in {"1997", "2003"}:
        assert link.target is None
        assert (link.base.text, link.verdict.host, reported(link)) == (PAGE, "page.test", {})
        assert link.verdict.headline == "Stays in the same document"
    else:
        assert (link.verdict.host, reported(link)) == ("evil.test", {"base-hijack": "info"})
        assert link.verdict.headline == "Goes to evil.test"


@for_each("edition", "1997", "2003")
@for_each("value", "", "#s")
def test_same_document_references_stay_in_an_unknown_document(value: str, edition: str) -> None:
    (link,) = links(f'{BASE}<a href="{value}">x</a>', edition, None)
    assert (link.target, link.verdict.host, reported(link)) == (None, None, {})
    assert link.verdict.headline == "Stays in the same document"
    assert link.base.text == ""


@for_each("edition", *EDITIONS)
@for_each("value", "x", "?q", "/y", ".", "x#s", "?#s")
def test_nonempty_references_are_moved_in_every_edition(value: str, edition: str) -> None:
    for page in (f'<a href="{value}">x</a>', f'<form action="{value}"><input type=password>'):
        (link,) = links(BASE + page, edition)
        assert link.verdict.host == "evil.test"
        assert reported(link)["base-hijack"] == "info"


@for_each("edition", *EDITIONS)
@for_each("page", '<form action="">', '<a href="#s">x</a>', '<img src="">')
def test_references_without_a_base_are_not_moved(page: str, edition: str) -> None:
    (link,) = links(page, edition)
    assert (link.base.text, link.verdict.host, reported(link)) == (PAGE, "page.test", {})


@for_each("edition", *EDITIONS)
@for_each(
    "href, document, target",
    ("sub/", PAGE, "http://page.test/dir/sub/"), ("/top/", PAGE, "http://page.test/top/"),
    ("../up/", PAGE, "http://page.test/up/"), ("//other.test/", PAGE, "http://other.test/"),
    ("sub/", None, None), ("http://abs.test/", None, "http://abs.test/"),
    ("http://abs.test/", PAGE, "http://abs.test/"),
)  # fmt: skip
def test_relative_base_is_resolved_against_the_document(
    href: str, document: str | None, target: str | None, edition: str
) -> None:
    page = f'<base href="{href}"><a href="x">y</a><base href="again/">'
    rows = uriinspector.scan(page, name="x.html", base=document, edition=edition).links
    own, link, second = rows
    assert second.base.text == document
    assert own.base.text == (target if document is None else document)
    if edition == "1994" and href.startswith("//"):
        return  # draft 02 does not know this partial form
    assert link.base.text == target
    assert own.target == target


def message(header: str, body: str = "<a href=x>y</a>") -> list[Link]:
    text = f"From: a@a.test\n{header}\nContent-Type: text/html\n\n{body}"
    return list(uriinspector.scan(text.encode(), name="x.eml", base="http://r.test/d/").links)


@for_each(
    "field, values",
    ("Link: <style.css>; rel=stylesheet", ["style.css"]),
    ('Link: </a?b>; rel="next", <http://h.test/>; rel=prev', ["/a?b", "http://h.test/"]),
    ('Link: <a>; title="see <b>, not \\"<c>\\""; rel=x, <d>', ["a", "d"]),
    ("Link: <>; rel=self", [""]),
    ("Link: <long\n  er/path>; rel=x", ["longer/path"]),
    ("LINK:<x>", ["x"]),
    ("URI: <other.html>", ["other.html"]),
    ("Link: http://h.test/", ["http://h.test/"]),
    ("List-Unsubscribe: <../u?x>, <mailto:u@h.test>", ["../u?x", "mailto:u@h.test"]),
    ("List-Help: see http://h.test/", ["http://h.test/"]),
    ("List-Post: NO <none>", []),
    ('Link: "', []),
    ("Link: <unclosed", []),
)
def test_links_in_a_header_use_the_base_of_the_message(field: str, values: list[str]) -> None:
    rows = message(f"Content-Base: http://m.test/dir/\n{field}")
    fields = [link for link in rows if link.element is None]
    assert [link.value for link in fields] == values
    for link in fields:
        assert (link.base.text, link.base.origin) == ("http://m.test/dir/", "content-base")
        assert link.target == uriinspector.resolve("http://m.test/dir/", link.value).target


def test_link_header_has_its_source_position() -> None:
    text = b"From: a@a.test\nLink: <a/b>; rel=x\nContent-Type: text/plain\n\nx"
    (link,) = uriinspector.scan(text, name="x.eml").links
    assert text[link.source.start : link.source.end] == b"a/b"
    assert link.attribute == "link"


@for_each(
    "header, text, is_ignored",
    ("Content-Base: /relative\nContent-Location: http://c.test/", "http://c.test/", True),
    ("Content-Base: dir/\nContent-Location: e/", "http://r.test/d/e/", True),
    ("Content-Base: ..", "http://r.test/d/", True),
    ("Content-Base:", "http://r.test/d/", True),
    ("Content-Base: //h.test/", "http://r.test/d/", True),
    ("Content-Base: http://b.test/", "http://b.test/", False),
    ("Content-Location: e/", "http://r.test/d/e/", False),
)
def test_relative_content_base_is_noted_as_ignored(
    header: str, text: str, is_ignored: bool
) -> None:
    (link,) = message(header)
    assert link.base.text == text
    assert ("Content-Base header is relative and is ignored" in link.base.note) is is_ignored

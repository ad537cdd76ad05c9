"""Fixes in the bytes of documents: each in the syntax of its context, the rest unchanged."""

import base64
import quopri
from collections.abc import Callable

from tests.for_each import for_each
from uriinspector.analysis.correction import written_text
from uriinspector.documents.document_values import SRCSET
from uriinspector.documents.fixes.proposals import (
    IN_CODE,
    NOT_WRITABLE,
    OTHERWISE,
    FixedFile,
    FixRequest,
    fixed_file,
    fixes_of,
)
from uriinspector.documents.html.embedded_addresses import items_of
from uriinspector.documents.scan import scan

HEAD = b"<!doctype html><meta charset=utf-8>"
PLACES = [
    (b'<a href=" a|b ">', b'<a href="a%7Cb">'), (b"<a href=' a|b'>", b"<a href='a%7Cb'>"),
    (b"<a href=a|b>", b"<a href=a%7Cb>"), (b"<a href=a\\b>", b"<a href=a/b>"),
    (b"<a href='x\"y'>", b"<a href='x%22y'>"), (b'<a href="x&quot;y">', b'<a href="x%22y">'),
    (b'<a href="caf&eacute;?caf&#xe9;">', b'<a href="caf%C3%A9?caf%C3%A9">'),
    (b'<a href="&#32;a&#x7c;b">', b'<a href="a%7Cb">'),
    (b'<a href="a\r\nb|">', b'<a href="ab%7C">'),
    (b'<a href="a&amp;b|c&amp;d">', b'<a href="a&amp;b%7Cc&amp;d">'),
    (b'<a href="?a&copy=1">', b'<a href="?a&amp;copy=1">'),
    (b'<a href="?a&nosuchname;">', b'<a href="?a&amp;nosuchname;">'),
    (b'<img srcset="a|b 1x, c%7ed 2x">', b'<img srcset="a%7Cb 1x, c~d 2x">'),
    (b'<a ping="/a|b /c" href=x>', b'<a ping="/a%7Cb /c" href=x>'),
    (b"<p style=\"background:url('a b')\">", b"<p style=\"background:url('a%20b')\">"),
    (b"<style>a{b:url( 'a b' )}</style>", b"<style>a{b:url( 'a%20b' )}</style>"),
    (b"<style>a{b:url(a\\20 b\\|c)}</style>", b"<style>a{b:url(a%20b%7Cc)}</style>"),
    (b'<style>@import "a|b";</style>', b'<style>@import "a%7Cb";</style>'),
    (b'<meta http-equiv=refresh content="0; url=a b">',
        b'<meta http-equiv=refresh content="0; url=a%20b">'),
    (b'<iframe srcdoc="<a href=&quot;p|q?a&amp;amp;b&quot;>">',
        b'<iframe srcdoc="<a href=&quot;p%7Cq?a&amp;amp;b&quot;>">'),
    (b"<iframe srcdoc=\"<a href='?a&amp;copy=1'>\">",
        b"<iframe srcdoc=\"<a href='?a&amp;amp;copy=1'>\">"),
    (b'<svg><a xlink:href="a|b"/></svg>', b'<svg><a xlink:href="a%7Cb"/></svg>'),
]  # fmt: skip
SAME = [
    b'<a href="?a=1&b=2&sectionId=3">', b'<a href="?a=1&amp;b=2">',
    b'<script>location="https://x.example/a|b"</script>',
    b"<p onclick=\"location='https://x.example/a|b'\">", b'<img usemap="#a b">',
    b'<p itemscope itemtype="https://x.example/a|b">', b'<applet archive="a|b">',
    b'<applet code="a|b">', b'<object classid="a|b">', b'<head profile="https://x.example/a|b">',
    b'<p itemscope itemid="https://x.example/a|b">', b'<!-- <a href="a|b"> -->',
    b'<a href="{{ a && b }}">', b"<a href=\"javascript:f('a|b')\">",
]  # fmt: skip


def fixed(octets: bytes, name: str = "a.html", request: FixRequest | None = None) -> FixedFile:
    result = fixed_file(name, octets, request or FixRequest())
    assert result.problem is None
    assert fixed_file(name, result.fixed, request or FixRequest()).edits == ()
    return result


@for_each("before, after", *PLACES)
def test_fix_is_escaped_for_its_context(before: bytes, after: bytes) -> None:
    rest = b"x</a>\n<p>| %zz \\ \xe9"
    assert fixed(HEAD + before + rest).fixed == HEAD + after + rest


@for_each("page", *SAME)
def test_correct_page_is_not_changed(page: bytes) -> None:
    assert fixed(HEAD + page).edits == ()


def test_every_ampersand_can_be_escaped() -> None:
    page = b'<a href="?a=1&b=2&amp;c={{ x && y }}">'
    request = FixRequest(every_ampersand=True)
    assert fixed(page, request=request).fixed == page.replace(b"1&b", b"1&amp;b")
    xhtml = b'<?xml version="1.0"?><html><a href="?a=1&b=2">'
    assert fixed(xhtml).fixed == xhtml.replace(b"&", b"&amp;")


def test_fixed_ampersand_is_shown_as_it_is_written() -> None:
    (fix,) = fixed(b'<a href="?a=1&amp;b=2&copy=3">').fixes
    assert written_text(fix.value, fix.fixes) == "?a=1&b=2&amp;copy=3"


def test_entity_without_semicolon_may_be_a_parameter() -> None:
    (fix,) = fixed(b'<a href="?a=1&copy">').fixes
    (choice,) = fix.choices
    assert [each.replacement for each in choice.options] == ["&copy", "%C2%A9"]


def test_omitted_fix_gives_its_reason() -> None:
    page = b'<script>location="https://x.example/a|b"</script><a href="a b {{">'
    assert fixed(page).fixes[0].omitted == IN_CODE
    fix = fixed(page).fixes[1].to_dict()
    assert (fix["fixed"], fix["fixes"], bool(fix["omitted"])) == ("a b {{", [], True)
    assert list(fix) == [
        *("link", "value", "fixed", "source", "part", "fixes", "choices", "omitted"),
        "other_host_in",
    ]
    assert fix["choices"] == fix["other_host_in"] == []


def test_fix_that_its_context_would_misread_is_left_out() -> None:
    refresh = b'<meta http-equiv=refresh content="0; ur\nl=a b">'
    file = fixed(refresh + b'<a href="c|d">')
    assert file.fixed == refresh + b'<a href="c%7Cd">'
    assert file.fixes[0].omitted == OTHERWISE


@for_each("value", "a\\,\x1f 1x, b 2x", "a\\,\x1f", "\x1f,a\\ 1x")
def test_comma_that_would_end_a_list_item_is_kept(value: str) -> None:
    page = f'<img srcset="{value}">'.encode()
    file = fixed(page, request=FixRequest(chosen=(("invisible-char", "remove"),)))
    (link,) = scan(file.fixed, name="a.html").links
    before = items_of(value, SRCSET) or ()
    assert len(items_of(link.value, SRCSET) or ()) == len(before)


def test_only_selected_kinds_are_fixed() -> None:
    page = b'<a href="a|b%2f"> <a href="c d">'
    request = FixRequest(codes=frozenset({"lowercase-hex"}))
    assert fixed(page, request=request).fixed == page.replace(b"%2f", b"%2F")


@for_each(
    "label, encoding, query",
    ("iso-8859-1", "cp1252", b"%E9"), ("windows-1251", "cp1251", b"?"),
    ("shift_jis", "cp932", b"?"), ("gb2312", "gb18030", b"%A8%A6"), ("utf-8", "utf-8", b"%C3%A9"),
)  # fmt: skip
def test_query_is_encoded_in_the_charset_of_the_page(
    label: str, encoding: str, query: bytes
) -> None:
    text = f'<meta charset={label}><a href="&eacute;?q=&eacute;#&eacute;">'
    result = fixed(text.encode(encoding)).fixed
    known = b"%C3%A9?q=" + query + b"#%C3%A9"
    unknown = b"%C3%A9?q=&eacute;#%C3%A9"
    assert result.endswith(b'"' + (unknown if query == b"?" else known) + b'">')


@for_each("encoding", "utf-16-le", "utf-16-be")
def test_utf16_page_stays_utf16(encoding: str) -> None:
    text = '\ufeff<!doctype html><a href=" caf\xe9|b">\U0001f600</a>'
    after = '\ufeff<!doctype html><a href="caf%C3%A9%7Cb">\U0001f600</a>'
    assert fixed(text.encode(encoding)).fixed == after.encode(encoding)
    # Browsers send the queries of such pages in UTF-8.
    query = text.replace("caf", "?caf")
    assert fixed(query.encode(encoding)).fixed == after.replace("caf", "?caf").encode(encoding)


def mail(body: bytes, coding: str) -> bytes:
    head = "From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n"
    return f"{head}Content-Transfer-Encoding: {coding}\r\n\r\n".encode() + body


def quoted(body: bytes) -> bytes:
    return quopri.encodestring(body).replace(b"\n", b"\r\n")


def in_base64(body: bytes) -> bytes:
    return base64.encodebytes(body).replace(b"\n", b"\r\n")


LINKS = [
    b'<a href="a|b">x</a>',
    b'<a href="c\\d">x</a>',
    b'<a href=" a b \n">x</a> <a href="%2f%2f|">y</a>\n' * 40,
    b"<p>" + b"word " * 30 + b'<a href="' + b"|" * 90 + b'">x</a>' + b" word" * 30,
    b"<p>=3D \xc3\xa9\n" * 3 + b'<a href="x|y">z</a>\n\n\n',
]


@for_each("page", *LINKS)
@for_each(
    "coding, write, read",
    ("quoted-printable", quoted, quopri.decodestring),
    ("base64", in_base64, base64.b64decode),
)
def test_mail_keeps_its_transfer_encoding(
    page: bytes, coding: str, write: Callable[[bytes], bytes], read: Callable[[bytes], bytes]
) -> None:
    octets = mail(write(HEAD + page), coding)
    head, _, body = fixed(octets, "a.eml").fixed.partition(b"\r\n\r\n")
    assert head == octets.partition(b"\r\n\r\n")[0]
    assert max(map(len, body.split(b"\r\n"))) <= 76
    assert b"\n" not in body.replace(b"\r\n", b"")
    decoded = read(body.replace(b"=\r\n", b"=\n")).replace(b"\r\n", b"\n")
    assert decoded.strip() == fixed(HEAD + page).fixed.strip()


@for_each("width", 4, 40, 60, 64, 72, 76, 80)
@for_each("line_end", b"\r\n", b"\n")
@for_each("before", 0, 1, 70, 300)
def test_base64_lines_keep_their_width(width: int, line_end: bytes, before: int) -> None:
    page = HEAD + b"x" * before + b'<a href="a|b">x</a>' + b" behind" * 40
    letters = base64.b64encode(page)
    lines = [letters[at : at + width] for at in range(0, len(letters), width)]
    result = fixed(mail(line_end.join(lines) + line_end, "base64"), "a.eml").fixed
    written = result.partition(b"\r\n\r\n")[2].split(line_end)
    assert base64.b64decode(b"".join(written)) == page.replace(b"|", b"%7C")
    assert written[-1] == b""
    changed = page.index(b"|") // 3 * 4 // width
    widths = [*[width] * changed, *[min(width, 76)] * len(written)]
    assert [len(each) for each in written[:-2]] == widths[: len(written) - 2]
    assert 0 < len(written[-2]) <= widths[len(written) - 2]


def test_base64_before_the_fix_is_unchanged() -> None:
    page = HEAD + b"<p>" + b"before " * 40 + b'<a href="a|b">x</a>' + b" behind" * 40
    octets = mail(in_base64(page), "base64")
    result = fixed(octets, "a.eml")
    (edit,) = result.edits
    assert edit.start > octets.index(b"\r\n\r\n") + len(page) // 3
    assert result.fixed[: edit.start] == octets[: edit.start]
    (edit,) = fixed(mail(in_base64(page.replace(b"a|b", b"a\\b")), "base64"), "a.eml").edits
    assert edit.end - edit.start == len(edit.octets) == 4


def test_two_parts_of_a_nested_message_are_edited_once() -> None:
    inner = mail(quoted(HEAD + b'<a href="a|b">x</a>\n<a href="c d">y</a>'), "quoted-printable")
    outer = (
        b"From: a@b.example\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: multipart/mixed; boundary=x\r\n\r\n"
        b"--x\r\nContent-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        + in_base64(inner)
        + b"--x\r\nContent-Type: text/html\r\n\r\n<a href='e|f'>z</a>\r\n--x--\r\n"
    )
    result = fixed(outer, "a.eml")
    assert sum(len(each.fixes) for each in result.fixes) == 3
    assert [link.value for link in scan(result.fixed, name="a.eml").links] == [
        each.fixed for each in result.fixes
    ]


@for_each("body", b"PGEgaHJlZj0iYXxiIj4=\r\nPGI+", b"PGEg!aHJlZj0iYXxiIj4=", b"PGEgaHJlZj0iYXxiIj4")
def test_invalid_base64_is_not_edited(body: bytes) -> None:
    (fix,) = fixes_of(scan(mail(body, "base64"), name="a.eml"))
    assert (fix.omitted, fix.edits) == (NOT_WRITABLE, ())


def test_compressed_page_cannot_be_fixed() -> None:
    import gzip

    (fix,) = fixes_of(scan(gzip.compress(HEAD + b'<a href="a|b">'), name="a.html.gz"))
    assert (fix.omitted, fix.edits) == (NOT_WRITABLE, ())


def test_link_in_plain_text_is_fixed_in_place() -> None:
    text = "see http://h.example/caf\xe9%2f now".encode()
    after = b"see http://h.example/caf%C3%A9%2F now"
    assert fixed(text, "a.txt").fixed == after


def test_script_src_is_fixed_but_script_code_is_not() -> None:
    octets = b'<script src="a b.js"></script><script>"http://h.example/a b"</script>'
    file = fixed_file("a.html", octets, FixRequest())
    assert file.fixed == octets.replace(b'"a b.js"', b'"a%20b.js"')

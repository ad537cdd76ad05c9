"""References in plain text and their delimiters."""

import uriinspector
from tests.for_each import for_each


def values(text: str | bytes) -> list[str]:
    return [link.value for link in uriinspector.scan(text, name="x.txt").links]


@for_each(
    "text, expected",
    # url-syntax-05 appendix E, RFC 3986 appendix C
    ("Yes, Jim, I found it under <URL:http://www.w3.org/Addressing/>,", ["http://www.w3.org/Addressing/"]),
    ("but you can probably pick it up from <ftp://foo.example.\ncom/rfc/>.", ["ftp://foo.example.com/rfc/"]),
    ("Note the warning in <http://www.ics.uci.edu/pub/\n   ietf/uri/historical.html#WARNING>.",
    ["http://www.ics.uci.edu/pub/ietf/uri/historical.html#WARNING"]),
    ('see "http://a.test/b\nc" there', ["http://a.test/bc"]),
    ('he said "http://a.test/ is nice"', ["http://a.test/"]),
    ("http://a.test/b\nc", ["http://a.test/b"]),
    ("<a b http://a.test>", ["http://a.test"]),
    ("<http://a.test/ and more", ["http://a.test/"]),
    # our heuristics
    ("Go to http://a.test/x. Or not", ["http://a.test/x"]),
    ("(http://a.test/x)", ["http://a.test/x"]),
    ("(http://a.test/x_(y))", ["http://a.test/x_(y)"]),
    ("[text](http://a.test/x)", ["http://a.test/x"]),
    ("*http://a.test/*, 'http://b.test/'", ["http://a.test/", "http://b.test/"]),
    ("http://a.test/x?y=1&z=2#f!", ["http://a.test/x?y=1&z=2#f"]),
    ("www.example.com/a and ftp.example.com", ["www.example.com/a", "ftp.example.com"]),
    ("web.de is a name, www. is none", []),
    ("mailto:a@b.example, tel:+1-2", ["mailto:a@b.example", "tel:+1-2"]),
    ("note: this, data: that, news: none", []),
    ("hxxp://evil[.]com/x and evil[.]org", ["hxxp://evil[.]com/x", "evil[.]org"]),
    ("hxxps[:]//a(.)b/c, h**p://x.test", ["hxxps[:]//a(.)b/c", "h**p://x.test"]),
    ("at file:///etc/passwd and C:/x", ["file:///etc/passwd"]),
    ("xhttp://a.test/ jdbc:x://y", ["xhttp://a.test/", "x://y"]),
    ("http:// and http://.", []),
    ("http://ü.test/é, “http://a.test/”。", ["http://ü.test/é", "http://a.test/"]),
    ("http://a.test/\u00a0x", ["http://a.test/"]),
    # text in source code and JSON
    (r"{'body': 'http://a.test\nHello http://b.test/\r\n\n'}", ["http://a.test", "http://b.test/"]),
    (r'{"body": "see \"http://a.test/x\" or http://b.test/\n"}', ["http://a.test/x", "http://b.test/"]),
    (r"http://a.test\n@b.test/ http://a.test\@b.test", [r"http://a.test\n@b.test/", r"http://a.test\@b.test"]),
    # punctuation around a link, in markup and many languages
    ("[https://a.test](https://b.test/)", ["https://a.test", "https://b.test/"]),
    ("![x](http://a.test/x){.y} [[http://b.test/]]", ["http://a.test/x", "http://b.test/"]),
    ("[http://a.test/x|words] <http://b.test/x|http://c.test/>",
    ["http://a.test/x", "http://b.test/x", "http://c.test/"]),
    ("[url=http://a.test/x]y[/url][url]http://b.test/[/url]", ["http://a.test/x", "http://b.test/"]),
    ("url(http://a.test/x);url('http://b.test/');", ["http://a.test/x", "http://b.test/"]),
    ("open('http://a.test/x'+y);`http://b.test/`;", ["http://a.test/x", "http://b.test/"]),
    ("&lt;a href=&quot;http://a.test/x&quot;&gt;http://b.test/&lt;", ["http://a.test/x", "http://b.test/"]),
    ("\\url{http://a.test/x}{y} _http://b.test/_", ["http://a.test/x", "http://b.test/"]),
    ("［http://a.test/x］y ＜http://b.test/＞y", ["http://a.test/x", "http://b.test/"]),
    ("http://a.test/x,http://b.test/ http://c.test/xhttp://d.test/",
    ["http://a.test/x", "http://b.test/", "http://c.test/x", "http://d.test/"]),
    # characters that belong to a link
    ("http://a.test/http://b.test/ http://a.test/?u=http://b.test/", ["http://a.test/http://b.test/",
    "http://a.test/?u=http://b.test/"]),
    ("http://a.test/%3fhttp://b.test/", ["http://a.test/%3fhttp://b.test/"]),
    ("http://a.test/?a[b]=c&d={e}&f=(g)", ["http://a.test/?a[b]=c&d={e}&f=(g)"]),
    ("http://a.test/a)b http://a.test/a'b|c", ["http://a.test/a)b", "http://a.test/a'b|c"]),
    ("", []),
)  # fmt: skip
def test_references_between_words_are_found(text: str, expected: list[str]) -> None:
    assert values(text) == expected


def test_hyphen_at_a_line_end_gives_two_candidates() -> None:
    (link,) = uriinspector.scan("<http://a.test/bro-\nken>").links
    assert link.value == "http://a.test/bro-ken"
    (finding,) = [each for each in link.findings if each.code == "line-break"]
    assert "http://a.test/broken" in finding.message


@for_each("encoding", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252", "utf-16-be")
def test_source_position_is_in_bytes_of_the_encoding(encoding: str) -> None:
    octets = "grüße: http://a.test/ü, <http://b.test/c>".encode(encoding)
    document = uriinspector.scan(octets)
    assert [link.value for link in document.links] == ["http://a.test/ü", "http://b.test/c"]
    bare = {"utf-16": "utf-16-le", "utf-8-sig": "utf-8"}.get(encoding, encoding)
    for link in document.links:
        assert octets[link.source.start : link.source.end].decode(bare) == link.value


def test_lone_surrogate_is_kept() -> None:
    (link,) = uriinspector.scan("http://a.test/\ud800 x").links
    assert link.value.startswith("http://a.test/")

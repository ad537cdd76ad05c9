"""The grammars of RFC 1738 section 5, scheme by scheme, with the positions of faults."""

from tests.for_each import for_each
from uriinspector import parse

ROWS = [
    # text, the text and the rule of each violation
    ("wais://h/d?s", []), ("wais://h/d/t/p", []), ("wais://h?s", [("?", "waisurl")]),
    ("wais://h", [("", "waisurl")]), ("wais://h/d/t", [("", "waisdoc")]),
    ("wais://h/d/t/p?s", [("?", "waisdoc")]), ("wais://h/d/t/p/q", [("/", "wpath")]),
    ("nntp://h/a.b", []), ("nntp://h", [("", "nntpurl")]), ("nntp://h/a/", [("", "digits")]),
    ("nntp://h/1a/x", [("1", "group"), ("x", "digits")]),
    ("news:*", []), ("news:a@h", []), ("news:", [("", "group")]), ("news:@h", [("", "article")]),
    ("news:a@", [("", "host")]), ("mailto:", [("", "encoded822addr")]),
    ("prospero://h/a;b=c;d=e", []), ("prospero://h", [("", "prosperourl")]),
    ("prospero://h/a;b", [("", "fieldspec")]), ("ftp://h/a;type=i", []),
    ("ftp://h/a;type=x", [("x", "ftptype")]), ("ftp://h/a;type=", [("", "ftptype")]),
    ("ftp://h/a;b", [(";", "fpath")]), ("ftp:h", [("", "ftpurl")]), ("file:///a", []),
    ("file://h", [("", "fileurl")]),
    ("file://u@h:1/a", [("u", "fileurl"), (":1", "fileurl")]),
    ("telnet://u:p@h/", []),
    ("telnet://h/a", [("a", "telneturl")]),
    ("http://u@h/", [("u", "httpurl")]), ("http://h?s", [("?", "httpurl")]),
    ("http://h:/", [("", "port")]), ("a", [("", "genericurl")]), ("http://h/#a", [("#a", "url")]),
    ("<URL:x:y>", []),
]  # fmt: skip


CITES = [
    ("ftp://h/a|", "RFC 1738 3.2.2"), ("file:///a|", "RFC 1738 3.10"),
    ("http://h/?|", "RFC 1738 3.3"), ("wais://h/d?|", "RFC 1738 3.9"), ("news:a|", "RFC 1738 3.6"),
    ("nntp://h/a|", "RFC 1738 3.7"), ("nntp://h/", "RFC 1738 3.7"),
]  # fmt: skip


@for_each("text, cite", *CITES)
def test_fault_of_1994_cites_the_section_of_its_scheme(text: str, cite: str) -> None:
    (found,) = parse(text, edition="1994").violations
    assert found.cites[0] == cite


@for_each("text, expected", *ROWS)
def test_each_scheme_of_1994_has_its_own_grammar(
    text: str, expected: list[tuple[str, str]]
) -> None:
    found = parse(text, edition="1994").violations
    assert [(text[each.start : each.end], each.rule) for each in found] == expected

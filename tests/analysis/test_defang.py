"""Defanged texts cannot be clicked and are restored exactly."""

import re

from hypothesis import given
from hypothesis import strategies as st

from tests.benchmarks.corpus import references
from tests.for_each import for_each
from uriinspector.analysis.defang import defang, refang

FORMS = [
    ("http://a.example/x.html", "hxxp://a[.]example/x.html"),
    ("https://a.example:80/", "hxxps://a[.]example:80/"),
    ("HTTP://A.EXAMPLE", "HXXP://A[.]EXAMPLE"), ("hTtpS://a.example", "hTtpS[:]//a[.]example"),
    ("ftp://a.example/", "ftp[:]//a[.]example/"), ("http:a.example", "hxxp:a[.]example"),
    ("//a.example/b.c", "//a[.]example/b.c"), ("\\\\a.example\\b", "\\\\a[.]example\\b"),
    ("http://u.v@10.0.0.1/", "hxxp://u[.]v[@]10[.]0[.]0[.]1/"),
    ("http://[2001:db8::1]:80/", "hxxp://[2001[:]db8[:][:]1]:80/"),
    ("http://[::ffff:1.2.3.4]/", "hxxp://[[:][:]ffff[:]1[.]2[.]3[.]4]/"),
    ("\u0627\u0644www.a.example", "\u0627\u0644www[.]a[.]example"),
    ("http://a&data:b", "hxxp://a&data[:]b"),
    ("a-data:b", "a-data[:]b"),
    ("click\\www.a.example", "click\\www[.]a[.]example"),
    ("a [::1] b", "a [[:][:]1] b"),
    ("http://a.example/?u=http://b.example/c.d", "hxxp://a[.]example/?u=hxxp://b[.]example/c.d"),
    ("http://http://a.example", "hxxp://hxxp://a[.]example"),
    ("http://a/?m=x@b.example", "hxxp://a/?m=x[@]b[.]example"),
    ("mailto:me@a.example", "mailto[:]me[@]a[.]example"),
    ("javascript:alert(1)", "javascript[:]alert(1)"),
    ("view-source:http://a/", "view-source[:]hxxp://a/"),
    ("Look at www.a.example, or 10.0.0.1.", "Look at www[.]a[.]example, or 10[.]0[.]0[.]1."),
    ("e.g. 3.14 at 10:30", "e.g. 3.14 at 10:30"),
    ("/a/b.c/d.html", "/a/b.c/d.html"),
    ("", ""),
    # existing marks are escaped
    ("example[.]org", "example[[.]]org"), ("hxxp://a[.]b", "[hxxp][:]//a[[.]]b"),
    ("[[.]]", "[[[.]]]"), ("http://[:]/", "hxxp://[[:]]/"),
    ("a (at) b (dot) c", "a [(at)] b [(dot)] c"),
]  # fmt: skip
OTHERS = [
    ("hXXps://www[dot]a(.)example", "https://www.a.example"),
    ("h**p://a{.}example", "http://a.example"),
    ("fxp://a[.]example", "ftp://a.example"),
    ("hxxp[://]a[.]example[/]b", "http://a.example/b"),
    ("[hxxp://a[.]example]", "[http://a.example]"),
    ("me[at]a[DOT]example", "me@a.example"),
    ("hxxp is how they write it", "hxxp is how they write it"),
]
PIECES = (
    *("http", "https", "HTTP", "hxxp", "hxxps", "HxXp", "fxp", "h**p", "mailto:", "xn--", "www."),
    *("[.]", "[[.]", "(.)", "(dot)", "[DOT]", "[at]", "[:]", "[@]", "[://]", "[/]", "[::1]", "://"),
    *("[", "]", "(", ")", "{", "}", ".", ":", "@", "/", "\\", "s", "a", "1", "-", "%", " ", "\n"),
    *("\u00e9", "\ud800", "\u202e", "\x00"),
)
MIXTURES = st.lists(st.sampled_from(PIECES), max_size=24).map("".join)


@for_each("text, form", *FORMS)
def test_text_is_defanged_and_restored(text: str, form: str) -> None:
    assert defang(text) == form
    assert refang(form) == text


@for_each("form, text", *OTHERS)
def test_other_defanging_styles_are_refanged(form: str, text: str) -> None:
    assert refang(form) == text
    assert refang(defang(form)) == form


@given(st.text() | MIXTURES)
def test_any_defanged_text_is_restored(text: str) -> None:
    once = defang(text)
    assert refang(once) == text
    assert refang(refang(defang(once))) == text


def test_defanged_links_of_the_corpus_cannot_be_followed() -> None:
    for text in references(2_000):
        form = defang(text)
        assert refang(form) == text
        assert not re.search(r"https?:|://[\w-]+\.|//[^/?#]*\w@|\bwww\.", form), form


def test_defanging_takes_linear_time() -> None:
    for piece in (
        "[",
        "http://",
        "a.",
        "[:",
        "::",
        "a@",
        "(dot)",
        "\\",
        "ms-",
        "[1:1:",
        "[[.]",
        "\u0627a",
    ):
        text = piece * (60_000 // len(piece))
        assert refang(defang(text)) == text


MARKS = (
    *("[.]", "(.)", "{.}", "[dot]", "(dot)", "{dot}", "[@]", "[at]", "(at)", "[:]", "[://]", "[/]"),
)


@for_each("mark", *MARKS)
def test_existing_defanging_mark_is_escaped(mark: str) -> None:
    assert defang(f"a {mark} b") == f"a [{mark}] b"


def test_full_stop_after_a_host_is_not_part_of_the_link() -> None:
    assert defang("Goes to https://a.test. Then") == "Goes to hxxps://a[.]test. Then"
    assert defang("Goes to https://a.test.") == "Goes to hxxps://a[.]test."
    # In front of a path, the dot belongs to the host.
    assert defang("https://a.test./x") == "hxxps://a[.]test[.]/x"
    assert refang("hxxps://a[.]test.") == "https://a.test."

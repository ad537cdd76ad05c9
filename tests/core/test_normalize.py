"""Normal forms: each rung changes only what its clause allows."""

from tests.for_each import for_each
from uriinspector import EDITIONS, parse
from uriinspector.core.compare import normal_form, normalize

every_edition = for_each("edition", *EDITIONS)

ROWS = [
    # text, its normal form in 1994, 1997, 2003 and 2005
    ("HTTP://U%2dser@EXAMPLE.com:80/%7e%2D/../x?%61#%62", "http://U-ser@example.com/%7E-/../x?a#b",
        "http://U-ser@example.com/~-/../x?a#b", "http://U%2Dser@example.com/x?a#b",
        "http://U-ser@example.com/x?a#b"),
    *[(same, *[same] * 4) for same in ("", "a", "/a/b", "?", "http://h/?", "foo:", "foo:a")],
    # draft 02: an empty fragment-id means the whole object, with or without its "#"
    ("#", "", "#", "#", "#"),
    ("http://h/?#", "http://h/?", "http://h/?#", "http://h/?#", "http://h/?#"),
    # RFC 1738 3.2.2: a typecode in upper or lower case
    ("ftp://h/a;type=A", *["ftp://h/a;type=a"] * 4),
    ("telnet://h", "telnet://h/", "telnet://h", "telnet://h", "telnet://h/"),
    # 2003 and 2005 remove dots, from absolute paths only
    ("/a/../b/./c", "/a/../b/./c", "/a/../b/./c", "/b/c", "/b/c"),
    ("a/../b", "a/../b", "a/../b", "a/../b", "a/../b"),
    ("foo:a/../b", "foo:a/../b", "foo:a/../b", "foo:a/../b", "foo:/b"),
    ("http://h/../../a", "http://h/../../a", "http://h/../../a", "http://h/../../a", "http://h/a"),
    ("http://h/a/..", "http://h/a/..", "http://h/a/..", "http://h/", "http://h/"),
    ("http://h/a/.", "http://h/a/.", "http://h/a/.", "http://h/a/", "http://h/a/"),
    # an escaped dot becomes a segment if the edition unescapes it
    ("http://h/a/%2e%2E/b", "http://h/a/../b", "http://h/a/../b", "http://h/a/%2E%2E/b",
        "http://h/b"),
    # results that would be read as an authority or as a scheme
    ("f:/..//h", "f:/..//h", "f:/..//h", "f:/..//h", "f:/.//h"),
    ("f:/a/..//h", "f:/a/..//h", "f:/a/..//h", "f:/.//h", "f:/.//h"),
    ("/a/..//h", "/a/..//h", "/a/..//h", "/.//h", "/.//h"),
    ("f:/.//h", "f:/.//h", "f:/.//h", "f:/.//h", "f:/.//h"),
    ("f://u/a/..//h", "f://u/a/..//h", "f://u/a/..//h", "f://u//h", "f://u//h"),
    ("%61:b", "./a:b", "./a:b", "./a:b", "./a:b"),
    ("%61/b:c", "a/b:c", "a/b:c", "a/b:c", "a/b:c"),
    # a malformed escape does not become a valid one
    ("http://h/%%34%31", *["http://h/%%34%31"] * 4),
    ("http://h/%4%31%61", *["http://h/%4%31%61"] * 4),
    ("http://h/%zz%61", *["http://h/%zza"] * 4),
    # an escaped capital letter in a host
    ("foo://%41.B/", "foo://a.b/", "foo://a.b/", "foo://%41.B/", "foo://a.b/"),
    ("foo://%c3%89/", "foo://%C3%89/", "foo://%c3%89/", "foo://%C3%89/", "foo://%C3%89/"),
    # a registry-based name remains one (2003)
    ("foo://A_%62/", "foo://a_b/", "foo://a_b/", "foo://A_b/", "foo://a_b/"),
    ("foo://A%62/", "foo://ab/", "foo://ab/", "foo://A%62/", "foo://ab/"),
    # non-ASCII letters have no case here
    ("foo://\u0130K/", "foo://\u0130k/", "foo://\u0130k/", "foo://\u0130k/", "foo://\u0130k/"),
    ("mailto:A%c3%89@B.%c3%89", "mailto:A%C3%89@b.%C3%89", "mailto:A%c3%89@b.%c3%89",
        *["mailto:A%C3%89@b.%C3%89"] * 2),
]  # fmt: skip
CASES = [
    (text, edition, form)
    for text, *forms in ROWS
    for edition, form in zip(EDITIONS, forms, strict=True)
]


@for_each("text, edition, form", *CASES)
def test_normal_form_follows_the_edition_and_is_stable(text: str, edition: str, form: str) -> None:
    assert normal_form(parse(text, edition=edition)) == form
    assert normal_form(parse(form, edition=edition)) == form, text


WRAPPED = [
    # 1994 removes one wrapper and one prefix, and the content may begin with another
    ("<URL:HTTP://h/%41>", "http://h/A"), ("URL:http://h", "http://h/"), ("URL:url:x", "URL:url:x"),
    ("<URL:URL:x>", "URL:url:x"), ("<%61>", "a"),
]  # fmt: skip


@for_each("text, form", *WRAPPED)
def test_wrapper_is_not_part_of_the_normal_form(text: str, form: str) -> None:
    once = normal_form(parse(text, edition="1994"))
    assert once == form
    assert normal_form(parse(once, edition="1994")) == once


NOTES = [
    # text, edition, rung, words in its note
    ("f:/a/..//h", "2005", "dot-segments", 'without a leading "/."'),
    ("f:/a/..//h", "2003", "dot-segments", 'without a leading "/."'),
    ("%61:b", "2005", "percent-encoding", 'without a leading "./"'),
    ("URL:url:x", "1994", "case", 'without a leading "URL:"'),
    ("urn:a:%41", "2005", "percent-encoding", "compared without decoding"),
    ("/a/../b", "1994", "dot-segments", "has no such rule"),
    ("/a/../b", "1997", "dot-segments", "has no such rule"),
    ("/a/../b", "2005", "dot-segments", "segments are removed"),
    ("a/../b", "2005", "dot-segments", "only on resolution"),
    ("//h:80", "2005", "scheme", "no scheme"),
    ("http://h:80", "2005", "scheme", "default port"),
    ("http://h", "2005", "protocol", "not checked"),
    ("HTTP://h", "2005", "case", "percent-encoding in uppercase"),
]


@for_each("text, edition, name, note", *NOTES)
def test_rung_note_describes_the_change(text: str, edition: str, name: str, note: str) -> None:
    notes = {rung.name: rung.note for rung in normalize(parse(text, edition=edition))}
    assert note in notes[name]


@every_edition
def test_every_normalization_rung_has_a_note(edition: str) -> None:
    for rung in normalize(parse("HTTP://A:80/%7e/../b", edition=edition)):
        record = rung.to_dict()
        assert list(record) == ["rung", "text", "note", "cites"]
        assert record["note"]


def test_each_normalization_rung_starts_from_the_previous_form() -> None:
    texts = [rung.text for rung in normalize(parse("HTTP://A:80/%7eb/../%3a"))]
    assert texts == [
        "HTTP://A:80/%7eb/../%3a", "http://a:80/%7Eb/../%3A", "http://a:80/~b/../%3A",
        "http://a:80/%3A", "http://a/%3A", None,
    ]  # fmt: skip

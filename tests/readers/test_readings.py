"""Components reported by each reader, and texts that a reader rejects."""

from tests.for_each import for_each
from uriinspector.core.parse import parse, resolve
from uriinspector.readers import browser, python, reading
from uriinspector.readers.reading import Reading

# scheme, userinfo, host, port, path, query, fragment
Parts = tuple[str | None, ...]
FULL: Parts = ("https", "u:p", "h.test", "8080", "/p/a", "q=1", "f")

# text, base, components by Python's library, components by browsers
READ: list[tuple[str, str | None, Parts, Parts]] = [
    ("https://u:p@h.test:8080/p/a?q=1#f", None, FULL, FULL),
    ("a?q=1#f", "https://u:p@h.test:8080/p/y?z", FULL, FULL),
    # Browsers treat an empty user name as absent; other readers preserve the "@".
    ("HTTP://@H.test/", None, ("http", "", "h.test", None, "/", None, None),
     ("http", None, "h.test", None, "/", None, None)),
    # RFC 3986 3.2.3: a port may be empty. Browsers also omit the default port of the scheme.
    ("http://h.test:/x", None, ("http", None, "h.test", None, "/x", None, None),
     ("http", None, "h.test", None, "/x", None, None)),
    ("http://h.test:80/x", None, ("http", None, "h.test", "80", "/x", None, None),
     ("http", None, "h.test", None, "/x", None, None)),
    # After more slashes, Python finds a path and browsers find a host.
    ("http:///a", None, ("http", None, None, None, "/a", None, None),
     ("http", None, "a", None, "/", None, None)),
    ("mailto:a@b.test", None, ("mailto", None, None, None, "a@b.test", None, None),
     ("mailto", None, None, None, "a@b.test", None, None)),
    # The last "@" ends the userinfo in both.
    ("http://a@b@c.test/", None, ("http", "a@b", "c.test", None, "/", None, None),
     ("http", "a%40b", "c.test", None, "/", None, None)),
]  # fmt: skip


def parts(read: Reading) -> Parts:
    return (
        *(read.scheme, read.userinfo, read.host, read.port),
        *(read.path, read.query, read.fragment),
    )


@for_each("text, base, by_python, by_browser", *READ)
def test_each_reader_reports_its_components(
    text: str, base: str | None, by_python: Parts, by_browser: Parts
) -> None:
    for read, name, expected in (
        (python.read(text, base), "python", by_python),
        (browser.read(text, base), "browser", by_browser),
    ):
        assert (read.reader, read.accepted, read.note) == (name, True, None)
        assert parts(read) == expected
    assert python.host(text, base) == by_python[2]


REFUSED = ["http://[::1/", "http://[v1.x/", "//[", "http://a]b/"]


@for_each("text", *REFUSED)
@for_each("base", None, "http://h.test/")
def test_rejected_text_has_no_components(text: str, base: str | None) -> None:
    for read, name in ((python.read(text, base), "python"), (browser.read(text, base), "browser")):
        assert (read.reader, read.accepted) == (name, False)
        assert {*parts(read), read.serialized} == {None}
        assert (read.note or "").startswith("rejected: ")
    assert python.host(text, base) is None


def test_rejection_note_has_the_message_of_the_library() -> None:
    assert python.read("http://h.test:99999/").note == "rejected: Port out of range 0-65535"
    # An invalid port does not hide the host.
    assert python.host("http://h.test:99999/") == "h.test"


def test_valid_text_is_accepted_by_every_edition() -> None:
    for year in ("1997", "2003", "2005"):
        read = reading.read("http://u@h.test:8/p?q#f", year)
        assert (read.reader, read.accepted, read.note) == (year, True, None)
        assert parts(read) == ("http", "u", "h.test", "8", "/p", "q", "f")
        resolved = reading.read("?q", year, resolve("http://h.test/p", "?q", edition=year))
        assert (resolved.reader, resolved.accepted) == (year, True)


@for_each(
    "text, more", ("http://h.test/a b", ""), ("http://h.test/a b<", " (and 1 more)"),
    ("a b<c>", " (and 2 more)"),
)  # fmt: skip
def test_first_fault_is_named_and_others_are_counted(text: str, more: str) -> None:
    read = reading.read(text, "2005")
    assert not read.accepted
    first = parse(text).violations[0].message
    assert read.note == f"does not match the 2005 grammar: {first}{more}"


# RFC 1738 4 reserves seven names without a grammar; draft 03 describes some, but not these four.
@for_each("scheme", "afs", "nfs", "mailserver", "z39.50")
def test_reserved_scheme_name_is_noted_in_1994(scheme: str) -> None:
    note = "a scheme name that this edition only reserves"
    assert reading.read(f"{scheme}:x", "1994").note == note


@for_each("text", "mid:a@b", "cid:a@b", "rlogin://h", "tn3270://h")
def test_scheme_with_a_form_in_draft_03_has_no_note(text: str) -> None:
    assert reading.read(text, "1994").note is None

"""The readings of the editions: the text, or its target if there is a base."""

from tests.for_each import for_each
from uriinspector import EDITIONS, inspect
from uriinspector.readers.reading import Reading

BASE = "http://a/b/c?q"
PARTS = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")


def read(text: str, base: str | None = None, **options: str) -> dict[str, Reading]:
    """Return the readings by reader."""
    found = inspect(text, base=base, **options).readings  # type: ignore[arg-type]
    return {each.reader: each for each in found}


ALIKE = [
    ("g", "http://a/b/g"), ("../g?y", "http://a/g?y"), ("/g#s", "http://a/g#s"),
    ("//h/g", "http://h/g"), ("http://h:8/g", "http://h:8/g"),
]  # fmt: skip


@for_each("text, target", *ALIKE)
def test_with_a_base_every_reader_reads_the_target(text: str, target: str) -> None:
    """A resolved reference is never compared with an unresolved one."""
    found = read(text, BASE)
    assert {each.serialized for each in found.values()} == {target}
    for part in PARTS:
        assert len({getattr(each, part) for each in found.values()}) == 1, part


@for_each("edition", *EDITIONS)
def test_without_a_base_an_edition_reads_the_text(edition: str) -> None:
    found = read("../g?y")[edition]
    assert (found.scheme, found.host, found.serialized) == (None, None, "../g?y")


def test_readings_depend_on_the_edition() -> None:
    found = read("../../g", BASE)
    paths = {name: each.path for name, each in found.items()}
    assert paths["1997"] == paths["2003"] == "/../g"
    assert paths["2005"] == paths["browser"] == "/g"
    assert read("../../g", BASE, above_root="drop")["2003"].path == "/g"
    lenient = inspect("http:g", base=BASE, strict=False).readings
    assert {each.reader: each.path for each in lenient}["2005"] == "/b/g"


NOTHING = [
    # text, base, edition, note, accepted
    ("", BASE, "1997", "the current document", True),
    ("#s", BASE, "2003", "the current document", True),
    ("g", "mailto:x", "2003", "The base is opaque", False),
    ("g", "b", "2005", "the base has none", False),
    ("g", "b", "1994", "the base has none", False),
]


@for_each("text, base, edition, note, accepted", *NOTHING)
def test_reading_without_a_target_has_a_reason(
    text: str, base: str, edition: str, note: str, accepted: bool
) -> None:
    found = read(text, base)[edition]
    assert {getattr(found, part) for part in (*PARTS, "serialized")} == {None}
    assert note in (found.note or "")
    assert found.accepted is accepted


def test_validity_is_judged_by_the_text_not_its_target() -> None:
    found = read("g h", BASE)["2005"]
    assert not found.accepted
    assert "does not match the 2005 grammar" in (found.note or "")
    assert found.path == "/b/g h"


KNOWN = [
    ("https://h/", "scheme unknown in this edition"),
    ("urn:a:b", "scheme unknown in this edition"),
    ("x-y:z", "scheme unknown in this edition"),
    ("AFS:x", "a scheme name that this edition only reserves"),
    ("z39.50:x", "a scheme name that this edition only reserves"),
    ("http://h/", None), ("HTTP://h/", None), ("mid:a@b", None), ("rlogin://h", None),
    ("URL:ftp://h/x", None),
]  # fmt: skip


@for_each("text, note", *KNOWN)
def test_unknown_schemes_are_noted_in_1994(text: str, note: str | None) -> None:
    found = read(text)["1994"]
    assert (found.accepted, found.note) == (True, note)
    assert {read(text)[year].note for year in ("1997", "2003", "2005")} == {None}


def test_fault_takes_precedence_over_an_unknown_scheme() -> None:
    assert "does not match" in (read("https://h/~u")["1994"].note or "")

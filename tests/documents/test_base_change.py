"""Preview of another base: the new target of each reference."""

from tests.for_each import for_each
from uriinspector.documents.base_change import BaseChange, base_change, base_element
from uriinspector.documents.scan import scan

LINKS = (
    b'<a href="x">1</a><a href="/y">2</a><a href="https://i.example/z">3</a><a href="#top">4</a>'
)
BASE = b'<base href="/lib/">'
PAGE = "https://h.example/a/b"


def change(page: bytes, now: str | None, address: str | None, href: str | None) -> BaseChange:
    return base_change(scan(page, name="p.html", base=now), address, href)


def pairs(changed: BaseChange) -> list[tuple[str, str | None, str | None]]:
    return [(each.value, each.before, each.after) for each in changed.changes]


def test_added_base_moves_relative_references() -> None:
    changed = change(LINKS, PAGE, PAGE, "/lib/")
    assert (changed.before, changed.after, changed.references) == (
        PAGE, "https://h.example/lib/", 4,
    )  # fmt: skip
    assert pairs(changed) == [
        ("x", "https://h.example/a/x", "https://h.example/lib/x"),
        ("#top", f"{PAGE}#top", "https://h.example/lib/#top"),
    ]


def test_removed_base_restores_the_references() -> None:
    changed = change(BASE + LINKS, PAGE, PAGE, None)
    assert pairs(changed) == [
        ("x", "https://h.example/lib/x", "https://h.example/a/x"),
        ("#top", "https://h.example/lib/#top", f"{PAGE}#top"),
    ]
    assert changed.references == 4


def test_page_address_adds_and_removes_targets() -> None:
    assert pairs(change(LINKS, None, PAGE, None)) == [
        ("x", None, "https://h.example/a/x"),
        ("/y", None, "https://h.example/y"),
        ("#top", None, f"{PAGE}#top"),
    ]
    assert pairs(change(LINKS, PAGE, None, None))[0] == ("x", "https://h.example/a/x", None)
    assert change(LINKS, PAGE, PAGE, None).changes == []


@for_each("page, element", (BASE + LINKS, "/lib/"), (LINKS, None))
def test_base_element_of_a_page_is_returned(page: bytes, element: str | None) -> None:
    assert base_element(scan(page, name="p.html")) == element


def test_each_srcset_candidate_is_a_reference() -> None:
    changed = change(b'<img srcset="a.png 1x, /b.png 2x">', PAGE, PAGE, "/lib/")
    assert pairs(changed) == [("a.png", "https://h.example/a/a.png", "https://h.example/lib/a.png")]
    assert changed.references == 2
    assert changed.changes[0].line == 1

"""Ways to write a reference: all lead to the target until the page moves."""

from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector import EDITIONS
from uriinspector.core.parse import resolve
from uriinspector.core.reference_forms import (
    ABSOLUTE,
    RELATIVE,
    ROOTED,
    levels_between,
    moved_folder,
    moved_host,
    reference_forms,
)

BASE = "https://h.example/a/b/page.html?q"


def texts(base: str, target: str) -> list[str | None]:
    return [each.text for each in reference_forms(base, target)]


@for_each(
    "target, expected",
    ("https://h.example/a/b/x.html", ["x.html", "/a/b/x.html"]),
    ("https://h.example/a/x?y#z", ["../x?y#z", "/a/x?y#z"]),
    ("https://h.example/", ["../../", "/"]),
    ("https://h.example/a/b/", ["./", "/a/b/"]),
    ("https://h.example/a/b/c:d", ["./c:d", "/a/b/c:d"]),
    ("https://h.example/a/b//c", [".//c", "/a/b//c"]),
    ("https://h.example/a/b/page.html?q#top", ["#top", "/a/b/page.html?q#top"]),
    ("https://h.example/a/b/page.html", ["page.html", "/a/b/page.html"]),
    ("https://h.example/a/b/page.html?r", ["page.html?r", "/a/b/page.html?r"]),
    # A text that begins with two slashes would be parsed with a host.
    ("https://h.example//x", ["../..//x", None]), ("http://h.example/a/b/x", [None, None]),
    ("https://i.example/a/b/x", [None, None]), ("mailto:a@b.example", [None, None]),
)  # fmt: skip
def test_target_is_written_in_each_form(target: str, expected: list[str | None]) -> None:
    assert texts(BASE, target) == [*expected, target]
    assert [each.name for each in reference_forms(BASE, target)] == [RELATIVE, ROOTED, ABSOLUTE]


def test_forms_differ_once_the_page_moves() -> None:
    relative, rooted, absolute = reference_forms(BASE, "https://h.example/a/x")
    assert moved_folder(BASE) == "https://h.example/a/b/moved/page.html?q"
    assert moved_host(BASE) == "https://moved.example/a/b/page.html?q"
    assert (relative.in_folder, relative.on_host) == (
        "https://h.example/a/b/x",
        "https://moved.example/a/x",
    )
    assert (rooted.in_folder, rooted.on_host) == (
        "https://h.example/a/x",
        "https://moved.example/a/x",
    )
    assert (absolute.in_folder, absolute.on_host) == (absolute.text, absolute.text)


def test_relative_form_needs_a_hierarchical_base_with_few_levels() -> None:
    assert texts("https://h.example", "https://h.example/x") == ["x", "/x", "https://h.example/x"]
    assert moved_folder("https://h.example") == "https://h.example/moved/"
    assert texts("mailto:a@b.example", "mailto:c@d.example") == [None, None, "mailto:c@d.example"]
    base = "https://h.example/" + "a/" * 200
    assert texts(base, "https://h.example/x")[0] is None


@for_each(
    "base_path, path, up, rest",
    *(("/a/b/c", "/a/d/e", 1, "d/e"), ("/a/b/c", "/a/b/c", 0, "c"), ("/a/b/c", "/a/b/", 0, "")),
    *(("/a/b/c", "/a/b", 1, "b"), ("/a/b/c", "/", 2, ""), ("/", "/a/b", 0, "a/b")),
    # The paths have no folder in common, not even the root.
    ("/a/b/c", "", 3, ""),
    ("/a/b/c", "a/b/c", 3, "a/b/c"),
)
def test_levels_from_a_folder_to_a_path(base_path: str, path: str, up: int, rest: str) -> None:
    assert levels_between(base_path, path) == (up, rest)


PATHS = st.text(st.sampled_from("ab./:?#%"), max_size=12)


@given(PATHS, PATHS, st.sampled_from(EDITIONS))
def test_every_offered_form_leads_to_the_target(page: str, path: str, edition: str) -> None:
    base = f"https://h.example/{page}"
    target = resolve(base, path, edition=edition).target or base
    for each in reference_forms(base, target, edition):
        if each.text is not None:
            assert resolve(base, each.text, edition=edition).target == target

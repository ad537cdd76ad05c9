"""Notes of the browser reader about texts that it changes or rejects."""

from tests.for_each import for_each
from uriinspector.readers.browser import REMOVED_INSIDE, read


@for_each(
    "text, note",
    ("http://h.test/", None),
    (" http://h.test/", "white space was removed"),
    ("http://h.\ttest/\r\n", "white space was removed"),
    ("\x00http://h.test/", "control characters were removed"),
    ("http://h.test/\x1b", "control characters were removed"),
    ("\x0bhttp://h.test/", "control characters were removed"),
    ("\x1fhttp://h.test/\x01\x02", "control characters were removed"),
    (" \x00http://h.test/", "white space and control characters were removed"),
    ("\x07http://h.\ntest/", "white space and control characters were removed"),
    ("http://h.test/\x07a", None),
)
def test_removed_characters_are_named(text: str, note: str | None) -> None:
    assert read(text).note == note


def test_rejected_text_also_lists_earlier_changes() -> None:
    refused = "rejected: not a URL according to the URL standard"
    assert read(" http://[\t").note == f"{refused}; white space was removed"
    assert read(" http://h.test/\ud800").note == (
        "a lone surrogate was read as U+FFFD; white space was removed"
    )
    assert read("\x00http://[\ud800").note == (
        f"{refused}; a lone surrogate was read as U+FFFD; control characters were removed"
    )


@for_each(
    "text, is_mended",
    ("\thttp:", True), ("ht\ntp:", True), (" \x00https:", True), ("a/b", True), ("", True),
    ("/a", True), ("//h.test/", True), ("?q", True), ("http:", True), ("https:?", True),
    ("//[", False), ("http://[", False), ("http://", False), ("https://a b/", False),
    ("http://256.1.1.1/", False), ("http://h:99999/", False), ("HTTP://[/x", False),
    (" http://[", False), ("foo://[", False),
)  # fmt: skip
def test_missing_base_is_noted_only_if_it_would_help(text: str, is_mended: bool) -> None:
    reading = read(text)
    assert not reading.accepted
    words = (reading.note or "").partition("; ")[0]
    fault = f"{'without a base, ' * is_mended}not a URL according to the URL standard"
    assert words == f"rejected: {fault}"
    assert "without a base" not in (read(text, "http://[").note or "")


@for_each("char", *[chr(number) for number in range(0x21)])
def test_characters_removed_inside_a_link_agree_with_browsers(char: str) -> None:
    is_removed = read(f"http://a{char}b/").host == "ab"
    assert (REMOVED_INSIDE.sub("", f"a{char}b") == "ab") is is_removed

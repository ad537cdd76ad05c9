"""The files of a site: counts, unreadable files and limits."""

import os
from collections.abc import Callable
from errno import EISDIR, ENOENT
from pathlib import Path

import pytest

from tests.documents.site_checks import begun, checked
from tests.documents.test_site import codes, reported, site
from tests.for_each import for_each
from uriinspector.documents.site import site_check

LINKED = '<a href="other.html">x</a>'


def test_files_and_pages_of_a_site_are_counted(tmp_path: Path) -> None:
    site(tmp_path, {"a.html": "", "b.HTM": "", "c.css": "", "d.svg": "<svg/>", "sub/e.txt": ""})
    (tmp_path / "link.html").symlink_to("a.html")
    (tmp_path / "link").symlink_to("sub")
    check = checked(tmp_path)
    assert (check.files, check.pages, len(check.unread)) == (5, 4, 2)


def test_progress_of_a_site_check_is_reported(tmp_path: Path) -> None:
    site(tmp_path, {"index.html": LINKED, "other.html": "", "c.css": "", "d.txt": ""})
    (tmp_path / "link.html").symlink_to("index.html")
    steps = [(each.done, each.of, each.row is None) for each in begun(tmp_path).run()]
    # Listing all files is one step; three of them have references.
    assert steps == [(4, None, True), (1, 3, False), (2, 3, False), (3, 3, False)]


def gone(path: Path) -> None:
    path.unlink()


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def link(path: Path) -> None:
    path.rename(path.with_suffix(".old"))
    path.symlink_to(path.with_suffix(".old"))


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def nothing(path: Path) -> None:
    """Leave the file unchanged."""


# Change after the files were listed, content of the page, and reason why it is not read.
UNREADABLE: dict[str, tuple[Callable[[Path], None], bytes, str]] = {
    "gone": (gone, b"<p id=x>", os.strerror(ENOENT)),
    "a folder": (folder, b"<p id=x>", os.strerror(EISDIR)),
    "a symbolic link": (link, b"<p id=x>", "not a regular file"),
    "a picture": (nothing, b"\x89PNG\r\n\x1a\n", "not a page or style sheet"),
    "too large": (nothing, b"<p id=x>".ljust(101), "more than 256 MB"),
}
if hasattr(os, "mkfifo"):
    UNREADABLE["a named pipe"] = (pipe, b"<p id=x>", "not a regular file")


@for_each("name", *UNREADABLE)
def test_unreadable_page_and_references_into_it_are_reported(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    become, octets, why = UNREADABLE[name]
    monkeypatch.setattr(site_check, "LIMIT", 100)
    html = "<a href=other.html>x</a><a href=other.html#x>y</a>"
    site(tmp_path, {"index.html": html, "other.html": octets})
    check = begun(tmp_path)
    run = check.run()
    assert next(run).done == 2
    become(tmp_path / "other.html")
    assert [each.row.path for each in run if each.row is not None] == ["index.html"]
    assert [(each.path, each.why) for each in check.unread] == [("other.html", why)]
    assert list(reported(check)) == [("index.html", "unchecked-target", "", "other.html#x")]


@for_each("count", 1, 15, 16, 17, 40)
def test_number_of_symbolic_links_followed_is_limited(count: int, tmp_path: Path) -> None:
    site(tmp_path, {"other.txt": ""})
    for number in range(count):
        (tmp_path / f"{number}").symlink_to(f"{number - 1}" if number else "other.txt")
    found = codes(tmp_path, f'<a href="{count - 1}">x</a>')
    assert found == ([] if count <= 16 else ["unchecked-target:link"])


@for_each("count", 1, 31, 32, 33, 40)
def test_number_of_parent_folders_tried_is_limited(count: int, tmp_path: Path) -> None:
    site(tmp_path, {"near.txt": "", "index.html": ""})
    page = "d/" * count + "page.html"
    found = codes(tmp_path, "<a href=near.txt>x</a>", page=page)
    assert ("single-depth:root" in found, "missing-file" in found) == (count <= 32, count > 32)

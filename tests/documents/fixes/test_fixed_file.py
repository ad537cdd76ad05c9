"""Fixing files: patch, backup, and an atomic replacement."""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.for_each import for_each
from uriinspector.documents.fixes import proposals as module
from uriinspector.documents.fixes.proposals import (
    CHANGED,
    FixRequest,
    fixed_file,
    read_whole,
    unified_diff,
    write_fixed,
)
from uriinspector.documents.fixes.value_spelling import OctetEdit, applied, file_edits, overlap

PAGE = b'<!doctype html><p>\n<a href="a|b">x</a>\r\n<a href="c d">y</a>\n' + b"line\n" * 20
AFTER = PAGE.replace(b"a|b", b"a%7Cb").replace(b"c d", b"c%20d")


def patched(octets: bytes, patch: bytes) -> bytes:
    """Apply a patch by the rules of its format; it must match to the byte."""
    old, new, at = octets.split(b"\n"), list[bytes](), 0
    rows = patch.split(b"\n")[2:-1]
    for row in rows:
        if row.startswith(b"@@"):
            start = int(row.split(b",")[0].split(b"-")[1]) - 1
            new += old[at:start]
            at = start
        elif row[:1] == b"+":
            new.append(row[1:])
        elif row[:1] in {b" ", b"-"}:
            assert old[at] == row[1:]
            new += [old[at]] if row[:1] == b" " else []
            at += 1
    result = b"\n".join(new + old[at:])
    return result.removesuffix(b"\n") if rows[-1][:1] == b"\\" else result


def test_patch_shows_the_changed_lines() -> None:
    file = fixed_file("a b.html", PAGE, FixRequest())
    assert b"".join(file.diff()).splitlines(keepends=True)[:10] == [
        b"--- a/a b.html\t\n", b"+++ b/a b.html\t\n", b"@@ -1,6 +1,6 @@\n",
        b" <!doctype html><p>\n", b'-<a href="a|b">x</a>\r\n', b'+<a href="a%7Cb">x</a>\r\n',
        b'-<a href="c d">y</a>\n', b'+<a href="c%20d">y</a>\n', b" line\n", b" line\n",
    ]  # fmt: skip


def test_file_without_fixes_has_no_patch() -> None:
    file = fixed_file("a.html", b'<a href="a">', FixRequest())
    assert (file.fixed, list(file.diff())) == (b'<a href="a">', [])


@for_each(
    "name, path",
    ('/tmp/a"\n.html', rb'"a/tmp/a\"\n.html"'),
    ("a\t.html", rb'"a/a\t.html"'), ("a\r.html", rb'"a/a\r.html"'), ("b\\a.html", b"a/b/a.html"),
    ("a b.html", b"a/a b.html\t"), ("a.html", b"a/a.html"),
)  # fmt: skip
def test_odd_file_names_are_quoted_in_a_patch(name: str, path: bytes) -> None:
    assert next(unified_diff(name, b"x", [OctetEdit(0, 1, b"y")])) == b"--- " + path + b"\n"


EDITS = st.lists(st.tuples(st.integers(0, 60), st.integers(0, 4), st.sampled_from([b"", b"x\n"])))


@given(st.lists(st.sampled_from([b"ab", b"\n", b"c\n", b"\r\n"]), min_size=1, max_size=60), EDITS)
def test_patch_applied_gives_the_fixed_file(
    pieces: list[bytes], places: list[tuple[int, int, bytes]]
) -> None:
    octets, edits, at = b"".join(pieces), list[OctetEdit](), 0
    for start, size, new in sorted(places):
        if at <= start and start + size <= len(octets) and (size or new):
            edits.append(OctetEdit(start, start + size, new))
            at = start + size + 1
    patch = b"".join(unified_diff("a", octets, edits))
    if edits and octets.endswith(b"\n") == applied(octets, edits).endswith(b"\n"):
        assert patched(octets, patch) == applied(octets, edits)


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
@for_each("page", PAGE, PAGE[:-1], b'<a href="a|b">', PAGE * 30)
def test_git_applies_the_patch(page: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a b.html"
    file.write_bytes(page)
    fixed = fixed_file("a b.html", page, FixRequest())
    patch = b"".join(fixed.diff())
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, input=patch, check=True)
    assert file.read_bytes() == fixed.fixed != page


def test_fixed_file_keeps_a_backup(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(PAGE)
    path.chmod(0o640)
    copies = []
    for _ in range(2):
        copies.append(write_fixed(path, fixed_file("a.html", PAGE, FixRequest())))
        assert path.read_bytes() == AFTER
        path.write_bytes(PAGE)
    assert [each and each.name for each in copies] == ["a.html.bak", "a.html.bak1"]
    assert [each and each.read_bytes() for each in copies] == [PAGE, PAGE]
    assert {each.stat().st_mode & 0o777 for each in tmp_path.iterdir()} == {0o640}
    assert write_fixed(path, fixed_file("a.html", PAGE, FixRequest()), None) is None


def test_file_changed_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(PAGE)
    file = fixed_file("a.html", PAGE, FixRequest())
    path.write_bytes(PAGE + b"more")
    with pytest.raises(OSError, match="changed since"):
        write_fixed(path, file)
    assert [each.name for each in tmp_path.iterdir()] == ["a.html"]


@for_each("call", "open", "fsync", "fdopen", "replace", "chmod", "rename")
@for_each("number", *range(4))
def test_failed_write_leaves_the_old_or_the_new_file(
    call: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(PAGE)
    file = fixed_file("a.html", PAGE, FixRequest())
    real, calls = getattr(os, call), iter(range(100))

    def failing(*args: object, **how: object) -> object:
        if next(calls) == number:
            raise OSError
        return real(*args, **how)

    with monkeypatch.context() as patch:
        patch.setattr(os, call, failing)
        with contextlib.suppress(OSError):
            write_fixed(path, file)
    assert path.read_bytes() in {PAGE, AFTER}
    copy = tmp_path / "a.html.bak"
    assert not copy.exists() or copy.read_bytes() == PAGE


def test_file_that_would_be_misread_is_not_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "misread_links", lambda *_: None)
    file = fixed_file("a.html", PAGE, FixRequest())
    assert (file.problem, file.fixed) == (CHANGED, PAGE)


def test_oversized_file_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LIMIT", 10)
    path = tmp_path / "a.html"
    path.write_bytes(b"0123456789")
    assert read_whole(path) == b"0123456789"
    path.write_bytes(b"0123456789a")
    with pytest.raises(OSError, match="larger than"):
        read_whole(path)


def test_overlapping_edits_are_detected() -> None:
    first, second = OctetEdit(0, 2, b""), OctetEdit(1, 3, b"")
    assert overlap([first, second])
    assert not overlap([first, OctetEdit(2, 3, b"")])
    assert file_edits([]) == []


def test_patch_hunks_have_old_and_new_line_numbers() -> None:
    octets = b"".join(b"%d\n" % number for number in range(60))
    pairs = {b"10\n11": b"x\ny\nz", b"30\n31": b"v", b"50": b"w"}
    edits = [
        OctetEdit(octets.index(old), octets.index(old) + len(old), new)
        for old, new in pairs.items()
    ]
    patch = b"".join(unified_diff("a", octets, edits)).splitlines()
    assert [each for each in patch if each.startswith(b"@@")] == [
        b"@@ -8,8 +8,9 @@", b"@@ -28,8 +29,7 @@", b"@@ -48,7 +48,7 @@",
    ]  # fmt: skip

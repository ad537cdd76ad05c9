"""Files are written completely, private until then, and killed writers leave nothing."""

import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.for_each import for_each
from uriinspector.analysis import whole_files
from uriinspector.analysis.whole_files import remove_unfinished, replacing

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes and locks of POSIX")
WRITER = """
import pathlib, sys, time
from uriinspector.analysis.whole_files import replacing
with replacing(pathlib.Path(sys.argv[1])) as file:
    file.write(b"half")
    file.flush()
    print("written", flush=True)
    time.sleep(60)
"""


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def unfinished(folder: Path) -> list[Path]:
    return [each for each in folder.iterdir() if each.suffix == ".new"]


@pytest.fixture
def usual() -> Iterator[int]:
    before = os.umask(0o022)
    yield 0o644
    os.umask(before)


def test_only_the_owner_can_read_a_file_until_it_is_complete(tmp_path: Path, usual: int) -> None:
    path = tmp_path / "report.html"
    with replacing(path) as file:
        file.write(b"secret")
        file.flush()
        assert [mode_of(each) for each in unfinished(tmp_path)] == [0o600]
    assert (mode_of(path), path.read_bytes(), unfinished(tmp_path)) == (usual, b"secret", [])


@for_each("mode", 0o600, 0o640, 0o755)
def test_replaced_file_keeps_its_mode_from_the_start(
    tmp_path: Path, mode: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, copy = tmp_path / "page.html", tmp_path / "page.html.bak"
    path.write_bytes(b"old")
    path.chmod(mode)
    seen = []
    put = whole_files.put_in_place

    def noted(fresh: Path, place: Path, *, is_synced: bool = True) -> None:
        seen.append(mode_of(fresh))
        put(fresh, place, is_synced=is_synced)

    monkeypatch.setattr(whole_files, "put_in_place", noted)
    with replacing(copy, like=path) as file:
        file.write(b"old")
    with replacing(path) as file:
        file.write(b"new")
    assert seen == [mode, mode]
    assert (mode_of(copy), mode_of(path)) == (mode, mode)


def test_written_file_and_its_folder_are_synced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced = []
    monkeypatch.setattr(os, "fsync", lambda file: synced.append(os.fstat(file).st_mode))
    with replacing(tmp_path / "a") as file:
        file.write(b"x")
    assert list(map(stat.S_ISDIR, synced)) == [False, True]
    synced.clear()
    with replacing(tmp_path / "a", is_synced=False) as file:
        file.write(b"x")
    assert synced == []


@pytest.fixture
def killed(tmp_path: Path) -> Path:
    """Return a file whose writer was killed."""
    path = tmp_path / "report.html"
    path.write_bytes(b"old")
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE) as writer:
        assert writer.stdout
        writer.stdout.readline()
        remove_unfinished(tmp_path)
        assert len(unfinished(tmp_path)) == 1, "what is being written stays"
        writer.send_signal(signal.SIGKILL)
    assert (path.read_bytes(), len(unfinished(tmp_path))) == (b"old", 1)
    return path


def test_unfinished_file_is_removed_by_the_next_write(killed: Path) -> None:
    with replacing(killed) as file:
        file.write(b"new")
    assert (killed.read_bytes(), unfinished(killed.parent)) == (b"new", [])


def test_unfinished_files_in_a_folder_are_removed(killed: Path) -> None:
    others = [killed.with_name(name) for name in ("a.uricase.new", "a.uricase.new-wal", "b.new")]
    for each in others:
        each.write_bytes(b"")
    (killed.parent / ".0123456789abcdef.new").mkdir()
    remove_unfinished(killed.parent)
    assert {each.name for each in killed.parent.iterdir()} == {
        *("report.html", "b.new", ".0123456789abcdef.new")
    }
    remove_unfinished(killed.parent / "none")

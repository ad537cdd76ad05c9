"""Only regular files are opened, and skipped files of a folder are reported."""

import errno
import os
import socket
import stat
from pathlib import Path

import pytest

from tests.for_each import for_each
from uriinspector import scan
from uriinspector.analysis.regular_files import NOT_REGULAR, Skipped, files_in, open_regular
from uriinspector.analysis.whole_files import replacing
from uriinspector.documents.cases.schema import is_case


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "page.html").write_text("<p>")
    (tmp_path / "a.txt").write_text("a")
    (tmp_path / "away").symlink_to("/")
    (tmp_path / "gone").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as each:
        each.bind("wire")  # relative: the path of a socket must be short
    return tmp_path


def test_folder_gives_its_files_and_reports_skipped_ones(folder: Path) -> None:
    found = [
        each._replace(path=Path(each.path).name) if isinstance(each, Skipped) else Path(each).name
        for each in files_in(str(folder))
    ]
    assert found == [
        "a.txt",
        Skipped("away", "symbolic link"),
        Skipped("gone", "symbolic link"),
        Skipped("pipe", "named pipe"),
        Skipped("wire", "socket"),
        "page.html",
    ]


def test_unreadable_folder_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("b"):
            raise PermissionError(13, "Permission denied", path)
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    assert Skipped(str(folder / "b"), "Permission denied") in list(files_in(str(folder)))


@pytest.mark.parametrize("name", ["pipe", "/dev/zero", "/dev/tty"])
def test_only_regular_files_are_opened(folder: Path, name: str) -> None:
    path = folder / name
    if not path.exists():
        pytest.skip("not on this system")
    with pytest.raises(OSError, match=NOT_REGULAR):
        open_regular(path)
    with pytest.raises(OSError, match=NOT_REGULAR):
        scan(path)
    assert not is_case(path)


def test_opening_a_folder_raises(folder: Path) -> None:
    with pytest.raises(IsADirectoryError):
        open_regular(folder)


def test_file_that_becomes_a_pipe_does_not_block(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    regular = (folder / "a.txt").stat()
    monkeypatch.setattr(os, "stat", lambda *_args, **_options: regular)
    with pytest.raises(OSError, match=NOT_REGULAR):
        open_regular(folder / "pipe")


def test_file_that_becomes_a_symlink_is_not_followed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    regular = (folder / "a.txt").stat()
    (folder / "link").symlink_to("a.txt")
    with pytest.raises(OSError, match=NOT_REGULAR):
        open_regular(folder / "link", follows_links=False)
    monkeypatch.setattr(os, "stat", lambda *_args, **_options: regular)
    with pytest.raises(OSError) as caught:  # noqa: PT011 - the number says it
        open_regular(folder / "link", follows_links=False)
    assert caught.value.errno == errno.ELOOP


def test_regular_file_reached_by_a_symlink_is_read(folder: Path) -> None:
    (folder / "link").symlink_to("a.txt")
    with open_regular(folder / "link") as file:
        assert file.read() == b"a"


def written(path: Path, octets: bytes) -> None:
    with replacing(path) as file:
        file.write(octets)


def test_replaced_file_keeps_its_mode_and_leaves_no_temporary_file(tmp_path: Path) -> None:
    report = tmp_path / "report.md"
    report.write_bytes(b"before")
    report.chmod(0o600)
    written(report, b"after")
    assert report.read_bytes() == b"after"
    assert report.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [report]


def test_failed_write_keeps_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    report = tmp_path / "report.md"
    report.write_bytes(b"before")

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        written(report, b"after")
    assert report.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [report]


def test_writing_through_a_symlink_keeps_the_symlink(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("report.md")
    written(tmp_path / "link", b"after")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "report.md").read_bytes() == b"after"


def test_devices_can_be_written_to() -> None:
    written(Path(os.devnull), b"x")
    assert not Path(os.devnull).is_file()


@for_each(
    "kind, name",
    *((stat.S_IFBLK, "device"), (stat.S_IFCHR, "device"), (stat.S_IFIFO, "named pipe")),
    *((stat.S_IFSOCK, "socket"), (0, "special file")),
)
def test_special_files_are_reported_by_kind(
    kind: int, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.txt"
    file.write_text("a")
    state = os.stat_result((kind | 0o600, *tuple(file.stat())[1:]))
    monkeypatch.setattr(Path, "lstat", lambda _path: state)
    assert list(files_in(str(tmp_path))) == [Skipped(str(file), name)]

"""Drafts keep typed text until it is in the history, and survive a kill of the program."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from uriinspector.gui.jobs import latest_job
from uriinspector.gui.storage import profile
from uriinspector.gui.storage.profile import LAST_MOMENT, LONGEST_DRAFT, Draft, DraftStore, read

TEXT = "http://\u00e4.test/\ud83d\n\x00\u202ex"
# Keep a draft and wait to be killed.
LEAVING = """
import sys
from pathlib import Path
from uriinspector.gui.storage.profile import DraftStore
store = DraftStore(Path(sys.argv[1]))
store.keep(sys.argv[2], "1997")
store.finish()
print("kept", flush=True)
sys.stdin.read()
"""


# Qt treats the first thread that uses it as the main thread.
pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(latest_job, "WRITE_REST", 0.01)


@pytest.fixture
def make(tmp_path: Path) -> Iterator[Callable[[], DraftStore]]:
    made: list[DraftStore] = []

    def store() -> DraftStore:
        made.append(DraftStore(tmp_path / "drafts"))
        return made[-1]

    yield store
    for each in made:
        each.close()


def leave(folder: Path, text: str, *, kill: bool = True) -> subprocess.Popen[str]:
    """Run another program that keeps a draft, and kill it unless told otherwise."""
    program = subprocess.Popen(
        [sys.executable, "-c", LEAVING, str(folder), text],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout
    assert program.stdout.readline() == "kept\n"
    if kill:
        end(program)
    return program


def end(program: subprocess.Popen[str]) -> None:
    program.kill()
    program.communicate()


def files(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.glob("*") if each.suffix != ".lock")


def test_draft_is_exact_and_private(make: Callable[[], DraftStore], tmp_path: Path) -> None:
    store = make()
    store.keep(TEXT, "1994")
    store.finish()
    file = tmp_path / "drafts" / "1.draft"
    draft = read(file)
    assert draft
    assert (draft.text, draft.edition) == (TEXT, "1994")
    assert abs(draft.at - time.time()) < 60
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600
        assert file.parent.stat().st_mode & 0o777 == 0o700
    assert files(file.parent) == ["1.draft"]


def test_draft_is_removed_when_text_is_in_history(
    make: Callable[[], DraftStore], tmp_path: Path
) -> None:
    store = make()
    store.keep("a", "2005")
    store.finish()
    store.drop("b")  # the history received an older text
    store.finish()
    assert files(tmp_path / "drafts") == ["1.draft"]
    store.drop("a")
    store.finish()
    assert files(tmp_path / "drafts") == []


@pytest.mark.parametrize("text", ["", "x" * (LONGEST_DRAFT + 1)])
def test_empty_and_huge_texts_are_not_drafts(
    make: Callable[[], DraftStore], tmp_path: Path, text: str
) -> None:
    store = make()
    store.keep("a", "2005")
    store.finish()
    store.keep(text, "2005")
    store.finish()
    assert files(tmp_path / "drafts") == []
    store.keep("x" * LONGEST_DRAFT, "2005")
    store.finish()
    assert files(tmp_path / "drafts") == ["1.draft"]


def test_draft_store_without_folder_keeps_nothing() -> None:
    store = DraftStore()
    store.keep("a", "2005")
    store.finish()
    assert store.left() == []
    store.clear()
    store.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_draft_is_found_after_the_program_was_killed(
    make: Callable[[], DraftStore], tmp_path: Path
) -> None:
    folder = tmp_path / "drafts"
    leave(folder, "http://a.test/")
    store = make()
    store.keep("mine", "2005")
    store.finish()
    (left,) = store.left()
    assert (left.draft.text, left.draft.edition) == ("http://a.test/", "1997")
    assert store.left() == [left]
    assert make().left() == []  # another window is restoring it
    store.let_go(left)
    store.let_go(left)
    assert store.left() == []
    assert files(folder) == ["2.draft"]
    draft = read(folder / "2.draft")
    assert draft
    assert draft.text == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
def test_drafts_of_running_windows_are_left_alone(
    make: Callable[[], DraftStore], tmp_path: Path
) -> None:
    folder = tmp_path / "drafts"
    other = leave(folder, "other", kill=False)
    leave(folder, "older")
    leave(folder, "newer")
    store = make()
    assert [each.draft.text for each in store.left()] == ["older", "newer"]
    store.clear()
    assert files(folder) == ["1.draft"]
    end(other)
    assert [each.draft.text for each in store.left()] == ["other"]


def test_old_drafts_are_removed(make: Callable[[], DraftStore], tmp_path: Path) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    (folder / "1.draft").write_bytes(b"2005 1000.0\nold")
    (folder / "2.draft").write_bytes(b"2005 2000.0\nnew")
    assert [each.draft for each in make().left(1500)] == [Draft("new", "2005", 2000.0)]
    assert files(folder) == ["2.draft"]


@pytest.mark.parametrize(
    "octets",
    [
        b"", b"2005 1.0", b"2005 1.0\n", b"2005\nx", b"2005 1.0 2\nx", b"2004 1.0\nx",
        b"2005 nan\nx", b"2005 inf\nx", b"2005 -1.0\nx",
        b"2005 %d\nx" % (LAST_MOMENT + 1),
        b"2005 1.0\n\xff",
        b"\xff 1.0\nx",
        b"2005 1.0\n" + b"x" * (LONGEST_DRAFT + 1),
        b"2005 1.0\n" + b"\xc3\xa4" * (4 * LONGEST_DRAFT),
        os.urandom(4_000),
    ],
)  # fmt: skip
def test_damaged_drafts_are_removed(
    make: Callable[[], DraftStore], tmp_path: Path, octets: bytes
) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    (folder / "1.draft").write_bytes(octets)
    assert make().left() == []
    assert files(folder) == []


def test_latest_valid_timestamp_is_accepted(tmp_path: Path) -> None:
    file = tmp_path / "1.draft"
    file.write_bytes(b"2005 %d\nx" % LAST_MOMENT)
    assert read(file) == Draft("x", "2005", LAST_MOMENT)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such files")
def test_pipes_and_folders_among_drafts_do_not_block(
    make: Callable[[], DraftStore], tmp_path: Path
) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    os.mkfifo(folder / "1.lock")
    (folder / "1.draft").write_bytes(b"2005 1.0\nx")
    (folder / "2.lock").mkdir()
    os.mkfifo(folder / "3.draft")
    (folder / "4.draft" / "x").mkdir(parents=True)
    store = make()
    assert store.left() == []
    store.keep("a", "2005")
    store.finish()
    assert files(folder) == ["1.draft", "3.draft", "4.draft"]
    assert read(folder / "3.draft")


@pytest.mark.parametrize("name", ["drafts", "drafts/1.new"])
def test_unwritable_draft_folder_is_ignored(
    make: Callable[[], DraftStore], tmp_path: Path, name: str
) -> None:
    if "/" in name:
        (tmp_path / name).mkdir(parents=True)
    else:
        (tmp_path / name).write_bytes(b"")
    store = make()
    store.keep("a", "2005")
    store.finish()
    store.keep("b", "2005")
    store.finish()
    assert store.left() == []
    store.clear()


def test_full_disk_keeps_the_previous_draft(
    make: Callable[[], DraftStore], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = make()
    store.keep("a", "2005")
    store.finish()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.replace", full)
        store.keep("ab", "2005")
        store.finish()
    draft = read(tmp_path / "drafts" / "1.draft")
    assert draft
    assert draft.text == "a"


def test_no_draft_is_kept_when_all_slots_are_taken(
    tmp_path: Path, make: Callable[[], DraftStore]
) -> None:
    folder = tmp_path / "drafts"
    folder.mkdir()
    for slot in profile.SLOTS:
        (folder / f"{slot}.draft").write_bytes(b"2005 1.0\nx")
    store = make()
    store.keep("mine", "2005")
    store.finish()
    assert len(files(folder)) == len(profile.SLOTS)
    assert len(store.left()) == len(profile.SLOTS)

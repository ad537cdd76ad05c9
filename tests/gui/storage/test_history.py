"""The history: storage, erasure, privacy and damage."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import NoReturn

import pytest

from uriinspector.gui.shell.settings_dialog import SettingsDialog
from uriinspector.gui.shell.window import Window
from uriinspector.gui.storage.history import (
    DAMAGED,
    DAY,
    LOCKED,
    LONGEST,
    READ_ONLY,
    History,
    HistoryEntry,
)
from uriinspector.gui.storage.profile import Navigation, profile_at

NASTY = ["http://a/\ud800\udfff", "\0", "a'b\"--;%_", "\u202ex", "ÄÖ\r\n\u2028", "\U0001f600"]
# Add texts and print the number of each after it is stored, until killed.
WRITER = """
import sys
import time
from pathlib import Path
from uriinspector.gui.storage.history import History
history = History(Path(sys.argv[1]))
number = 0
while True:
    history.note(f"http://a/{number}", "2005", None)
    print(number, flush=True)
    number += 1
"""


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "data" / "history.sqlite"


def texts(history: History, search: str = "") -> list[str]:
    return [entry.text for entry in history.entries(search)]


def test_history_is_newest_first(file: Path) -> None:
    history = History(file, Clock())
    history.note("http://a/", "1994", None)
    history.note("http://b/", "2005", "high")
    assert history.entries() == [
        HistoryEntry("http://b/", 1_000_000_002.0, "2005", "high"),
        HistoryEntry("http://a/", 1_000_000_001.0, "1994", None),
    ]


def test_repeated_text_moves_to_the_front(file: Path) -> None:
    history = History(file)
    for text in ("a:", "b:", "a:"):
        history.note(text, "2005", None)
    assert texts(history) == ["a:", "b:"]


@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_text_is_exact_after_restart(file: Path, text: str) -> None:
    first = History(file)
    first.note(text, "2005", None)
    first.close()
    assert texts(History(file)) == [text]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", ["http://ÄPFEL.example/%zz", "http://b.example/'x"]),
        ("example", ["http://ÄPFEL.example/%zz", "http://b.example/'x"]),
        ("äpfel", ["http://ÄPFEL.example/%zz"]),
        ("ZZ http", ["http://ÄPFEL.example/%zz"]),
        ("%", ["http://ÄPFEL.example/%zz"]), ("'", ["http://b.example/'x"]), ("_", []),
        ("\ud800", []),
    ],
    ids=ascii,
)  # fmt: skip
def test_history_search_matches_every_word(file: Path, search: str, found: list[str]) -> None:
    history = History(file)
    history.note("http://b.example/'x", "2005", None)
    history.note("http://ÄPFEL.example/%zz", "2005", None)
    assert texts(history, search) == found


@pytest.mark.skipif(sys.platform == "win32", reason="there files have no mode")
def test_history_files_are_private(file: Path) -> None:
    history = History(file)
    history.note("http://a/", "2005", None)
    modes = {each.name: each.stat().st_mode & 0o777 for each in file.parent.iterdir()}
    assert modes == dict.fromkeys(
        ("history.sqlite", "history.sqlite-wal", "history.sqlite-shm"), 0o600
    )
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_old_history_is_removed(file: Path) -> None:
    clock = Clock()
    history = History(file, clock)
    history.note("old:", "2005", None)
    clock.now += 8 * DAY
    history.note("new:", "2005", None)
    history.forget(0)
    assert texts(history) == ["new:", "old:"]
    history.forget(7)
    assert texts(history) == ["new:"]


def test_cleared_history_is_overwritten_on_disk(file: Path) -> None:
    history = History(file)
    for number in range(50):
        history.note(f"http://needle.example/{number}", "2005", None)
    assert any(b"needle" in each.read_bytes() for each in file.parent.iterdir())
    history.clear()
    assert texts(history) == []
    assert not any(b"needle" in each.read_bytes() for each in file.parent.iterdir())


def test_expired_history_is_overwritten_on_disk(file: Path) -> None:
    clock = Clock()
    history = History(file, clock)
    for number in range(50):
        history.note(f"http://needle.example/{number}", "2005", None)
    clock.now += 8 * DAY
    for number in range(50):
        history.note(f"http://kept.example/{number}", "2005", None)
    history.forget(7)
    history.close()
    left = b"".join(each.read_bytes() for each in file.parent.iterdir())
    assert b"kept" in left
    assert b"needle" not in left


def test_empty_and_huge_texts_are_not_stored(file: Path) -> None:
    history = History(file)
    history.note("", "2005", None)
    history.note("a" * (LONGEST + 1), "2005", None)
    assert texts(history) == []


def test_history_without_a_file_is_in_memory() -> None:
    history = History(None)
    history.note("a:", "2005", None)
    assert texts(history) == ["a:"]


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"x" * 9000]
)
def test_damaged_history_is_reported_and_can_be_cleared(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    history = History(file)
    assert texts(history) == []
    assert history.problem == DAMAGED
    history.note("a:", "2005", None)
    assert file.read_bytes() == content
    history.clear()
    assert history.problem is None
    history.note("a:", "2005", None)
    assert texts(history) == ["a:"]


@pytest.mark.parametrize("error", [UnicodeDecodeError("utf-8", b"\xff", 0, 1, ""), MemoryError()])
def test_errors_on_opening_are_reported_as_damage(
    file: Path, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(_: Path | None, _tables: str) -> NoReturn:
        raise error

    monkeypatch.setattr("uriinspector.gui.storage.history.opened", opened)
    damaged = History(file)
    damaged.note("a:", "2005", None)
    assert (damaged.entries(), damaged.count(), damaged.problem) == ([], 0, DAMAGED)


def test_unexpected_table_is_reported_as_damage(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE entries (something)")
    history = History(file)
    history.note("a:", "2005", None)
    assert history.problem == DAMAGED


def test_locked_history_is_reported_and_used_when_free(file: Path) -> None:
    history = History(file)
    history.note("first:", "2005", None)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        history.note("second:", "2005", None)
        assert history.problem == LOCKED
        other.execute("ROLLBACK")
    history.note("third:", "2005", None)
    assert history.problem is None
    assert texts(history) == ["third:", "first:"]


@pytest.mark.parametrize("what", ["folder in the way", "file is a folder"])
def test_unwritable_history_path_is_reported(file: Path, what: str) -> None:
    if what == "folder in the way":
        file.parent.write_bytes(b"")
    else:
        file.mkdir(parents=True)
    history = History(file)
    history.note("a:", "2005", None)
    assert history.problem == READ_ONLY
    assert texts(history) == []


@pytest.mark.skipif(
    sys.platform == "win32" or os.geteuid() == 0, reason="root may write what is read-only"
)
def test_read_only_history_is_reported(file: Path) -> None:
    history = History(file)
    history.note("a:", "2005", None)
    history.close()
    file.chmod(0o400)
    history.note("b:", "2005", None)
    assert history.problem == READ_ONLY


def test_two_windows_share_the_history(file: Path) -> None:
    one, other = History(file), History(file)
    one.note("a:", "2005", None)
    other.note("b:", "2005", None)
    assert texts(one) == texts(other) == ["b:", "a:"]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal")
@pytest.mark.parametrize("after", [1, 7, 40])
def test_history_entries_survive_kill(file: Path, after: int) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout
    told = [writer.stdout.readline() for _ in range(after)]
    writer.send_signal(signal.SIGKILL)
    told += writer.stdout.read().splitlines(keepends=True)
    writer.wait()
    writer.stdout.close()
    entered = {f"http://a/{int(line)}" for line in told if line.endswith("\n")}
    history = History(file)
    assert len(entered) >= after
    assert entered <= {entry.text for entry in history.entries(most=1_000_000)}
    assert history.problem is None


def test_back_and_forward_work_as_in_a_browser_across_sessions() -> None:
    trail = Navigation()
    for text in ("a", "b", "b", "c"):
        trail.visit(text)
    assert (trail.go(1), trail.here) == (None, "c")
    assert (trail.go(-1), trail.go(-1), trail.go(-1)) == ("b", "a", None)
    assert trail.go(1) == "b"
    trail.visit("d")
    assert (trail.go(1), trail.go(-1), trail.go(-1)) == (None, "b", "a")
    trail = Navigation()
    trail.visit("now")
    trail.begin(["old", "older"][::-1])
    assert (trail.go(-1), trail.go(-1), trail.go(-1)) == ("old", "older", None)
    trail.clear()
    assert trail.here is None


@pytest.mark.parametrize(
    "damage",
    ["text = x'ff'", "text = NULL", "text = CAST(x'c328' AS TEXT)",
        "edition = CAST(x'b2303035' AS TEXT)", "edition = '2004'", "severity = 'higi'",
        "at = 1e300", "at = -1e300", "at = CAST(x'ff' AS TEXT)", "at = 'inf'"],
)  # fmt: skip
def test_damaged_history_row_is_skipped(file: Path, damage: str) -> None:
    history = History(file)
    for text in ("a:", "b:", "c:"):
        history.note(text, "2005", "low")
    history.close()
    with closing(sqlite3.connect(file)) as rows:
        rows.execute("CREATE TABLE loose AS SELECT * FROM entries")
        rows.execute("DROP TABLE entries")  # its constraints would reject damaged values
        rows.execute("ALTER TABLE loose RENAME TO entries")
        rows.execute(f"UPDATE entries SET {damage} WHERE text = x'623a'")
        rows.commit()
    again = History(file)
    assert texts(again) == ["c:", "a:"]
    assert (again.set_aside, again.problem, again.count()) == (1, None, 2)
    again.close()
    third = History(file)
    assert (texts(third), third.set_aside) == (["c:", "a:"], 0)
    with closing(sqlite3.connect(file)) as rows:
        assert rows.execute("SELECT count(*) FROM damaged").fetchone() == (1,)
    third.clear()
    with closing(sqlite3.connect(file)) as rows:
        assert rows.execute("SELECT count(*) FROM damaged").fetchone() == (0,)


def test_old_entries_expire_while_history_is_off(tmp_path: Path) -> None:
    old = History(tmp_path / "data" / "history.sqlite", now=lambda: time.time() - 8 * DAY)
    old.note("http://old.test/", "2005", None)
    old.close()
    profile = profile_at(tmp_path / "settings", tmp_path / "data")
    profile.history.note("http://new.test/", "2005", None)
    profile.settings.set("history", False)
    profile.settings.set("days", 7)
    assert profile.remember() is None
    assert [each.text for each in profile.history.entries()] == ["http://new.test/"]
    profile.history.close()


def test_no_history_file_is_created_while_off(tmp_path: Path) -> None:
    profile = profile_at(tmp_path / "settings", tmp_path / "data")
    profile.settings.set("history", False)
    assert profile.remember() is None
    assert not (tmp_path / "data" / "history.sqlite").exists()


def test_unfinished_files_are_removed_at_start(tmp_path: Path) -> None:
    left = [
        tmp_path / "settings" / ".0123456789abcdef.new",
        tmp_path / "data" / "drafts" / ".0123456789abcdef.new",
        tmp_path / "data" / "cases" / "1.uricase.new-wal",
    ]
    for each in left:
        each.parent.mkdir(parents=True, exist_ok=True)
        each.write_bytes(b"half")
    profile_at(tmp_path / "settings", tmp_path / "data")
    assert [each for each in left if each.exists()] == []


def test_stored_history_can_be_cleared_while_off(window: Window) -> None:
    window.profile.history.note("http://a.test/", "2005", None)
    dialog = SettingsDialog(window, window.profile)
    assert dialog.history_note.text() == "1 link in the history."
    assert dialog.fields["days"].isEnabled()
    window.profile.settings.set("history", False)
    assert "still stored" in dialog.history_note.text()
    assert not dialog.fields["days"].isEnabled()
    dialog.clear_button.click()
    assert dialog.history_note.text() == "0 links in the history."
    dialog.close()


def test_shorter_retention_is_applied_immediately(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    forgotten: list[int] = []
    monkeypatch.setattr(window.profile.history, "forget", forgotten.append)
    window.profile.settings.set("days", 7)
    assert forgotten == [7]

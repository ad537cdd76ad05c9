"""Whatever is in the files of a profile, the window starts, and none of them is waited for."""

from __future__ import annotations

import os
import random
import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from uriinspector.gui.storage.history import DAMAGED, History
from uriinspector.gui.storage.profile import profile_at

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = [f"http://{number}.example/\u00e4?{'x' * number}" for number in range(40)]
ALTERED = range(200)


def history_at(file: Path) -> bytes:
    history = History(file, lambda: 1_700_000_000.0)
    for text in TEXTS:
        history.note(text, "2005", "low")
    history.close()
    with closing(sqlite3.connect(file)) as rows:
        rows.execute("PRAGMA journal_mode = DELETE")
    return file.read_bytes()


def spoiled(good: bytes, seed: int) -> bytes:
    """Some octets are others, or the end is gone, or a piece of it stands elsewhere."""
    choose = random.Random(seed)
    octets = bytearray(good)
    for _ in range(choose.choice([1, 4, 64])):
        octets[choose.randrange(len(octets))] = choose.choice([0, 1, 0x7F, 0x80, 0xFF])
    if seed % 5 == 0:
        del octets[choose.randrange(len(octets)) :]
    if seed % 7 == 0:
        start, to = choose.randrange(len(good)), choose.randrange(len(good))
        octets[to : to + 512] = good[start : start + 512]
    return bytes(octets)


def use(history: History) -> list[str]:
    """All that the window does with it."""
    history.forget(90)
    texts = [entry.text for entry in history.entries(most=100)]
    history.entries("example")
    history.note("http://new.example/", "2005", None)
    history.count()
    if history.problem == DAMAGED:
        history.clear()
        history.note("http://new.example/", "2005", None)
        assert history.problem is None
    history.close()
    return texts


def test_two_hundred_altered_histories_are_read_or_told(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    good = history_at(file)
    read = 0
    for seed in ALTERED:
        for each in tmp_path.iterdir():
            each.unlink()
        file.write_bytes(spoiled(good, seed))
        read += bool(use(History(file, lambda: 1_700_000_100.0)))
    assert read > len(ALTERED) // 3


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET at = 'x'",
        "UPDATE entries SET text = CAST(x'ff' AS TEXT)",
        "UPDATE entries SET edition = x'ff'",
        "UPDATE entries SET severity = 7",
        "UPDATE entries SET searched = x'ff'",
        "UPDATE entries SET id = id + 9223372036854770000",
        "DROP TABLE entries",
        "DROP TABLE damaged",
        "ALTER TABLE entries RENAME COLUMN text TO other",
        "CREATE TRIGGER x AFTER INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END",
    ],
)
def test_a_history_that_another_program_has_changed_raises_nothing(
    tmp_path: Path, statement: str
) -> None:
    file = tmp_path / "history.sqlite"
    history_at(file)
    with closing(sqlite3.connect(file)) as rows:
        rows.execute(statement)
        rows.commit()
    history = History(file, lambda: 1_700_000_100.0)
    history.forget(90)
    history.entries()
    history.note("http://new.example/", "2005", None)
    history.count()
    history.close()


@pytest.mark.parametrize("seed", range(20))
def test_a_profile_of_random_octets_is_one_of_its_own_defaults(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    names = ("uriinspector.ini", "protected.txt", "known.txt", "templates.toml", "history.sqlite")
    for name in names:
        (tmp_path / name).write_bytes(choose.randbytes(choose.choice([0, 3, 4_096])))
    for kind in ("rewriters", "services", "known_names"):
        (tmp_path / "lists" / kind).mkdir(parents=True)
        (tmp_path / "lists" / kind / "a.toml").write_bytes(choose.randbytes(999))
    profile = profile_at(tmp_path, tmp_path)
    assert profile.settings["edition"] == "2005"
    assert profile.lists.lists
    assert isinstance(profile.protected.names, tuple)
    assert profile.remember() is None
    profile.history.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_named_pipes_in_a_profile_are_not_waited_for(tmp_path: Path) -> None:
    for name in ("protected.txt", "known.txt", "history.sqlite"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "lists" / "rewriters").mkdir(parents=True)
    os.mkfifo(tmp_path / "lists" / "rewriters" / "a.toml")
    profile = profile_at(tmp_path, tmp_path)
    assert profile.lists.lists
    assert profile.remember() is None
    assert profile.history.problem
    assert not profile.lists.choose("rewriters", str(tmp_path / "known.txt"))

"""The window starts with any files in the profile, and does not block on them."""

import os
import random
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.damage import spoiled
from tests.for_each import for_each
from tests.fuzz import corpus
from tests.fuzz.target import CORPUS
from uriinspector import EDITIONS, inspect
from uriinspector.analysis.list_files import UserLists
from uriinspector.analysis.list_folder import file_name
from uriinspector.analysis.list_sources import KINDS, SHIPPED_FILES
from uriinspector.gui.storage.history import DAMAGED, History
from uriinspector.gui.storage.own_lists import NameFile
from uriinspector.gui.storage.profile import CASES, FILES, KeyFile, RecentPlaces, profile_at, read
from uriinspector.gui.storage.settings import SETTINGS, Settings

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


def use(history: History) -> list[str]:
    """Use a history as the window does, and return its texts."""
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


def test_corrupted_histories_do_not_raise(tmp_path: Path) -> None:
    file = tmp_path / "history.sqlite"
    good = history_at(file)
    read = 0
    for seed in ALTERED:
        for each in tmp_path.iterdir():
            each.unlink()
        file.write_bytes(spoiled(good, seed))
        read += bool(use(History(file, lambda: 1_700_000_100.0)))
    assert read > len(ALTERED) // 3


@for_each(
    "statement",
    "UPDATE entries SET at = 'x'", "UPDATE entries SET text = CAST(x'ff' AS TEXT)",
    "UPDATE entries SET edition = x'ff'", "UPDATE entries SET severity = 7",
    "UPDATE entries SET searched = x'ff'", "UPDATE entries SET id = id + 9223372036854770000",
    "DROP TABLE entries", "DROP TABLE damaged", "ALTER TABLE entries RENAME COLUMN text TO other",
    "CREATE TRIGGER x AFTER INSERT ON entries BEGIN SELECT RAISE(ABORT, 'no'); END",
)  # fmt: skip
def test_history_changed_by_another_program_does_not_raise(tmp_path: Path, statement: str) -> None:
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


SETTINGS_FILE = b'{"edition": "1997", "zoom": 125, "history": false, "geometry": "AdnQywAD"}'
OLD_SETTINGS_FILE = b"""[General]
edition=1997
theme=dark
zoom=125
days=30
history=false
geometry=@ByteArray(\\x1\\xd9\\xd0\\xcb\\0\\x3)
splitters="@ByteArray(a;b)"
open_case=/home/a/cases/b.uricase
"""
NAMES_FILE = "example.com\n# of ours\nb\u00fccher.example\n\npaypal.com\n".encode()
RECENT_FILE = b'{"cases": ["/a/b.uricase", "/c"], "files": ["/home/a/mail.eml"]}'
KEYS_FILE = b'[keys]\nopen = "Ctrl+O"\nsave_case = ["Ctrl+S", "F2"]\n'


def test_corrupted_profile_files_do_not_raise(tmp_path: Path) -> None:
    old, settings, names, recent, draft = (
        tmp_path / name
        for name in ("uriinspector.ini", "settings.json", "protected.txt", "recent.json", "1.draft")
    )
    usual = {"open": ("Ctrl+O",), "save_case": ("Ctrl+S",)}
    for seed in ALTERED:
        old.write_bytes(spoiled(OLD_SETTINGS_FILE, seed))
        settings.unlink(missing_ok=True)
        if seed % 2:
            settings.write_bytes(spoiled(SETTINGS_FILE, seed))
        names.write_bytes(spoiled(NAMES_FILE, seed))
        recent.write_bytes(spoiled(RECENT_FILE, seed))
        draft.write_bytes(spoiled(b"2005 1700000000.0\nhttp://a.test/", seed))
        (tmp_path / "keys.toml").write_bytes(spoiled(KEYS_FILE, seed))
        values = Settings(settings)
        for each in SETTINGS:
            assert type(values[each.name]) is type(each.default)
            assert not each.choices or values[each.name] in each.choices
        assert all(isinstance(each, str) for each in NameFile(names).names)
        places = RecentPlaces(recent)
        assert all(isinstance(each, str) for each in (*places.paths(CASES), *places.paths(FILES)))
        assert set(KeyFile(tmp_path / "keys.toml").read(usual)) == set(usual)
        kept = read(draft)
        assert kept is None or kept.edition in EDITIONS


@for_each("kind", *KINDS)
def test_corrupted_lists_are_used_or_reported(tmp_path: Path, kind: str) -> None:
    """Each list is used as a whole, or refused with reasons."""
    good = max(corpus.units(CORPUS / f"list-{kind}.txt"), key=len)
    for seed in ALTERED:
        (tmp_path / file_name(SHIPPED_FILES[kind], adds=True)).write_bytes(spoiled(good, seed))
        own = UserLists(tmp_path, {})
        [file] = own.files
        assert (file.source is None) is bool(file.problems)
        assert all(file.problems)
        if seed % 20 == 0:
            assert inspect("https://a.test/?u=//b.test", lists=own.lists).verdict


@for_each("seed", *range(20))
def test_random_profile_files_give_defaults(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    names = ("settings.json", "protected.txt", "known.txt", "templates.toml", "history.sqlite")
    for name in names:
        (tmp_path / name).write_bytes(choose.randbytes(choose.choice([0, 3, 4_096])))
    (tmp_path / "lists" / "rewriters").mkdir(parents=True)
    for name in ("rewriters/a.toml", "services.toml", "index.json", "lures.add.txt", "x"):
        (tmp_path / "lists" / name).write_bytes(choose.randbytes(999))
    profile = profile_at(tmp_path, tmp_path)
    assert profile.settings["edition"] == "2005"
    assert profile.lists.lists
    assert isinstance(profile.protected.names, tuple)
    assert profile.remember() is None
    profile.history.close()


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")
def test_named_pipes_in_profile_do_not_block(tmp_path: Path) -> None:
    for name in ("protected.txt", "known.txt", "history.sqlite"):
        os.mkfifo(tmp_path / name)
    (tmp_path / "lists" / "services").mkdir(parents=True)
    for name in ("services/a.toml", "rewriters.toml", "lures.txt", "index.json"):
        os.mkfifo(tmp_path / "lists" / name)
    profile = profile_at(tmp_path, tmp_path)
    assert profile.lists.lists
    assert profile.remember() is None
    assert profile.history.problem
    reasons = [each.problems for each in profile.lists.broken]
    assert reasons == [("not a regular file",), ("not a regular file",)]

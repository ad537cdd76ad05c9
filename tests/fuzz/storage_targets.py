"""Targets that read stored files: cases, histories, settings, lists and templates."""

import tempfile
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

import uriinspector
from tests.fuzz import invariants
from tests.fuzz.target import Target
from tests.fuzz.text_targets import decoded
from uriinspector.analysis.list_files import ListFile, lists_from, rename_updates
from uriinspector.analysis.list_folder import INDEX, SUFFIX_LIST
from uriinspector.analysis.list_problems import SHAPES, ListError, changed_table
from uriinspector.analysis.list_sources import KINDS
from uriinspector.analysis.resource_files import built_in_text, rows_in
from uriinspector.documents.cases.schema import CaseError
from uriinspector.documents.cases.store import CaseFile
from uriinspector.export.options import RefusedError
from uriinspector.export.templates import read_templates
from uriinspector.gui import place_keys
from uriinspector.gui.instance import request_in
from uriinspector.gui.storage import key_rows
from uriinspector.gui.storage.history import History
from uriinspector.gui.storage.own_lists import NameFile
from uriinspector.gui.storage.profile import CASES, FILES, KeyFile, RecentPlaces, read
from uriinspector.gui.storage.settings import OLD_NAME, SETTINGS, Settings

# Modules that are usually imported on first use, which would give the fuzzer no feedback.
READ_LATER = (key_rows, place_keys)
LINKS = ("https://www.example.com@sub.evil.test/?url=https%3A%2F%2Fa.test%2F", "//b.test/x")


@cache
def folder() -> Path:
    """Return a folder for files that are opened by name."""
    return Path(tempfile.mkdtemp(prefix="uriinspector-fuzz-"))


def stored(name: str, data: bytes) -> Path:
    """Write the bytes to a file, and delete other files: an old journal would be read with it."""
    for each in folder().iterdir():
        each.unlink()
    file = folder() / name
    file.write_bytes(data)
    return file


def case(data: bytes) -> None:
    """Open a foreign case: it is read completely, or refused with a reason."""
    file = stored("a.uricase", data)
    try:
        opened = CaseFile.open(file)
    except CaseError:
        return
    try:
        with suppress(CaseError):
            assert opened.summary().files >= 0
        with suppress(CaseError):
            for number, each in enumerate(opened.contents()):
                assert each is not None
                with suppress(CaseError):
                    opened.octets(number, 0, 10)
    finally:
        opened.close()


def history(data: bytes) -> None:
    """Open a damaged history: intact entries can be read, and new ones can be added."""
    found = History(stored("history.sqlite", data), now=lambda: 1_000_000_000.0)
    try:
        for search in ("", "a"):
            for entry in found.entries(search):
                assert entry.edition in uriinspector.EDITIONS
        found.note("http://a.test/", "2005", "low")
        assert len(found.entries(most=5)) <= 5
        assert found.count() >= 0
        found.forget(7)
    finally:
        found.close()


def settings(data: bytes) -> None:
    """Read settings, also those of version 0.1: every value is an allowed one."""
    for name in ("settings.json", OLD_NAME):
        file = stored(name, data)
        read = Settings(file.with_name("settings.json"))
        for setting in SETTINGS:
            value = read[setting.name]
            assert type(value) is type(setting.default)
            assert not setting.choices or value in setting.choices
        file.unlink()


def names(data: bytes) -> None:
    """Read a user's list of protected names."""
    file = NameFile(stored("protected.txt", data))
    for link in LINKS:
        invariants.findings_are_in_the_text(uriinspector.inspect(link, protect=file.names[:20]))


def draft(data: bytes) -> None:
    """Read a draft: it is a text or None."""
    found = read(stored("1.draft", data))
    if found is not None:
        assert found.text != ""
        assert found.edition in uriinspector.EDITIONS


def places(data: bytes) -> None:
    """Read the recent places: all are paths."""
    found = RecentPlaces(stored("recent.json", data))
    for kind in (CASES, FILES):
        assert all(found.paths(kind))


def keys(data: bytes) -> None:
    """Read a user's key file: each action has an entry, and problems are reported."""
    usual = {"open": ("Ctrl+O",), "save_case": ("Ctrl+S",), "quit": ()}
    file = KeyFile(stored("keys.toml", data))
    assert set(file.read(usual)) == set(usual)
    assert all(file.problems)


def list_file(kind: str, data: bytes) -> None:
    """Read a list that replaces a built-in one: links are judged by it, or wrong lines are
    reported.
    """
    try:
        lists = lists_from([ListFile(kind, "a", data)])
    except ListError:
        return
    for link in LINKS:
        found = uriinspector.inspect(link, lists=lists)
        invariants.findings_are_in_the_text(found)
        invariants.is_json(found.to_dict())


def templates(data: bytes) -> None:
    """Read a user's templates: they have pieces, or are refused with a reason."""
    try:
        found = read_templates(decoded(data))
    except RefusedError:
        return
    assert all(each.pieces for each in found.values())


def updates(data: bytes) -> None:
    """Rename the lists that version 0.1 installed: no file's content changes."""
    index = stored(INDEX, data)
    index.with_name("lists-lures.txt").write_text("x", "utf-8")
    rename_updates(index.parent)
    [left] = [each for each in index.parent.glob("*lures.txt*") if each.read_text("utf-8") == "x"]
    left.unlink()


def own_table(data: bytes) -> None:
    """Read a user's table: the result has the rows of the file, or wrong lines are reported."""
    for name in (*SHAPES, SUFFIX_LIST):
        built_in = built_in_text(name)
        for adds in (False, True):
            with suppress(ListError):
                text, count = changed_table(name, built_in, data, built_in, adds=adds)
                assert count
                assert len(rows_in(text)) >= count


def request(data: bytes) -> None:
    """Read the request of a second start: it contains only local paths, texts and a token."""
    asked = request_in(data)
    if asked is not None:
        for each in asked.arguments:
            assert not each.is_path or (each.name.startswith("/") and each.name[1:2] != "/")
        assert asked.token.isascii()


TARGETS = (
    Target("case", case, 16_384), Target("history", history, 16_384),
    Target("settings", settings, 2_000), Target("names", names, 2_000),
    Target("draft", draft, 2_000), Target("places", places, 2_000), Target("keys", keys, 2_000),
    *(
        Target(f"list-{kind}", partial(list_file, kind), 2_000, tokens=f"list-{kind}")
        for kind in KINDS
    ),
    Target("templates", templates, 2_000), Target("updates", updates, 2_000),
    Target("own-table", own_table, 2_000), Target("request", request, 2_000),
)  # fmt: skip

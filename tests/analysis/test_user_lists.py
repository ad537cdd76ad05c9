"""The user's folder of lists: files that add or replace rows, and their problems."""

import os
import random
import subprocess
import sys
from datetime import date
from pathlib import Path, PurePath

import pytest

from tests.architecture.source import ROOT
from tests.for_each import for_each
from uriinspector.analysis.list_files import UserLists
from uriinspector.analysis.list_folder import (
    SUFFIX_LIST,
    VARIABLE,
    default_folder,
    file_name,
    read_list,
)
from uriinspector.analysis.list_problems import SHAPES, ListError, changed_table
from uriinspector.analysis.list_sources import SHIPPED
from uriinspector.analysis.resource_files import built_in_text, rows_in
from uriinspector.analysis.versions import VersionRow, dated_files, is_old, judged_by, tables
from uriinspector.export.templates import LIST_CHECKS

full = pytest.mark.full
NAMES, SERVICES = "lists/known-names.txt", "lists/services.toml"
CONFUSABLES, RISKY = "unicode/confusables.txt", "unicode/risky.txt"
ROW = b"nordbankia\tname\tbanks\town\tnordbankia.example\n"
LINKS = (
    "https://www.p\u0430ypal.com.secure-login.example/?u=https://bit.ly/x",
    "https://\u0430\u0440\u0440\u04cfe.com/00:0D:72:01:02:03?next=%2F%2Fgoogle.com.evil.top",
)
RUN = """
import sys, uriinspector
for link in sys.argv[1:]:
    print(uriinspector.inspect(link).to_dict()["host"]["registrable_domain"])
    uriinspector.scan(b"Subject: account locked\\n\\n" + link.encode()).to_dict()
"""


def read(folder: Path) -> UserLists:
    return UserLists(folder, LIST_CHECKS)


def judged(folder: Path) -> subprocess.CompletedProcess[str]:
    """Inspect the links in a process that uses a folder of lists."""
    run = [sys.executable, "-c", RUN, *LINKS]
    environment = os.environ | {VARIABLE: str(folder)}
    return subprocess.run(
        run, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


def problems(folder: Path, name: str, octets: bytes, *, adds: bool = False) -> tuple[str, ...]:
    """Write a file and return its reported problems; it is used if there are none."""
    (folder / file_name(name, adds=adds)).write_bytes(octets)
    [file] = read(folder).files
    assert (file.source is None) is bool(file.problems)
    return file.problems


@for_each("name", *dated_files())
def test_built_in_list_can_replace_itself(tmp_path: Path, name: str) -> None:
    assert problems(tmp_path, name, built_in_text(name).encode()) == ()
    [source] = read(tmp_path).lists.sources
    assert source.entries > 5
    assert date.fromisoformat(source.date or "").year >= 2024


def test_own_list_files_are_named_after_the_built_in_lists() -> None:
    assert len({PurePath(name).stem for name in dated_files()}) == len(dated_files())
    assert file_name(NAMES, adds=True) == "known-names.add.txt"
    assert file_name(SERVICES, adds=True) == "services.add.toml"
    assert file_name(SUFFIX_LIST, adds=False) == SUFFIX_LIST


def test_empty_or_missing_folder_uses_the_built_in_lists(tmp_path: Path) -> None:
    for folder in (None, tmp_path, tmp_path / "nowhere"):
        own = UserLists(folder, {})
        assert own.lists is SHIPPED
        assert own.files == ()
    assert not (tmp_path / "nowhere").exists()


def test_user_file_adds_rows_to_a_table() -> None:
    for name, row in {
        "lists/cheap-suffixes.txt": "example",
        "lists/added-words.txt": "nordbank\turging",
        CONFUSABLES: "E000\t0061",
        RISKY: "0041..0042\tCf",
        "unicode/scripts.txt": "10FFF0\tLatn",
    }.items():
        before = built_in_text(name)
        text, count = changed_table(name, before, f"# x\n{row}\n".encode(), before, adds=True)
        assert count == 1
        assert len(rows_in(text)) == len(rows_in(before)) + 1
        assert row.split("\t") in rows_in(text)
        if SHAPES[name].is_sorted:
            firsts = [int(each[0].partition("..")[0], 16) for each in rows_in(text)]
            assert firsts == sorted(firsts)


def test_added_suffixes_keep_their_section() -> None:
    before = built_in_text(SUFFIX_LIST)
    mark = "// ===BEGIN PRIVATE DOMAINS==="
    own = f"one.example\n{mark}\ntwo.example\n".encode()
    text, count = changed_table(SUFFIX_LIST, before, own, before, adds=True)
    registries, _, companies = text.partition(mark)
    assert count == 2
    assert "\none.example\n" in f"\n{registries}"
    assert "\ntwo.example\n" in companies
    assert "\ncom\n" in registries
    assert "\ngithub.io\n" in companies


@for_each(
    "name, before, after, reason",
    (NAMES, "# version", "# extends: shipped\n# version", 'needs ".add" in its name'),
    (SERVICES, '"bit.ly"', '"bit ly"', '"bit ly" is not a host name'),
    (SERVICES, "[shortener]", "[shorteners]", 'unknown kind "shorteners"'),
    ("lists/rewriters.toml", "[suffixes]", "[other]", "other"),
    (CONFUSABLES, "0020\t00A0", "0020\t110000", "above U+10FFFF"),
    (CONFUSABLES, "0020\t00A0", "0020\tblank", 'column 2: "blank'),
    (CONFUSABLES, "0020\t00A0", "0020", "columns separated by tabs"),
    (CONFUSABLES, "0020\t00A0", "0020\u2028\t00A0", "contains U+2028"),
    (RISKY, "00AD\tCf", "00AD\tCfx", 'column 2: unknown word "Cfx"'),
    (RISKY, "00AD\t", "FFFF\t", "not in ascending order"),
    ("lists/lures.txt", "\tsubject", "\tsubjects", 'column 3: unknown word "subjects"'),
    ("lists/templates.toml", 'quoting = "', 'quoting = "un', "quoting"),
    (SUFFIX_LIST, "\ncom\n", "\ncom/\n", '"com/" is not a rule'),
    (SUFFIX_LIST, "===END ICANN", "===END", 'the section "ICANN" is missing'),
    (SUFFIX_LIST, "===BEGIN ICANN", "===BEGIN", 'the section "ICANN" is missing'),
)
def test_mistake_in_a_user_list_is_named(
    tmp_path: Path, name: str, before: str, after: str, reason: str
) -> None:
    text = built_in_text(name)
    assert before in text
    found = problems(tmp_path, name, text.replace(before, after, 1).encode())
    assert any(reason in each for each in found)


@for_each("row", "00AD\tCf", "0600..0602\tCf", "0000..10FFFF\tCf")
def test_ranges_already_in_a_table_are_refused(tmp_path: Path, row: str) -> None:
    [problem] = problems(tmp_path, RISKY, f"{row}\n".encode(), adds=True)
    assert problem == "line 1: code points are already in the built-in list"


@for_each("name", *dated_files())
@for_each("adds", False, True)
def test_list_file_without_rows_is_not_used(tmp_path: Path, name: str, adds: bool) -> None:
    assert problems(tmp_path, name, b"", adds=adds)
    assert problems(tmp_path, name, b"\xff", adds=adds)


def test_list_file_can_be_added_and_removed(tmp_path: Path) -> None:
    own = read(tmp_path / "lists")
    own.put(NAMES, ROW, adds=True)
    [file] = own.of(NAMES)
    assert (file.file, file.problems) == ("known-names.add.txt", ())
    assert read(tmp_path / "lists").lists == own.lists
    with pytest.raises(ListError):
        own.put(NAMES, b"a b\n", adds=True)
    with pytest.raises(ListError):
        own.put("lists/lures.txt", b"a b\n", adds=False)
    assert (tmp_path / "lists/known-names.add.txt").read_bytes() == ROW
    own.remove(NAMES)
    assert own.lists is SHIPPED
    assert list((tmp_path / "lists").iterdir()) == []


def test_own_suffixes_are_used_in_a_new_process(tmp_path: Path) -> None:
    file = tmp_path / "public_suffix_list.add.dat"
    file.write_text("secure-login.example\n", "utf-8")
    assert judged(tmp_path).stdout.split()[0] == "com.secure-login.example"
    file.write_text("secure-login.example\nno/rule\n", "utf-8")
    assert judged(tmp_path).stdout.split()[0] == "secure-login.example"
    file.unlink()
    assert judged(tmp_path).stdout.split()[0] == "secure-login.example"


def test_only_regular_files_of_the_list_folder_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match=r"^not a regular file$"):
        read_list(tmp_path / "pipe")
    with pytest.raises(IsADirectoryError):
        read_list(tmp_path)
    (tmp_path / "linked").symlink_to(tmp_path / "nowhere")
    assert read_list(tmp_path / "linked") is None


def test_every_list_in_use_has_a_version_row(tmp_path: Path) -> None:
    for name in dated_files():
        (tmp_path / PurePath(name).name).write_text(built_in_text(name), "utf-8")
    own = read(tmp_path)
    assert len(own.lists.sources) == len(dated_files())
    rows = judged_by(own.lists.sources)
    assert [each.name for each in rows] == [each.name for each in tables()]
    assert all(
        each.version.startswith(PurePath(name).name)
        for each, name in zip(rows, dated_files(), strict=True)
    )


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=full) for seed in range(1, 6))])
def test_accepted_user_lists_never_raise(tmp_path: Path, seed: int) -> None:
    """Lists with a line removed, doubled, moved or cut are refused, or used without errors."""
    chance, own = random.Random(seed), read(tmp_path)
    taken = 0
    for name in dated_files():
        lines = built_in_text(name).split("\n")
        for _ in range(3):
            at = chance.randrange(len(lines))
            line = lines[at]
            cut = line[: chance.randrange(len(line) + 1)]
            how = chance.choice(([], [line, line], [cut], [line.upper()], [line + "\t"], [" "]))
            changed = "\n".join(lines[:at] + how + lines[at + 1 :])
            try:
                own.put(name, changed.encode(), adds=False)
            except ListError:
                continue
            taken += 1
    assert taken
    found = judged(tmp_path)
    assert found.returncode == 0, found.stderr


def test_list_is_old_after_a_year() -> None:
    row = VersionRow("list x", "2, 2024-02-29")
    assert not is_old(row, date(2025, 2, 28))
    assert is_old(row, date(2025, 3, 1))
    assert not is_old(VersionRow("list x", "3, 2025-11-23"), date(2026, 11, 23))
    assert is_old(VersionRow("list x", "3, 2025-11-22"), date(2026, 11, 23))
    assert not is_old(VersionRow("list x", "no date"), date(2026, 11, 23))
    assert not is_old(VersionRow("list x", "9999-99-99"), date(2026, 11, 23))
    assert not is_old(VersionRow("list x", "2099-01-01"), date(2026, 11, 23))


def test_default_list_folder_follows_the_system() -> None:
    home = {"HOME": "/h", "XDG_DATA_HOME": "relative"}
    assert default_folder(home, "linux").as_posix() == "/h/.local/share/uriinspector/lists"
    absolute = home | {"XDG_DATA_HOME": "/d"}
    assert default_folder(absolute, "linux").as_posix() == "/d/uriinspector/lists"
    mac = "/h/Library/Application Support/uriinspector/lists"
    assert default_folder(home, "darwin").as_posix() == mac
    assert default_folder({"APPDATA": "/a"}, "win32").as_posix() == "/a/uriinspector/lists"

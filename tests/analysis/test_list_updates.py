"""Updates of built-in lists: what is accepted, what is refused and why, and the way back."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from datetime import date
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import ROOT
from uriinspector.analysis.list_files import update_store
from uriinspector.analysis.list_files.list_checks import checked, name_of, shipped_form, updatable
from uriinspector.analysis.list_files.list_problems import ListError
from uriinspector.analysis.list_files.update_store import UpdateStore
from uriinspector.analysis.updated_lists import (
    INDEX,
    SUFFIX_LIST,
    VARIABLE,
    default_folder,
    read_index,
)
from uriinspector.analysis.versions import VersionRow, is_old, tables
from uriinspector.export.templates import UPDATE_CHECKS

if TYPE_CHECKING:
    from pathlib import Path

full = pytest.mark.full
NAMES, SERVICES = "lists/known-names.txt", "lists/services.toml"
CONFUSABLES, RISKY = "unicode/confusables.txt", "unicode/risky.txt"
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


def later(name: str) -> str:
    """The built-in list, dated in 2099."""
    dates = {each for each in shipped_form(name).split("\n")[:60] if "20" in each}
    text = shipped_form(name)
    for line in dates:
        changed = " ".join(
            word if word[:2] != "20" or word[4:5] != "-" else f"2099{word[4:]}"
            for word in line.replace('"20', '" 20').split(" ")
        ).replace('" 20', '"20')
        text = text.replace(line, changed, 1)
    return text


def reasons(name: str, text: str | bytes) -> tuple[str, ...]:
    """What is said of a file."""
    with pytest.raises(ListError) as trouble:
        checked(name, text if isinstance(text, bytes) else text.encode())
    return trouble.value.texts


def judged(folder: Path) -> subprocess.CompletedProcess[str]:
    """The links, by the lists of a folder."""
    run = [sys.executable, "-c", RUN, *LINKS]
    environment = os.environ | {VARIABLE: str(folder)}
    return subprocess.run(
        run, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("name", updatable())
def test_every_built_in_list_can_take_its_own_place(name: str) -> None:
    found = checked(name, shipped_form(name).encode())
    assert found.entries > 5
    assert date.fromisoformat(found.date).year >= 2024
    assert name_of(f"/some/where/{name}") == name


def test_every_dated_list_is_one_that_can_be_updated() -> None:
    assert len(tables()) == len(updatable())


@pytest.mark.parametrize(
    ("name", "before", "after", "reason"),
    [
        (NAMES, "# date of the data: 2026", "# of: 2026", "the first lines state no date"),
        (NAMES, "# date of the data: 2026", "# date of the data: 1999", "before that of the built"),
        (NAMES, "# version", "# extends: shipped\n# version", 'remove "extends"'),
        (NAMES, "paypal\t", "paypal \t", "spaces around a column"),
        (NAMES, "paypal\t", "paypal\u2028\t", "contains U+2028"),
        (SERVICES, '"bit.ly"', '"bit ly"', '"bit ly" is not a host name'),
        (SERVICES, "[shortener]", "[shorteners]", 'unknown kind "shorteners"'),
        ("lists/rewriters.toml", "[suffixes]", "[other]", "other"),
        (CONFUSABLES, "0020\t00A0", "0020\t110000", "beyond U+10FFFF"),
        (CONFUSABLES, "0020\t00A0", "0020\tblank", 'column 2: "blank'),
        (CONFUSABLES, "0020\t00A0", "0020", "columns with tabs between them are needed"),
        (RISKY, "00AD\tCf", "00AD\tCfx", 'column 2: unknown word "Cfx"'),
        (RISKY, "00AD\t", "FFFF\t", "not in ascending order"),
        ("lists/lures.txt", "\tsubject", "\tsubjects", 'column 3: unknown word "subjects"'),
        (SUFFIX_LIST, "\ncom\n", "\ncom/\n", '"com/" is not a rule'),
        (SUFFIX_LIST, "===END ICANN", "===END", 'the section "ICANN" is missing'),
        (SUFFIX_LIST, "===BEGIN ICANN", "===BEGIN", 'the section "ICANN" is missing'),
        (SUFFIX_LIST, "// VERSION: 20", "// VERSION ", "the first lines state no date"),
    ],
)
def test_what_is_wrong_is_named(name: str, before: str, after: str, reason: str) -> None:
    text = shipped_form(name)
    assert before in text
    assert any(reason in each for each in reasons(name, text.replace(before, after, 1)))


@pytest.mark.parametrize("name", updatable())
def test_a_list_that_was_cut_off_is_refused(name: str) -> None:
    text = shipped_form(name)
    assert reasons(name, text[: len(text) // 3])
    assert reasons(name, text.encode()[: len(text) // 3] + b"\xff")
    assert reasons(name, "")


def test_a_file_of_another_name_is_refused() -> None:
    with pytest.raises(ListError, match=r'no built-in list has the file name "names\.txt"'):
        name_of("C:\\lists\\names.txt")


def test_an_update_judges_and_goes_again(tmp_path: Path) -> None:
    store = UpdateStore(tmp_path, UPDATE_CHECKS)
    text = later(SUFFIX_LIST).replace("\ncom\n", "\ncom\nsecure-login.example\n", 1)
    store.update("x/public_suffix_list.dat", text.encode())
    assert judged(tmp_path).stdout.split()[0] == "com.secure-login.example"
    assert store.restore([SUFFIX_LIST, NAMES]) == [SUFFIX_LIST]
    assert judged(tmp_path).stdout.split()[0] == "secure-login.example"
    assert [each.name for each in tmp_path.iterdir()] == [INDEX]


def test_a_file_that_changed_after_it_was_checked_does_not_judge(tmp_path: Path) -> None:
    store = UpdateStore(tmp_path, UPDATE_CHECKS)
    text = later(SUFFIX_LIST).replace("\ncom\n", "\ncom\nsecure-login.example\n", 1)
    store.update("public_suffix_list.dat", text.encode())
    (tmp_path / SUFFIX_LIST).write_text("com\n", encoding="utf-8")
    assert judged(tmp_path).stdout.split()[0] == "secure-login.example"
    (tmp_path / SUFFIX_LIST).unlink()
    assert judged(tmp_path).stdout.split()[0] == "secure-login.example"


@pytest.mark.parametrize(
    "index", [b"", b"{", b"7", b"[7]", b'[{"name": 7}]', b"[" * 60_000, b'[{"name": "x"}]', b"\xff"]
)
def test_a_damaged_index_names_nothing(tmp_path: Path, index: bytes) -> None:
    (tmp_path / INDEX).write_bytes(index)
    assert read_index(tmp_path) == {}
    assert judged(tmp_path).returncode == 0


def test_after_a_release_only_newer_lists_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = UpdateStore(tmp_path, UPDATE_CHECKS)
    store.update("known-names.txt", later(NAMES).encode())
    store.update("services.toml", shipped_form(SERVICES).encode())
    store.update("risky.txt", later(RISKY).encode())
    (tmp_path / "unicode-risky.txt").write_text("damaged", encoding="utf-8")
    store.renew()
    assert set(store.lists) == {NAMES, SERVICES, RISKY}
    monkeypatch.setattr(update_store, "program", lambda: VersionRow("URI Inspector", "99"))
    store.renew()
    assert {each.name: each.program for each in read_index(tmp_path).values()} == {NAMES: "99"}


def test_a_template_that_cannot_be_filled_is_refused(tmp_path: Path) -> None:
    store = UpdateStore(tmp_path, UPDATE_CHECKS)
    text = shipped_form("lists/templates.toml")
    with pytest.raises(ListError, match="quoting"):
        store.update("templates.toml", text.replace('quoting = "', 'quoting = "un').encode())
    assert store.lists == {}


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=full) for seed in range(1, 6))])
def test_what_is_accepted_breaks_nothing(tmp_path: Path, seed: int) -> None:
    """Files with a line lost, doubled, moved or cut: refused, or used without a fault."""
    chance, store = random.Random(seed), UpdateStore(tmp_path, UPDATE_CHECKS)
    taken = 0
    for name in updatable():
        lines = shipped_form(name).split("\n")
        for _ in range(3):
            at = chance.randrange(len(lines))
            line = lines[at]
            cut = line[: chance.randrange(len(line) + 1)]
            how = chance.choice(([], [line, line], [cut], [line.upper()], [line + "\t"], [" "]))
            changed = "\n".join(lines[:at] + how + lines[at + 1 :])
            try:
                store.update(name, changed.encode())
            except ListError:
                continue
            taken += 1
    assert taken
    told = judged(tmp_path)
    assert told.returncode == 0, told.stderr


def test_a_year_is_a_year() -> None:
    row = VersionRow("list x", "2, 2024-02-29")
    assert not is_old(row, date(2025, 2, 28))
    assert is_old(row, date(2025, 3, 1))
    assert not is_old(VersionRow("list x", "3, 2025-11-23"), date(2026, 11, 23))
    assert is_old(VersionRow("list x", "3, 2025-11-22"), date(2026, 11, 23))
    assert not is_old(VersionRow("list x", "no date"), date(2026, 11, 23))
    assert not is_old(VersionRow("list x", "9999-99-99"), date(2026, 11, 23))
    assert not is_old(VersionRow("list x", "2099-01-01"), date(2026, 11, 23))


def test_the_folder_is_that_of_the_system() -> None:
    home = {"HOME": "/h", "XDG_DATA_HOME": "relative"}
    assert default_folder(home, "linux").as_posix() == "/h/.local/share/uriinspector/lists"
    absolute = home | {"XDG_DATA_HOME": "/d"}
    assert default_folder(absolute, "linux").as_posix() == "/d/uriinspector/lists"
    mac = "/h/Library/Application Support/uriinspector/lists"
    assert default_folder(home, "darwin").as_posix() == mac
    assert default_folder({"APPDATA": "/a"}, "win32").as_posix() == "/a/uriinspector/lists"


def test_an_index_is_json_with_the_sums(tmp_path: Path) -> None:
    store = UpdateStore(tmp_path, UPDATE_CHECKS)
    found = store.update("known-names.txt", b"\xef\xbb\xbf" + later(NAMES).encode())
    [row] = json.loads((tmp_path / INDEX).read_text("utf-8"))
    assert (row["name"], row["date"][:4], row["sha256"]) == (NAMES, "2099", found.sha256)
    assert judged(tmp_path).returncode == 0

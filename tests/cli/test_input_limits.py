"""Limits of input files and of error messages, exact to the byte."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.transcript_runs import FILES, PACK
from tests.for_each import for_each
from uriinspector.lessons.pack_file import LONGEST

MEGABYTE = 1 << 20
HEAD = b"reference,answer,ask\n"


@for_each("more", 0, 1)
@for_each(
    "limit, arguments, start, expected",
    ("commands.check.MOST_OCTETS", ("check",), HEAD, "-: larger than 1 MB"),
    ("commands.fix.LIMIT", ("fix",), b"<p>", "standard input: larger than 1 MB"),
    ("scan_outcome.LIMIT", ("scan",), b"", "-: more than 1 MB; save it to a file first"),
)
def test_standard_input_is_limited_in_size(
    limit: str,
    arguments: tuple[str, ...],
    start: bytes,
    expected: str,
    more: int,
    uriinspect: Command,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(f"uriinspector.cli.{limit}", MEGABYTE)
    given = start + b"\n" * (MEGABYTE - len(start) + more)
    answer = uriinspect(*arguments, "-", given=given)
    assert (expected in answer.err) == bool(more)
    assert (answer.status == 2) == bool(more)


@for_each("more", 0, 1)
def test_answer_table_is_limited_in_size(
    more: int, tmp_path: Path, uriinspect: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("uriinspector.cli.commands.check.MOST_OCTETS", MEGABYTE)
    file = tmp_path / "a.csv"
    file.write_bytes(HEAD + b"\n" * (MEGABYTE - len(HEAD) + more))
    assert uriinspect("check", str(file)).status == (2 if more else 0)


@for_each("more", 0, 1)
@for_each(
    "name, size, arguments, expected",
    ("own.txt", 4 * MEGABYTE, ("--known-names", "FILE", "a"), "larger than 4 MB"),
    ("own.toml", MEGABYTE, ("fill", "--templates", "FILE"), "too long for a template file"),
)
def test_list_file_is_limited_in_size(
    name: str,
    size: int,
    arguments: tuple[str, ...],
    expected: str,
    more: int,
    tmp_path: Path,
    uriinspect: Command,
) -> None:
    file = tmp_path / name
    start = FILES[name]
    file.write_bytes(start + b"#" * (size - len(start) + more))
    answer = uriinspect(*(each.replace("FILE", str(file)) for each in arguments))
    assert (answer.status, expected in answer.err) == ((2, True) if more else (0, False)), (
        answer.err
    )


@for_each("more", 0, 1)
def test_pack_is_limited_in_length(more: int, tmp_path: Path, uriinspect: Command) -> None:
    file = tmp_path / "pack.toml"
    rest = "\U0001f600" * (LONGEST - len(PACK) - 1 + more)
    file.write_text(f"{PACK}#{rest}", encoding="utf-8")
    assert (uriinspect("sheet", "--check", str(file)).status == 2) == bool(more)


def shown(uriinspect: Command, folder: Path, rows: bytes, *arguments: str) -> str:
    """Return the errors printed for a list or a table."""
    file = folder / "rows.csv"
    file.write_bytes(rows)
    return uriinspect(*(each.replace("FILE", str(file)) for each in arguments)).err


@for_each("count", 40, 41, 42)
def test_number_of_named_students_without_answers_is_limited(
    count: int, tmp_path: Path, uriinspect: Command
) -> None:
    (tmp_path / "pack.toml").write_text(PACK)
    (tmp_path / "answers.csv").write_bytes(b"student,question,answer\n")
    names = "".join(f"S{at:02}\n" for at in range(count))
    errors = shown(
        *(uriinspect, tmp_path, names.encode(), "check", "--students", "FILE"),
        *("--pack", str(tmp_path / "pack.toml"), str(tmp_path / "answers.csv")),
    )
    listed = ", ".join(f"S{at:02}" for at in range(40))
    more = f" and {count - 40} more" if count > 40 else ""
    assert f"uriinspect: no answers from: {listed}{more}\n" in errors


@for_each("size", 80, 81)
def test_long_student_name_is_cut(size: int, tmp_path: Path, uriinspect: Command) -> None:
    (tmp_path / "pack.toml").write_text(PACK)
    (tmp_path / "answers.csv").write_bytes(b"student,question,answer\n")
    errors = shown(
        *(uriinspect, tmp_path, b"n" * size + b"\nb\n", "check", "--students", "FILE"),
        *("--pack", str(tmp_path / "pack.toml"), str(tmp_path / "answers.csv")),
    )
    name = "n" * 80 if size == 80 else "n" * 79 + "\u2026"
    assert f"no answers from: {name}, b\n" in errors


def cells(count: int) -> str:
    """Return arbitrary column names."""
    return ",".join(f"c{at:02}" for at in range(count))


@for_each("count", 20, 21, 40, 41)
def test_number_of_named_columns_is_limited(
    count: int, tmp_path: Path, uriinspect: Command
) -> None:
    (tmp_path / "pack.toml").write_text(PACK)
    pack = ("--pack", str(tmp_path / "pack.toml"))
    rows = f"{cells(count)}\n{cells(count)}\n".encode()
    errors = shown(uriinspect, tmp_path, rows, "check", *pack, "FILE")
    assert f"the first row has: {cells(min(count, 40)).replace(',', ', ')}; needed: " in errors
    columns = cells(min(count, 20)).replace(",", ", ")
    errors = shown(uriinspect, tmp_path, rows, "sheet", "--students", "FILE", pack[1])
    assert f"available: {columns} (see " in errors
    errors = shown(uriinspect, tmp_path, rows, "table", "FILE", str(tmp_path / "out.csv"))
    assert f"no column 'url'; available: {columns} (see " in errors


@for_each("size", 40, 41)
def test_long_column_name_is_cut(size: int, tmp_path: Path, uriinspect: Command) -> None:
    (tmp_path / "pack.toml").write_text(PACK)
    rows = b"n" * size + b",b\n1,2\n"
    name = "n" * 40 if size == 40 else "n" * 39 + "\u2026"
    errors = shown(
        uriinspect, tmp_path, rows, "check", "--pack", str(tmp_path / "pack.toml"), "FILE"
    )
    assert f"the first row has: {name}, b; needed: " in errors
    errors = shown(
        uriinspect, tmp_path, rows, "sheet", "--students", "FILE", str(tmp_path / "pack.toml")
    )
    assert f"available: {name}, b (see " in errors

"""Progress lines, and faults in rows of a table."""

import io

import pytest

from tests.for_each import for_each
from uriinspector.cli.row_inputs import TableFaults
from uriinspector.cli.scan_outcome import ProgressLine
from uriinspector.cli.table_writers import TablePart, TableProgress, duration


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def steps(count: int) -> list[str]:
    """Return the progress lines for this number of files."""
    out = Terminal()
    with ProgressLine(count, out) as progress:
        for _ in range(count):
            progress.step()
    *shown, end = out.getvalue().split("\x1b[K")[:-1]
    assert end == "\r"
    return shown


def test_progress_line_counts_files_on_a_terminal() -> None:
    assert steps(4) == [f"\r[{'#' * (6 * done):.<24}] {done} of 4 files" for done in range(1, 5)]


def test_progress_is_shown_at_most_a_thousand_times() -> None:
    shown = steps(5_000)
    assert len(shown) == 1_000
    assert shown[0] == f"\r[{'.' * 24}] 5 of 5,000 files"
    assert shown[1].endswith(" 10 of 5,000 files")
    assert shown[-2] == f"\r[{'#' * 23}.] 4,995 of 5,000 files"
    assert shown[-1] == f"\r[{'#' * 24}] 5,000 of 5,000 files"
    assert len(steps(999)) == 999


@for_each("out, count", (io.StringIO(), 9), (Terminal(), 1))
def test_progress_line_requires_a_terminal_and_several_files(out: io.StringIO, count: int) -> None:
    with ProgressLine(count, out) as progress:
        progress.step()
    assert out.getvalue() == ""
    with ProgressLine(count, None) as progress:
        progress.step()


def test_table_row_with_two_faults_counts_once(capsys: pytest.CaptureFixture[str]) -> None:
    faults = TableFaults("line")
    assert not faults
    assert list(faults.summary()) == []
    for number, what in ((5, "a"), (5, "b"), (3, "c"), (1_000, "d")):
        faults.changed(number, what)
    assert faults
    assert list(faults.summary()) == ["3 rows were changed"]
    faults.left_out(7, "e")
    assert next(faults.summary()) == "1 row was left out"
    faults.left_out(8, "f")
    assert next(faults.summary()) == "2 rows were left out"
    printed = capsys.readouterr().err.splitlines()
    assert [each.removeprefix("uriinspect: ") for each in printed] == [
        *("line 5: a", "line 5: b", "line 3: c", "line 1,000: d"),
        *("line 7: left out: e", "line 8: left out: f"),
    ]


@for_each("count", 9, 10, 11)
def test_only_the_first_ten_table_faults_are_printed(
    count: int, capsys: pytest.CaptureFixture[str]
) -> None:
    faults = TableFaults("row")
    for number in range(count):
        faults.left_out(number, "x")
    assert len(capsys.readouterr().err.splitlines()) == min(count, 10)
    assert list(faults.summary()) == [f"{count} rows were left out"]


def progress_of(monkeypatch: pytest.MonkeyPatch, *parts: tuple[float, TablePart]) -> list[str]:
    """Return the lines on a terminal for parts that were finished at these times."""
    now = 100.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    out = Terminal()
    progress = TableProgress(out)
    for later, part in parts:
        now = 100.0 + later
        progress.step(part)
    return [each.lstrip("\r") for each in out.getvalue().split("\x1b[K")[:-1]]


def test_progress_line_shows_the_rate_once_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def part(rows: int, read: float, *, is_new: bool = True) -> TablePart:
        return TablePart(0, rows, read, is_new=is_new)

    bar = "[############............]"
    assert progress_of(monkeypatch, (1, part(0, 0.5))) == [f"{bar} 0 rows"]
    assert progress_of(monkeypatch, (1, part(9, 0.5, is_new=False))) == [f"{bar} 9 rows"]
    rate = [f"{bar} 1,000 rows, 500 a second, 2 s left"]
    assert progress_of(monkeypatch, (2, part(1_000, 0.5))) == rate
    assert progress_of(monkeypatch, (0.1, part(100, 0.2)), (2, part(900, 0.5))) == rate
    assert len(progress_of(monkeypatch, (0.2, part(1, 0.1)), (0.39, part(1, 0.2)))) == 1
    (line,) = progress_of(monkeypatch, (2, part(1_000, 0.0)))
    assert line == f"[{'.' * 24}] 1,000 rows, 500 a second"
    (line,) = progress_of(monkeypatch, (2, part(1_000, 1.0)))
    assert line == f"[{'#' * 24}] 1,000 rows, 500 a second, 0 s left"


@for_each(
    "seconds, text",
    *((0, "0 s"), (59.4, "59 s"), (59.6, "1 min 0 s"), (60, "1 min 0 s"), (61, "1 min 1 s")),
    *((3_599, "59 min 59 s"), (3_600, "1 h 0 min"), (7_325, "2 h 2 min")),
)
def test_duration_is_formatted_in_two_units(seconds: float, text: str) -> None:
    assert duration(seconds) == text

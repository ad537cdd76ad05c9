"""Output to terminals and pipes."""

import io
import re
import sys

import pytest

from tests.cli.conftest import Command
from tests.for_each import for_each
from uriinspector.cli.main import main
from uriinspector.cli.screen import Screen, wants_colour
from uriinspector.cli.styled_line import line, run

HOSTILE = "a\x1b[2J\u202e.example\n"


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def test_text_is_escaped_on_a_terminal_and_exact_in_a_pipe() -> None:
    terminal, pipe = Terminal(), io.StringIO()
    Screen(terminal).exact(HOSTILE)
    Screen(pipe).exact(HOSTILE)
    assert terminal.getvalue() == "a‹U+001B›[2J‹U+202E›.example\n"
    assert pipe.getvalue() == HOSTILE
    binary = io.TextIOWrapper(io.BytesIO(), "utf-8")
    Screen(binary).exact("\udcff")
    Screen(binary).exact("\ud800")
    assert binary.buffer.getvalue() == b"\xff\xed\xa0\x80"
    out = io.StringIO()
    Screen(out).write([line(run("a")._replace(text=HOSTILE))])
    assert out.getvalue() == "a‹U+001B›[2J‹U+202E›.example‹U+000A›\n"


@for_each(
    "columns, width",
    *(("60", 60), ("40", 40), ("39", 40), ("10", 40)),
    *(("119", 119), ("120", 120), ("121", 120), ("9" * 12, 120)),
    *(("", 100), ("0", 100), ("x", 100)),
)
def test_width_is_taken_from_the_environment(
    columns: str, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert Screen(io.StringIO()).width == width


@for_each(
    "choice, surroundings, expected",
    *(("auto", {}, True), ("auto", {"NO_COLOR": "1"}, False), ("auto", {"NO_COLOR": ""}, True)),
    *(("auto", {"TERM": "dumb"}, False), ("always", {"NO_COLOR": "1"}, True), ("never", {}, False)),
)
def test_terminal_output_has_colors(
    choice: str, surroundings: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert wants_colour(choice, Terminal()) is expected
    assert wants_colour(choice, io.StringIO()) is (choice == "always")


def test_closed_output_is_not_a_terminal() -> None:
    out = io.StringIO()
    out.close()
    assert not wants_colour("auto", out)


@for_each("command", ("--jsonl",), ("defang",), ("values",), ("batch", "valid", "-"))
def test_closed_standard_input_is_reported(
    command: tuple[str, ...], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    assert main(command) == 2
    assert "standard input is closed" in capsys.readouterr().err


@for_each("trouble, status", (KeyboardInterrupt, 130), (BrokenPipeError, 141))
def test_interrupt_and_broken_pipe_set_the_exit_status(
    trouble: type[BaseException], status: int, monkeypatch: pytest.MonkeyPatch, uriinspect: Command
) -> None:
    def stop(*_: object) -> int:
        raise trouble

    monkeypatch.setattr("uriinspector.cli.commands.tree.run_command", stop)
    assert uriinspect("tree", "a") == (status, "", "")


@for_each("exact", (), ("--exact",))
@for_each("less", 0, 1)
def test_verdict_is_repeated_if_the_report_exceeds_the_screen(
    less: int, exact: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, uriinspect: Command
) -> None:
    link = "https://x.test/out?u=https://b.test/"
    whole = uriinspect(*exact, link).out
    high = whole.count("\n") + 2 - less
    monkeypatch.setattr("uriinspector.cli.screen._height", lambda _: high)
    (verdict,) = re.findall(r"\n\n( \w+  Names x\.test.*?)\n\n", whole, re.DOTALL)
    assert uriinspect(*exact, link).out == whole + (f"\n{verdict}\n" if less else "")


def test_tree_with_many_rows_is_cut(uriinspect: Command) -> None:
    printed = uriinspect("tree", "/a" * 1_000).out
    assert "more rows: use --json" in printed
    assert printed.count("\n") < 500


def test_long_lists_of_findings_and_steps_are_cut(uriinspect: Command) -> None:
    mails = "&".join(f"e=a{at}@b.example" for at in range(60))
    assert "more: use --json" in uriinspect(f"http://a/?{mails}").out
    assert "more similar steps" in uriinspect("resolve", "http://a/", "x/../" * 99).out
    assert "more: use --json" in uriinspect("compare", "ab" * 40, "aB" * 40).out


HUGE = ("http://a/" + "b/../%zz\u202e" * 12_000, "http://" + "a@" * 60_000)


@for_each("text", *HUGE, ids=["path", "authority"])
@pytest.mark.parametrize("command", ["inspect", "resolve", "compare", "normalize", "tree"])
def test_report_on_a_huge_text_is_short(text: str, command: str, uriinspect: Command) -> None:
    arguments = {
        "inspect": ("--full", "--base", text, text),
        "resolve": ("resolve", text, text.removeprefix("http:")),
        "compare": ("compare", text, text[:-2] + "x" * 100_000),
    }.get(command, (command, text))
    answer = uriinspect(*arguments)
    assert answer.status in {0, 1}
    assert 0 < len(answer.out) < 60_000

"""JSON lines: one output line for each valid input line."""

import io
import json
import signal
import subprocess
import sys
import time

import pytest

from tests.benchmarks.many import resident
from tests.cli.conftest import Command, environment, started
from uriinspector.cli import json_stream
from uriinspector.cli.json_stream import LineRequest, groups_of_lines, line_request


def texts(out: str) -> list[str]:
    return [json.loads(row)["text"] for row in out.splitlines()]


def test_json_stream_accepts_references_and_objects(uriinspect: Command) -> None:
    rows = [
        "http://a/", '{"text": "g", "base": "http://b/c/d"}',
        '{"text": "{", "edition": "1997", "protect": ["a.example"]}', "", "crlf\r", "last",
    ]  # fmt: skip
    answer = uriinspect("--jsonl", given="\n".join(rows).encode())
    assert answer.err == ""
    found = [json.loads(row) for row in answer.out.splitlines()]
    assert [each["text"] for each in found] == ["http://a/", "g", "{", "", "crlf", "last"]
    assert found[1]["target"] == "http://b/c/g"
    assert found[2]["edition"] == "1997"
    assert {each["readings"] is each["dossier"] is each["nested"] for each in found} == {True}


def test_full_json_lines_have_readings_and_dossier(uriinspect: Command) -> None:
    found = json.loads(uriinspect("--jsonl", "--full", "http://a/").out)
    assert found["readings"]
    assert found["dossier"]
    assert found["nested"] == []


def test_json_stream_applies_options_to_every_line(uriinspect: Command) -> None:
    given = b'g\n{"text": "g", "base": null, "edition": "2003"}\n'
    arguments = ("--jsonl", "--base", "http://a/", "--edition", "1994")
    one, other = map(json.loads, uriinspect(*arguments, given=given).out.splitlines())
    assert (one["target"], one["edition"]) == ("http://a/g", "1994")
    assert (other["target"], other["edition"]) == (None, "2003")


def test_json_stream_reports_a_bad_line_and_continues(uriinspect: Command) -> None:
    answer = uriinspect("--jsonl", given=b'a\n{"text":' + b"[" * 100_000 + b"\nb\n")
    assert texts(answer.out) == ["a", "b"]
    assert answer.err.startswith('uriinspect: line 2: starts with "{" but is not valid JSON')
    assert (answer.err.count("\n"), answer.status) == (1, 2)


def test_json_stream_exits_with_the_status_of_the_worst_line(uriinspect: Command) -> None:
    given = b"http://a/\nhttp://www.example.com@evil.test/\n"
    assert uriinspect("--jsonl", given=given).status == 1
    assert uriinspect("--jsonl", "--fail-on", "never", given=given).status == 0


def test_json_stream_reads_invalid_utf8_and_byte_order_marks(uriinspect: Command) -> None:
    answer = uriinspect("--jsonl", given=b"\xef\xbb\xbfhttp://a/\xff\n")
    assert texts(answer.out) == ["http://a/\udcff"]
    assert answer.out.isascii()


def test_overlong_line_is_skipped_without_keeping_it(
    uriinspect: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_stream, "LONGEST", 100_000)
    answer = started("--jsonl", given=b"a\n" + b"x" * (17 << 20) + b"\nb\n")
    assert texts(answer.stdout.decode()) == ["a", "b"]
    assert answer.stderr == b"uriinspect: line 2: longer than 16,777,216 bytes\n"
    groups = list(groups_of_lines(io.BytesIO(b"x" * 500_000)))
    assert sum(len(row) for group in groups for row in group) < 200_000
    assert uriinspect("--jsonl", given=b"").out == ""


def test_json_stream_joins_lines_split_between_reads() -> None:
    class Slow(io.BytesIO):
        def read1(self, _size: int | None = -1, /) -> bytes:
            return super().read1(3)

    rows = [b"", b"a", b"bcdefghij", b"", b"\r", b"end"]
    assert [row for group in groups_of_lines(Slow(b"\n".join(rows))) for row in group] == rows


def test_each_line_is_answered_immediately() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "uriinspector.cli", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for number in range(3):
            process.stdin.write(f"http://a/{number}\n".encode())
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["text"] == f"http://a/{number}"
        process.stdin.close()
        assert process.wait(30) == 0


def test_closed_output_pipe_ends_the_stream_quietly() -> None:
    script = f'yes http://a/ | "{sys.executable}" -m uriinspector.cli --jsonl | head -n 2'
    answer = subprocess.run(
        ["sh", "-c", script], env=environment(), capture_output=True, check=False, timeout=60
    )
    assert texts(answer.stdout.decode()) == ["http://a/"] * 2
    assert answer.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_interrupt_ends_the_stream_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "uriinspector.cli", "--jsonl"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"http://a/\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read() == b""


@pytest.mark.parametrize(
    "lines",
    [pytest.param(400_000, marks=pytest.mark.long),
        pytest.param(2_000_000, marks=pytest.mark.full)],
)  # fmt: skip
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it reads /proc")
def test_json_stream_uses_constant_memory(lines: int) -> None:
    script = (
        "import sys\n"
        f"for n in range({lines}):\n"
        "    sys.stdout.write(f'https://h{n % 20_000}.example/{n}?q={n}\\n')\n"
    )
    with (
        subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as source,
        subprocess.Popen(
            [sys.executable, "-m", "uriinspector.cli", "--jsonl"],
            stdin=source.stdout,
            stdout=subprocess.PIPE,
            env=environment(),
        ) as process,
    ):
        assert process.stdout is not None
        sizes, began = [], time.monotonic()
        for number, _ in enumerate(process.stdout):
            if (number + 1) % (lines // 20) == 0:
                sizes.append(resident(process.pid))
        assert len(sizes) == 20
        assert max(sizes[4:]) <= 1.05 * sizes[3], (sizes, time.monotonic() - began)


def test_protected_names_of_a_line_add_to_the_default_ones() -> None:
    usual = LineRequest("", "http://b/", "1997", ("a.example",))
    found = line_request({"text": "x", "protect": ["c.example"]}, usual)
    assert found == LineRequest("x", "http://b/", "1997", ("a.example", "c.example"))
    assert line_request({"text": "x", "base": None, "protect": None}, usual) == (
        LineRequest("x", None, "1997", ("a.example",))
    )

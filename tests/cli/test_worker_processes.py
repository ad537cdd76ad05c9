"""Worker processes: ordered results, bounded reading, and a clean end."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path

import pytest

from tests.cli.conftest import Command, environment
from tests.for_each import for_each
from uriinspector.cli.arguments import MisuseError
from uriinspector.cli.worker_processes import AHEAD, in_order

STREAM = [sys.executable, "-m", "uriinspector.cli", "--jsonl", "--jobs=2"]
ITEMS = "the items"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")


def squared(number: int) -> int:
    time.sleep(0.002 * (number % 3))
    return number * number


def refused(number: int) -> int:
    raise OSError(28, "No space left on device", f"part {number}")


def lost(_number: int) -> int:
    os._exit(9)


def lost_while_answering(_number: int) -> bytes:
    threading.Timer(0.02, os._exit, (9,)).start()
    return bytes(64 << 20)


def test_worker_results_are_in_order() -> None:
    assert list(in_order(squared, range(40), 2)) == [n * n for n in range(40)]
    assert list(in_order(squared, [], 2)) == []


def test_input_and_worker_errors_are_raised() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ValueError(ITEMS)

    results = in_order(squared, broken(), 2)
    assert next(results) == 1
    with pytest.raises(ValueError, match=ITEMS):
        next(results)
    with pytest.raises(OSError, match="No space left") as raised:
        list(in_order(refused, range(9), 2))
    assert raised.value.filename == "part 0"
    for each in (lost, lost_while_answering):
        with pytest.raises(MisuseError, match="ended unexpectedly"):
            list(in_order(each, range(9), 2))
    assert active_children() == []


def test_workers_read_a_limited_number_of_items_ahead() -> None:
    read = []

    def items() -> Iterator[int]:
        for number in range(1_000):
            read.append(number)
            yield number

    results = in_order(squared, items(), 2)
    assert next(results) == 0
    time.sleep(0.3)
    assert len(read) <= 2 * AHEAD + 3
    results.close()  # type: ignore[attr-defined]
    assert active_children() == []


def test_json_lines_are_the_same_with_several_processes(uriinspect: Command) -> None:
    given = "\n".join([f"http://a.test/{n}" if n % 700 else "{" for n in range(3_000)]).encode()
    one, two = (uriinspect("--jsonl", f"--jobs={jobs}", given=given) for jobs in (1, 2))
    assert one == two
    assert [row.split(":")[1] for row in two.err.splitlines()] == [
        f" line {n + 1}" for n in range(0, 3_000, 700)
    ]
    assert uriinspect("--jsonl", "--jobs=2", "http://a@0x7f.1/").status == 1


@for_each(
    "arguments, expected",
    (("--jsonl", "--jobs=0"), "--jobs must be a number from 1 to 256"),
    (("--jsonl", "--jobs=9999"), "--jobs must be a number from 1 to 256"),
    (("--jobs=2", "http://a/"), "--jobs needs --jsonl"),
)
def test_impossible_number_of_jobs_is_refused(
    arguments: tuple[str, ...], expected: str, uriinspect: Command
) -> None:
    answer = uriinspect(*arguments)
    assert (answer.status, answer.out) == (2, "")
    assert expected in answer.err


@contextmanager
def begun() -> Iterator[subprocess.Popen[bytes]]:
    """Start a run in a new session, wait for its first result, and leave its input open."""
    process = subprocess.Popen(
        STREAM,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"http://a.test/\n" * 2_000)
    process.stdin.flush()
    assert process.stdout.readline().startswith(b"{")
    try:
        yield process
    finally:
        if running(process.pid):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


def running(session: int) -> list[str]:
    """Return the processes of a session, without zombies."""
    found = []
    for place in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = place.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(place.parent.name)
    return found


def gone(session: int) -> bool:
    for _ in range(100):
        if not running(session):
            return True
        time.sleep(0.1)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="it looks into /proc")
@for_each(
    "to_all, what, status",
    (True, signal.SIGINT, 130),  # as terminals do it
    (False, signal.SIGINT, 130),
    (False, signal.SIGKILL, -9),
)
def test_ended_run_leaves_no_worker_processes(
    to_all: bool, what: signal.Signals, status: int
) -> None:
    with begun() as process:
        (os.killpg if to_all else os.kill)(process.pid, what)
        assert process.wait(30) == status
        if what == signal.SIGINT:
            assert process.stderr is not None
            assert process.stderr.read() == b""
        assert gone(process.pid)


@POSIX
def test_closed_output_pipe_is_not_an_error() -> None:
    with begun() as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdout.close()
        try:
            for _ in range(200):
                process.stdin.write(b"http://a.test/\n" * 1_000)
                process.stdin.flush()
        except BrokenPipeError:
            pass
        assert process.wait(30) == 141
        assert process.stderr.read() == b""

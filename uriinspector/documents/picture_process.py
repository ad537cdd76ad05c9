"""The process that reads pictures, as its parent sees it: started when the first picture comes.

Decoders of pictures and of codes are written in C, and what they read comes from the sender.  They
run in a process that can be killed, with limits of memory and of processor time, and without any
right to files, sockets and other processes (``picture_worker.py``).  There is one for each process
that scans; it is kept for the next picture, and ends with its parent.  Scanning starts no other.
"""

from __future__ import annotations

import atexit
import json
import os
import signal
import subprocess
import sys
from base64 import b64decode
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from threading import Lock, Timer
from typing import Any

from uriinspector.core.model import NamedTuple
from uriinspector.documents.picture_worker import GRACE, NO_MEMORY
from uriinspector.documents.process_guard import own_process

# What a frozen program is started with in order to be that process.
ARGUMENT = "--read-pictures"
PROGRAM = (
    "import sys; sys.path += sys.argv[1:]; "
    "from uriinspector.documents.picture_worker import main; main()"
)
LIBRARIES = ("PIL.Image", "zxingcpp")
# By the clock, for each second of processor time: where the system does not limit that, and where
# other programs take the processor.
PATIENCE, AT_LEAST = (2, 5.0) if sys.platform == "win32" else (8, 10.0)
# Longer answers are not from our program; nor are more of them.
LONGEST, MOST = 16 << 20, 2_000
# Why there is no answer.
DIED, TIME, NOT_STARTED, MISSING = "died", "time", "not started", "missing"
# The signals by which the system ends a process whose time is over.
OVER = {-getattr(signal, name, 0) for name in ("SIGPROF", "SIGXCPU", "SIGALRM")} - {0}


class ImageCode(NamedTuple):
    """A code: its text, its kind, and its corners in pixels, from the upper left one on."""

    text: str
    kind: str
    corners: tuple[tuple[int, int], ...]


class CodeImage(NamedTuple):
    """The size of the picture, its pixels made fewer (RGB, line by line), and the code in it."""

    width: int
    height: int
    columns: int
    lines: int
    dots: bytes
    code: ImageCode


class PictureReading(NamedTuple):
    """The codes of a picture, why it was not read or not in full, and what it cost."""

    codes: tuple[ImageCode, ...]
    reasons: tuple[str, ...]
    points: int
    seconds: float
    image: CodeImage | None = None


class ReadingProcess:
    """One process, from its start to its end."""

    def __init__(self) -> None:
        self.is_fresh = True
        self._process = start()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        self._is_late = False

    def ask(self, octets: bytes, request: dict[str, Any]) -> PictureReading:
        """Send a picture and take what comes back until the reasons come."""
        codes: list[ImageCode] = []
        image: CodeImage | None = None
        timer = Timer(AT_LEAST + PATIENCE * request["seconds"], self._give_up)
        timer.daemon = True
        timer.start()
        try:
            for message in self._messages(octets, request):
                if "reasons" in message:
                    self.is_fresh = False
                    reasons = tuple(str(each) for each in message["reasons"])
                    spent = max(0, int(message["points"])), max(0.0, float(message["seconds"]))
                    return PictureReading(tuple(codes), reasons, *spent, image)
                codes.append(_code(message["code"]))
                if "shown" in message:
                    image = _image(message["shown"], codes[-1])
        except (OSError, ValueError, TypeError, KeyError, IndexError):
            pass  # it has ended, or does not say what our program says
        finally:
            timer.cancel()
        reason = TIME if self.end() in OVER or self._is_late else DIED
        cost = request["points"], request["seconds"] + GRACE
        return PictureReading(tuple(codes), (reason,), *cost, image)

    def end(self) -> int:
        """Close its streams and wait for its end, which is at once: return how it ended."""
        for stream in (self._to, self._from):
            with suppress(OSError):
                stream.close()
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def leave(self) -> None:
        """Close the streams of a process that is not a child of this one but of its parent."""
        for stream in (self._to, self._from):
            os.close(stream.fileno())
        self._process.returncode = 0  # not to be waited for

    @property
    def process_id(self) -> int:
        """Return its number in the system."""
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        """Whether it has ended."""
        return self._process.poll() is not None

    def _give_up(self) -> None:
        self._is_late = True
        self._process.kill()

    def _messages(self, octets: bytes, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
        head = json.dumps({**request, "size": len(octets)}).encode()
        self._to.write(len(head).to_bytes(4, "big") + head)
        self._to.write(octets)
        self._to.flush()
        for _ in range(MOST):
            size = int.from_bytes(self._from.read(4), "big")
            if not 0 < size <= LONGEST:
                return
            yield json.loads(self._from.read(size))


def start() -> subprocess.Popen[bytes]:
    """Start the process."""
    with own_process():
        process = subprocess.Popen(
            command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=os.sep,
            # One arena: each further one takes address space, which is limited.
            env={**os.environ, "MALLOC_ARENA_MAX": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    assert process.stderr is not None
    process.stderr.close()  # what libraries complain about is lost
    return process


def command() -> list[str]:
    """Our program in the same Python, without the user's packages and the current folder."""
    if getattr(sys, "frozen", False):
        return [sys.executable, ARGUMENT]
    places = [Path(__file__).parents[2], *(_place_of(name) for name in LIBRARIES)]
    return [sys.executable, "-I", "-S", "-B", "-c", PROGRAM, *dict.fromkeys(map(str, places))]


def _place_of(name: str) -> Path:
    """Return the folder on the path that a library is in, without importing it."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parents[1]


class _Shared:
    """The process that is kept for the next picture, and the lock of those that use it."""

    process: ReadingProcess | None = None
    lock = Lock()
    is_watched = False


def read_codes(
    octets: bytes, form: str, points: int, seconds: float, wanted: str | None = None, side: int = 0
) -> PictureReading:
    """Read a picture of this format; with a text that is wanted, return its picture too.

    No side of that picture has more pixels than ``side``.
    """
    if any(find_spec(name) is None for name in LIBRARIES):
        return PictureReading((), (MISSING,), 0, 0)
    request = {"format": form, "points": points, "seconds": seconds}
    request |= {"wanted": wanted, "side": side}
    with _Shared.lock:
        _watch()
        if _Shared.process is not None and _Shared.process.has_ended:
            end_process()
        while True:
            try:
                process = _Shared.process = _Shared.process or ReadingProcess()
            except OSError:
                return PictureReading((), (NOT_STARTED,), 0, 0)
            was_fresh = process.is_fresh
            reading = process.ask(octets, request)
            if not {DIED, TIME, NO_MEMORY}.isdisjoint(reading.reasons):
                end_process()
            # An earlier picture may have left it without memory, and anyone may have ended it.
            if was_fresh or {DIED, NO_MEMORY}.isdisjoint(reading.reasons):
                return reading


def process_id() -> int | None:
    """Return the number of the process that is kept, if there is one."""
    return _Shared.process.process_id if _Shared.process is not None else None


def end_process() -> None:
    """End the process that is kept, if there is one."""
    process, _Shared.process = _Shared.process, None
    if process is not None:
        process.end()


def _watch() -> None:
    """Once: end it with this process, and do not share it with a fork."""
    if _Shared.is_watched:
        return
    _Shared.is_watched = True
    atexit.register(end_process)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_forget)


def _forget() -> None:
    """A forked process has its own: answers would get to the wrong one."""
    process, _Shared.process, _Shared.lock = _Shared.process, None, Lock()
    if process is not None:
        process.leave()


def _code(written: Any) -> ImageCode:
    text, kind, corners = written
    pairs = tuple((int(across), int(down)) for across, down in corners)
    if not isinstance(text, str) or len(pairs) != 4:
        raise ValueError(text)
    return ImageCode(text, str(kind), pairs)


def _image(written: Any, code: ImageCode) -> CodeImage:
    (width, height), (columns, lines) = map(_size, (written["size"], written["shape"]))
    dots = b64decode(written["dots"])
    if len(dots) != columns * lines * 3:
        raise ValueError(written["shape"])
    return CodeImage(width, height, columns, lines, dots, code)


def _size(written: Any) -> tuple[int, int]:
    width, height = written
    if not (isinstance(width, int) and isinstance(height, int) and min(width, height) > 0):
        raise ValueError(written)
    return width, height

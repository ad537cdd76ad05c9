"""Start the process that decodes pictures when the first one is read, and communicate with it.

The decoders of pictures and codes are written in C, and their input comes from the sender. They run
in a process that can be killed, with limits on memory and processor time, and without access to
files, sockets or other processes (``picture_worker.py``). Each scanning process has one worker,
which is reused for the next picture and ends with its parent. Scanning starts no other processes.
"""

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

# The argument that makes a frozen program become the worker process.
ARGUMENT = "--read-pictures"
PROGRAM = (
    "import sys; sys.path += sys.argv[1:]; "
    "from uriinspector.documents.picture_worker import main; main()"
)
LIBRARIES = ("PIL.Image", "zxingcpp")
# Wall-clock seconds to wait per second of processor time: for systems without a processor limit,
# and for times when other programs use the processor.
PATIENCE, AT_LEAST = (2, 5.0) if sys.platform == "win32" else (8, 10.0)
# Limits on answers: longer or more ones are not from our program.
LONGEST, MOST = 16 << 20, 2_000
# Reasons for a missing answer.
DIED, TIME, NOT_STARTED, MISSING = "died", "time", "not started", "missing"
# The signals with which the system ends a process that exceeds its time limit.
OVER = {-getattr(signal, name, 0) for name in ("SIGPROF", "SIGXCPU", "SIGALRM")} - {0}


class ImageCode(NamedTuple):
    """A code: its text, its kind, and its corners in pixels, clockwise from the upper left."""

    text: str
    kind: str
    corners: tuple[tuple[int, int], ...]


class CodeImage(NamedTuple):
    """A picture's size, its downscaled pixels (RGB, row by row), and the code in it."""

    width: int
    height: int
    columns: int
    lines: int
    dots: bytes
    code: ImageCode


class PictureReading(NamedTuple):
    """The codes in a picture, why it was not read in full, and the pixels and seconds spent."""

    codes: tuple[ImageCode, ...]
    reasons: tuple[str, ...]
    points: int
    seconds: float
    image: CodeImage | None = None


class ReadingProcess:
    def __init__(self) -> None:
        self.is_fresh = True
        self._process = start()
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        self._is_late = False

    def ask(self, octets: bytes, request: dict[str, Any]) -> PictureReading:
        """Send a picture and collect the answers until the final one."""
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
            pass  # it has ended, or its answer is invalid
        finally:
            timer.cancel()
        reason = TIME if self.end() in OVER or self._is_late else DIED
        cost = request["points"], request["seconds"] + GRACE
        return PictureReading(tuple(codes), (reason,), *cost, image)

    def end(self) -> int:
        """Close the streams, wait at most a second, and return the exit code."""
        for stream in (self._to, self._from):
            with suppress(OSError):
                stream.close()
        try:
            return self._process.wait(1)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def leave(self) -> None:
        """Close the streams in a fork, without waiting: the worker is the parent's child."""
        for stream in (self._to, self._from):
            os.close(stream.fileno())
        self._process.returncode = 0  # marks it as ended

    @property
    def process_id(self) -> int:
        return self._process.pid

    @property
    def has_ended(self) -> bool:
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
    with own_process():
        process = subprocess.Popen(
            command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=os.sep,
            # A single malloc arena: each further one takes address space, which is limited.
            env={**os.environ, "MALLOC_ARENA_MAX": "1"},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    assert process.stderr is not None
    process.stderr.close()  # warnings of libraries are discarded
    return process


def command() -> list[str]:
    """Return the command that runs the worker in the same Python.

    The worker imports nothing from the user's packages or the current folder.
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, ARGUMENT]
    places = [Path(__file__).parents[2], *(_place_of(name) for name in LIBRARIES)]
    return [sys.executable, "-I", "-S", "-B", "-c", PROGRAM, *dict.fromkeys(map(str, places))]


def _place_of(name: str) -> Path:
    """Return the import path's folder that contains a library, without importing the library."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parents[1]


class _Shared:
    process: ReadingProcess | None = None
    lock = Lock()
    is_watched = False


def read_codes(
    octets: bytes, form: str, points: int, seconds: float, wanted: str | None = None, side: int = 0
) -> PictureReading:
    """Read the codes in a picture of this format.

    If ``wanted`` is given, also return the picture with that code, downscaled to at most ``side``
    pixels per side.
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
            # An earlier picture may have exhausted its memory, and anyone may have killed it.
            if was_fresh or {DIED, NO_MEMORY}.isdisjoint(reading.reasons):
                return reading


def process_id() -> int | None:
    return _Shared.process.process_id if _Shared.process is not None else None


def end_process() -> None:
    process, _Shared.process = _Shared.process, None
    if process is not None:
        process.end()


def _watch() -> None:
    """Ensure, once, that the worker ends with this process and is not shared with forks."""
    if _Shared.is_watched:
        return
    _Shared.is_watched = True
    atexit.register(end_process)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_forget)


def _forget() -> None:
    """Drop the worker in a forked process: sharing it would mix up the answers."""
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

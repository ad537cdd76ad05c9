"""The process that decodes pictures and searches them for codes; it does nothing else.

It imports what it needs, gives up all rights that decoding does not need, and then answers requests
on its standard streams. Everywhere but on Windows it limits its memory and can open no more files;
on Linux with seccomp it can only make the system calls of a computation. None of this can be
undone. ``picture_process.py`` starts it, and ends it when a picture takes too long. A message is
its length in four bytes and JSON; a request is followed by the bytes of the picture.
"""

from __future__ import annotations

import io
import json
import os
import signal
import struct
import sys
import warnings
from base64 import b64encode
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from math import ceil, sqrt
from time import process_time
from typing import TYPE_CHECKING, Any, BinaryIO

from uriinspector.core.model import NamedTuple
from uriinspector.documents import process_guard
from uriinspector.documents.picture_formats import FRAMES, POINTS

if TYPE_CHECKING:
    from PIL.Image import Image

# The allowed system calls (linux/unistd.h): reading and writing open files, memory, threads,
# clocks, signals to itself, exit.
ALLOWED = {
    "x86_64": (
        *(0, 1, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 19, 20, 24, 25, 28, 35, 38, 39, 60, 96),
        *(97, 98, 99, 100, 131, 186, 201, 202, 204, 219, 228, 229, 230, 231, 271, 273, 309, 318),
        *(324, 334),
    ),
    "aarch64": (
        *(57, 62, 63, 64, 65, 66, 67, 73, 80, 93, 94, 98, 99, 101, 103, 113, 114, 115, 123, 124),
        *(128, 132, 134, 135, 139, 153, 163, 165, 168, 169, 172, 178, 179, 214, 215, 216, 222, 226),
        *(233, 278, 283, 293),
    ),
}
# A clone with this flag is a thread of this process; any other clone is a new process.
CLONE = {"x86_64": 56, "aarch64": 220}
CLONE_3 = 435
THREAD = 0x0001_0000
ARCHITECTURE = {"x86_64": 0xC000_003E, "aarch64": 0xC000_00B7}
# Instructions of the filter (linux/filter.h) and its return values (linux/seccomp.h).
LOAD, EQUAL, ANY_BIT, ANSWER = 0x20, 0x15, 0x45, 0x06
ALLOW, REFUSE, KILL = 0x7FFF_0000, 0x0005_0000, 0x8000_0000
NOT_PERMITTED, NO_SUCH_CALL = 1, 38
NUMBER_AT, ARCHITECTURE_AT, FIRST_ARGUMENT_AT = 0, 4, 16
SET_NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER = 38, 22, 2


def close_process(memory: int) -> None:
    """Set the resource limits, then install the filter."""
    if sys.platform == "win32":
        return
    import resource

    try:
        import ctypes

        control = ctypes.CDLL(None).prctl
    except (ImportError, OSError, AttributeError):  # not in this Python or on this system
        control = None
    for limit, most in (
        ("RLIMIT_CORE", 0),
        ("RLIMIT_FSIZE", 0),
        ("RLIMIT_NOFILE", 3),
        ("RLIMIT_AS", memory),
    ):
        try:
            resource.setrlimit(getattr(resource, limit), (most, most))
        except (OSError, ValueError):  # not supported by this system
            continue
    machine = os.uname().machine
    if control and sys.platform == "linux" and machine in ALLOWED and struct.calcsize("P") == 8:
        lines = filter_for(machine)
        kept = ctypes.create_string_buffer(lines, len(lines))
        program = struct.pack("HxxxxxxP", len(lines) // 8, ctypes.addressof(kept))
        # A kernel without filters leaves the process unfiltered.
        if control(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) == 0:
            control(SET_SECCOMP, FILTER, program, 0, 0)


def filter_for(machine: str) -> bytes:
    """Return the seccomp program, which refuses all system calls but those allowed."""

    def instruction(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
        return struct.pack("HBBI", code, yes, no, value)

    calls = ALLOWED[machine]
    lines = [
        instruction(LOAD, ARCHITECTURE_AT),
        instruction(EQUAL, ARCHITECTURE[machine], 1, 0),
        instruction(ANSWER, KILL),
        instruction(LOAD, NUMBER_AT),
        # The C library then creates threads with the older call, whose flags can be checked.
        instruction(EQUAL, CLONE_3, 0, 1),
        instruction(ANSWER, REFUSE | NO_SUCH_CALL),
        instruction(EQUAL, CLONE[machine], 0, 4),
        instruction(LOAD, FIRST_ARGUMENT_AT),
        instruction(ANY_BIT, THREAD, 0, 1),
        instruction(ANSWER, ALLOW),
        instruction(ANSWER, REFUSE | NOT_PERMITTED),
    ]
    for at, call in enumerate(calls):
        lines.append(instruction(EQUAL, call, len(calls) - at, 0))
    lines.append(instruction(ANSWER, REFUSE | NOT_PERMITTED))
    lines.append(instruction(ANSWER, ALLOW))
    return b"".join(lines)


# Limit on counting TIFF frames: the time can grow with the square of their number.
MANY = 1_000
# A larger picture is searched at this size first, then in tiles at full size: the time of a
# search can grow with the square of the pixels.
REDUCED = 2_000_000
TILE, OVERLAP = 1_536, 384
# The maximum number of codes per search, and of characters per code.
CODES, LONGEST = 64, 8_192
# The memory limit in bytes, enough to decode a picture of the largest size.
MEMORY = 800 << 20
# The JPEG 2000 decoder takes at least four bytes per value of a pixel, and reports a damaged
# picture when it runs out of memory.
POINTS_IN_MEMORY = MEMORY // 6
# Seconds after its time limit at which a busy decoder is killed.
GRACE = 1.5
# The Pillow module and class that decode each format.
DECODERS = {
    "PNG": ("PngImagePlugin", "PngImageFile"),
    "JPEG": ("JpegImagePlugin", "JpegImageFile"),
    "GIF": ("GifImagePlugin", "GifImageFile"),
    "BMP": ("BmpImagePlugin", "BmpImageFile"),
    "TIFF": ("TiffImagePlugin", "TiffImageFile"),
    "WEBP": ("WebPImagePlugin", "WebPImageFile"),
    "JPEG2000": ("Jpeg2KImagePlugin", "Jpeg2KImageFile"),
    "AVIF": ("AvifImagePlugin", "AvifImageFile"),
    "ICO": ("IcoImagePlugin", "IcoFile"),
}
# Modules that decoders would import later, when files can no longer be opened.
ALSO = ("copy", "zxingcpp", "PIL.ImageSequence", "PIL.ImageOps", "encodings.latin_1")
# Reasons why a picture was not read, or not in full.
DAMAGED, LARGE, SPENT, MORE_FRAMES, NOT_IN_FULL, NO_MEMORY = (
    "damaged",
    "large",
    "spent",
    "frames",
    "full",
    "memory",
)


class BarcodeText(NamedTuple):
    """A code: its text, its kind, and its corners in pixels, clockwise from the upper left."""

    text: str
    kind: str
    corners: tuple[tuple[int, int], ...]


class Allowance:
    """The pixels and the seconds of processor time left for one picture."""

    def __init__(self, points: int, seconds: float) -> None:
        self.points = points
        self._end = process_time() + seconds

    def take(self, points: int) -> bool:
        """Charge pixels to be decoded or searched; return False if there are too many."""
        if points > self.points or process_time() > self._end:
            return False
        self.points -= points
        return True


def main() -> None:
    """Answer requests until the other end closes the stream."""
    source, sink = open(0, "rb", closefd=False), open(1, "wb", closefd=False)  # noqa: SIM115 - numbers
    from PIL import AvifImagePlugin, Image

    for name in (*ALSO, *(f"PIL.{module}" for module, _ in DECODERS.values())):
        import_module(name)
    # Pillow refuses pictures of twice this size, including embedded ones with a size of their own.
    Image.MAX_IMAGE_PIXELS = POINTS // 2
    AvifImagePlugin.DEFAULT_MAX_THREADS = 1
    warnings.simplefilter("ignore")
    if sys.platform != "win32":
        import fcntl

        # Signal new input and the end of the stream.
        signal.signal(signal.SIGIO, signal.SIG_IGN)
        with suppress(OSError):  # pipes may not support it
            fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
            fcntl.fcntl(0, fcntl.F_SETFL, os.O_ASYNC)
    process_guard.install()  # for systems without the limits below
    close_process(MEMORY)
    serve(source, sink)


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    while len(size := source.read(4)) == 4:
        request = json.loads(source.read(int.from_bytes(size, "big")))
        octets = source.read(request["size"])
        start, allowance = process_time(), Allowance(request["points"], request["seconds"])
        with watched(request["seconds"]):
            reasons = answer(sink, octets, request, allowance)
        spent = request["points"] - allowance.points
        send(sink, {"reasons": reasons, "points": spent, "seconds": process_time() - start})
        del octets
        if NO_MEMORY in reasons:
            return  # the parent starts a new process


class watched:  # noqa: N801 - used like a function
    """A context in which the system ends this process on timeout or when its parent disconnects."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __enter__(self) -> None:
        self._set(self._seconds + GRACE)

    def __exit__(self, *_: object) -> None:
        self._set(0)

    def _set(self, seconds: float) -> None:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, seconds)
            # The only event on the stream now is its end.
            signal.signal(signal.SIGIO, signal.SIG_DFL if seconds else signal.SIG_IGN)


def answer(
    sink: BinaryIO, octets: bytes, request: dict[str, Any], allowance: Allowance
) -> list[str]:
    """Send each code when it is found; return the reasons why not everything was read."""
    reasons: list[str] = []
    wanted, seen = request.get("wanted"), set()
    try:
        for frame, codes in searched(request["format"], octets, allowance, reasons):
            for code in codes:
                if wanted is None and code.text not in seen:
                    send(sink, {"code": code})
                elif code.text == wanted:
                    send(sink, {"code": code, "shown": shown(frame, request["side"])})
                    return reasons
                seen.add(code.text)
    except MemoryError:
        reasons.append(NO_MEMORY)
    except Exception as error:  # noqa: BLE001 - whatever a library raises at a broken picture
        reasons.append(LARGE if type(error).__name__ == "DecompressionBombError" else DAMAGED)
    return reasons


def send(sink: BinaryIO, message: dict[str, Any]) -> None:
    text = json.dumps(message).encode()
    sink.write(len(text).to_bytes(4, "big") + text)
    sink.flush()


def searched(
    form: str, octets: bytes, allowance: Allowance, reasons: list[str]
) -> Iterator[tuple[Image, list[BarcodeText]]]:
    """Yield the codes of each frame; large ones are searched downscaled, then at full size."""
    large: list[int] = []
    kept: tuple[int, Image, Image] | None = None
    for number, frame in frames(form, octets):
        reason = refusal(form, number, frame, allowance)
        if reason is not None:
            reasons.append(reason)
            continue
        dots = in_grey(frame)
        if dots.width * dots.height <= REDUCED:
            yield frame, codes_in(dots)
            continue
        yield frame, codes_in(*reduced(dots))
        large.append(number)
        kept = number, frame, dots
    for number in large:
        if kept is not None and kept[0] == number:
            frame, dots = kept[1:]
        else:
            frame = next(frame for at, frame in frames(form, octets) if at == number)
            if not allowance.take(frame.width * frame.height):
                reasons.append(NOT_IN_FULL)
                return
            dots = in_grey(frame)
        for box in tiles(*dots.size):
            if not allowance.take((box[2] - box[0]) * (box[3] - box[1])):
                reasons.append(NOT_IN_FULL)
                return
            yield frame, codes_in(dots.crop(box), 1, box[:2])


def refusal(form: str, number: int, frame: Image, allowance: Allowance) -> str | None:
    """Return why a frame is not decoded; otherwise charge its pixels and return None."""
    points = frame.width * frame.height
    if number == FRAMES:
        count = counted(form, frame)
        return f"{MORE_FRAMES} of {count}" if count else MORE_FRAMES
    if points > POINTS:
        return LARGE
    if form == "JPEG2000" and points * len(frame.getbands()) > POINTS_IN_MEMORY:
        return NO_MEMORY
    return None if allowance.take(points + min(points, REDUCED)) else SPENT


def frames(form: str, octets: bytes) -> Iterator[tuple[int, Image]]:
    """Yield the first frames with their numbers, undecoded, and one more if there are more.

    PIL.Image.open imports all decoders if none of those it knows accepts the picture, and the EPS
    one starts Ghostscript. Creating the class of the format avoids that.
    """
    if "+" in form:
        yield from halves(form, octets)
        return
    module, name = DECODERS[form]
    picture = getattr(import_module(f"PIL.{module}"), name)(io.BytesIO(octets))
    if form == "ICO":  # whose frames are complete pictures of different sizes
        count = min(len(picture.entry), FRAMES + 1)
        yield from ((number, picture.frame(number)) for number in range(count))
        return
    for number in range(FRAMES + 1):
        try:
            picture.seek(number)
        except EOFError:
            return
        yield number, picture


def halves(form: str, octets: bytes) -> Iterator[tuple[int, Image]]:
    """Yield an almost square picture joined from its two halves, or nothing.

    ``form`` has the halves' formats and the size of the first: "PNG+JPEG+1234".
    """
    one, other, size = form.split("+")
    parts = (one, octets[: int(size)]), (other, octets[int(size) :])
    first, second = (next(picture for _, picture in frames(*each)) for each in parts)
    (width, height), (wide, high) = first.size, second.size
    if width == wide and 2 * max(height, high) < 3 * width:
        whole, place = (width, height + high), (0, height)
    elif height == high:
        whole, place = (width + wide, height), (width, 0)
    else:
        return
    if 4 * min(whole) < 3 * max(whole) or whole[0] * whole[1] > POINTS:
        return
    from PIL.Image import new

    paper = new("L", whole, 255)
    paper.paste(in_grey(first))
    paper.paste(in_grey(second), place)
    yield 0, paper


def counted(form: str, picture: Any) -> int:
    """Return the number of all frames, or 0 if counting them would take too long."""
    if form == "ICO":
        return 0
    if form == "TIFF":
        # One by one: Pillow assumes that the requested frame exists.
        for number in range(FRAMES, MANY + 1):
            try:
                picture.seek(number)
            except EOFError:
                return number
        return 0
    return int(getattr(picture, "n_frames", 0))


def in_grey(image: Image) -> Image:
    """Convert to grayscale; transparent pixels become white."""
    if not image.has_transparency_data:
        return image.convert("L")
    if image.mode not in {"LA", "RGBA"}:
        image = image.convert("RGBA")
    from PIL.Image import new

    paper = new("L", image.size, 255)
    paper.paste(image.convert("L"), mask=image.getchannel("A"))
    return paper


def reduced(dots: Image) -> tuple[Image, float]:
    """Return a smaller picture and the scale factor back to the original."""
    scale = sqrt(dots.width * dots.height / REDUCED)
    from PIL.Image import Resampling

    size = max(1, int(dots.width / scale)), max(1, int(dots.height / scale))
    return dots.resize(size, Resampling.BOX), scale


def tiles(width: int, height: int) -> Iterator[tuple[int, int, int, int]]:
    """Return overlapping boxes of about equal size that cover a picture."""
    across, down = steps(width), steps(height)
    return ((left, top, right, bottom) for top, bottom in down for left, right in across)


def steps(length: int) -> list[tuple[int, int]]:
    """Return the overlapping sections that cover one side."""
    count = max(1, ceil((length - OVERLAP) / (TILE - OVERLAP)))
    size = ceil((length + (count - 1) * OVERLAP) / count)
    starts = [round(at * (length - size) / max(1, count - 1)) for at in range(count)]
    return [(start, start + size) for start in starts]


def codes_in(
    dots: Image, scale: float = 1, offset: tuple[int, int] | tuple[int, ...] = (0, 0)
) -> list[BarcodeText]:
    """Return the codes in a grayscale picture, with corners in the coordinates of the whole."""
    import zxingcpp

    view = memoryview(dots.tobytes()).cast("B", shape=[dots.height, dots.width])
    result = []
    for each in zxingcpp.read_barcodes(view, text_mode=zxingcpp.TextMode.Plain)[:CODES]:
        place = each.position
        corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
        points = tuple(
            (int(corner.x * scale) + offset[0], int(corner.y * scale) + offset[1])
            for corner in corners
        )
        if each.text:
            result.append(BarcodeText(each.text[:LONGEST], str(each.format), points))
    return result


def shown(frame: Image, side: int) -> dict[str, Any]:
    """Return the size of a frame and its pixels (RGB, row by row), downscaled to ``side``."""
    from PIL.Image import new

    size = frame.size
    image = frame.convert("RGBA" if frame.has_transparency_data else "RGB")
    image.thumbnail((side, side))
    if image.mode == "RGBA":
        paper = new("RGBA", image.size, "white")
        paper.alpha_composite(image)
        image = paper.convert("RGB")
    return {"size": size, "shape": image.size, "dots": b64encode(image.tobytes()).decode()}

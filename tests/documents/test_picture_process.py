"""The process that decodes images: limits, sandbox and lifetime."""

import io
import json
import os
import signal
import subprocess
import sys
import time
from base64 import encodebytes
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import uriinspector
from tests.architecture.source import ROOT
from tests.documents.mails import simple
from tests.documents.samples import URL, code, patterns, picture, zipped
from uriinspector.analysis.finding import Finding
from uriinspector.documents import picture_process
from uriinspector.documents.picture_formats import POINTS
from uriinspector.documents.picture_process import DIED, TIME, end_process, process_id, read_codes
from uriinspector.documents.picture_worker import MEMORY, OVERLAP, TILE, Allowance, answer, tiles

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="rights are those of Linux")
NOT_WINDOWS = pytest.mark.skipif(sys.platform == "win32", reason="signals are those of POSIX")
# Replacements for the worker that fail as a faulty decoder could.
FAULTS = {
    "abort": ("import os; os.abort()", DIED),
    "exit": ("pass", DIED),
    "loop": ("import signal\nsignal.setitimer(signal.ITIMER_PROF, 0.1)\nwhile True: pass", TIME),
    "silence": ("import time; time.sleep(600)", TIME),
    "garbage": ("sys.stdout.buffer.write(b'x' * 99)", DIED),
    "wrong": ("m = b'{\"code\": 7}'; o.write(len(m).to_bytes(4, 'big') + m)", DIED),
    "endless": ("m = b'{\"code\": [\"a\", \"b\", [[1, 1], [1, 1], [1, 1], [1, 1]]]}'\n"
                "while True: o.write(len(m).to_bytes(4, 'big') + m)", DIED),
}  # fmt: skip


@pytest.fixture(autouse=True)
def own_reader() -> Iterator[None]:
    """Run each test without a decoder process, before and after."""
    end_process()
    yield
    end_process()


def replaced(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Replace the worker with a program that runs once it has received the image."""
    taken = (
        "import json, sys; i, o = sys.stdin.buffer, sys.stdout.buffer\n"
        "i.read(json.loads(i.read(int.from_bytes(i.read(4), 'big')))['size'])\n"
    )
    monkeypatch.setattr(picture_process, "PROGRAM", taken + program)
    monkeypatch.setattr(picture_process, "AT_LEAST", 2.0)
    monkeypatch.setattr(picture_process, "PATIENCE", 0.0)


def stopped(document: uriinspector.Document) -> list[Finding]:
    return [each for each in document.findings if each.code == "reading-stopped"]


def asked(form: str, octets: bytes, points: int = 10 * POINTS) -> tuple[list[str], list[str], int]:
    """Return texts, reasons and number of pixels for one image, decoded in this process."""
    sink, allowance = io.BytesIO(), Allowance(points, 60)
    reasons = answer(sink, octets, {"format": form}, allowance)
    texts, written = [], sink.getvalue()
    while written:
        size = 4 + int.from_bytes(written[:4], "big")
        texts.append(json.loads(written[4:size])["code"][0])
        written = written[size:]
    return texts, reasons, points - allowance.points


def saved(form: str, *frames: Image.Image, **options: Any) -> bytes:
    made = io.BytesIO()
    if len(frames) > 1:
        options |= {"save_all": True, "append_images": list(frames[1:])}
    frames[0].save(made, form, **options)
    return made.getvalue()


def test_oversized_frame_is_not_decoded_after_a_small_one() -> None:
    huge = Image.new("1", (8_000, 5_001))
    octets = saved("TIFF", Image.new("1", (9, 9)), huge, code(), compression="tiff_deflate")
    texts, reasons, points = asked("TIFF", octets)
    assert (texts, reasons) == ([URL], ["large"])
    assert points == 2 * (81 + code().width * code().height)
    (found,) = stopped(uriinspector.scan(octets))
    assert (found.severity, found.start, found.end) == ("low", 0, len(octets))


@pytest.mark.parametrize("form", ["GIF", "TIFF", "WEBP", "PNG", "AVIF"])
def test_each_picture_frame_is_charged(form: str) -> None:
    frames = [Image.new("L", (200, 100), shade) for shade in (0, 99, 180, 250)]
    octets = saved(form, *frames)
    assert asked(form, octets) == ([], [], 2 * 200 * 100 * 4)
    assert asked(form, octets, 2 * 200 * 100 * 3 + 1)[1:] == (["spent"], 2 * 200 * 100 * 3)


def test_each_image_of_an_icon_is_charged_by_its_size() -> None:
    octets = saved("ICO", Image.new("RGB", (64, 64)), sizes=[(64, 64), (32, 32), (16, 16)])
    assert asked("ICO", octets) == ([], [], 2 * (64 * 64 + 32 * 32 + 16 * 16))
    inner = saved("PNG", Image.new("1", (8_000, 5_001)))
    head = b"\0\0\1\0\1\0\x10\x10\0\0\1\0\1\0" + len(inner).to_bytes(4, "little") + b"\x16\0\0\0"
    assert asked("ICO", head + inner) == ([], ["large"], 0)


def test_only_the_first_images_of_an_icon_are_decoded() -> None:
    sizes = [(side, side) for side in range(20, 10, -1)]
    octets = saved("ICO", Image.new("RGB", (20, 20)), sizes=sizes)
    assert asked("ICO", octets)[1:] == (["frames"], 2 * sum(side**2 for side, _ in sizes[:8]))


def test_large_image_is_searched_scaled_down_and_in_tiles() -> None:
    white = Image.new("L", (3_000, 2_000), 255)
    white.paste(code(), (1_450, 950))
    texts, reasons, points = asked("PNG", saved("PNG", white))
    assert (texts, reasons) == ([URL], [])
    boxes = list(tiles(3_000, 2_000))
    assert points == 6_000_000 + 2_000_000 + sum((r - l) * (b - t) for l, t, r, b in boxes)  # noqa: E741
    rest = asked("PNG", saved("PNG", white), 9_000_000)
    assert (rest[1], rest[2]) == (["full"], 8_000_000)


@given(st.integers(1, 20_000), st.integers(1, 20_000))
def test_tiles_cover_a_picture_and_overlap(width: int, height: int) -> None:
    boxes = list(tiles(width, height))
    for first, last, length in ((0, 2, width), (1, 3, height)):
        stretches = sorted({(box[first], box[last]) for box in boxes})
        assert (stretches[0][0], max(end for _, end in stretches)) == (0, length)
        assert all(0 < end - start <= TILE for start, end in stretches)
        for (_, end), (start, _) in pairwise(stretches):
            assert end - start >= OVERLAP - 1
    assert len(boxes) == len({box[0] for box in boxes}) * len({box[1] for box in boxes})


@pytest.mark.parametrize("fault", FAULTS)
def test_failing_decoder_is_reported_and_the_rest_is_read(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, reason = FAULTS[fault]
    replaced(monkeypatch, program)
    body = encodebytes(picture())
    image = b"Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n" + body
    parts = (image, b"Content-Type: text/plain\n\nhttp://a.test/")
    mail = simple(
        "Content-Type: multipart/mixed; boundary=b",
        b"".join(b"--b\n" + each + b"\n" for each in parts) + b"--b--",
    )
    document = uriinspector.scan(mail)
    assert [link.value for link in document.links if link.element is None] == ["http://a.test/"]
    (found,) = stopped(document)
    assert found.severity == "medium"
    assert mail[found.start : found.end].strip() == body.strip()
    (left_out,) = document.not_examined
    assert left_out.part == "1.1"
    words = {
        DIED: "the process that reads images crashed",
        TIME: "reading the image takes more time",
    }
    assert left_out.reason.startswith(words[reason])


def test_decoder_that_cannot_be_started_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(picture_process, "command", lambda: ["/nowhere/at/all"])
    (left_out,) = uriinspector.scan(picture()).not_examined
    assert left_out.reason == "the process that reads images could not be started"


def test_many_images_are_read_by_one_process() -> None:
    archive = zipped({f"{at}.png": picture(text=f"{URL}{at}") for at in range(9)})
    assert len(uriinspector.scan(archive).links) == 9
    first = process_id()
    uriinspector.scan(archive)
    assert process_id() == first is not None


@NOT_WINDOWS
def test_killed_decoder_is_restarted() -> None:
    uriinspector.scan(picture())
    os.kill(process_id() or 0, signal.SIGKILL)
    document = uriinspector.scan(picture())
    assert [link.value for link in document.links] == [URL]
    assert (document.not_examined, document.findings) == ((), ())


def test_document_without_images_starts_no_process() -> None:
    uriinspector.scan(simple("Content-Type: text/html", b"<img src=a.png><a href=b>c</a>"))
    assert process_id() is None


def test_threads_share_the_picture_process() -> None:
    def read(number: int) -> list[str]:
        octets = picture(text=f"{URL}{number}")
        return [code.text for code in read_codes(octets, "PNG", POINTS, 5).codes]

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(read, range(24))) == [[f"{URL}{at}"] for at in range(24)]


def test_images_are_read_after_all_texts() -> None:
    told: list[str] = []
    archive = zipped({"a.png": picture(), "b.txt": b"http://b.test/", "c.txt": b"http://c.test/"})
    uriinspector.scan(
        archive,
        sink=lambda leaf, start, end: told.extend(map(leaf.value, leaf.locations[start:end])),
    )
    assert told == ["http://b.test/", "http://c.test/", URL]


def test_picture_budget_is_shared_and_small_images_come_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[tuple[int, int, float]] = []

    def read(octets: bytes, _form: str, points: int, seconds: float) -> Any:
        given.append((len(octets), points, seconds))
        return picture_process.PictureReading((), (), points, seconds)

    monkeypatch.setattr(picture_process, "read_codes", read)
    members = {f"{at}.png": picture() + bytes(100 - at) for at in range(40)}
    document = uriinspector.scan(zipped(members))
    assert [size for size, _, _ in given] == sorted(size for size, _, _ in given)
    assert {points for _, points, _ in given} == {10_000_000}
    assert len(given) == 12  # then the seconds are spent, one for each
    assert len(document.not_examined) == 28
    assert [each.severity for each in stopped(document)] == ["low"]


RUN = """
import json, os, sys
sys.path.insert(0, {root!r})
from uriinspector.documents import picture_process as p
import uriinspector as ui
from tests.documents.samples import URL, patterns, picture
def read(): return [link.value for link in ui.scan(picture()).links]
reader = p.process_id
"""


def output(program: str) -> list[str]:
    command = [sys.executable, "-c", RUN.format(root=str(ROOT)) + program]
    answer = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert (answer.returncode, answer.stderr) == (0, "")
    return answer.stdout.split()


def test_script_without_main_guard_is_not_run_again(tmp_path: Path) -> None:
    script = tmp_path / "plain.py"
    script.write_text(
        RUN.format(root=str(ROOT)) + "print('once')\nprint(*read())\n", encoding="utf-8"
    )
    answer = subprocess.run(
        [sys.executable, str(script)], capture_output=True, check=True, text=True, cwd=ROOT
    )
    assert (answer.stdout.split(), answer.stderr) == (["once", URL], "")


@NOT_WINDOWS
def test_forked_process_has_its_own_decoder() -> None:
    program = """
import warnings; warnings.simplefilter("ignore", DeprecationWarning)  # of a fork with threads
read(); mine = reader()
if os.fork() == 0:
    assert reader() is None
    assert read() == [URL] and reader() != mine
    p.end_process(); os._exit(0)
assert os.wait()[1] == 0
assert read() == [URL] and reader() == mine
print("fine")
"""
    assert output(program) == ["fine"]


def test_guard_allows_only_the_decoder_process() -> None:
    program = """
from uriinspector.documents.process_guard import install
install()
print(*read())
import subprocess
try: subprocess.Popen(p.command())
except PermissionError: print("refused")
"""
    assert output(program) == [URL, "refused"]


def is_gone(process: int) -> bool:
    for _ in range(100):
        try:
            if Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.1)
    return False


@LINUX
@pytest.mark.parametrize("is_busy", [False, True])
def test_decoder_ends_when_its_parent_is_killed(is_busy: bool) -> None:
    octets = saved("PNG", patterns(1_400)) if is_busy else b""
    program = """
read(); print(reader(), flush=True)
octets = sys.stdin.buffer.read()
p.read_codes(octets, "PNG", 10**9, 60)
import time; time.sleep(60)
"""
    script = RUN.format(root=str(ROOT)) + program
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as started:
        assert started.stdin
        assert started.stdout
        child = int(started.stdout.readline())
        if is_busy:
            started.stdin.write(octets)
            started.stdin.close()
            time.sleep(0.3)
        started.kill()
    assert is_gone(child)


@LINUX
def test_decoder_is_sandboxed() -> None:
    uriinspector.scan(picture())
    about = Path(f"/proc/{process_id()}")
    limits = [line.split() for line in (about / "limits").read_text().splitlines()]
    assert [int(words[3]) for words in limits if words[1:3] == ["open", "files"]] == [3]
    assert [int(words[3]) for words in limits if words[1:3] == ["address", "space"]] == [MEMORY]
    files = {str(each.readlink()) for each in (about / "fd").iterdir()}
    # Newer versions of libffi keep a file open.
    assert {each.partition(":")[0] for each in files if "/libffi.so" not in each} == {"pipe"}
    status = (about / "status").read_text().split()
    assert status[status.index("Seccomp:") + 1] == "2"


@LINUX
@pytest.mark.parametrize(
    "attempt",
    ["os.open('/etc/passwd', os.O_RDONLY)", "os.stat('/etc/passwd')", "os.mkdir('made')",
        "os.fork()", "os.execv('/bin/true', ['true'])", "os.kill(os.getppid(), 0)",
        "socket.socket()", "os.pipe()"],
)  # fmt: skip
def test_sandbox_refuses_files_and_connections(attempt: str) -> None:
    program = f"""
import os, socket, sys, threading
sys.path.append({str(ROOT)!r})
from uriinspector.documents.picture_worker import close_process
close_process(800 << 20)
thread = threading.Thread(target=print, args=("thread",)); thread.start(); thread.join()
try:
    {attempt}
except OSError: print("refused")
"""
    answer = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=False
    )
    assert answer.stdout.split() == ["thread", "refused"], answer.stderr


@pytest.mark.parametrize("form", ["GIF", "PNG", "WEBP", "AVIF", "TIFF"])
def test_animation_is_decoded_in_the_sandbox(form: str) -> None:
    frames = [Image.new("RGB", code().size, shade) for shade in ("red", "blue")]
    assert [link.value for link in uriinspector.scan(saved(form, *frames, code())).links] == [URL]


BOMBS: dict[str, Callable[[], bytes]] = {
    "patterns": lambda: saved("PNG", patterns(6_300)),
    "patterns in many": lambda: zipped(
        {f"{at}.png": saved("PNG", patterns(2_000)) for at in range(40)},
    ),
    "frames": lambda: saved("TIFF", *[Image.new("RGB", (6_300, 6_300))] * 8,
        compression="tiff_deflate"),
    "frames behind a small one": lambda: saved("TIFF", Image.new("1", (9, 9)),
        *[Image.new("1", (20_000, 20_000))] * 7, compression="group4"),
    "moving": lambda: saved("GIF", *[Image.new("P", (6_000, 6_000), at) for at in range(8)]),
    "samples": lambda: saved("JPEG2000", Image.new("RGBA", (6_300, 6_300))),
    "canvas": lambda: saved("WEBP", Image.new("RGB", (6_300, 6_300))),
}  # fmt: skip
MEASURE = """
import os, resource, sys
sys.path.insert(0, sys.argv[1])
import uriinspector
from uriinspector.documents import picture_process as p
uriinspector.scan(sys.stdin.buffer.read())
lines = [line for number in (os.getpid(), p.process_id()) if number
         for line in open(f"/proc/{number}/status") if line.startswith("VmHWM")]
p.end_process()
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
seconds = sum(each.ru_utime + each.ru_stime for each in used)
print(seconds, sum(int(each.split()[1]) for each in lines))
"""


@LINUX
@pytest.mark.full
@pytest.mark.parametrize("bomb", BOMBS)
def test_image_bomb_costs_at_most_twenty_seconds_and_a_gigabyte(bomb: str) -> None:
    answer = subprocess.run(
        [sys.executable, "-c", MEASURE, str(ROOT)],
        input=BOMBS[bomb](),
        capture_output=True,
        check=True,
    )
    seconds, memory = map(float, answer.stdout.split())
    assert seconds < 20
    assert memory < 1 << 20  # in KB

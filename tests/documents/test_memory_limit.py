"""The program under a limit of 1 GiB: no hostile file needs more or ends it."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.documents.samples import zipped
from tests.documents.test_hostile import HEAD, PIECES
from tests.for_each import for_each

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux"),
]
LIMIT = 1 << 30
SIZE = 3_000_000
MB = 1 << 20
PROGRAM = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[1]),) * 2)
from uriinspector.cli.main import main
sys.exit(main(["scan", "--format", "jsonl", sys.argv[2]]))
"""


def value(unit: str) -> Callable[[], bytes]:
    return lambda: (
        b'<!doctype html><a href="http://a.example/%s">x</a>'
        % (unit.encode() * (SIZE // len(unit.encode())))
    )


def packed(times: int, octets: bytes) -> bytes:
    for _ in range(times):
        octets = zipped({f"{number}.zip": octets for number in range(10)})
    return octets


BOMBS: dict[str, Callable[[], bytes]] = {
    **{
        f"value of {unit!a}": value(unit)
        for unit in ("%25", "%2525", "%01", "%0A", "%41", "%FF", "%C0%80", "%zz", "../", "\u202e")
    },
    "zip of blanks": lambda: zipped({"a.txt": b" " * (200 * MB)}),
    "zip of links": lambda: zipped({"a.txt": b"http://a.b/ " * (8 * MB)}),
    "zip of zips": lambda: packed(5, zipped({"a.txt": b"http: " * MB})),
    "many members": lambda: packed(3, zipped({str(number): b"" for number in range(500)})),
    "gzip of links": lambda: gzip.compress(b"<a href=x>" * (20 * MB)),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(bytes(250 * MB))),
    "bzip": lambda: bz2.compress(b"http://a.b/\n" * (10 * MB)),
    "xz": lambda: lzma.compress(bytes(200 * MB), preset=0),
    "text without an end": lambda: b"a" * (60 * MB),
    "blanks": lambda: b" " * (60 * MB),
    "noise": lambda: random.Random(1).randbytes(20 * MB),
    "one line of links": lambda: b"http://a.b/," * (SIZE // 12),
    "message of parts": lambda: (
        HEAD + b'Content-Type: multipart/mixed; boundary="a"\n\n' + b"--a\n\nhttp://b/\n" * 200_000
    ),
}


def test_names_of_hostile_samples_are_unique() -> None:
    assert not set(BOMBS) & set(PIECES)


@for_each("name", *BOMBS, *PIECES)
def test_hostile_file_needs_less_than_one_gigabyte(tmp_path: Path, name: str) -> None:
    file = tmp_path / "hostile"
    file.write_bytes(BOMBS[name]() if name in BOMBS else PIECES[name](SIZE))
    with (tmp_path / "out").open("wb") as to:
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(LIMIT), str(file)],
            stdout=to,
            stderr=subprocess.PIPE,
            timeout=600,
            check=False,
        )
    assert done.returncode in {0, 1, 2, 3}, done.stderr[-2_000:]
    assert b"Traceback" not in done.stderr
    # Five million links do not fit; then a sentence says so.
    assert b"MemoryError" not in done.stderr

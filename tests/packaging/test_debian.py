"""The source for Debian: what it asks for is what its wheels fit, and its build has its version."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.architecture.source import ROOT

if TYPE_CHECKING:
    from pathlib import Path

DEBIAN = ROOT / "packaging/debian"
PURE = "idna-3.20-py3-none-any.whl"
OLD = "sortedcontainers-2.4.0-py2.py3-none-any.whl"
QT = "shiboken6-6.11.3-cp310-abi3-manylinux_2_34_x86_64.whl"
CFFI = "cffi-2.1.1-cp311-cp311-manylinux2014_x86_64.manylinux_2_17_x86_64.whl"
CFFI_ARM = "cffi-2.1.1-cp311-cp311-manylinux_2_26_aarch64.manylinux_2_28_aarch64.whl"
CFFI_313 = "cffi-2.1.1-cp313-cp313-manylinux2014_x86_64.manylinux_2_17_x86_64.whl"
TOOL = "pyinstaller-6.22.3-py3-none-manylinux2014_x86_64.whl"


def limited(folder: Path, *wheels: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    for wheel in wheels:
        (folder / wheel).touch()
    return subprocess.run(
        [sys.executable, ROOT / "packaging/make/debian_limits.py", folder, DEBIAN / "control"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("wheels", "pythons", "architecture", "libc"),
    [
        ([PURE, OLD], "python3 (>= 3.11),", "amd64 arm64", "2.0"),
        ([PURE, QT], "python3 (>= 3.11),", "amd64", "2.34"),
        ([PURE, CFFI, QT, TOOL], "python3 (>= 3.11), python3 (<< 3.12~),", "amd64", "2.34"),
        ([PURE, CFFI_313], "python3 (>= 3.13), python3 (<< 3.14~),", "amd64", "2.17"),
        ([PURE, CFFI, CFFI_ARM], "python3 (>= 3.11), python3 (<< 3.12~),", "amd64 arm64", "2.26"),
    ],
)
def test_the_source_asks_for_what_its_wheels_fit(
    tmp_path: Path, wheels: list[str], pythons: str, architecture: str, libc: str
) -> None:
    answer = limited(tmp_path / "wheels", *wheels)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert f" libpython3-dev, {pythons} python3-venv," in answer.stdout
    assert f"\nArchitecture: {architecture}\n" in answer.stdout
    assert f" libc6 (>= {libc})," in answer.stdout
    assert answer.stdout.count("@") == 1  # the maintainer's address


@pytest.mark.parametrize(
    ("wheels", "why"),
    [
        ([CFFI, "pillow-13.0.0-cp313-cp313-manylinux_2_28_x86_64.whl"], "no Python has"),
        ([CFFI, "pillow-13.0.0-cp311-cp311-manylinux_2_28_aarch64.whl"], "no architecture has"),
        ([CFFI, CFFI_313], "a gap"),
        (["cffi.whl"], "cffi.whl"),
    ],
)
def test_wheels_that_do_not_go_together_are_refused(
    tmp_path: Path, wheels: list[str], why: str
) -> None:
    answer = limited(tmp_path / "wheels", *wheels)
    assert answer.returncode != 0
    assert why in answer.stderr
    assert answer.stdout == ""


@pytest.mark.skipif(
    any(shutil.which(each) is None for each in ("make", "dpkg-parsechangelog")),
    reason="takes make and dpkg-dev",
)
def test_the_build_from_the_source_has_its_version(tmp_path: Path) -> None:
    (tmp_path / "debian").mkdir()
    (tmp_path / "debian/changelog").write_text(
        "uriinspector (1.2-1) unstable; urgency=medium\n\n  * A.\n\n"
        " -- A <a@b.invalid>  Mon, 23 Nov 2026 12:00:00 +0000\n"
    )
    planned = subprocess.run(
        ["make", "--dry-run", "--makefile", DEBIAN / "rules", "binary"],
        cwd=tmp_path,
        env=os.environ | {"LC_ALL": "C"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    ).stdout
    assert "DEBIAN_VERSION=1.2-1 packaging/deb" in planned
    assert "cp dist/uriinspector_1.2-1_" in planned
    script = (ROOT / "packaging/deb").read_text("utf-8")
    assert "version=${DEBIAN_VERSION:-$(version)}\n" in script
    assert "dist/uriinspector_${version}_$architecture.deb" in script

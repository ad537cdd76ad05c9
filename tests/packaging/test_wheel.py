"""The wheel: the same octets from a checkout and from the source archive, and nothing forgotten."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.architecture.source import PACKAGE, ROOT

HATCHLING = Path(sys.executable).with_name("hatchling")
BUILT_AT = {"SOURCE_DATE_EPOCH": "1790000000"}
ARCHIVE = "uriinspector-*.tar.gz"
WHEEL = "uriinspector-*.whl"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What ``packaging/wheel`` makes."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run(
        [ROOT / "packaging/wheel", folder],
        env=os.environ | BUILT_AT | {"HATCHLING": str(HATCHLING)},
        capture_output=True,
        check=True,
        timeout=120,
    )
    return folder


def only(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def test_the_wheel_is_the_same_from_another_place_with_other_dates_and_modes(
    built: Path, tmp_path: Path
) -> None:
    """Built once more without the way over the archive, from a copy that a strict umask made."""
    copy = tmp_path / "copy"
    shutil.copytree(PACKAGE, copy / "uriinspector", copy_function=shutil.copyfile)
    shutil.copytree(ROOT / "resources", copy / "resources", copy_function=shutil.copyfile)
    for name in ("README.md", "LICENSE", "pyproject.toml", ".gitignore"):
        shutil.copyfile(ROOT / name, copy / name)
    for path in copy.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
    command = [str(HATCHLING), "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(
        command, cwd=copy, env=os.environ | BUILT_AT, capture_output=True, check=True, timeout=120
    )
    assert only(tmp_path, WHEEL).read_bytes() == only(built, WHEEL).read_bytes()


def test_every_module_and_every_resource_is_in_the_wheel(built: Path) -> None:
    code = {f"uriinspector/{path.relative_to(PACKAGE).as_posix()}" for path in files(PACKAGE)}
    data = {
        f"uriinspector/{path.relative_to(ROOT).as_posix()}" for path in files(ROOT / "resources")
    }
    with zipfile.ZipFile(only(built, WHEEL)) as wheel:
        held = {name for name in wheel.namelist() if ".dist-info/" not in name}
        commands = wheel.read(next(n for n in wheel.namelist() if n.endswith("entry_points.txt")))
    assert held == code | data
    assert len(data) > 50
    assert b"uriinspect = uriinspector.cli.main:main" in commands
    assert b"uriinspector = uriinspector.gui.app:main" in commands


def files(folder: Path) -> list[Path]:
    """The files of the project in a folder; what Python leaves there is none of them."""
    return [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"]


def test_the_source_archive_can_build_and_test_itself(built: Path) -> None:
    with tarfile.open(only(built, ARCHIVE)) as archive:
        held = {member.name.partition("/")[2]: member for member in archive}
    for name in ("packaging/test", "packaging/wheel", "tests/conftest.py", "README.md", "LICENSE"):
        assert name in held
    assert held["packaging/test"].mode & 0o111
    assert {member.mtime for member in held.values()} == {int(BUILT_AT["SOURCE_DATE_EPOCH"])}
    assert {(member.uid, member.gid) for member in held.values()} == {(0, 0)}

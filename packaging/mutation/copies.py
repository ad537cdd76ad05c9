"""Copies of the project to work in, so that nothing here is ever changed, and what they are of."""

from __future__ import annotations

import compileall
import hashlib
import py_compile
import shutil
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


def project_files(root: Path) -> list[str]:
    """Every file of the project as it is now, committed or not, but nothing that git ignores."""
    answer = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        capture_output=True,
        check=True,
    )
    names = {name for name in answer.stdout.decode().split("\0") if name}
    return sorted(name for name in names if (root / name).is_file())


def fingerprint(root: Path, files: Iterable[str], *more: str) -> str:
    """What tells one state of these files from another."""
    digest = hashlib.sha256(repr(more).encode())
    for name in files:
        digest.update(name.encode() + b"\0" + hashlib.sha256((root / name).read_bytes()).digest())
    return digest.hexdigest()


def copy_project(root: Path, files: Iterable[str], into: Path, package: str) -> Path:
    """A new copy; its modules are compiled by their text, so that a changed one is read anew."""
    shutil.rmtree(into, ignore_errors=True)
    for name in files:
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, into / name)
    compileall.compile_dir(
        into / package,
        quiet=2,
        invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH,
    )
    return into

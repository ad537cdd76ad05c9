"""Temporary home, runtime and temp folders for one test run.

The run removes them at its end. Folders left by a killed run are removed by the next one: a folder
is in use as long as some process has it locked.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

# Short, since some tests put sockets there, whose paths have at most 107 bytes.
PREFIX = "ui-tests-"
# Unset, so that they follow from HOME, also in tests that set another home.
DERIVED = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")


class OwnFolders:
    """The folders of one run and its workers."""

    def __init__(self) -> None:
        remove_unused()
        while True:
            self.top = Path(tempfile.mkdtemp(prefix=PREFIX))
            self._lock = os.open(self.top, os.O_RDONLY)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            if self.top.exists():  # another run may have taken it for an unused one
                return
            os.close(self._lock)

    def remove(self) -> None:
        _remove(self.top)
        os.close(self._lock)


def use(top: Path, worker: str) -> None:
    """Make this process and its children use the folders; each worker has its own home."""
    home, runtime = top / f"home-{worker}", top / f"run-{worker}"
    for each in (home, runtime):
        each.mkdir(mode=0o700)
    for name in DERIVED:
        os.environ.pop(name, None)
    os.environ.update(HOME=str(home), XDG_RUNTIME_DIR=str(runtime), TMPDIR=str(top))
    tempfile.tempdir = None  # it is worked out again


def remove_unused() -> None:
    """Remove the folders of killed runs."""
    for each in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        try:
            lock = os.open(each, os.O_RDONLY | os.O_NOFOLLOW)
        except OSError:  # of another user
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _remove(each)
        except BlockingIOError:
            pass
        finally:
            os.close(lock)


def _remove(folder: Path) -> None:
    # Some tests take away permissions, even the owner's.
    subprocess.run(["chmod", "-R", "u+rwX", folder], check=False, stderr=subprocess.DEVNULL)
    shutil.rmtree(folder, ignore_errors=True)

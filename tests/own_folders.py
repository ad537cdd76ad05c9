"""A home, a runtime folder and a folder for temporary files that are made for one run of the tests.

The run removes them at its end.  What a killed run left is removed by the next one: a folder is in
use as long as some process has it locked.
"""

import fcntl
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

# Short, since some tests listen there: the path of a socket has no more than 107 bytes.
PREFIX = "ui-tests-"
# Without them the home decides, also for a test that sets another home.
DERIVED = ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")


class OwnFolders:
    """The folders of one run, its workers included."""

    def __init__(self) -> None:
        """Make and lock the folder for all of them."""
        remove_unused()
        while True:
            self.top = Path(tempfile.mkdtemp(prefix=PREFIX))
            self._lock = os.open(self.top, os.O_RDONLY)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
            if self.top.exists():  # another run may have taken it for an unused one
                return
            os.close(self._lock)

    def remove(self) -> None:
        """Remove all that the tests have written."""
        _remove(self.top)
        os.close(self._lock)


def use(top: Path, worker: str) -> None:
    """Let this process and all that it starts use the folders: each worker has its home."""
    home, runtime = top / f"home-{worker}", top / f"run-{worker}"
    for each in (home, runtime):
        each.mkdir(mode=0o700)
    for name in DERIVED:
        os.environ.pop(name, None)
    os.environ.update(HOME=str(home), XDG_RUNTIME_DIR=str(runtime), TMPDIR=str(top))
    tempfile.tempdir = None  # it is worked out again


def remove_unused() -> None:
    """Remove what runs left that were killed."""
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
    # Some tests close folders to their owner, too.
    subprocess.run(["chmod", "-R", "u+rwX", folder], check=False, stderr=subprocess.DEVNULL)
    shutil.rmtree(folder, ignore_errors=True)

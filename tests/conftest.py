"""Settings for all tests: slow ones need --long or --full, and none uses the real home folder."""

import gc
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import settings

from tests import quick_run
from tests.examples import USUAL

ROOT = Path(__file__).resolve().parents[1]
WINDOW, STORIES = ROOT / "tests" / "gui", ROOT / "tests" / "stories"
COMPILER = ROOT / "packaging" / "make" / "translations.py"

# No deadline: run times say more about the machine than about the program. Examples are the same
# in each run, so that a failure comes from the change; only --full looks for new ones.
settings.register_profile("some", deadline=None, derandomize=True, max_examples=20)
settings.register_profile("same", deadline=None, derandomize=True, max_examples=USUAL)
settings.register_profile("others", deadline=None, max_examples=USUAL)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="only what is soon done")
    parser.addoption("--long", action="store_true", help="also run what takes long")
    parser.addoption("--full", action="store_true", help="run everything there is")


def left_out(config: pytest.Config) -> tuple[str, ...]:
    """Return the markers of the tests that this run skips."""
    if config.getoption("--full"):
        return ()
    return ("full",) if config.getoption("--long") else ("full", "long")


def use_own_folders(config: pytest.Config) -> None:
    """Point this run at temporary folders; the main process removes those of all workers."""
    from tests.own_folders import OwnFolders, use  # takes a POSIX system

    worker = getattr(config, "workerinput", {}).get("workerid")
    if worker:
        use(Path(tempfile.gettempdir()), worker)
        return
    folders = OwnFolders()
    config.add_cleanup(folders.remove)
    use(folders.top, "main")


def compile_translations() -> None:
    """Compile changed translation catalogs, as packaging/run does."""
    for source in (ROOT / "resources" / "translations").glob("*.po"):
        compiled = source.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime <= source.stat().st_mtime:
            if find_spec("babel") is None:
                pytest.exit("babel is missing: .venv/bin/pip install --no-deps babel==2.18.0")
            subprocess.run([sys.executable, COMPILER], cwd=ROOT, check=True)


def pytest_configure(config: pytest.Config) -> None:
    # Ignore this setting: otherwise each worker and subprocess compiles every module again.
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if not hasattr(config, "workerinput"):
        compile_translations()
    if sys.platform != "win32":
        use_own_folders(config)
    # Before any test module is imported: tests/examples.py reads the profile.
    settings.load_profile(("others", "same", "some")[len(left_out(config))])
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # Background jobs of a script ignore SIGINT; subprocesses would inherit that and not stop.
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    window = str(WINDOW) + os.sep
    slow = quick_run.slow()
    for item in items:
        # Tracing doubles the time.  Slow tests add no coverage, and the window has no target.
        if (
            item.get_closest_marker("long")
            or quick_run.name_of(item.nodeid) in slow
            or str(item.path).startswith(window)
        ):
            item.add_marker("no_cover")
    marks = left_out(config)
    others = {item for item in items if any(map(item.get_closest_marker, marks))}
    if config.getoption("--quick"):
        others |= quick_run.left_out([item for item in items if item not in others])
    if others:
        config.hook.pytest_deselected(items=list(others))
        items[:] = [item for item in items if item not in others]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Freeze the millions of objects created by collection, out of the garbage collector's way.

    They live until the end of the run. Otherwise one full collection takes a quarter of a second,
    and there are hundreds: before each time measurement, and in all tests of the window.
    """
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def collect_widgets_in_this_thread(request: pytest.FixtureRequest) -> Iterator[None]:
    """Prevent that a worker's thread deletes the widgets of a test, as the window does."""
    if not {WINDOW, STORIES}.intersection(request.path.parents):
        yield
        return
    gc.disable()
    yield
    gc.collect()
    gc.enable()

"""Run one target under the fuzzer: ``engine.py TABLE TARGET STATE [OPTION...]``.

All modules of the package that a target can reach are imported with instrumentation before the
first input: modules imported later would give no feedback, and the fuzzer would try millions of
inputs blindly. Therefore, a later import ends the process.

Exceptions are recorded once for each place that raises them, and the run continues.
"""

from __future__ import annotations

import hashlib
import os
import pkgutil
import shlex
import sys
import traceback
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import atheris

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = "uriinspector"
# Not imported as a whole: targets import the parts of these that they test.
LEFT_OUT = (f"{PACKAGE}.gui", f"{PACKAGE}.cli")
LATE = 70


def instrumented(table: str) -> dict[str, Any]:
    """Return the targets, after importing all modules with instrumentation."""
    with atheris.instrument_imports(include=[PACKAGE]):
        package = import_module(PACKAGE)
        for each in pkgutil.walk_packages(package.__path__, f"{PACKAGE}."):
            if not each.name.startswith(LEFT_OUT):
                import_module(each.name)
        targets: dict[str, Any] = import_module(table).TARGETS
    return targets


def loaded() -> set[str]:
    """Return the imported modules of the package."""
    return {name for name in sys.modules if name.partition(".")[0] == PACKAGE}


def signature(error: BaseException) -> str:
    """Return the type of an exception and the places in its traceback, to identify the fault."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if f"/{PACKAGE}/" in frame.filename] or frames
    places = [f"{Path(frame.filename).name}:{frame.name}" for frame in ours[-3:]]
    check = [f"{frame.name}:{frame.line}" for frame in frames[-1:]]
    return "\n".join([type(error).__name__, *places, *check])


class Watched:
    """A target that records each fault once and continues."""

    def __init__(self, work: Callable[[bytes], object], faults: Path) -> None:
        self.work = work
        self.faults = faults
        self.before = loaded()
        self.count = len(sys.modules)
        self.known = {each.stem for each in faults.glob("*.bin")}

    def __call__(self, data: bytes) -> None:
        try:
            self.work(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a fault
            self.note(data, error)
        if len(sys.modules) != self.count:
            self.look_for_late_modules()

    def look_for_late_modules(self) -> None:
        """End the process if a module has been imported without instrumentation."""
        self.count = len(sys.modules)
        late = loaded() - self.before
        if late:
            sys.stderr.write(f"LATE: imported without instrumentation: {sorted(late)}\n")
            sys.stderr.flush()
            os._exit(LATE)

    def note(self, data: bytes, error: BaseException) -> None:
        """Save the input and the traceback, unless the fault is known."""
        name = hashlib.sha256(signature(error).encode()).hexdigest()[:16]
        if name in self.known:
            return
        self.known.add(name)
        (self.faults / f"{name}.bin").write_bytes(data)
        words = "".join(traceback.format_exception(error))
        (self.faults / f"{name}.txt").write_text(f"{words}\n{data!r}\n", "utf-8", "replace")
        sys.stderr.write(f"FAULT: {name} {type(error).__name__}: {str(error)[:200]!r}\n")


def again(table: str, name: str, state: str) -> str:
    """Write a script that starts this process again; the fuzzer runs it to merge inputs."""
    command = shlex.join([sys.executable, "-B", str(Path(__file__).resolve()), table, name, state])
    file = Path(state) / "again"
    file.write_text(f'#!/bin/sh\nexec {command} "$@"\n', "utf-8")
    file.chmod(0o700)
    return str(file)


def main() -> None:
    """Fuzz one target; the remaining arguments are for the fuzzer."""
    table, name, state, *options = sys.argv[1:]
    target = instrumented(table)[name]
    watched = Watched(target.work, Path(state) / "faults")
    atheris.Setup([again(table, name, state), *options], watched)
    atheris.Fuzz()


if __name__ == "__main__":
    main()

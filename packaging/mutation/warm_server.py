"""Tries one change after the other in forks of a process that has read all tests of a room.

A change inside of a function is made by giving the function its new code, so nothing is read or
imported again.  What the room worked out while it was imported is still that of before: whoever
asks has to try that again from the start.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import gc
import json
import os
import resource
import signal
import sys
import time
import types
from collections import defaultdict
from pathlib import Path
from typing import Any

SURVIVED, FAILED, NOT_POSSIBLE, TIMEOUT = 0, 1, 2, 3
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG of Linux
MOST_MEMORY = 6 << 30
LOOK_AGAIN = 0.002  # seconds
CACHE = type(functools.cache(len))
SLOWER = 3  # how much longer than its processor time a test may take, where much runs


class WarmServer:
    """The tests as they were collected, and every function that can be changed."""

    def __init__(self, session: Any) -> None:
        self.items = {item.nodeid: item for item in session.items}
        gc.unfreeze()  # else the collector does not know them
        self.functions: dict[str, list[types.FunctionType]] = defaultdict(list)
        self.caches = []
        for each in gc.get_objects():
            if isinstance(each, types.FunctionType):
                self.functions[each.__code__.co_filename].append(each)
            elif isinstance(each, CACHE):
                self.caches.append(each)
        gc.freeze()

    def serve(self, questions: Any, answers: Any) -> None:
        """One line of JSON for each line of JSON."""
        print(json.dumps({"ready": len(self.items)}), file=answers, flush=True)
        for line in questions:
            question = json.loads(line)
            print(json.dumps(self.answer(question)), file=answers, flush=True)

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What comes of the tests in a fork, and which of them failed."""
        reading, writing = os.pipe()
        process = os.fork()
        if not process:
            os.close(reading)
            self.run(question, writing)
        os.close(writing)
        outcome = wait(process, question["seconds"])
        with os.fdopen(reading) as pipe:
            return {"outcome": outcome, "test": pipe.read()}

    def run(self, question: dict[str, Any], failed: int) -> None:
        """Change and test; this is the fork, which ends here whatever happens."""
        outcome = FAILED
        try:
            limit(question["seconds"])
            if "source" in question and not self.change(question["path"], question["source"]):
                outcome = NOT_POSSIBLE
                return
            for each in self.caches:
                each.cache_clear()
            test = self.first_failed(question["tests"])
            os.write(failed, test.encode())
            outcome = FAILED if test else SURVIVED
        finally:
            os._exit(outcome)

    def first_failed(self, names: list[str]) -> str:
        """Run these tests up to the first that fails."""
        from _pytest.runner import runtestprotocol

        items = [self.items[name] for name in names if name in self.items]
        for item, following in zip(items, [*items[1:], None], strict=False):
            reports = runtestprotocol(item, log=False, nextitem=following)
            if any(each.failed for each in reports):
                return str(item.nodeid)
        return ""

    def change(self, path: str, source: str) -> bool:
        """Give the functions of a file their new code; false where it takes more than that."""
        before = codes(compile(Path(path).read_text("utf-8"), path, "exec", dont_inherit=True))
        after = codes(compile(source, path, "exec", dont_inherit=True))
        if [name for name, _ in before] != [name for name, _ in after]:
            return False
        new = {old: code for (_, old), (_, code) in zip(before, after, strict=True) if old != code}
        done = 0
        for function in self.functions[path]:
            code = new.get(function.__code__)
            if code is not None:
                if code.co_freevars != function.__code__.co_freevars:
                    return False
                function.__code__ = code
                done += 1
        return done > 0


def codes(code: types.CodeType) -> list[tuple[str, types.CodeType]]:
    """All code in a piece of code, in its order; not the whole file, which has run already."""
    found = []
    for each in code.co_consts:
        if isinstance(each, types.CodeType):
            found += [(each.co_qualname, each), *codes(each)]
    return found


def wait(process: int, seconds: int) -> int:
    """How the fork ended; what takes too long is killed."""
    until = time.monotonic() + SLOWER * seconds
    while True:
        ended, status = os.waitpid(process, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > until:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            return TIMEOUT
        time.sleep(LOOK_AGAIN)
    if os.WIFSIGNALED(status):
        slow = os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGKILL}
        return TIMEOUT if slow else FAILED
    return os.WEXITSTATUS(status)


def limit(seconds: int) -> None:
    """Let the system end this process, whatever becomes of the one that started it."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def serve(session: Any, questions: int, answers: int) -> None:
    """Answer until nobody asks any more."""
    with os.fdopen(questions) as asked, os.fdopen(answers, "w") as told:
        WarmServer(session).serve(asked, told)
    sys.stdout.flush()

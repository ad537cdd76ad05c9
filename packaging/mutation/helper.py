"""A process that answers: one line of JSON, or a name, for each that it is given."""

from __future__ import annotations

import json
import subprocess
from typing import Any

from coverage_map import environment


class HelperError(Exception):
    """It has ended."""


class Helper:
    """The process, and what goes in and out of it."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def read(self) -> Any:
        """The next answer; pytest may print other lines."""
        assert self._process.stdout
        for line in self._process.stdout:
            if line[:1] == "{" or line.strip().isdigit():
                return json.loads(line)
        raise HelperError(self._process.args)

    def ask(self, question: dict[str, Any] | str) -> Any:
        """What it answers."""
        assert self._process.stdin
        line = question if isinstance(question, str) else json.dumps(question)
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()
        return self.read()

    def close(self) -> None:
        """Ask nothing any more."""
        self._process.kill()
        self._process.communicate()

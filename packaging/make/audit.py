"""Asks pip-audit about the locked libraries, and tells what it could not ask: ``audit.py NAME...``.

pip-audit counts a library that the index says nothing of as one without weaknesses: behind a mirror
that is all of them.  Here that is an answer of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

LOCKED = Path(__file__).resolve().parents[1] / "locked"
FINE, WEAK, NOT_ASKED = 0, 1, 3


def audited(name: str) -> list[dict[str, Any]]:
    """What pip-audit says of each library of one file; nothing where it could not ask at all."""
    service = os.environ.get("AUDIT_SERVICE", "pypi")
    command = [sys.executable, "-m", "pip_audit", "--require-hashes", "--disable-pip"]
    command += ["--progress-spinner=off", "--format=json", f"--vulnerability-service={service}"]
    answer = subprocess.run(
        [*command, "--requirement", str(LOCKED / f"{name}.txt")],
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        found: list[dict[str, Any]] = json.loads(answer.stdout)["dependencies"]
    except (ValueError, KeyError):
        sys.stderr.write(answer.stderr.strip()[-300:] + "\n")
        return []
    return found


def report(name: str, found: list[dict[str, Any]]) -> tuple[str, int]:
    """What is said of one file, and how it ends."""
    weak = [each for each in found if each.get("vulns")]
    asked = [each for each in found if "skip_reason" not in each]
    lines = [
        f"{name}: {len(asked)} of {len(found)} libraries looked up, {len(weak)} with weaknesses"
    ]
    for each in weak:
        for weakness in each["vulns"]:
            fixed = ", ".join(weakness["fix_versions"]) or "no version"
            lines.append(
                f"  {each['name']} {each['version']}: {weakness['id']}, repaired in {fixed}"
            )
    unknown = sorted({each["name"] for each in found if "skip_reason" in each})
    if unknown or not found:
        lines.append(f"  NOT looked up: {', '.join(unknown) or 'everything'}")
    status = WEAK if weak else NOT_ASKED if unknown or not found else FINE
    return "\n".join(lines) + "\n", status


def main(names: list[str]) -> int:
    """Look up every file; a weakness counts more than what is not known."""
    statuses = []
    for name in names:
        text, status = report(name, audited(name))
        sys.stdout.write(text)
        statuses.append(status)
    return WEAK if WEAK in statuses else max(statuses)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Requirements of tests over the accessibility bus; ``python -m`` prints the missing packages."""

import shutil
import subprocess
import sys
from functools import cache

from uriinspector.gui.system import missing_packages

# Orca uses the same library; it comes with the system's Python, not from a package index.
SYSTEM_PYTHON = "/usr/bin/python3"
IMPORT = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
COMMANDS = {"Xvfb": "xvfb", "xdotool": "xdotool", "dbus-run-session": "dbus-daemon"}
REGISTRY = ("/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher")


@cache
def missing() -> tuple[str, ...]:
    """Return the Debian packages missing on this computer."""
    if sys.platform != "linux":
        return ("Linux",)
    lacks = [package for name, package in COMMANDS.items() if shutil.which(name) is None]
    if not any(map(shutil.which, REGISTRY)):
        lacks.append("at-spi2-core")
    if (
        shutil.which(SYSTEM_PYTHON) is None
        or subprocess.run(
            [SYSTEM_PYTHON, "-c", IMPORT], capture_output=True, check=False
        ).returncode
    ):
        lacks += ["python3-gi", "gir1.2-atspi-2.0"]
    return (*lacks, *missing_packages("xcb"))


if __name__ == "__main__":
    sys.stdout.write(" ".join(missing()))

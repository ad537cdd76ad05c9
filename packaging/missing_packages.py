"""Print the Debian packages that this computer lacks: ``missing_packages.py GROUP...``."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

sys.path.append(str(Path(__file__).resolve().parents[1]))

from uriinspector.gui import system  # imported after its folder is on the path

FONTS = ("fonts-inter", "fonts-jetbrains-mono")
# For checks with a real terminal, display and shells, and for validators of desktop entries and
# manual pages.
DRIVEN = {
    "git": "git",
    "tmux": "tmux",
    "Xvfb": "xvfb",
    "xdotool": "xdotool",
    "zsh": "zsh",
    "fish": "fish",
    "desktop-file-validate": "desktop-file-utils",
    "appstreamcli": "appstream",
    "mandoc": "mandoc",
    "dbus-run-session": "dbus-daemon",
    "strace": "strace",
    "java": "default-jre-headless",
}
# Screen readers reach the window through a service and a library of the system's Python.
READER = ("at-spi2-core", "python3-gi", "gir1.2-atspi-2.0")
BUILDERS = {"objdump": "binutils", "xz": "xz-utils", "dpkg-shlibdeps": "dpkg-dev"}


def for_running() -> list[str]:
    """Return the missing requirements of the window: venv and Qt's libraries."""
    has_venv = importlib.util.find_spec("ensurepip") is not None
    venv = [] if has_venv else ["python{}.{}-venv".format(*sys.version_info)]
    if sys.platform != "linux":
        return venv
    missing = [system.missing_packages(each) for each in system.platforms(os.environ) or ["xcb"]]
    return venv + ([] if [] in missing else missing[0])


def for_fonts() -> list[str]:
    """Return the missing fonts of the window."""
    return not_installed(FONTS)


def not_installed(packages: Iterable[str]) -> list[str]:
    """Return the packages that are not installed; none on systems without dpkg."""
    if shutil.which("dpkg") is None:
        return []
    asked = (["dpkg", "--status", each] for each in packages)
    return [
        command[-1]
        for command in asked
        if subprocess.run(command, capture_output=True, check=False).returncode != 0
    ]


def for_checks() -> list[str]:
    """Return the missing requirements of the tests."""
    commands = [package for command, package in DRIVEN.items() if shutil.which(command) is None]
    return commands + not_installed(READER)


def for_products() -> list[str]:
    """Return the missing requirements for building the folder and the Debian package."""
    tools = [package for command, package in BUILDERS.items() if shutil.which(command) is None]
    # The Debian package depends on the libraries of all platform plugins, not only of the
    # current one.
    libraries = [each for name in system.OF_PLATFORM for each in system.missing_packages(name)]
    python = str(sysconfig.get_config_var("INSTSONAME"))  # such as libpython3.13.so.1.0
    return [*tools, *libraries] + ([] if loads(python) else [python.partition(".so")[0]])


def loads(library: str) -> bool:
    folder = Path(str(sysconfig.get_config_var("LIBDIR")))
    return (folder / library).exists() or system.loads(library)


GROUPS = {"run": for_running, "fonts": for_fonts, "checks": for_checks, "products": for_products}

if __name__ == "__main__":
    asked_for = [package for group in sys.argv[1:] for package in GROUPS[group]()]
    sys.stdout.write(" ".join(dict.fromkeys(asked_for)))

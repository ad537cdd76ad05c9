"""Prints the Debian packages that this computer lacks: ``missing_packages.py GROUP...``.

setup.sh runs it before anything is installed, so it needs nothing but the standard library, and of
the program only the table of libraries. It lies here and not in the package: a script puts its own
folder first on ``sys.path``, and a folder of the package shadows standard modules (``inspect``).
"""

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

from uriinspector.gui import system  # its folder has to be on the path first

FONTS = ("fonts-inter", "fonts-jetbrains-mono")
# The checks drive a real terminal, a real display and real shells, and ask the usual judges of
# desktop entries and manual pages.
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
# A screen reader's way to the window: a service, and a library of the system's Python.
READER = ("at-spi2-core", "python3-gi", "gir1.2-atspi-2.0")
BUILDERS = {
    "objdump": "binutils",
    "xz": "xz-utils",
    "dpkg-shlibdeps": "dpkg-dev",
}


def for_running() -> list[str]:
    """Return what the window cannot start without: a virtual environment and Qt's libraries."""
    has_venv = importlib.util.find_spec("ensurepip") is not None
    venv = [] if has_venv else ["python{}.{}-venv".format(*sys.version_info)]
    if sys.platform != "linux":
        return venv
    missing = [system.missing_packages(each) for each in system.platforms(os.environ) or ["xcb"]]
    return venv + ([] if [] in missing else missing[0])


def for_fonts() -> list[str]:
    """Return the fonts that the window is drawn for and dpkg does not know."""
    return not_installed(FONTS)


def not_installed(packages: Iterable[str]) -> list[str]:
    """Return those that dpkg does not know; without it nothing is told of any."""
    if shutil.which("dpkg") is None:
        return []
    asked = (["dpkg", "--status", each] for each in packages)
    return [
        command[-1]
        for command in asked
        if subprocess.run(command, capture_output=True, check=False).returncode != 0
    ]


def for_checks() -> list[str]:
    """Return what the tests drive."""
    commands = [package for command, package in DRIVEN.items() if shutil.which(command) is None]
    return commands + not_installed(READER)


def for_products() -> list[str]:
    """Return what the folder and the Debian package are built with."""
    tools = [package for command, package in BUILDERS.items() if shutil.which(command) is None]
    # The package depends on what the libraries inside need: they are looked for on every platform.
    libraries = [each for name in system.OF_PLATFORM for each in system.missing_packages(name)]
    python = str(sysconfig.get_config_var("INSTSONAME"))  # such as libpython3.13.so.1.0
    return [*tools, *libraries] + ([] if loads(python) else [python.partition(".so")[0]])


def loads(library: str) -> bool:
    """Whether the loader finds it, or it lies where this Python says."""
    folder = Path(str(sysconfig.get_config_var("LIBDIR")))
    return (folder / library).exists() or system.loads(library)


GROUPS = {"run": for_running, "fonts": for_fonts, "checks": for_checks, "products": for_products}

if __name__ == "__main__":
    asked_for = [package for group in sys.argv[1:] for package in GROUPS[group]()]
    sys.stdout.write(" ".join(dict.fromkeys(asked_for)))

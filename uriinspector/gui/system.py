"""Checks what Qt needs from the machine, since Qt itself would abort without a message.

The setup asks for missing packages before anything is installed, so this module uses only the
standard library.
"""

import sys
from collections.abc import Mapping

from uriinspector.core.model import NamedTuple

EX_UNAVAILABLE = 69  # EX_UNAVAILABLE of sysexits.h

# Libraries, and their packages in Debian and Ubuntu.
BASE = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libxkbcommon.so.0": "libxkbcommon0",
}
OF_PLATFORM = {
    "xcb": {
        "libX11-xcb.so.1": "libx11-xcb1",
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-image.so.0": "libxcb-image0",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-randr.so.0": "libxcb-randr0",
        "libxcb-render-util.so.0": "libxcb-render-util0",
        "libxcb-render.so.0": "libxcb-render0",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxcb-shm.so.0": "libxcb-shm0",
        "libxcb-sync.so.1": "libxcb-sync1",
        "libxcb-util.so.1": "libxcb-util1",
        "libxcb-xfixes.so.0": "libxcb-xfixes0",
        "libxcb-xkb.so.1": "libxcb-xkb1",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    },
    "wayland": {
        "libwayland-client.so.0": "libwayland-client0",
        "libwayland-cursor.so.0": "libwayland-cursor0",
        "libwayland-egl.so.1": "libwayland-egl1",
    },
}
NO_DISPLAY = (
    "No display found: neither DISPLAY nor WAYLAND_DISPLAY is usable.\n"
    "Start the program from a graphical session; --screenshot FILE works without a display."
)
NO_FONTS = (
    "No fonts are installed, so no text can be shown. On Debian and Ubuntu, install some with:\n"
    "  sudo apt-get install -y fonts-inter fonts-jetbrains-mono"
)


class Probe(NamedTuple):
    """A platform with which Qt can start, or a message that explains why there is none."""

    platform: str | None
    problem: str | None = None


def probe(environ: Mapping[str, str]) -> Probe:
    """Find a platform whose libraries are all installed and whose display responds, if it has
    one.
    """
    if not sys.platform.startswith("linux"):
        return Probe(environ.get("QT_QPA_PLATFORM"))
    candidates = platforms(environ)
    complete = [name for name in candidates if not missing_packages(name)]
    if candidates and not complete:
        return Probe(None, apt_line(missing_packages(candidates[0])))
    for name in complete:
        if _display_answers(name):
            return Probe(name)
    return Probe(None, NO_DISPLAY)


def platforms(environ: Mapping[str, str]) -> list[str]:
    """Return the platforms that Qt could use, most likely first."""
    chosen = environ.get("QT_QPA_PLATFORM")
    if chosen:
        return chosen.split(";")
    wayland = ["wayland"] if environ.get("WAYLAND_DISPLAY") else []
    xcb = ["xcb"] if environ.get("DISPLAY") else []
    return wayland + xcb if environ.get("XDG_SESSION_TYPE") == "wayland" else xcb + wayland


def missing_packages(platform: str) -> list[str]:
    """Return the packages whose libraries cannot be loaded."""
    needed = BASE | OF_PLATFORM.get(platform.split(":")[0], {})
    return [package for library, package in needed.items() if not loads(library)]


def apt_line(packages: list[str]) -> str:
    return (
        "System libraries are missing. On Debian and Ubuntu, install them with:\n"
        f"  sudo apt-get install -y {' '.join(packages)}"
    )


def unloadable(error: ImportError) -> str:
    missing = [name for name in ("PySide6", "shiboken6") if (error.name or "").startswith(name)]
    if missing and isinstance(error, ModuleNotFoundError):
        return (
            "Qt for Python is not installed. Install it with:\n"
            "  python -m pip install PySide6-Essentials"
        )
    return f"The window cannot be opened because a library could not be loaded:\n  {error}"


def loads(library: str) -> bool:
    """Return True if the system's loader can load a library."""
    import ctypes

    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def _display_answers(platform: str) -> bool:
    """Return True if the display accepts a connection; otherwise, Qt would abort."""
    import ctypes

    if platform == "xcb":
        xcb = ctypes.CDLL("libxcb.so.1")
        xcb.xcb_connect.restype = ctypes.c_void_p
        connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
        failed = xcb.xcb_connection_has_error(connection)
        xcb.xcb_disconnect(connection)
        return not failed
    if platform == "wayland":
        client = ctypes.CDLL("libwayland-client.so.0")
        client.wl_display_connect.restype = ctypes.c_void_p
        display = client.wl_display_connect(None)
        if display:
            client.wl_display_disconnect(ctypes.c_void_p(display))
        return bool(display)
    return True

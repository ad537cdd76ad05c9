"""The ``uriinspector`` command: it reads its arguments, checks the machine, then loads Qt.

To support ``from __feature__ import``, which is not used here, PySide6 replaces ``__import__`` with
a function that reads and stores the source of every imported module. This would take 5% of the
startup time.
"""

from __future__ import annotations

import argparse
import builtins
import gc
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from uriinspector.analysis.list_folder import default_folder
from uriinspector.documents import process_guard
from uriinspector.gui import system
from uriinspector.gui.command_line import arguments_of, named, version_text
from uriinspector.gui.instance import hand_over, request_of, runtime_folder
from uriinspector.gui.storage.own_lists import begin_lists

if TYPE_CHECKING:
    from PySide6.QtGui import QPixmap
    from PySide6.QtWidgets import QApplication

    from uriinspector.gui.shell.window import Window
    from uriinspector.gui.storage.profile import Profile


def restore_plain_imports() -> None:
    """Undo PySide6's replacement of ``__import__``."""
    import PySide6.QtCore  # noqa: F401 - puts the function there

    original = getattr(builtins, "__orig_import__", None)  # PySide6 stores it there
    if original is not None:
        builtins.__import__ = original


SIZE = (1320, 860)
# With wrapped text, several rounds of layout are needed before all heights are right.
FEWEST_ROUNDS, ROUNDS = 4, 20


def main(arguments: Sequence[str] | None = None) -> int:
    """Start the window and return the exit code."""
    gc.disable()  # nothing loaded now is garbage; later, GarbageCollection collects it
    if arguments is None:  # with arguments, the process belongs to the caller
        process_guard.install()
    options = arguments_of(arguments)
    if not options.screenshot:  # screenshots do not depend on the user's files
        begin_lists()
    if options.version:
        sys.stdout.write(version_text())
        return 0
    # The folder through which later starts reach this window; none if only a picture is saved.
    data = default_folder().parent
    folder = None if options.screenshot else runtime_folder(os.environ, data)
    request = request_of(options, os.environ)
    if folder and request and hand_over(folder, request):
        return 0
    probe = system.probe(os.environ)
    if probe.problem == system.NO_DISPLAY and options.screenshot:
        probe = system.probe({"QT_QPA_PLATFORM": "offscreen"})
    if probe.problem:
        sys.stderr.write(f"{probe.problem}\n")
        return system.EX_UNAVAILABLE
    if probe.platform:
        os.environ["QT_QPA_PLATFORM"] = probe.platform
    try:
        restore_plain_imports()
        from uriinspector.gui.fonts import can_draw_letters

        application, desk = prepare(options)
    except ImportError as error:
        sys.stderr.write(f"{system.unloadable(error)}\n")
        return system.EX_UNAVAILABLE
    if not can_draw_letters():
        sys.stderr.write(f"{system.NO_FONTS}\n")
        return system.EX_UNAVAILABLE
    return run_window(application, desk, options, folder)


def prepare(options: argparse.Namespace) -> tuple[QApplication, Profile]:
    """Create the application, theme and profile, from the stored settings and the command line."""
    from PySide6.QtWidgets import QApplication

    from uriinspector.gui.shell.start import install_interfaces, theme_at_start
    from uriinspector.gui.theme import theme

    existing = QApplication.instance()
    # Passed as an argument, because the return value of ``setStyle`` would create 600 style names.
    named = ["uriinspector", "-style", "Fusion"]
    application = existing if isinstance(existing, QApplication) else QApplication(named)
    application.setApplicationName("uriinspector")
    application.setDesktopFileName("uriinspector")  # desktops find its name and icon by this
    desk = load_profile(options)
    for name in ("theme", "zoom", "language", "edition"):
        if getattr(options, name) is not None:
            desk.settings.set(name, getattr(options, name), keep=False)
    theme.use(theme_at_start(application, desk.settings["theme"]), desk.settings["zoom"])
    theme.dress(application)
    install_interfaces()
    return application, desk


def load_profile(options: argparse.Namespace) -> Profile:
    """Load the stored profile or, to make a screenshot reproducible, create a new one."""
    from PySide6.QtCore import QStandardPaths

    from uriinspector.gui.storage.profile import Profile, profile_at

    if options.screenshot:
        profile = Profile()
        profile.settings.set("history", False, keep=False)
        return profile
    place = QStandardPaths.StandardLocation
    settings = QStandardPaths.writableLocation(place.AppConfigLocation)
    data = QStandardPaths.writableLocation(place.AppDataLocation)
    return profile_at(Path(settings), Path(data))


def run_window(
    application: QApplication, profile: Profile, options: argparse.Namespace, folder: Path | None
) -> int:
    """Run until the window is closed, or just save a picture of it."""
    import shiboken6

    from uriinspector.gui.shell.start import after_first_paint
    from uriinspector.gui.shell.window import Window

    window = Window(profile, whole=bool(options.screenshot))
    try:
        place(window, options)
        if options.screenshot:
            from PySide6.QtCore import Qt

            fill(window, options)
            window.inspect_page.inspection_job.finish()
            # Only a visible window is laid out completely, though it need not be on a screen.
            window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
            window.show()
            return save(picture(application, window), options.screenshot)
        after_first_paint(window, lambda: begin(window, options, folder))
        window.show()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        return int(application.exec())
    finally:
        shiboken6.delete(window)  # Python would delete it too late at exit


def save(taken: QPixmap, file: str) -> int:
    """Save the picture and print its path; return the exit code."""
    path = Path(file).absolute().as_posix().encode("utf-8", "backslashreplace").decode()
    if not _is_written(taken, Path(file)):
        sys.stderr.write(f"The picture could not be saved: {path}\n")
        return 1
    sys.stdout.write(f"The picture is saved: {path}\n")
    return 0


def _is_written(taken: QPixmap, path: Path) -> bool:
    """Write the picture atomically; return False if it cannot be written."""
    from PySide6.QtCore import QBuffer, QIODevice

    from uriinspector.analysis.whole_files import replacing

    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    try:
        if not taken.save(buffer, "PNG"):
            return False
        with replacing(path) as written:
            written.write(bytes(buffer.data().data()))
    except (OSError, ValueError):
        return False
    return True


def begin(window: Window, options: argparse.Namespace, folder: Path | None) -> None:
    """Show the texts and files on the command line, and serve requests from later instances."""
    fill(window, options)
    from uriinspector.gui.shell.after_start import SystemOpening, serve_requests

    if folder:
        serve_requests(window, folder)
    SystemOpening(window)


def picture(application: QApplication, window: Window) -> QPixmap:
    """Return a picture of the window, after everything has been loaded and laid out."""
    from PySide6.QtCore import QEventLoop

    from uriinspector.gui.shell.start import ChangeWatch

    window.setUpdatesEnabled(False)  # no painting before layout
    application.processEvents()
    while not window.is_settled():
        application.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
    watch = ChangeWatch(application)
    for _ in range(FEWEST_ROUNDS):
        watch.process_events()
    taken = _painted(window)
    for _ in range(ROUNDS):  # painting can change the layout of a widget and its parents
        watch.process_events()
        is_same = not watch.is_laid_out
        if watch.is_changed:
            before, taken = taken, _painted(window)
            is_same = is_same and taken.toImage() == before.toImage()
        if is_same:
            break
    window.setUpdatesEnabled(True)
    return taken


def _painted(window: Window) -> QPixmap:
    """Return a picture of the window, enabling updates only while the picture is taken."""
    window.setUpdatesEnabled(True)
    taken = window.grab()
    window.setUpdatesEnabled(False)
    return taken


def place(window: Window, options: argparse.Namespace) -> None:
    """Restore the window's geometry, or set the size given on the command line."""
    from PySide6.QtCore import QByteArray

    geometry = window.profile.settings["geometry"]
    if options.size or not geometry or not window.restoreGeometry(QByteArray(geometry)):
        window.resize(*(options.size or SIZE))


def fill(window: Window, options: argparse.Namespace) -> None:
    """Show the texts and files given on the command line or, if none, restore the last text."""
    from uriinspector.gui.shell.session import offer_open_case

    if not options.screenshot:
        window.complete()
    window.display_settings.complete()  # so that other windows keep their theme
    if window.profile.settings["splitters"]:
        window.inspect_page.use_sizes(window.profile.settings["splitters"])
    wanted = named(options)
    if not options.screenshot:
        window.restore(text=not wanted)
    if options.workspace or options.tab or options.base is not None:
        from uriinspector.gui.shell.asked_view import AskedView, show

        place = options.workspace or "inspect"
        show(window, AskedView(place, wanted, options.base, options.edition, options.tab))
    elif wanted:
        window.open_all(wanted)
    if not options.screenshot:
        window.report_stored()
        offer_open_case(window)
    gc.freeze()  # the window is never garbage, so collections need not examine it
    if not options.screenshot:
        from uriinspector.gui.shell.after_start import GarbageCollection, preload

        GarbageCollection(window)
        preload(window)

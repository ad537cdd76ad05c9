"""Time to the first paint of the window, and its memory, compared with a plain window.

Run as ``python -m tests.benchmarks.start [PAIRS]``. Both start alternately in separate processes;
the time runs from before the process until the window is painted. Modules are compiled, as after an
installation: the first start of each is not counted.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

LIMIT = 1.5
TELL = """
def tell():
    print(time.monotonic(), flush=True)
def rest():
    from pathlib import Path
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QApplication
    print(time.monotonic(), flush=True)
    def leave():
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        print(pages * 4096, flush=True)
        QApplication.quit()
    QTimer.singleShot({rest}, leave)
"""
BARE = """
import time
from PySide6.QtWidgets import QApplication, QLabel
class Label(QLabel):
    def paintEvent(self, event):
        super().paintEvent(event)
        tell()
        rest()
application = QApplication([])
label = Label("URI Inspector")
label.resize(1320, 860)
label.show()
application.exec()
"""
OURS = """
import sys, time
from uriinspector.gui import app
fill = app.fill
def then(window, options):
    tell()
    fill(window, options)
    window.repaint()
    rest()
app.fill = then
sys.exit(app.main([]))
"""


class Start(NamedTuple):
    """Seconds from before the process to the first paint and the whole window; memory in bytes."""

    painted: float
    whole: float
    held: int


def start(program: str, compiled: str, rest: int = 0) -> Start:
    """Start once, with the compiled modules from that folder."""
    with tempfile.TemporaryDirectory() as home:
        places = {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        places |= {"PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
        began = time.monotonic()
        answer = subprocess.run(
            [sys.executable, "-c", TELL.format(rest=rest) + program],
            env=os.environ | places | {"QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            check=True,
            text=True,
        )
    painted, whole, held = answer.stdout.split()[:3]
    return Start(float(painted) - began, float(whole) - began, int(held))


def main(arguments: list[str]) -> int:
    """Print the figures; return 1 if the window is slower than its limit."""
    pairs = int(arguments[0]) if arguments else 11
    with tempfile.TemporaryDirectory() as compiled:
        start(BARE, compiled), start(OURS, compiled)
        found = [(start(BARE, compiled, 500), start(OURS, compiled, 500)) for _ in range(pairs)]
    middle = statistics.median
    painted = middle(ours.painted / bare.painted for bare, ours in found)
    whole = middle(ours.whole / bare.painted for bare, ours in found)
    held = middle(ours.held / bare.held for bare, ours in found)
    bare = middle(bare.painted for bare, _ in found) * 1000
    sys.stdout.write(f"bare window {bare:.0f} ms; first paint {painted:.2f} of it")
    sys.stdout.write(f" (limit {LIMIT}), all panes {whole:.2f}; memory at rest {held:.2f}\n")
    return int(painted > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""How long the window takes to its first paint and what it holds, beside a bare window.

Run as ``python -m tests.benchmarks.start [PAIRS]``.  Both start in a process of their own, in turn;
the clock starts before the process and stops when the window has been painted.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time

LIMIT = 2.0
TELL = """
def tell():
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
app.fill = then
sys.exit(app.main([]))
"""


def start(program: str, rest: int = 0) -> tuple[float, int]:
    """Seconds from before the process to the first paint, and bytes held when at rest."""
    with tempfile.TemporaryDirectory() as home:
        places = {"HOME": home, "XDG_CONFIG_HOME": home, "XDG_DATA_HOME": home}
        began = time.monotonic()
        answer = subprocess.run(
            [sys.executable, "-c", TELL.format(rest=rest) + program],
            env=os.environ | places | {"QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            check=True,
            text=True,
        )
    painted, held = answer.stdout.split()[:2]
    return float(painted) - began, int(held)


def ratios(pairs: int, rest: int = 0) -> tuple[float, float, float, float]:
    """Median seconds of both, the median ratio of pairs, and the ratio of what they hold."""
    found = [(start(BARE, rest), start(OURS, rest)) for _ in range(pairs)]
    return (
        statistics.median(bare[0] for bare, _ in found),
        statistics.median(ours[0] for _, ours in found),
        statistics.median(ours[0] / bare[0] for bare, ours in found),
        statistics.median(ours[1] / bare[1] for bare, ours in found),
    )


def main(arguments: list[str]) -> int:
    """Print the figures; 1 where the window is slower than it may be."""
    start(BARE), start(OURS)
    bare, ours, ratio, held = ratios(int(arguments[0]) if arguments else 11, rest=500)
    sys.stdout.write(f"first paint: bare {bare * 1000:.0f} ms, ours {ours * 1000:.0f} ms\n")
    sys.stdout.write(f"ratio {ratio:.2f} (limit {LIMIT}), memory at rest {held:.2f}\n")
    return int(ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

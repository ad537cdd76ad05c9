"""Print how many modules each way of starting imports: loaded_modules.py [--json FILE].

The totals must not grow when modules are joined.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

CODE = """
import sys, atexit, json, os
def written():
    names = sorted(n for n in sys.modules if n.split(".")[0] == "uriinspector")
    lines = {}
    for n in names:
        f = getattr(sys.modules[n], "__file__", None)
        lines[n] = sum(1 for _ in open(f, "rb")) if f else 0
    open(os.environ["LOADED"], "w").write(json.dumps(lines))
atexit.register(written)
"""
STARTS = {
    "library": "import uriinspector; uriinspector.parse('http://a.example/b')",
    "inspect": "import uriinspector; uriinspector.inspect('http://a.example/b').verdict",
    "terminal": "from uriinspector.cli.main import main; main(['https://www.example.com/a?b=c'])",
    "terminal scan": "from uriinspector.cli.main import main; main(['scan', 'page.html'])",
    "window": "from uriinspector.gui.app import main; main(['--screenshot', 'p.png', 'http://a@10.0.0.1/%zz'])",
    "window empty": "from uriinspector.gui.app import main; main(['--screenshot', 'p.png'])",
}


def loaded() -> dict[str, dict[str, int]]:
    """Return the number of lines of every imported module, for each way of starting."""
    found = {}
    root = str(Path.cwd())
    for name, code in STARTS.items():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "page.html").write_text("<a href='http://a.example/'>b</a>")
            answer = Path(folder, "answer")
            surroundings = os.environ | {
                "PYTHONPATH": root, "LOADED": str(answer), "QT_QPA_PLATFORM": "offscreen", "HOME": folder,
            }  # fmt: skip
            command = [sys.executable, "-P", "-c", CODE + code]
            subprocess.run(
                command, env=surroundings, cwd=folder, stdout=subprocess.DEVNULL, check=False
            )
            found[name] = json.loads(answer.read_text())
    return found


def main() -> None:
    """Print the totals, and write the modules to a file if one is given."""
    found = loaded()
    for name, modules in found.items():
        print(f"{name:16}{len(modules):5} modules {sum(modules.values()):7,} lines")
    if "--json" in sys.argv:
        Path(sys.argv[-1]).write_text(json.dumps(found))


main()

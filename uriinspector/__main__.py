"""``python -m uriinspector``: the window."""

import sys

from uriinspector.gui.app import main

if __name__ == "__main__":
    sys.exit(main())

"""Open the window with ``python -m uriinspector``."""

import sys

from uriinspector.gui.app import main

if __name__ == "__main__":
    sys.exit(main())

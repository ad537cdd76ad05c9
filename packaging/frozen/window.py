"""The command of the window, as it begins inside of a bundle."""

import sys
from multiprocessing import freeze_support

from uriinspector.gui.app import main

if __name__ == "__main__":
    freeze_support()  # a process that scans is this very file, started once more
    sys.exit(main())

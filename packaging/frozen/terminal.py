"""The command of the terminal, as it begins inside of a bundle."""

import sys
from multiprocessing import freeze_support

from uriinspector.cli.main import main

if __name__ == "__main__":
    freeze_support()  # a process that scans is this very file, started once more
    sys.exit(main())

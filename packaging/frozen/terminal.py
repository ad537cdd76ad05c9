"""The command of the terminal, as it begins inside of a bundle."""

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    # A process that reads pictures is this very file, started once more; so is one that scans.
    if sys.argv[1:] == ["--read-pictures"]:
        from uriinspector.documents.picture_worker import main
    else:
        from uriinspector.cli.main import main

        freeze_support()
    sys.exit(main())

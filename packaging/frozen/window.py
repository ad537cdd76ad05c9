"""Entry point of the program with the window in a bundle."""

import sys
from multiprocessing import freeze_support

if __name__ == "__main__":
    # Processes that read images or scan files run this file again.
    if sys.argv[1:] == ["--read-pictures"]:
        from uriinspector.documents.picture_worker import main
    else:
        from uriinspector.gui.app import main

        freeze_support()
    sys.exit(main())

"""``python -m uriinspector.cli``: the command without its script."""

import sys

from uriinspector.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

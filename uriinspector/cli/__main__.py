"""Entry point of ``python -m uriinspector.cli``."""

import sys

from uriinspector.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

"""Write the menu entries for file managers: ``file_menus.py SHARE``."""

from __future__ import annotations

import sys
from pathlib import Path

from uriinspector.cli.commands.desktop import entry_texts


def main(share: Path) -> None:
    """Write the entries for all users, with the name of the command on the PATH."""
    for place, text in entry_texts("uriinspector").items():
        file = share / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

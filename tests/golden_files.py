"""Files that were looked at and found good: what is exported now has to be the same.

Where words have changed on purpose they are written anew with
``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/export tests/documents -k "as_it or as_they"``
and looked at again.
"""

import os
from pathlib import Path

from uriinspector.analysis.versions import libraries, program, tables

EXPORT = Path(__file__).parent / "export" / "golden"
REWRITE = bool(os.environ.get("URIINSPECT_REWRITE_GOLDEN"))


def compare(name: str, found: str, folder: Path = EXPORT) -> None:
    """What was exported, but for versions, is what the file of this name holds."""
    for each in (program(), *libraries(), *tables()):
        found = found.replace(f"{each.name} {each.version}", f"{each.name} (its version)")
    kept = folder / name
    if REWRITE:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(found.encode())
    assert found == kept.read_bytes().decode()

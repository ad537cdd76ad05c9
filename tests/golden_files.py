"""Golden files: reviewed output that exports have to reproduce.

After an intended change of wording, rewrite them with
``URIINSPECT_REWRITE_GOLDEN=1 python -m pytest tests/export tests/documents -k golden``
and review the diff.
"""

import os
from pathlib import Path

from uriinspector.analysis.versions import libraries, program, tables

EXPORT = Path(__file__).parent / "export" / "golden"
REWRITE = bool(os.environ.get("URIINSPECT_REWRITE_GOLDEN"))


def compare(name: str, found: str, folder: Path = EXPORT) -> None:
    """Compare exported text with the golden file, ignoring version numbers."""
    for each in (program(), *libraries(), *tables()):
        found = found.replace(f"{each.name} {each.version}", f"{each.name} (its version)")
    kept = folder / name
    if REWRITE:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(found.encode())
    assert found == kept.read_bytes().decode()

"""The path of a file as a URI reference, for formats that have nothing else."""

from __future__ import annotations

import os
from urllib.parse import quote

from uriinspector.core.expression import expression

DRIVE = expression(r"[A-Za-z]:[\\/]")
# What a segment can have as it is (RFC 3986 section 3.3), and the slash between them.
PLAIN = "/:@!$&'()*+,;=-._~"


def file_reference(name: str) -> str:
    """A file URI of an absolute path, else a relative reference that begins with no scheme."""
    is_drive = bool(DRIVE.match(name))
    path = name.replace("\\", "/") if is_drive or os.sep == "\\" else name
    written = quote(path.encode("utf-8", "surrogateescape"), safe=PLAIN)
    if is_drive:
        return f"file:///{written}"
    if written.startswith("/"):
        return f"file://{written}" if not written.startswith("//") else f"file:{written}"
    is_like_scheme = ":" in written.partition("/")[0]
    return f"./{written}" if is_like_scheme else written

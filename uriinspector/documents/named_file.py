"""Recognize command arguments that are paths of local files.

Only used for arguments: the path of a link is never looked up.
"""

import os

from uriinspector.analysis.host_shape import shaped_like_host
from uriinspector.core.expression import expression
from uriinspector.core.parse import parse

# An absolute path, or a name with an extension; no query, fragment or other computer.
PATH = expression(
    r"~?/(?![/\\])[^?#*\0]+|(?:\.{1,2}/[^?#*:\0]*|[^\s?#*:@%=&\\\0]*)\.[A-Za-z][A-Za-z0-9]{0,4}"
)
LONGEST = 4_096
# Folders in which automounters contact the computer named in the path.
MOUNTED_ON_REQUEST = ("/net/", "/afs/", "/misc/")


def names_file(text: str) -> bool | None:
    """Return True if the file or folder exists; None if the text does not look like a path."""
    if len(text) > LONGEST or not PATH.fullmatch(text) or text.startswith(MOUNTED_ON_REQUEST):
        return None
    if shaped_like_host(parse(text)) is not None:
        return None
    try:
        return os.path.lexists(text)
    except (OSError, ValueError):
        return None

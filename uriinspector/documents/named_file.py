"""Texts that a person types for a file of this computer, and whether there is one.

For arguments of commands alone: the path of a link is never asked for.
"""

from __future__ import annotations

import os

from uriinspector.analysis.host_shape import shaped_like_host
from uriinspector.core.expression import expression
from uriinspector.core.parse import parse

# From the root, or a name with an ending; no query, no fragment, no other computer.
PATH = expression(
    r"~?/(?![/\\])[^?#*\0]+|(?:\.{1,2}/[^?#*:\0]*|[^\s?#*:@%=&\\\0]*)\.[A-Za-z][A-Za-z0-9]{0,4}"
)
LONGEST = 4_096
# Where automounters ask another computer for what is named.
MOUNTED_ON_REQUEST = ("/net/", "/afs/", "/misc/")


def names_file(text: str) -> bool | None:
    """Whether there is such a file or folder; None where the text is not shaped like a path."""
    if len(text) > LONGEST or not PATH.fullmatch(text) or text.startswith(MOUNTED_ON_REQUEST):
        return None
    if shaped_like_host(parse(text)) is not None:
        return None
    try:
        return os.path.lexists(text)
    except (OSError, ValueError):
        return None

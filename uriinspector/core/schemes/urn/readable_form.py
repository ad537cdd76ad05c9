"""A form that is easier to read: escaped letters of other scripts as letters, all else as it is."""

from __future__ import annotations

import re
import unicodedata

from uriinspector.core.production import TRIPLET
from uriinspector.core.utf8 import sequences

RUN = re.compile(f"(?:{TRIPLET})++")
READABLE = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Nd", "Nl", "No"})
# Letters and marks that show nothing.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def readable(text: str) -> str:
    """Escapes that are UTF-8 for a letter, mark or digit outside of ASCII become that character.

    An escape in ASCII stays: taken off, it could mean something else to its namespace.
    """
    return RUN.sub(_plain, text)


def _plain(run: re.Match[str]) -> str:
    data = bytes.fromhex(run[0].replace("%", ""))
    pieces = []
    for each in sequences(data):
        char = each.char or ""
        shown = each.form == "utf-8" and unicodedata.category(char) in READABLE
        if shown and not INVISIBLE.match(char):
            pieces.append(char)
        else:
            pieces.append(run[0][3 * each.start : 3 * each.end])
    return "".join(pieces)

"""A settings file as Qt is to read it: texts and bytes, and nothing that becomes an object.

Qt makes any value of its own from what a file says, such as pictures and cursors, before anybody
asks for a value: large ones take the memory, and some end the program.  None of that is a setting.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from uriinspector.analysis.whole_files import replacing
from uriinspector.documents.regular_files import open_regular

if TYPE_CHECKING:
    from pathlib import Path

# No settings are longer; what is beyond is dropped with the first change.
LONGEST = 1 << 20
# Escapes are undone before Qt looks for an "@" at the beginning: so the first character is neither.
ESCAPED = rb"\\[^\r\n]"
TEXT = rb"(?:[^\\@\",;\r\n](?:[^\\\",;\r\n]|" + ESCAPED + rb")*+)?"
QUOTED_TEXT = rb"\"(?:[^\\@\"\r\n](?:[^\\\"\r\n]|" + ESCAPED + rb")*+)?\""
BYTES = rb"@ByteArray\((?:[^\\\",;\r\n]|" + ESCAPED + rb")*+(?<=\))"
QUOTED_BYTES = rb"\"@ByteArray\((?:[^\\\"\r\n]|" + ESCAPED + rb")*+(?<=\))\""
VALUE = rb"(?:" + rb"|".join((QUOTED_BYTES, QUOTED_TEXT, BYTES, TEXT)) + rb")"
LINE = (
    rb"[ \t]*+(?:\[[^\r\n]*|[;#][^\r\n]*|[^=\\\r\n]*+="
    rb"[ \t]*+" + VALUE + rb"(?:,[ \t]*+" + VALUE + rb")*+)?[ \t]*+[\r\n]*+"
)


def is_tame(file: Path) -> bool:
    """Take out of a file what is no setting; False where something has to stay in it."""
    try:
        with open_regular(file) as source:
            octets = source.read(LONGEST)
    except (OSError, ValueError):
        return True  # there is none, or Qt cannot read it either
    lines = octets.splitlines(keepends=True)
    plain = [line for line in lines if _line().fullmatch(line)]
    if len(plain) == len(lines):
        return True
    try:
        with replacing(file, mode=0o600) as written:
            written.write(b"".join(plain))
    except OSError:
        return False
    return True


@cache  # when there is a file: at the first start there is none
def _line() -> re.Pattern[bytes]:
    return re.compile(LINE)

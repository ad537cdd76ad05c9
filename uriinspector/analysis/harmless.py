"""What most links are made of, each recognised by one expression from end to end.

Behind what matches here no gate of ``gates`` can open but those that are looked at by themselves:
the tests hold the two against each other.  Every repetition is possessive: one pass, whatever the
text.
"""

from __future__ import annotations

import re

from uriinspector.analysis.special_names import SPECIAL_NAMES
from uriinspector.analysis.unpack import PACKED
from uriinspector.core.host import IPV4

# Endings that people read as a host's.
ENDINGS = "com|net|org|info|gov|edu|bank|example|co\\.uk|de|fr|test"
# The last labels of names outside of the public DNS.
SPECIAL = "|".join(sorted({name.rpartition(".")[2] for name in SPECIAL_NAMES}))
# A run that is too short for base64; a dot behind which no host ends; what stands between runs.
# (An expression that minds no case at all would take half as long again.)
_RUN = "[A-Za-z0-9_+-]{0,19}+"
_DOT = rf"\.(?<![wW][wW][wW]\.)(?!(?i:{ENDINGS})(?![A-Za-z0-9_]))"
_BETWEEN = rf"{_DOT}|[~!,]|%(?:20|[89A-Fa-f][0-9A-Fa-f])"
_PIECES = rf"{_RUN}(?:(?:{_BETWEEN}|{{more}}){_RUN}|(?!))*+"
_PACKED = f"(?i:{PACKED})"
# In a path also an escaped slash between letters.
_SLASH = r"%2[fF](?<=[A-Za-z0-9_-]...)(?=[A-Za-z0-9_-])"
_PATH = _PIECES.replace("{more}", rf"/(?!/|{_PACKED})|{_SLASH}")
_QUERY = _PIECES.replace("{more}", rf"[&=](?!{_PACKED})")
# Path, one parameter, query, fragment.
TAIL = re.compile(
    rf"{_PATH}(?:;{_RUN}(?:=(?!{_PACKED}){_RUN}|(?!))?+)?+(?:\?(?!{_PACKED}){_QUERY}|(?!))?+"
    rf"(?:\#(?!!?[wW]{{3}}|{_PACKED}){_QUERY}|(?!))?+"
)
# A name with two labels or more in small letters, no hyphen at an end; of a length at which no
# label is too long.  Or an address in the form that everybody writes.
LONGEST_NAME = 63
_LABEL = "[a-z0-9]++(?:-++[a-z0-9]++|(?!))*+"
# RFC 5952: no leading zeros, small letters, "::" for the longest row of zeros; here the only one,
# and of two or more.
_H16 = "[1-9a-f][0-9a-f]{0,3}+"
_IPV6 = (
    rf"(?!\[(?:[^:]*+:){{7}})\[(?:{_H16}(?::{_H16}){{0,4}}+)?+::(?:{_H16}(?::{_H16}){{0,4}}+)?+\]"
    rf"|\[(?:{_H16}:){{7}}{_H16}\]"
)
HOST = re.compile(
    rf"(?:{_LABEL}\.|(?!))++(?:(?P<special>(?:{SPECIAL})\Z)|[a-z]{{2,63}})|(?P<address>{IPV4})"
    rf"|(?P<literal>{_IPV6})"
)

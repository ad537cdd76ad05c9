"""The encodings of fonts in RTF (1.9.1, "Font Table")."""

from __future__ import annotations

CHARSETS = {
    0: "windows-1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030",
    136: "big5hkscs", 161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256",
    186: "cp1257", 204: "cp1251", 222: "cp874", 238: "cp1250", 255: "cp437",
}  # fmt: skip
# Encodings in which a character may be two octets.
WIDE = frozenset({"cp932", "cp949", "johab", "gb18030", "big5hkscs"})

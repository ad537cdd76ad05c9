"""Write the tables of invisible characters, decimal digits and emoji.

The categories are shipped because Python's categories depend on its version, and reports must not.
"""

from __future__ import annotations

import icu
import tables
import unicodedata2

INVISIBLE = {"Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn"}
RIGHT_TO_LEFT = {"R", "AL", "AN"}


def risk(code: int) -> str:
    """Return the category, and other risks, of a code point that must not be drawn as it is."""
    char = chr(code)
    category = unicodedata2.category(char)
    found = [category] if category in INVISIBLE or (category == "Zs" and char != " ") else []
    if icu.Char.hasBinaryProperty(code, icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT):
        found.append("ignorable")
    if unicodedata2.bidirectional(char) in RIGHT_TO_LEFT:
        found.append("rtl")
    return " ".join(found)


def kind(code: int) -> str:
    """Return "emoji" or "picture" for code points that can be drawn as an image."""
    if icu.Char.hasBinaryProperty(code, icu.UProperty.EMOJI_PRESENTATION):
        return "emoji"
    is_picture = icu.Char.hasBinaryProperty(code, icu.UProperty.EXTENDED_PICTOGRAPHIC)
    return "picture" if is_picture else ""


def zeros() -> list[str]:
    """Return the zero in each run of ten decimal digits."""
    return [
        f"{code:04X}"
        for code in range(tables.LAST + 1)
        if unicodedata2.category(chr(code)) == "Nd" and unicodedata2.decimal(chr(code)) == 0
    ]


def main() -> None:
    """Write the three tables."""
    newest = {"unicode": unicodedata2.unidata_version, "date": tables.dated_like_fonttools()}
    risky = (f"{tables.ranged(a, b)}\t{value}" for a, b, value in tables.runs(risk))
    pictures = (f"{tables.ranged(a, b)}\t{value}" for a, b, value in tables.runs(kind))
    tables.write(
        "risky",
        "code points never drawn raw: category, default ignorable, right to left",
        source="unicodedata2 pyicu-wheels",
        generator="characters",
        lines=risky,
        **newest,
    )
    tables.write(
        "digits",
        "the zero of every run of ten decimal digits",
        source="unicodedata2",
        generator="characters",
        lines=zeros(),
        **newest,
    )
    tables.write(
        "emoji",
        "code points, emoji (drawn as a picture by default) or picture (may be)",
        source="pyicu-wheels",
        generator="characters",
        unicode=icu.UNICODE_VERSION,
        date=tables.RELEASED[icu.UNICODE_VERSION],
        lines=pictures,
    )


if __name__ == "__main__":
    main()

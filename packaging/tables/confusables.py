"""Write the table of confusable characters (UTS 39), with one prototype for each group.

ICU is asked for each code point. Code points that canonical decomposition changes are left out,
because skeletons are made from decomposed text; those that decompose only in Unicode versions
newer than that of the oldest supported Python are included.
"""

from __future__ import annotations

from collections import defaultdict

import icu
import tables
import unicodedata2

OLDEST = (14, 0)  # the Unicode version of Python 3.11


def prototypes() -> dict[str, list[int]]:
    """Return each prototype with the code points that look like it."""
    checker = icu.SpoofChecker()
    found: dict[str, list[int]] = defaultdict(list)
    for code in range(tables.LAST + 1):
        if code in tables.SURROGATES or icu.Char.hasBinaryProperty(
            code, icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT
        ):
            continue
        char = chr(code)
        decomposed = unicodedata2.normalize("NFD", char)
        age = tuple(int(part) for part in icu.Char.charAge(code).split("."))[:2]
        if decomposed != char and age <= OLDEST:
            continue
        skeleton = checker.getSkeleton(0, char)
        if skeleton != char:
            found[skeleton].append(code)
    return found


def main() -> None:
    """Write the table: the prototype's code points, then those of its look-alikes."""
    rows = sorted(prototypes().items())
    tables.write(
        "confusables",
        "prototype (UTS 39, MA table), then the code points that it stands for",
        source="pyicu-wheels unicodedata2",
        unicode=icu.UNICODE_VERSION,
        date=tables.RELEASED[icu.UNICODE_VERSION],
        lines=(
            "\t".join(
                (
                    " ".join(f"{ord(char):04X}" for char in prototype),
                    " ".join(f"{code:04X}" for code in codes),
                )
            )
            for prototype, codes in rows
        ),
    )


if __name__ == "__main__":
    main()

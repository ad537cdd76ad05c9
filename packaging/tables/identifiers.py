"""Write the table of characters in identifiers (UTS 39): allowed ones, and why others are not."""

from __future__ import annotations

import icu
import tables

TYPES = {
    getattr(icu.UIdentifierType, name): name.lower().replace("_", "-")
    for name in dir(icu.UIdentifierType)
    if name.isupper() and name not in {"NOT_CHARACTER", "COMMON_USE"}
}


def types(code: int) -> str:
    """Return the identifier types of a code point, or an empty string if it is unassigned."""
    return " ".join(sorted(TYPES[each] for each in icu.Char.getIDTypes(code) if each in TYPES))


def main() -> None:
    """Write the table."""
    tables.write(
        "identifiers",
        "code points, identifier types (UTS 39); recommended and inclusion are allowed",
        source="pyicu-wheels",
        unicode=icu.UNICODE_VERSION,
        date=tables.RELEASED[icu.UNICODE_VERSION],
        lines=(
            f"{tables.ranged(first, last)}\t{value}" for first, last, value in tables.runs(types)
        ),
    )


if __name__ == "__main__":
    main()
